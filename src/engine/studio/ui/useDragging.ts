import { type DragEvent, useState } from 'react'

/** Lets things in an order be dragged into each other's places; the keyboard has buttons for it. */
export function useDragging(place: (item: string, at: string) => void) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  return (name: string) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData('text/plain', name)
      event.dataTransfer.effectAllowed = 'move'
      setDragged(name)
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return
      event.preventDefault()
      setOver(name)
    },
    onDragEnd: end,
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== null && dragged !== name) place(dragged, name)
      end()
    },
    'data-over': over === name && dragged !== name ? true : undefined,
  })
}

/** How something looks that can be dragged, and into whose place something is about to be put. */
export const draggableLook = {
  cursor: 'grab',
  '&[data-over]': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const

import { useEffect, useRef } from 'react'
import { useEvent } from 'react-admin'
import { widthBounds } from '#engine/declaration/listPreferences.ts'
import { type ColumnOverrides, useListColumns } from '../useListColumns.ts'

/** How near to its edge a head is drawn wider, in pixels. */
const edgePx = 7

const nameOf = (head: Element) => /(?:^|\s)column-(\w+)/.exec(head.className)?.[1]
const within = (width: number) => Math.round(Math.min(widthBounds.max, Math.max(widthBounds.min, width)))

/** The head whose right edge is there. */
function edgeAt({ target, clientX }: PointerEvent | MouseEvent): HTMLElement | null {
  const head = target instanceof Element ? target.closest<HTMLElement>('th') : null
  if (!head || !nameOf(head)) return null
  const { right, width } = head.getBoundingClientRect()
  return width > edgePx && right - clientX <= edgePx ? head : null
}

/** Shows a column at a width before it is kept. */
function showWidth(table: Element, name: string, width: number | null): void {
  for (const cell of table.querySelectorAll<HTMLElement>(`.column-${name}`))
    for (const side of ['width', 'min-width', 'max-width'])
      if (width === null) cell.style.removeProperty(side)
      else cell.style.setProperty(side, `${width}px`, 'important')
}

/**
 * The edge of a column's head, drawn to another width by the mouse; a double click makes it as wide as it needs. The
 * keyboard has the widths of the column panel. It listens and draws nothing: a handle for every head would be read out
 * with its name.
 */
export default function ColumnEdges(own: ColumnOverrides) {
  const { widen } = useListColumns(own)
  const keep = useEvent(widen)
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const frame = place.current?.parentElement
    if (!frame) return undefined
    const end = new AbortController()
    const { signal } = end
    let marked: HTMLElement | null = null
    const mark = (head: HTMLElement | null) => {
      if (marked === head) return
      marked?.style.removeProperty('cursor')
      marked?.style.removeProperty('box-shadow')
      head?.style.setProperty('cursor', 'col-resize')
      head?.style.setProperty('box-shadow', 'inset -3px 0 0 0 currentcolor')
      marked = head
    }
    const draw = (event: PointerEvent) => {
      const head = event.button === 0 ? edgeAt(event) : null
      const table = head?.closest('table')
      if (!head || !table) return
      event.preventDefault()
      const name = nameOf(head)!
      const from = head.getBoundingClientRect().width
      let width = from
      const drag = new AbortController()
      const whileDrawn = { signal: AbortSignal.any([signal, drag.signal]) }
      const move = ({ clientX }: PointerEvent) => {
        width = within(from + clientX - event.clientX)
        showWidth(table, name, width)
      }
      const leave = () => {
        showWidth(table, name, null)
        drag.abort()
      }
      const drop = () => {
        leave()
        // Where the hand stood still it was a click.
        if (Math.abs(width - from) >= 2) keep(name, width)
      }
      window.addEventListener('pointermove', move, whileDrawn)
      window.addEventListener('pointerup', drop, whileDrawn)
      window.addEventListener('pointercancel', leave, whileDrawn)
      window.addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), whileDrawn)
    }
    frame.addEventListener('pointermove', (event) => mark(edgeAt(event)), { signal })
    frame.addEventListener('pointerleave', () => mark(null), { signal })
    frame.addEventListener('pointerdown', draw, { signal })
    // At its edge a head is not sorted by.
    frame.addEventListener('click', (event) => edgeAt(event) && event.stopPropagation(), { signal, capture: true })
    frame.addEventListener(
      'dblclick',
      (event) => {
        const head = edgeAt(event)
        if (head) keep(nameOf(head)!, null)
      },
      { signal },
    )
    return () => end.abort()
  }, [keep])
  return <span ref={place} hidden />
}

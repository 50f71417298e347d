import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useEvent, useNavigate, useStore } from 'react-admin'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { inPage, isTaken, pageShortcuts, rowKeys, saveButton, walkRows } from './shortcuts.ts'

const ShortcutSheet = lazy(() => import('./ShortcutSheet.tsx'))

/** How long the second key of two is waited for, in milliseconds. */
const secondKeyMs = 1_500
/** Asks for the sheet from elsewhere in the pages. */
export const sheetEvent = 'shortcut-sheet'

/** Listens for the keys of the office: Ctrl+S, and single keys as long as the person wants them. `?` shows them. */
export function Shortcuts() {
  const navigate = useNavigate()
  const actor = useActor()
  const pages = useMemo(() => pageShortcuts(actor), [actor])
  const [isOn] = useStore('shortcuts.isOn', true)
  const [isShown, setIsShown] = useState(false)
  const [begun, setBegun] = useState(0)

  const single = (event: KeyboardEvent) => {
    const page = performance.now() - begun < secondKeyMs && pages.find(({ keys }) => keys === `g ${event.key}`)
    setBegun(event.key === 'g' ? performance.now() : 0)
    if (page) {
      void navigate(page.to)
      return true
    }
    if (event.key === '?') {
      setIsShown(true)
      return true
    }
    if (event.key === 'j' || event.key === 'k') {
      walkRows(rowKeys[event.key])
      return true
    }
    const found = inPage.find(({ keys }) => keys === event.key)
    const element = found && document.querySelector<HTMLElement>(found.selector)
    if (!element) return false
    if (found.isFocused) element.focus()
    else element.click()
    return true
  }
  const listen = useEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      const button = saveButton()
      // The browser would save the page as a file.
      if (button) event.preventDefault()
      button?.click()
    } else if (isOn && !isTaken(event) && single(event)) event.preventDefault()
  })
  useEffect(() => {
    const show = () => setIsShown(true)
    window.addEventListener('keydown', listen)
    window.addEventListener(sheetEvent, show)
    return () => {
      window.removeEventListener('keydown', listen)
      window.removeEventListener(sheetEvent, show)
    }
  }, [listen])
  return (
    isShown && (
      <Suspense fallback={null}>
        <ShortcutSheet pages={pages} onClose={() => setIsShown(false)} />
      </Suspense>
    )
  )
}

import { useEffect, useRef } from 'react'

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

/**
 * Puts the focus on the page's heading unless the page put it somewhere itself. Returns whether there is nothing more
 * to wait for.
 */
function focusHeading(main: HTMLElement): boolean {
  if (!isNowhere() && main.contains(document.activeElement)) return true
  const heading = main.querySelector('h1')
  // While a dialog is open, its own rule holds: the focus goes back to what opened it.
  if (!heading || main.closest('[aria-hidden="true"]')) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

/**
 * On going to another page the focus stands on its heading: what was followed is gone with the page before, and from
 * nowhere the Tab key begins at the top of the menu and a screen reader says nothing.
 * A page that comes in parts may take its first heading away again: until somebody does something, the focus follows.
 */
export function useHeadingFocus(pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const main = document.getElementById('main-content')
    if (!main) return
    const observer = new MutationObserver(() => {
      focusHeading(main)
    })
    const stop = () => observer.disconnect()
    // The keys and clicks that led here are over by the next turn.
    const done = new AbortController()
    const timer = setTimeout(() => {
      for (const kind of ['keydown', 'pointerdown'])
        window.addEventListener(kind, stop, { signal: done.signal, capture: true })
    })
    focusHeading(main)
    observer.observe(main, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      done.abort()
      stop()
    }
  }, [pathname])
}

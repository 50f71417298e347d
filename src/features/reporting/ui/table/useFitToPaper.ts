import { type RefObject, useLayoutEffect } from 'react'

/** The width of A4 across without its margins and those of the page, in pixels of CSS. */
export const paperWidthPx = 990
/** Below this nobody reads it; then the last columns are cut off, and hiding some is better. */
const smallest = 0.4

/** Makes a table that is wider than the paper as small as it takes to have all of its columns on it. */
export function useFitToPaper(container: RefObject<HTMLElement | null>, isPrinting: boolean): void {
  useLayoutEffect(() => {
    const table = container.current?.querySelector('table')
    if (!table || !isPrinting) return
    table.style.zoom = String(Math.max(smallest, Math.min(1, paperWidthPx / table.scrollWidth)))
    return () => {
      table.style.zoom = ''
    }
  }, [container, isPrinting])
}

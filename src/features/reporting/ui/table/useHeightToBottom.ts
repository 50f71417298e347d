import { type RefObject, useLayoutEffect, useState } from 'react'

const leastPx = 320
/** Room for the line below the table that says what the numbers cover. */
const belowPx = 56

/** How high an element may be so that its end, with the total row, is in sight without scrolling the page. */
export function useHeightToBottom(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(leastPx)
  useLayoutEffect(() => {
    const measure = () => {
      const top = (element.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      setHeight(Math.max(leastPx, Math.floor(window.innerHeight - top - belowPx)))
    }
    measure()
    // What stands above the table grows and shrinks: filters, a chart.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [element])
  return height
}

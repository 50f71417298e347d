import { type RefObject, useLayoutEffect } from 'react'

/** Keeps `--first-column` of an element at the width of its table's first column, for what has to stand beside it. */
export function useFirstColumnWidth(container: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [element, head] = [container.current, container.current?.querySelector<HTMLElement>('thead th')]
    if (!element || !head) return
    const observer = new ResizeObserver(() => element.style.setProperty('--first-column', `${head.offsetWidth}px`))
    observer.observe(head)
    return () => observer.disconnect()
  }, [container])
}

import { type RefObject, useEffect, useState } from 'react'

/** Columns beside those in sight that are drawn as well, in pixels, so that scrolling sideways shows no gap. */
const besidePx = 200

/** The first and the last column that is drawn, from 0. */
export interface ColumnRange {
  readonly first: number
  readonly last: number
}

/** As far as there are any. */
export const everyColumn: ColumnRange = { first: 0, last: Number.POSITIVE_INFINITY }

/**
 * Which columns of a table are in sight, and those right beside them. The browser tells it of the heads, which are
 * always in the page; nothing is measured while somebody scrolls.
 * @param isWanted false where every column is drawn anyway.
 * @param columns changes whenever the heads do.
 */
export function useColumnsInSight(
  container: RefObject<HTMLElement | null>,
  { isWanted, columns }: { isWanted: boolean; columns: unknown },
): ColumnRange {
  const [range, setRange] = useState(everyColumn)
  useEffect(() => {
    if (!isWanted) return
    const inSight = new Set<number>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          inSight[isIntersecting ? 'add' : 'delete'](Number(target.ariaColIndex) - 1)
        // The first column stands beside whatever is in sight.
        const others = [...inSight].filter((column) => column > 0)
        setRange({ first: Math.min(...others), last: Math.max(...others) })
      },
      { root: container.current, rootMargin: `0px ${besidePx}px` },
    )
    container.current?.querySelectorAll('thead [aria-colindex]').forEach((head) => observer.observe(head))
    return () => observer.disconnect()
  }, [container, isWanted, columns])
  return isWanted ? range : everyColumn
}

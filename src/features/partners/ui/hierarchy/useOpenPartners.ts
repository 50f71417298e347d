import { useState } from 'react'
import { type Hierarchy, pathTo } from './hierarchyTree.ts'

/** With more partners than these only the ones on top are open at first. */
const allOpenMax = 40

/**
 * Which partners are open: at first all of a small hierarchy, else those on top and whatever leads to the one that was
 * come for. A filter opens everything.
 */
export function useOpenPartners({
  hierarchy: { partners },
  marked,
  isFiltered,
}: {
  hierarchy: Hierarchy
  marked: number | null
  isFiltered: boolean
}) {
  const ids = partners.map(({ id }) => id)
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () =>
      new Set([
        ...(ids.length <= allOpenMax ? ids : partners.filter(({ parent }) => parent === null).map(({ id }) => id)),
        ...(marked === null ? [] : pathTo(partners, marked)),
      ]),
  )
  return {
    isOpen: (id: number) => isFiltered || open.has(id),
    onToggle: (id: number) =>
      setOpen((before) =>
        before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
      ),
    openAll: () => setOpen(new Set(ids)),
    closeAll: () => setOpen(new Set()),
  }
}

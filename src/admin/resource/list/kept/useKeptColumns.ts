import { useEffect, useRef, useState } from 'react'
import { useStore, useStoreContext } from 'react-admin'
import { columnKeys, shownColumns, storedColumns } from './keptColumns.ts'
import { useKeptLists } from './KeptListsContext.ts'

/**
 * Begins a table with the columns the person keeps, and keeps those they choose.
 * @param names every column of the table in the declared order;
 * @param hidden those that are not shown until they are chosen.
 */
export function useKeptColumns({
  resource,
  names,
  hidden: hiddenAtFirst,
}: {
  resource: string
  names: readonly string[]
  hidden: readonly string[]
}): void {
  const kept = useKeptLists()
  const store = useStoreContext()
  const keys = columnKeys(resource)
  // Before the table reads them for the first time, not after it was shown.
  useState(() => {
    if (!kept.isKept) return
    const { columns } = kept.of(resource)
    const { hidden, ranks } = columns ? storedColumns({ names, columns }) : {}
    for (const [key, value] of [
      [keys.hidden, hidden],
      [keys.ranks, ranks],
    ] as const) {
      if (value) store.setItem(key, value)
      else store.removeItem(key)
    }
  })
  const [hidden = hiddenAtFirst] = useStore<readonly string[]>(keys.hidden)
  const [ranks] = useStore<readonly number[] | undefined>(keys.ranks)
  const chosen = JSON.stringify([hidden, ranks])
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current === chosen) return
    before.current = chosen
    const columns = shownColumns({ names, hidden, ranks })
    const isAsDeclared =
      ranks === undefined &&
      columns.length === names.length - hiddenAtFirst.length &&
      !columns.some((name) => hiddenAtFirst.includes(name))
    if (columns.length > 0) kept.keep(resource, 'columns', isAsDeclared ? null : columns)
  })
}

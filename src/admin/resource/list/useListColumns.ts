import { useStore } from 'react-admin'
import { columnsOf, type PageColumn } from '../derivePages.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { columnKeys, placedColumns } from './kept/keptColumns.ts'

/** What the rows of a list show besides what is declared, as far as it makes columns. */
export interface OwnColumns {
  /** Shown before the declared ones. */
  readonly leading?: { readonly name: string; readonly label: string }
  /** Not shown until they are chosen, although the declaration names them. */
  readonly hidden?: readonly string[]
}

/**
 * The columns of the list one is on.
 * @returns the declared ones, the names of all in the order of the table, and which are hidden until they are chosen
 */
export function useListColumns({ leading, hidden = [] }: OwnColumns): {
  columns: PageColumn[]
  names: string[]
  hiddenAtFirst: string[]
} {
  const resource = useConfiguredResource()
  const actor = useActor()
  const columns = columnsOf({ resource, actor })
  return {
    columns,
    names: [...(leading ? [leading.name] : []), ...columns.map(({ name }) => name)],
    hiddenAtFirst: columns
      .filter(({ isShownAtFirst, name }) => !isShownAtFirst || hidden.includes(name))
      .map(({ name }) => name),
  }
}

/**
 * Which columns are chosen, as the table stores it: names in the order in which they stand, the hidden ones among them,
 * and how to change both.
 */
export function useChosenColumns({
  names,
  hiddenAtFirst,
}: {
  names: readonly string[]
  hiddenAtFirst: readonly string[]
}) {
  const keys = columnKeys(useConfiguredResource().name)
  const [storedHidden, setHidden] = useStore<readonly string[] | undefined>(keys.hidden)
  const [ranks, setRanks] = useStore<readonly number[] | undefined>(keys.ranks)
  const hidden = storedHidden ?? hiddenAtFirst
  const placed = placedColumns({ names, ranks })
  return {
    placed,
    hidden,
    toggle: (name: string) =>
      setHidden(hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name]),
    /** Moves a column before (-1) or behind (1) the one that stands next to it. */
    move: (name: string, by: -1 | 1) => {
      const from = placed.indexOf(name)
      const moved = placed.with(from, placed[from + by]!).with(from + by, name)
      setRanks(moved.map((each) => names.indexOf(each)))
    },
    reset: () => {
      setHidden([...hiddenAtFirst])
      setRanks(undefined)
    },
  }
}

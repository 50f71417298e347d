import type { ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { columnsOf, type PageColumn } from '../derivePages.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { linkedColumn } from './linkedColumn.ts'
import { useKeptList } from './preferences/keptLists.ts'

/** What the rows of a list show besides what is declared, as far as it makes columns. */
export interface ColumnOverrides {
  /** A column of its own before the declared ones. */
  readonly leading?: LeadingColumn | undefined
  /** Not shown until they are chosen, although the declaration names them. */
  readonly hidden?: readonly string[] | undefined
}
interface LeadingColumn {
  readonly name: string
  readonly label: string
  readonly render: (record: RaRecord) => ReactNode
}

/** A column with its label: a declared one, or the list's own, which knows itself what it shows. */
type ListColumn = (PageColumn | (LeadingColumn & { readonly isSortable: false })) & { readonly label: string }

/**
 * The columns of the list one is on, as the person chose and arranged them.
 * @returns `shown` those the table shows, in their order, those that stay in sight first; `placed` all of them, a hidden one behind the one it is
 * declared behind; and how to change both
 */
export function useListColumns({ leading, hidden = [] }: ColumnOverrides = {}) {
  const resource = useConfiguredResource()
  const actor = useActor()
  const label = useFieldLabel()
  const { list, keep, keepAll } = useKeptList()
  const declared = columnsOf({ resource, actor }).map((each) => ({ ...each, label: label(resource.name, each.name) }))
  const all: ListColumn[] = [...(leading ? [{ ...leading, isSortable: false } as const] : []), ...declared]
  const names = all.map(({ name }) => name)
  const atFirst = names.filter(
    (name) => !hidden.includes(name) && (name === leading?.name || resource.list.columns.includes(name)),
  )
  const kept = list.columns?.filter((name) => names.includes(name)) ?? []
  const linked = linkedColumn(resource)
  const chosen = kept.length > 0 ? kept : atFirst
  const shown = atFirst.includes(linked) && !chosen.includes(linked) ? [linked, ...chosen] : chosen
  const placed = names.reduce(
    (places, name, index) =>
      places.includes(name) ? places : places.toSpliced(places.indexOf(names[index - 1]!) + 1, 0, name),
    shown,
  )
  const isPinned = (name: string) => (list.pinned ?? []).includes(name)
  const titleColumn = leading?.name ?? resource.title
  const pinned = shown.filter((name) => isPinned(name) && name !== titleColumn)
  const widths = list.widths ?? {}
  // What stays in sight stands together, behind what names a row.
  const firstInSight = [...shown.filter((name) => name === titleColumn), ...pinned]
  const inOrder =
    pinned.length === 0 ? shown : [...firstInSight, ...shown.filter((name) => !firstInSight.includes(name))]
  const orNone = <Value extends object>(value: Value) => (Object.keys(value).length === 0 ? null : value)
  const columnsNamed = (some: readonly string[]) => some.map((name) => all.find((column) => column.name === name)!)
  const choose = (columns: readonly string[]) => keep('columns', columns.join() === atFirst.join() ? null : columns)
  return {
    shown: columnsNamed(inOrder),
    /** What names a row, what leads to its record and cannot be hidden, and those that stay in sight beside it. */
    titleColumn,
    linked,
    pinned,
    widths,
    pin: (name: string) =>
      keep(
        'pinned',
        orNone(isPinned(name) ? list.pinned!.filter((each) => each !== name) : [...(list.pinned ?? []), name]),
      ),
    /** Makes a column so many pixels wide; as wide as it needs where nothing is said. */
    widen: (name: string, width: number | null) => {
      const { [name]: _, ...others } = widths
      keep('widths', orNone(width === null ? others : { ...others, [name]: width }))
    },
    placed: columnsNamed(placed),
    toggle: (name: string) =>
      choose(placed.filter((each) => (each === name ? !shown.includes(each) : shown.includes(each)))),
    /** Moves a column before (-1) or behind (1) the one that is shown next to it. */
    move: (name: string, by: -1 | 1) => {
      const from = shown.indexOf(name)
      choose(shown.with(from, shown[from + by]!).with(from + by, name))
    },
    reset: () => keepAll({ columns: null, pinned: null, widths: null }),
  }
}

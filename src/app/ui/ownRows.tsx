import { type ComponentType, lazy, type LazyExoticComponent, type ReactNode } from 'react'
import type { RecordTableProps } from '#engine/records/ui/list/RecordTable.tsx'

type RowsOf = ComponentType<{ children: (rows: RecordTableProps) => ReactNode }>

/** What the rows of a resource show on the page of another record, where a declaration cannot say it. */
export const customRows: Readonly<Record<string, LazyExoticComponent<RowsOf>>> = {
  entry: lazy(() => import('#features/payouts/ui/entries/EntryRows.tsx')),
}

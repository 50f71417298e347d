import { ConfiguredList } from '#engine/records/ui/list/ConfiguredList.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import { useEntryRows } from './useEntryRows.tsx'

/** The entries: the declared list, with lines, payment attempts and the manual payment opened in place. */
export function EntriesPage() {
  return <ConfiguredList rows={useEntryRows(<EntryPanel />)} />
}

import { ConfiguredList } from '#engine/records/ui/list/ConfiguredList.tsx'
import { Freshness } from '#features/activity/ui/freshness/Freshness.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import { useEntryRows } from './useEntryRows.tsx'

/**
 * The entries: the declared list, with lines, payment attempts and the manual payment opened in place, and how far the
 * brands have told from which they follow.
 */
export function EntriesPage() {
  return (
    <>
      <ConfiguredList rows={useEntryRows(<EntryPanel />)} />
      <Freshness sx={{ mt: 1 }} />
    </>
  )
}

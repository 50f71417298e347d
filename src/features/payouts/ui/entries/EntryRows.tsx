import type { ReactNode } from 'react'
import { useRecordContext } from 'react-admin'
import Box from '@mui/material/Box'
import type { RecordTableProps } from '#engine/records/ui/list/RecordTable.tsx'
import { EntryExplained } from '#features/commission/ui/explanation/EntryExplained.tsx'
import { EntryPanel } from './EntryPanel.tsx'
import { useEntryRows } from './useEntryRows.tsx'

/** What an entry is made of, and every step from its events to its amount. */
function ExplainedEntry() {
  const record = useRecordContext()
  return (
    <Box sx={{ py: 1 }}>
      <EntryPanel isExplained />
      {record && <EntryExplained id={record.id} />}
    </Box>
  )
}

/** The rows of entries on the page of whoever earned them: opened, each explains itself in place. */
export default function EntryRows({ children }: { children: (rows: RecordTableProps) => ReactNode }) {
  return <>{children(useEntryRows(<ExplainedEntry />))}</>
}

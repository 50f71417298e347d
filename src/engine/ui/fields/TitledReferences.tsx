import { type Identifier, type RaRecord, useGetMany } from 'react-admin'
import Box from '@mui/material/Box'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { useRecordTitle } from '#engine/records/ui/useRecordTitle.ts'
import { RecordLink } from './RecordLink.tsx'

/**
 * Records that several fields name together (an entry: whose, which day, how much), one a line and named as their own
 * pages are.
 */
export function TitledReferences({ resource, ids }: { resource: AnyResource; ids: readonly Identifier[] }) {
  const { data } = useGetMany(resource.name, { ids: [...ids] })
  const records = new Map((data ?? []).map((record) => [String(record.id), record as RaRecord]))
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, columnWidth: 260 }}>
      {ids.map((id) => (
        <li key={id}>
          <RecordLink resource={resource.name} id={id}>
            <TitleOf resource={resource} record={records.get(String(id))} id={id} />
          </RecordLink>
        </li>
      ))}
    </Box>
  )
}

/** Its place is kept while its name comes. */
function TitleOf({ resource, record, id }: { resource: AnyResource; record?: RaRecord | undefined; id: Identifier }) {
  const title = useRecordTitle(resource, record)
  return record ? (title ?? `#${id}`) : `#${id}…`
}

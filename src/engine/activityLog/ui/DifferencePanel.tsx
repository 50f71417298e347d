import { LinkBase, type RaRecord, useGetList, useListContext, useRecordContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import { FieldValue } from '#engine/ui/fields/FieldValue.tsx'
import { emptyText } from '#engine/ui/fields/format.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { fieldNamed } from '#engine/records/ui/derivePages.ts'
import { useMayOpen, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { LogSentence } from './LogSentence.tsx'
import { RedactButton } from './RedactButton.tsx'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'

/** So many lines of a batch are named where it is opened; a button leads to all. */
const batchLinesMax = 100

/** A change as the log has it: its values may have been taken out. */
type ShownChange = FieldChange & { readonly redacted?: boolean }

/**
 * What a line of the log changed, field by field, in the reader's language, and where to go from there.
 * @param isFolded whether it stands for its whole batch, whose other lines are named then
 */
export function DifferencePanel({ isFolded = false }: { isFolded?: boolean }) {
  const record = useRecordContext()
  if (!record) return null
  return (
    <Box sx={{ py: 1 }}>
      <Difference object={String(record['object'])} changes={(record['changes'] ?? []) as ShownChange[]} />
      {isFolded && record['batchSize'] > 1 ? <RestOfBatch line={record} /> : null}
      <Ways line={record} />
    </Box>
  )
}

/** The lines after the first of a batch, oldest first; a long batch is opened as a list of its own. */
function RestOfBatch({ line }: { line: RaRecord }) {
  const translate = useTranslate()
  const { data = [], isPending } = useGetList('activityLog', {
    filter: { batch: line['batch'], continues: true },
    sort: { field: 'id', order: 'ASC' },
    pagination: { page: 1, perPage: batchLinesMax },
  })
  if (isPending) return <Skeleton variant="rounded" height={72} />
  return (
    <Box component="section" aria-label={translate('resourcePages.log.moreOfBatch')} sx={{ mt: 1 }}>
      <Typography variant="subtitle2">{translate('resourcePages.log.moreOfBatch')}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {data.map((each) => (
          <Typography key={each.id} component="li" variant="body2">
            <LogSentence line={each} />
          </Typography>
        ))}
      </Box>
    </Box>
  )
}

function Difference({ object, changes }: { object: string; changes: readonly ShownChange[] }) {
  const translate = useTranslate()
  const label = useFieldLabel()
  if (changes.length === 0) return <Typography variant="body2">{translate('resourcePages.log.nothing')}</Typography>
  return (
    <ScrollBox label={translate('resources.activityLog.fields.changes')}>
      <Table size="small">
        <TableHead>
          <TableRow>
            {(['field', 'before', 'after'] as const).map((head) => (
              <TableCell key={head}>{translate(`resourcePages.log.${head}`)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {changes.map(({ field, before, after, redacted }) => (
            <TableRow key={field}>
              <TableCell component="th" scope="row">
                {label(object, field)}
              </TableCell>
              {redacted ? (
                <TableCell colSpan={2}>{translate('resourcePages.log.redacted')}</TableCell>
              ) : (
                [before, after].map((value, place) => (
                  <TableCell key={place}>
                    <LoggedValue object={object} field={field} value={value} />
                  </TableCell>
                ))
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </ScrollBox>
  )
}

/** A value as the field reads it today; as it was written where there is no such field any more. */
function LoggedValue({ object, field, value }: { object: string; field: string; value: unknown }) {
  const resource = useResources()[object]
  const declared = resource ? fieldNamed(resource, field) : undefined
  if (value === null || value === undefined) return <>{emptyText}</>
  // Passwords show that they changed, rows what they were.
  if (!declared || declared.kind === 'password' || declared.kind === 'list' || declared.kind === 'blocks')
    return <span style={{ overflowWrap: 'anywhere' }}>{typeof value === 'string' ? value : JSON.stringify(value)}</span>
  return <FieldValue field={declared} value={value} isWhole />
}

function Ways({ line }: { line: Record<string, unknown> }) {
  const translate = useTranslate()
  const mayOpen = useMayOpen()
  const { setFilters } = useListContext()
  const [object, objectId, batch] = [String(line['object']), line['objectId'], line['batch']]
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, alignItems: 'center' }}>
      {Boolean(objectId) && mayOpen(object) && (
        <Button size="small" component={LinkBase} to={`/${object}/${String(objectId)}`}>
          {translate('resourcePages.log.goTo')}
        </Button>
      )}
      {Boolean(objectId) && (
        <Button size="small" onClick={() => setFilters({ object, objectId }, [])}>
          {translate('resourcePages.log.ofObject')}
        </Button>
      )}
      {Boolean(batch) && (
        <Button size="small" onClick={() => setFilters({ batch }, [])}>
          {translate('resourcePages.log.batch')}
        </Button>
      )}
      <RedactButton line={line} />
      <Typography variant="caption" color="textSecondary">
        {String(line['method'] ?? '')} {String(line['url'] ?? '')}{' '}
        {line['address'] ? translate('resourcePages.log.from', { address: String(line['address']) }) : ''}
      </Typography>
    </Box>
  )
}

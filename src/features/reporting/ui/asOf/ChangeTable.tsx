import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { measureColumn } from '#resources/measures.ts'
import type { ReportChange } from '../../answers/changes.ts'
import type { ReportMeasure } from '#engine/declaration/report.ts'
import { emptyText, formatDay } from '#engine/ui/fields/format.ts'
import { CauseReference } from '#engine/ui/fields/CauseReference.tsx'
import { useReportLabels } from '../reportLabels.ts'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'

/** More of them would be read by nobody; the API has all. */
const shownMax = 200
const refsMax = 6

/** The cells that one cause changed. */
export function ChangeTable({ changes }: { changes: readonly ReportChange[] }) {
  const translate = useTranslate()
  return (
    <ScrollBox label={translate('resourcePages.past.changes')}>
      <Table size="small" sx={{ '& td': { verticalAlign: 'top' } }}>
        <TableHead>
          <TableRow>
            {['row', 'column', 'before', 'after', 'difference', 'refs'].map((name) => (
              <TableCell key={name} align={['before', 'after', 'difference'].includes(name) ? 'right' : 'left'}>
                {translate(`resourcePages.past.${name}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {changes.slice(0, shownMax).map((change) => (
            <ChangedCell
              key={`${change.currency} ${JSON.stringify(change.key)} ${change.column} ${change.before} ${change.after}`}
              change={change}
            />
          ))}
        </TableBody>
      </Table>
      {changes.length > shownMax && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {translate('resourcePages.report.explainMore', { smart_count: changes.length - shownMax })}
        </Typography>
      )}
    </ScrollBox>
  )
}

function ChangedCell({ change }: { change: ReportChange }) {
  const translate = useTranslate()
  const labels = useReportLabels(change.currency)
  const { key, name, column, before, after, difference, refs } = change
  const isName = typeof before === 'string' || typeof after === 'string'
  const measured = isName ? null : measureColumn(column as ReportMeasure)
  const shown = (value: string | number | null) =>
    measured === null ? (value ?? emptyText) : labels.number(measured, value as number | null)
  const days = Object.entries(key).flatMap(([dimension, value]) =>
    dimension === 'day' && value !== null ? [formatDay(String(value))] : [],
  )
  return (
    <TableRow>
      <TableCell>
        {[name || (days.length > 0 ? '' : Object.values(key).join(' · ')), ...days].filter(Boolean).join(' · ')}
      </TableCell>
      <TableCell>{measured === null ? translate('resourcePages.past.name') : labels.column(measured)}</TableCell>
      <TableCell align="right">{shown(before)}</TableCell>
      <TableCell align="right">{shown(after)}</TableCell>
      <TableCell align="right">{measured === null ? '' : labels.difference(measured, difference)}</TableCell>
      <TableCell>
        {refs.slice(0, refsMax).map((ref) => (
          <Box key={`${ref.kind} ${ref.id}`}>
            <CauseReference {...ref} />
          </Box>
        ))}
        {refs.length > refsMax && translate('resourcePages.past.more', { smart_count: refs.length - refsMax })}
      </TableCell>
    </TableRow>
  )
}

import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { measureColumn } from '#resources/measures.ts'
import type { ReportChange, ReportChanges as Changes } from '../../answers/changes.ts'
import type { PortalOverview } from '#features/portal/answers/portal.ts'
import type { ReportMeasure } from '#engine/declaration/report.ts'
import { addDays, isDay } from '#engine/values/calendar.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { DayField } from '#engine/ui/fields/inputs/DayField.tsx'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useReportLabels } from '../reportLabels.ts'
import { useAnswer } from '#features/portal/ui/usePortal.ts'

const weekDays = 7
const shownMax = 100
/** Columns that stand at the right edge, as numbers do. */
const numbered = ['before', 'after']

/**
 * What of these days is not what it was some time ago, and why.
 * @param props.askedSince the moment that an address asked about
 */
export function ReportChanges({ from, to, askedSince }: { from: string; to: string; askedSince?: string | undefined }) {
  const translate = useTranslate()
  const [chosen, setSince] = useState(askedSince?.slice(0, 10) ?? addDays(businessToday(), -weekDays))
  const [isAsked, setIsAsked] = useState(askedSince !== undefined)
  const { data } = useAnswer<PortalOverview>('/api/portal/overview')
  if (!data) return null
  // Of what was before nothing is kept: the server would say so.
  const isKept = `${chosen}T00:00:00Z` >= data.knownSince
  const isGiven = askedSince?.slice(0, 10) === chosen && askedSince >= data.knownSince
  const since = isGiven ? askedSince : isKept ? `${chosen}T00:00:00Z` : data.knownSince
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {translate('portal.changes.title')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, my: 1 }}>
        <DayField
          size="small"
          label={translate('portal.changes.since')}
          value={isKept ? chosen : data.knownSince.slice(0, 10)}
          onChange={(day) => isDay(day) && setSince(day)}
          sx={{ maxWidth: 220 }}
        />
        <Button variant="outlined" onClick={() => setIsAsked(true)}>
          {translate('portal.changes.ask')}
        </Button>
      </Box>
      {isAsked && <Found path={`/api/report/affiliateDetail/changes?from=${from}&to=${to}&since=${since}`} />}
    </Box>
  )
}

function Found({ path }: { path: string }) {
  const translate = useTranslate()
  const query = useAnswer<Changes>(path)
  return (
    <QueryBoundary query={query}>
      {({ changes }) =>
        changes.length === 0 ? (
          <Alert severity="info">{translate('portal.changes.none')}</Alert>
        ) : (
          <ScrollBox label={translate('portal.changes.title')}>
            <Table size="small" sx={{ bgcolor: 'background.paper' }}>
              <TableHead>
                <TableRow>
                  {['row', 'column', 'before', 'after', 'cause'].map((name) => (
                    <TableCell key={name} align={numbered.includes(name) ? 'right' : 'left'}>
                      {translate(`portal.changes.${name}`)}
                    </TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {changes.slice(0, shownMax).map((change, index) => (
                  <Changed key={index} change={change} />
                ))}
              </TableBody>
            </Table>
          </ScrollBox>
        )
      }
    </QueryBoundary>
  )
}

function Changed({ change: { key, column, before, after, cause, currency } }: { change: ReportChange }) {
  const translate = useTranslate()
  const labels = useReportLabels(currency)
  const measured =
    typeof before === 'string' || typeof after === 'string' ? null : measureColumn(column as ReportMeasure)
  const shown = (value: string | number | null) =>
    measured ? labels.number(measured, value as number | null) : String(value ?? '')
  return (
    <TableRow>
      <TableCell>{key['day'] ? formatDay(String(key['day'])) : ''}</TableCell>
      <TableCell>{measured ? labels.column(measured) : translate('resourcePages.past.name')}</TableCell>
      <TableCell align="right">{shown(before)}</TableCell>
      <TableCell align="right">{shown(after)}</TableCell>
      <TableCell>{translate(`resourcePages.past.causes.${cause}`)}</TableCell>
    </TableRow>
  )
}

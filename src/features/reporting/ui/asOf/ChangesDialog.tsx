import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { measureColumn } from '#resources/measures.ts'
import { changeCauses, type ReportChange, type ReportChanges } from '../../answers/changes.ts'
import type { Report, ReportMeasure } from '#engine/declaration/report.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useReportLabels } from '../reportLabels.ts'
import { changesPath, type ReportQuery } from '../reportQuery.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

interface ChangesDialogProps {
  readonly report: Report
  readonly query: ReportQuery
  readonly since: string
  readonly onClose: () => void
}

/** Why a report is not what it was: the causes, each opening into the cells it changed and what it can be looked up by. */
export default function ChangesDialog({ report, query, since, onClose }: ChangesDialogProps) {
  const translate = useTranslate()
  const moment = useMomentText()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const path = changesPath({ report, query, since })
  const { data, error } = useQuery({
    queryKey: ['report', path],
    queryFn: ({ signal }) => dataProvider.read<ReportChanges>(path, signal),
    retry: false,
  })
  const causes = groupsOf(data?.changes ?? [])
  return (
    <PromptDialog
      title={translate('resourcePages.past.changesSince', { moment: moment(since) })}
      maxWidth="md"
      isRead
      closeLabel="resourcePages.actions.close"
      onClose={onClose}
    >
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {!data && !error && <LinearProgress aria-label={translate('resourcePages.report.loading')} />}
      {data?.changes.length === 0 && <Alert severity="success">{translate('resourcePages.past.nothing')}</Alert>}
      {data && data.count > data.changes.length && (
        <Alert severity="info">
          {translate('resourcePages.past.firstOnly', { shown: data.changes.length, smart_count: data.count })}
        </Alert>
      )}
      {causes.map(([id, changes]) => (
        <Cause key={id} report={report} causes={id.split(',')} changes={changes} isOpenAtFirst={causes.length === 1} />
      ))}
    </PromptDialog>
  )
}

/** The changes of each cause, and of those that nobody can tell apart, in the order of causes. */
function groupsOf(changes: readonly ReportChange[]): [string, ReportChange[]][] {
  const groups = Map.groupBy(changes, ({ cause, causes }) => causes?.map((each) => each.cause).join() ?? cause)
  const place = (id: string) => id.split(',').map((each) => changeCauses.findIndex((cause) => cause === each))
  return [...groups].toSorted(([one], [other]) => {
    const [first, second] = [place(one), place(other)]
    return first[0]! - second[0]! || first.length - second.length
  })
}

function Cause({
  report,
  causes,
  changes,
  isOpenAtFirst,
}: {
  report: Report
  causes: readonly string[]
  changes: readonly ReportChange[]
  isOpenAtFirst: boolean
}) {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const names = causes.map((cause) => translate(`resourcePages.past.causes.${cause}`)).join(' + ')
  return (
    <Box sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {causes.length === 1 ? names : translate('resourcePages.past.notApart', { causes: names })}
        </Button>
        <Typography variant="body2" color="textSecondary">
          {translate('resourcePages.past.cells', { smart_count: changes.length })}
          {[...Map.groupBy(changes, ({ currency }) => currency)].map(([currency, own]) => (
            <ChartSum key={currency} report={report} currency={currency} changes={own} />
          ))}
        </Typography>
      </Box>
      {isOpen && <ChangeTable changes={changes} />}
    </Box>
  )
}

/** What a cause comes to in the column that the report draws. */
function ChartSum({
  report,
  currency,
  changes,
}: {
  report: Report
  currency: string
  changes: readonly ReportChange[]
}) {
  const labels = useReportLabels(currency)
  const own = changes.filter(({ column }) => column === report.chart)
  if (own.length === 0) return null
  const column = measureColumn(report.chart as ReportMeasure)
  const cents = own.reduce((sum, { difference }) => sum + Math.round((difference ?? 0) * 100), 0)
  return <> · {`${labels.column(column)} ${labels.difference(column, cents / 100)}`}</>
}

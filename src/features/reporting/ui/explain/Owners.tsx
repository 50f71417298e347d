import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { MeasureColumn } from '#engine/declaration/derive/report/measureColumn.ts'
import { answerIn, type ReportAnswer, type ReportRow, reportRow } from '#engine/declaration/derive/report/reportRows.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useReportLabels } from '../reportLabels.ts'
import type { ReportQuery } from '../reportQuery.ts'
import { type Owner, ownersPath } from './commission.ts'
import { PartsTable } from './PartsTable.tsx'

/** More than these nobody reads; the largest are shown. */
const shownMax = 100

/** Who earned a sum over several, the largest first; each opens its own entries. */
export function Owners({
  report,
  query,
  currency,
  row,
  column,
  onOpen,
}: {
  report: Report
  query: ReportQuery
  currency: string | undefined
  row: ReportRow
  column: MeasureColumn
  onOpen: (owner: Owner) => void
}) {
  const translate = useTranslate()
  const labels = useReportLabels(currency)
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const asked = ownersPath({ report, query, row, column })
  const { data, error } = useQuery({
    queryKey: ['report', asked?.path],
    queryFn: ({ signal }) => dataProvider.read<ReportAnswer>(asked!.path, signal),
    enabled: asked !== null,
    staleTime: 30_000,
    retry: false,
  })
  if (!asked) return <Alert severity="info">{translate('resourcePages.report.explainOpen')}</Alert>
  if (error) return <Alert severity="error">{errorText(error)}</Alert>
  if (!data) return <LinearProgress aria-label={translate('resourcePages.report.loading')} />
  const owners = answerIn(data, currency)
    .rows.map((each) => reportRow({ row: each, dimensions: [asked.kind], columns: report.measures }))
    .filter(({ values }) => values[column.name])
    .toSorted((one, other) => Math.abs(other.values[column.name]!) - Math.abs(one.values[column.name]!))
  return (
    <>
      <PartsTable
        head={labels.dimension(asked.kind)}
        total={labels.number(column, row.values[column.name])}
        parts={owners.slice(0, shownMax).map((each) => {
          const value = each.dimensions[asked.kind]!
          const name = labels.value(asked.kind, value)
          return {
            key: each.key,
            amount: labels.number(column, each.values[column.name]),
            name:
              value.id === null ? (
                name
              ) : (
                <Link
                  component="button"
                  type="button"
                  onClick={() => onOpen({ kind: asked.kind, id: Number(value.id), name })}
                >
                  {name}
                </Link>
              ),
          }
        })}
      />
      {owners.length > shownMax && (
        <Typography variant="body2" color="textSecondary">
          {translate('resourcePages.report.explainMore', { smart_count: owners.length - shownMax })}
        </Typography>
      )}
    </>
  )
}

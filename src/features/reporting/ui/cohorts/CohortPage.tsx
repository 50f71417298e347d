import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import FilterListIcon from '@mui/icons-material/FilterList'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { measureColumn } from '#resources/measures.ts'
import { mayReadReport } from '#engine/declaration/derive/access.ts'
import { recordFilters } from '#engine/declaration/derive/report/storedQuery.ts'
import { cohortBeginnings, type Report, type ReportMeasure } from '#engine/declaration/report.ts'
import { addDays, addMonths, startOfMonth } from '#engine/values/calendar.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useOptionalActor } from '#engine/records/ui/ResourcesContext.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useAddressQuery } from '#engine/ui/router/useAddressQuery.ts'
import { CurrencyChoice, useCurrency } from '../CurrencyChoice.tsx'
import { FilterFields } from '../filters/FilterFields.tsx'
import { OtherReports } from '../OtherReports.tsx'
import { ReportFacts } from '../ReportFacts.tsx'
import { readQuery, type ReportQuery, writeQuery } from '../reportQuery.ts'
import { useReportLabels } from '../reportLabels.ts'
import { useReport } from '../useReport.ts'
import { type CohortCell, type CohortMode, cohortLines, cohortModes, monthsBetween } from './cohortTable.ts'
import { HeatMap } from './HeatMap.tsx'

const ReportView = lazy(() => import('../ReportView.tsx'))
const CellDialog = lazy(() => import('./CellDialog.tsx'))

/** Over how many months cohorts are looked at. */
const lengths = [6, 12, 24, 36] as const
/** Whole months up to yesterday: of today nothing is closed. */
function monthsUpToNow(length: number): ReportQuery['period'] {
  const to = addDays(businessToday(), -1)
  return { from: addMonths(startOfMonth(to), 1 - length), to }
}

const row = { display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' } as const

/** A report by cohort: a heat map, or its rows as every report shows them, with chosen columns and export. */
export default function CohortPage({ report }: { report: Report }) {
  const translate = useTranslate()
  const actor = useOptionalActor()
  const [search, setSearch] = useAddressQuery()
  const query = useMemo(() => {
    const read = readQuery({ report, search, today: businessToday() })
    return search.has('from') ? read : { ...read, period: monthsUpToNow(12) }
  }, [report, search])
  const change = (changed: Partial<ReportQuery>) => setSearch((last) => writeQuery(last, changed))
  const set = (name: string, value: string) =>
    setSearch((last) => {
      const next = new URLSearchParams(last)
      next.set(name, value)
      return next
    })
  const filters = recordFilters(report).filter((name) => name !== 'cohortBy' && name !== 'cohort')
  const count = filters.filter((name) => query.filters[name]?.length).length
  const [isOpen, setIsOpen] = useState(count > 0)
  const isList = search.get('layout') === 'list'
  const measure = report.measures.find((name) => name === search.get('measure')) ?? 'ngr'
  const mode = cohortModes.find((name) => name === search.get('mode')) ?? 'month'
  if (!actor || !mayReadReport({ actor, report })) return <Alert severity="info">{translate('errors.forbidden')}</Alert>
  return (
    <Box sx={{ minWidth: 0 }}>
      <PageHeading title={translate(`reports.${report.name}.name`)} detail={translate('cohorts.lead')}>
        <OtherReports report={report} query={query} />
      </PageHeading>
      <Paper variant="outlined" sx={{ px: 2, py: 1.5, mb: 2, displayPrint: 'none' }}>
        <Box sx={row}>
          <LengthChoice period={query.period} onChange={(period) => change({ period })} />
          <Choice
            label={translate('filters.cohortBy')}
            value={query.filters.cohortBy?.[0] ?? cohortBeginnings[0]}
            values={cohortBeginnings.map((value) => ({ value, label: translate(`cohorts.beginnings.${value}`) }))}
            onChange={(value) => change({ filters: { cohortBy: [value] } })}
          />
          <Choice
            label={translate('cohorts.layout')}
            value={isList ? 'list' : 'map'}
            values={['map', 'list'].map((value) => ({ value, label: translate(`cohorts.layouts.${value}`) }))}
            onChange={(value) => set('layout', value)}
          />
          {!isList && (
            <>
              <MeasureChoice report={report} measure={measure} onChange={(value) => set('measure', value)} />
              <Choice
                label={translate('cohorts.mode')}
                value={mode}
                values={cohortModes.map((value) => ({ value, label: translate(`cohorts.modes.${value}`) }))}
                onChange={(value) => set('mode', value)}
              />
            </>
          )}
          <Button size="small" startIcon={<FilterListIcon />} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {translate('resourcePages.report.filters')}
            {count > 0 ? ` (${count})` : ''}
          </Button>
        </Box>
        {isOpen && (
          <Box
            sx={{
              display: 'grid',
              gap: 1.5,
              gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
              mt: 1.5,
            }}
          >
            <FilterFields filters={filters} query={query} onChange={change} />
          </Box>
        )}
      </Paper>
      <Answered report={report} query={query} measure={measure} mode={mode} isList={isList} onChange={change} />
    </Box>
  )
}

function LengthChoice({
  period,
  onChange,
}: {
  period: ReportQuery['period']
  onChange: (period: ReportQuery['period']) => void
}) {
  const translate = useTranslate()
  const length = monthsBetween(period.from.slice(0, 7), period.to.slice(0, 7)) + 1
  const values = [...new Set<number>([...lengths, length])].toSorted((one, other) => one - other)
  return (
    <TextField
      select
      fullWidth={false}
      size="small"
      margin="none"
      label={translate('resourcePages.report.period')}
      value={length}
      onChange={({ target }) => onChange(monthsUpToNow(Number(target.value)))}
      sx={{ minWidth: 150 }}
    >
      {values.map((each) => (
        <MenuItem key={each} value={each}>
          {translate('cohorts.months', { smart_count: each })}
        </MenuItem>
      ))}
    </TextField>
  )
}

function MeasureChoice({
  report,
  measure,
  onChange,
}: {
  report: Report
  measure: ReportMeasure
  onChange: (measure: string) => void
}) {
  const translate = useTranslate()
  const labels = useReportLabels()
  return (
    <TextField
      select
      fullWidth={false}
      size="small"
      margin="none"
      label={translate('cohorts.figure')}
      value={measure}
      onChange={({ target }) => onChange(target.value)}
      sx={{ minWidth: 180 }}
    >
      {report.measures.map((each) => (
        <MenuItem key={each} value={each}>
          {labels.column(measureColumn(each))}
        </MenuItem>
      ))}
    </TextField>
  )
}

function Choice({
  label,
  value,
  values,
  onChange,
}: {
  label: string
  value: string
  values: readonly { readonly value: string; readonly label: string }[]
  onChange: (value: string) => void
}): ReactNode {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      aria-label={label}
      onChange={(_, chosen: string | null) => chosen !== null && onChange(chosen)}
    >
      {values.map((each) => (
        <ToggleButton key={each.value} value={each.value}>
          {each.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

interface AnsweredProps {
  readonly report: Report
  readonly query: ReportQuery
  readonly measure: ReportMeasure
  readonly mode: CohortMode
  readonly isList: boolean
  readonly onChange: (changed: Partial<ReportQuery>) => void
}

function Answered({ report, query, measure, mode, isList, onChange }: AnsweredProps) {
  const translate = useTranslate()
  const answer = useReport({ report, query, isEnabled: true })
  const shown = useCurrency(answer.data, undefined)
  const [cell, setCell] = useState<{ cohort: string; since: number; value: number } | null>(null)
  const counted = query.filters.cohortBy?.[0] === 'firstDeposit' ? 'ftd' : 'registrations'
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <CurrencyChoice currencies={shown.currencies} currency={shown.currency} onChoose={shown.choose} />
      <QueryBoundary query={answer} height={320}>
        {(data) => {
          const now = shown.now!
          if (data.rows.length === 0)
            return (
              <Typography sx={{ p: 4, textAlign: 'center' }} color="textSecondary">
                {translate(`reports.${report.name}.empty`)}
              </Typography>
            )
          return isList ? (
            <Suspense fallback={<Box sx={{ height: 320 }} />}>
              <ReportView
                key={shown.currency ?? ''}
                report={report}
                query={query}
                answer={now}
                before={undefined}
                windows={undefined}
                onChange={onChange}
              />
            </Suspense>
          ) : (
            <HeatMap
              lines={cohortLines({
                rows: now.rows as readonly CohortCell[],
                from: data.from,
                to: data.to,
                measure,
                counted,
              })}
              measure={measure}
              mode={mode}
              currency={shown.currency}
              total={Number((now.total as Record<string, unknown>)[measure] ?? 0)}
              onOpen={setCell}
            />
          )
        }}
      </QueryBoundary>
      {answer.data && <ReportFacts answer={answer.data} before={undefined} />}
      {cell && (
        <Suspense fallback={null}>
          <CellDialog
            report={report}
            query={query}
            measure={measure}
            currency={shown.currency}
            cell={cell}
            onClose={() => setCell(null)}
          />
        </Suspense>
      )}
    </Paper>
  )
}

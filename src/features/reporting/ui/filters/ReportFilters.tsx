import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import FilterListIcon from '@mui/icons-material/FilterList'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type Report, type ReportView, textFilters } from '#engine/declaration/report.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { DayField } from '#engine/ui/fields/inputs/DayField.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { periodPresets, presetPeriod } from '#engine/values/periodPresets.ts'
import { recordFilters } from '#engine/declaration/derive/report/storedQuery.ts'
import { FilterFields } from './FilterFields.tsx'
import { periodProblem, type ReportQuery } from '../reportQuery.ts'

interface ReportFiltersProps {
  readonly report: Report
  readonly query: ReportQuery
  /** Without a session nothing but the token's own numbers can be asked for. */
  readonly hasSession: boolean
  readonly onChange: (changed: Partial<ReportQuery>) => void
  readonly onForgetToken?: () => void
}

/**
 * The period and what else a report can be narrowed by. A period that cannot be asked for says so here, before it is
 * sent.
 */
export function ReportFilters(props: ReportFiltersProps) {
  const translate = useTranslate()
  const { report, query, hasSession, onChange, onForgetToken } = props
  const filters = hasSession
    ? recordFilters(report)
    : recordFilters(report).filter((filter) => textFilters.some((each) => each === filter))
  const count = filters.filter((filter) => query.filters[filter]?.length).length
  // What narrows the numbers is in sight from the start.
  const [isOpen, setIsOpen] = useState(count > 0)
  return (
    <Paper variant="outlined" sx={{ px: 2, py: 1.5, mb: 2, displayPrint: 'none' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <PeriodFilter query={query} onChange={onChange} />
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', minHeight: 40 }}>
          {report.views.length > 1 && <ViewFilter report={report} query={query} onChange={onChange} />}
          {onForgetToken && (
            <Button size="small" onClick={onForgetToken}>
              {translate('resourcePages.report.forgetToken')}
            </Button>
          )}
          {filters.length > 0 && (
            <Button
              size="small"
              startIcon={<FilterListIcon />}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {translate('resourcePages.report.filters')}
              {count > 0 ? ` (${count})` : ''}
            </Button>
          )}
        </Box>
      </Box>
      {isOpen && filters.length > 0 && (
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
            mt: 1.5,
          }}
        >
          <FilterFields {...props} filters={filters} />
        </Box>
      )}
    </Paper>
  )
}

/** Where there is little room its lines would push what was asked for out of sight: one line, which is scrolled. */
const oneLineWhereNarrow = {
  display: 'flex',
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  gap: 0.75,
  minWidth: 0,
  maxWidth: '100%',
  overflowX: { xs: 'auto', sm: 'visible' },
  py: { xs: 0.5, sm: 0 },
  '& > *': { flex: 'none' },
} as const

/** The days that are asked for: typed, or one of the periods people ask for most. */
export function PeriodFilter({
  query,
  onChange,
}: {
  query: Pick<ReportQuery, 'period'>
  onChange: (changed: Pick<ReportQuery, 'period'>) => void
}) {
  const translate = useTranslate()
  const [typed, setTyped] = useState(query.period)
  const { from, to } = query.period
  useEffect(() => setTyped({ from, to }), [from, to])
  const problem = periodProblem(typed)
  const type = (changed: Partial<ReportQuery['period']>) => {
    const next = { ...typed, ...changed }
    setTyped(next)
    if (periodProblem(next) === null) onChange({ period: next })
  }
  const today = businessToday()
  return (
    <>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}
        role="group"
        aria-label={translate('resourcePages.report.period')}
      >
        {(['from', 'to'] as const).map((end) => (
          <DayField
            key={end}
            size="small"
            fullWidth={false}
            margin="none"
            sx={{ width: 160, flex: { xs: '1 1 130px', sm: 'none' } }}
            label={translate(`resourcePages.report.${end}`)}
            value={typed[end]}
            error={problem !== null}
            onChange={(value) => type({ [end]: value })}
          />
        ))}
        <Box sx={oneLineWhereNarrow}>
          {periodPresets.map((preset) => {
            const period = presetPeriod(preset, today)
            const isChosen = period.from === from && period.to === to
            return (
              <Chip
                key={preset}
                size="small"
                label={translate(`choices.periodPreset.${preset}`)}
                color={isChosen ? 'primary' : 'default'}
                aria-pressed={isChosen}
                onClick={() => onChange({ period })}
              />
            )
          })}
        </Box>
      </Box>
      {problem && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {translate(problem.key, { day: problem.day ? formatDay(problem.day) : '' })}
        </Alert>
      )}
    </>
  )
}

const viewLabels: Readonly<Record<ReportView, string>> = {
  structural: 'resourcePages.report.structural',
  list: 'resourcePages.report.flat',
  grouped: 'resourcePages.report.grouped',
}

function ViewFilter({ report, query, onChange }: Pick<ReportFiltersProps, 'report' | 'query' | 'onChange'>) {
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={query.view}
      aria-label={translate('resourcePages.report.view')}
      onChange={(_, view: ReportView | null) => {
        if (view) onChange({ view })
      }}
    >
      {report.views.map((view) => (
        <ToggleButton key={view} value={view}>
          {translate(viewLabels[view])}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

import { useTranslate } from 'react-admin'
import ButtonBase from '@mui/material/ButtonBase'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { alpha, type Theme } from '@mui/material/styles'
import { measureColumn } from '#resources/measures.ts'
import type { ReportMeasure } from '#engine/declaration/report.ts'
import { emptyText } from '#engine/ui/fields/format.ts'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { useReportLabels } from '../reportLabels.ts'
import { type CohortLine, type CohortMode, type cohortLines, toldBy } from './cohortTable.ts'

/** How strong the strongest colour is: text on it stays readable, by day and by night. */
const strongest = 0.32

const ground = (value: number | null, largest: number) => (theme: Theme) =>
  value === null || value === 0 || largest === 0
    ? 'transparent'
    : alpha(
        (value < 0 ? theme.palette.error : theme.palette.primary).main,
        0.04 + (strongest - 0.04) * Math.min(1, Math.abs(value) / largest),
      )

const pinned = { position: 'sticky', left: 0, zIndex: 1, bgcolor: 'background.paper', whiteSpace: 'nowrap' } as const
const figures = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const

/** A month as people read it: 05/2030. */
export const monthText = (month: string): string => `${month.slice(5, 7)}/${month.slice(0, 4)}`

interface HeatMapProps {
  readonly lines: ReturnType<typeof cohortLines>
  readonly measure: ReportMeasure
  readonly mode: CohortMode
  readonly currency: string | undefined
  /** The total of the answer. */
  readonly total: number
  /** Opens what a month of a cohort consists of. */
  readonly onOpen: (cell: { readonly cohort: string; readonly since: number; readonly value: number }) => void
}

/** Cohorts below each other, their months side by side, the more the darker; each cell opens into what it is made of. */
export function HeatMap({ lines, measure, mode, currency, total, onOpen }: HeatMapProps) {
  const translate = useTranslate()
  const labels = useReportLabels(currency)
  const column = measureColumn(measure)
  const told = lines.cohorts.map((line) => ({ line, values: toldBy(line, mode) }))
  const largest = told.reduce(
    (most, { values }) =>
      [...values.values()].reduce<number>((more, value) => Math.max(more, Math.abs(value ?? 0)), most),
    0,
  )
  const months = lines.cohorts.reduce((most, line) => Math.max(most, line.months.size), 0)
  const number = (value: number | null) => (value === null ? emptyText : labels.number(column, value))
  const rest = (name: string, value: number) => (
    <TableRow>
      <TableCell component="th" scope="row" sx={pinned}>
        {translate(`cohorts.${name}`)}
      </TableCell>
      <TableCell align="right" sx={{ ...figures, fontWeight: name === 'total' ? 600 : 400 }}>
        {number(value)}
      </TableCell>
      <TableCell colSpan={2 + months} />
    </TableRow>
  )
  return (
    <ScrollBox label={translate('cohorts.map', { name: labels.column(column) })}>
      {/* Borders of their own: a pinned cell would cover shared ones. */}
      <Table size="small" sx={{ borderCollapse: 'separate' }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ ...pinned, zIndex: 2 }}>{translate('dimensions.cohort')}</TableCell>
            <TableCell align="right">{translate('cohorts.total')}</TableCell>
            <TableCell align="right">{translate('cohorts.players')}</TableCell>
            <TableCell align="right">{translate('cohorts.payback')}</TableCell>
            {Array.from({ length: months }, (_, since) => (
              <TableCell
                key={since}
                align="right"
                aria-label={translate('cohorts.monthsSince', { smart_count: since })}
              >
                {since}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {told.map(({ line, values }) => (
            <TableRow key={line.cohort}>
              <TableCell component="th" scope="row" sx={pinned}>
                {monthText(line.cohort!)}
              </TableCell>
              <TableCell align="right" sx={figures}>
                {number(line.total)}
              </TableCell>
              <Sizes line={line} />
              {Array.from({ length: months }, (_, since) => {
                const value = values.get(since)
                return (
                  <TableCell
                    key={since}
                    align="right"
                    padding="none"
                    sx={{ ...figures, bgcolor: value === undefined ? undefined : ground(value, largest) }}
                  >
                    {value !== undefined && (
                      <ButtonBase
                        onClick={() => onOpen({ cohort: line.cohort!, since, value: line.months.get(since)! })}
                        aria-label={translate('cohorts.open', {
                          cohort: monthText(line.cohort!),
                          since,
                          value: number(value),
                        })}
                        sx={{ font: 'inherit', minHeight: 36, width: '100%', px: 1.5, justifyContent: 'flex-end' }}
                      >
                        {number(value)}
                      </ButtonBase>
                    )}
                  </TableCell>
                )
              })}
            </TableRow>
          ))}
          {lines.earlier !== 0 && rest('earlier', lines.earlier)}
          {lines.none !== 0 && rest('none', lines.none)}
          {rest('total', total)}
        </TableBody>
      </Table>
    </ScrollBox>
  )
}

function Sizes({ line }: { line: CohortLine }) {
  const translate = useTranslate()
  const labels = useReportLabels()
  return (
    <>
      <TableCell align="right" sx={figures}>
        {labels.number({ unit: 'count' }, line.players)}
      </TableCell>
      <TableCell align="right" sx={figures}>
        {line.payback === null
          ? emptyText
          : line.payback === 0
            ? translate('cohorts.sameMonth')
            : translate('cohorts.paybackMonth', { smart_count: line.payback })}
      </TableCell>
    </>
  )
}

import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { formatDay, formatMoney, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useRecordCurrency } from '#engine/ui/fields/useRecordCurrency.ts'
import type { EntryExplanation, ExplainedLine } from '../../answers/explanation.ts'
import { PartialNotice } from '#engine/records/ui/PartialNotice.tsx'
import { ShownFile } from '#features/payouts/ui/adjustments/ShownFile.tsx'
import { DailyTotals } from './DailyTotals.tsx'
import { EventSums } from './EventSums.tsx'
import { Below, Players } from './SourceRows.tsx'
import { useProductName } from './useProductName.ts'
import { useStepText } from './useStepText.ts'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

/** How an entry came about: the day's events, then each line from its measures to its amount. */
export function Explanation({ explanation }: { explanation: EntryExplanation }) {
  const translate = useTranslate()
  const language = useLanguage()
  const moment = useMomentText()
  const currency = useRecordCurrency()
  const { events, lines, adjustment, byHand, adjustedBy, players, below, total, isPartial, parts } = explanation
  const reasonText = (reason: string) => translate(`resourcePages.entries.reasons.${reason}`, { _: reason })
  return (
    <>
      {isPartial && <PartialNotice />}
      {explanation.computedAt && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {translate('resourcePages.entries.behind.computedAt', { at: moment(explanation.computedAt) })}
        </Typography>
      )}
      {adjustment && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate('resourcePages.entries.adjusts', {
            entry: adjustment.sourceEntry,
            day: formatDay(adjustment.sourceDay),
            value: formatMoney(adjustment.sourceValue, { language, currency }),
          })}{' '}
          {reasonText(adjustment.reason)}
        </Alert>
      )}
      {byHand && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate('resourcePages.entries.writtenBy', { name: byHand.requestedBy, reason: byHand.reason })}{' '}
          {byHand.approvedBy && translate('resourcePages.entries.approvedBy', { name: byHand.approvedBy })}
          {byHand.file && <ShownFile entry={explanation.entry.id} name={byHand.file} />}
        </Alert>
      )}
      {parts?.map(({ brand, name, value }) => (
        <Typography key={brand}>
          {name}: {formatMoney(value, { language, currency })}
        </Typography>
      ))}
      {events.length > 0 && (
        <Part
          title={translate(adjustment ? 'resourcePages.entries.behind.lateEvents' : 'resourcePages.entries.events')}
        >
          <EventSums explanation={explanation} />
        </Part>
      )}
      {(explanation.dailyTotals ?? []).length > 0 && (
        <Part title={translate('resourcePages.entries.dailyTotals')}>
          <DailyTotals explanation={explanation} />
        </Part>
      )}
      {adjustment && <AdjustmentSteps adjustment={adjustment} />}
      {below.length > 0 && (
        <Part title={translate('resourcePages.entries.below')}>
          <Below rows={below} />
        </Part>
      )}
      {lines.map((line) => (
        <Line key={`${line.product} ${line.brand ?? ''}`} line={line} />
      ))}
      {players.length > 0 && (
        <Part title={translate('resourcePages.entries.players', { smart_count: players.length })}>
          <Players players={players} />
        </Part>
      )}
      {adjustedBy.map(({ entry, day, value, reason }) => (
        <Alert key={entry} severity="info" sx={{ mb: 1 }}>
          {translate('resourcePages.entries.adjustedBy', {
            entry,
            day: formatDay(day),
            value: formatMoney(value, { language, currency }),
          })}{' '}
          {reasonText(reason)}
        </Alert>
      ))}
      <Typography sx={{ fontWeight: 700 }}>
        {translate('resourcePages.report.total')}: {formatMoney(total, { language, currency })}
      </Typography>
    </>
  )
}

/** How the day had been reckoned, beside how it was due when the adjustment was written. */
function AdjustmentSteps({
  adjustment: { before, after },
}: {
  adjustment: NonNullable<EntryExplanation['adjustment']>
}) {
  const translate = useTranslate()
  if (before.length === 0 && !after?.length) return null
  const side = (title: string, lines: readonly ExplainedLine[] | null) => (
    <Box component="section" aria-label={translate(title)} sx={{ minWidth: 0 }}>
      <Typography variant="subtitle1" component="h3" sx={{ fontWeight: 700 }}>
        {translate(title)}
      </Typography>
      {lines?.map((line) => (
        <Line key={`${line.product} ${line.brand ?? ''}`} line={line} />
      ))}
      {!lines?.length && (
        <Typography variant="body2" color="textSecondary">
          {translate(`resourcePages.entries.behind.${lines ? 'nothingDue' : 'notKept'}`)}
        </Typography>
      )}
    </Box>
  )
  return (
    <Box
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
    >
      {side('resourcePages.entries.behind.asBefore', before)}
      {side('resourcePages.entries.behind.asDue', after)}
    </Box>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mb: 3 }}>
      <Typography variant="subtitle1" component="h3" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

function Line({ line }: { line: ExplainedLine }) {
  const translate = useTranslate()
  const language = useLanguage()
  const currency = useRecordCurrency()
  const productName = useProductName()
  const stepText = useStepText()
  const { ruleVersion: rule, rounding } = line
  const since = rule?.validFrom
    ? translate('resourcePages.form.since', { day: formatDay(rule.validFrom) })
    : translate('resourcePages.entries.fromStart')
  return (
    <Part
      title={`${[productName(line.product), ...(line.brandName ? [line.brandName] : [])].join(', ')}: ${formatMoney(line.amount, { language, currency })}`}
    >
      <Typography variant="body2" color="textSecondary">
        {rule && `${translate('resourcePages.entries.rule')} ${rule.id}: ${rule.name}, ${since}. `}
        {translate('resourcePages.entries.accumulated', { day: formatDay(line.periodStart) })}
      </Typography>
      {!line.isReproduced && (
        <Alert severity="warning" sx={{ my: 1 }}>
          {translate('resourcePages.entries.notReproduced')}
        </Alert>
      )}
      <Sides line={line} />
      <Box component="ol" sx={{ my: 1, pl: 3, typography: 'body2' }}>
        {line.after.steps.map((step, index) => (
          <li key={index}>{stepText(step, line.after.measures)}</li>
        ))}
        <li>
          {translate('resourcePages.entries.rounding', {
            earned: formatMoney(rounding.earned, { language, currency }),
            before: formatMoney(rounding.earnedBefore, { language, currency }),
            amount: formatMoney(rounding.amount, { language, currency }),
          })}
        </li>
      </Box>
    </Part>
  )
}

/** From what came in to what is left: each can be reckoned from those before it. */
const measureOrder = [
  'turnover',
  'payout',
  'ggr',
  'bonus',
  'admin_fee',
  'chargebacks',
  'ngr',
  'affiliate_reward',
  'gross_value',
  'abatment',
  'value',
  'percentage',
]

function inOrder(names: readonly string[]): string[] {
  const place = (name: string) => (measureOrder.includes(name) ? measureOrder.indexOf(name) : measureOrder.length)
  return names.toSorted((one, other) => place(one) - place(other))
}

/** What was accumulated to the day before and to the day, beside each other. */
function Sides({ line }: { line: ExplainedLine }) {
  const { before, after } = line
  const translate = useTranslate()
  const language = useLanguage()
  const currency = useRecordCurrency()
  const amount = (name: string, value: number | undefined) =>
    name.startsWith('qty')
      ? formatNumber(value, { language })
      : name === 'percentage'
        ? formatNumber(value, { language, decimals: 4 })
        : formatMoney(value, { language, currency })
  return (
    <ScrollBox label={translate('resourcePages.entries.accumulated', { day: formatDay(line.periodStart) })}>
      <Table
        size="small"
        sx={{
          maxWidth: 560,
          '& th, & td': { px: { xs: 0.75, sm: 2 } },
          '& thead td, & thead th': { whiteSpace: { xs: 'normal', sm: 'nowrap' }, verticalAlign: 'bottom' },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell component="td" />
            <TableCell align="right">{translate('resourcePages.entries.toDayBefore')}</TableCell>
            <TableCell align="right">{translate('resourcePages.entries.toDay')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {inOrder(Object.keys(after.measures)).map((name) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row">
                {translate(name === 'percentage' ? 'resources.partner.fields.percentage' : `measures.${name}`, {
                  _: name,
                })}
              </TableCell>
              <TableCell align="right">{amount(name, before.measures[name])}</TableCell>
              <TableCell align="right">{amount(name, after.measures[name])}</TableCell>
            </TableRow>
          ))}
          <TableRow>
            <TableCell component="th" scope="row">
              {translate('resourcePages.entries.earned')}
            </TableCell>
            <TableCell align="right">
              <strong>{formatMoney(before.earned, { language, currency })}</strong>
            </TableCell>
            <TableCell align="right">
              <strong>{formatMoney(after.earned, { language, currency })}</strong>
            </TableCell>
          </TableRow>
        </TableBody>
      </Table>
    </ScrollBox>
  )
}

import { useTranslate } from 'react-admin'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import type { Statement } from '../../answers/statement.ts'
import { formatDay, formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'

interface Row {
  readonly key: string
  readonly day: string
  readonly text: string
  readonly value: number
}

/** What happened on the days of a statement, in order: earned by brand, adjusted with its cause, paid. */
function useRows(): (statement: Statement) => Row[] {
  const translate = useTranslate()
  const cause = ({ cause: code, reason, sourceDay }: Statement['adjustments'][number]) =>
    [reason ?? translate(`resourcePages.entries.reasons.${code}`, { _: code }), sourceDay && formatDay(sourceDay)]
      .filter(Boolean)
      .join(', ')
  return ({ lines, adjustments, payments }) =>
    [
      ...lines.map(({ entry, day, value, brands }) => ({
        key: `entry ${entry}`,
        day,
        value,
        text: [translate('panels.statement.earned'), ...brands.map(({ name }) => name)].join(' · '),
      })),
      ...adjustments.map((each) => ({
        key: `entry ${each.entry}`,
        day: each.day,
        value: each.value,
        text: `${translate('panels.statement.adjusted')} · ${cause(each)}`,
      })),
      ...payments.map(({ payment, day, value, reference }) => ({
        key: `payment ${payment}`,
        day,
        value: -value,
        text: [translate('panels.statement.paid'), reference].filter(Boolean).join(' · '),
      })),
    ].toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
}

/** A statement as a table: from what was owed to what is owed. */
export function StatementTable({ statement }: { statement: Statement }) {
  const translate = useTranslate()
  const language = useLanguage()
  const rowsOf = useRows()
  const { from, to, currency, opening, closing } = statement
  const line = ({ key, day, text, value }: Row, isTotal = false) => (
    <TableRow key={key} sx={isTotal ? { '& td': { fontWeight: 600 } } : {}}>
      <TableCell>{formatDay(day)}</TableCell>
      <TableCell>{text}</TableCell>
      <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatMoney(value, { language, currency })}
      </TableCell>
    </TableRow>
  )
  return (
    <ScrollBox label={translate('panels.statement.title')}>
      <Table size="small" aria-label={translate('panels.statement.title')}>
        <TableBody>
          {line({ key: 'opening', day: from, text: translate('panels.statement.opening'), value: opening }, true)}
          {rowsOf(statement).map((row) => line(row))}
          {line({ key: 'closing', day: to, text: translate('panels.statement.closing'), value: closing }, true)}
        </TableBody>
      </Table>
    </ScrollBox>
  )
}

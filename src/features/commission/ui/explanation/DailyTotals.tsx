import { useTranslate } from 'react-admin'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { formatMoney, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useRecordCurrency } from '#engine/ui/fields/useRecordCurrency.ts'
import { movement } from '#resources/movement.ts'
import type { EntryExplanation } from '../../answers/explanation.ts'
import { useProductName } from './useProductName.ts'

const columns = Object.entries(movement).map(([measure, column]) => ({
  measure,
  name: 'column' in column ? column.column : measure,
  isMoney: 'sumOf' in column,
}))

/** What a file of daily totals told of the day: no single event stands behind it. */
export function DailyTotals({ explanation: { dailyTotals } }: { explanation: EntryExplanation }) {
  const translate = useTranslate()
  const language = useLanguage()
  const currency = useRecordCurrency()
  const product = useProductName()
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {translate('resourcePages.entries.dailyTotalsHelp')}
      </Typography>
      <Table size="small">
        <TableBody>
          {dailyTotals.flatMap((total) =>
            columns
              .filter(({ name }) => total.measures[name] !== undefined)
              .map(({ measure, name, isMoney }) => (
                <TableRow key={`${total.product} ${name}`}>
                  <TableCell>{total.product === 'none' ? '' : product(total.product)}</TableCell>
                  <TableCell>{translate(`measures.${measure}`)}</TableCell>
                  <TableCell align="right">
                    {isMoney
                      ? formatMoney(total.measures[name]!, { language, currency })
                      : formatNumber(total.measures[name]!, { language })}
                  </TableCell>
                </TableRow>
              )),
          )}
        </TableBody>
      </Table>
    </>
  )
}

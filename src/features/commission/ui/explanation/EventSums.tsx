import { Fragment, useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { seesPlayers } from '#engine/declaration/derive/access.ts'
import type { EntryExplanation } from '../../answers/explanation.ts'
import { formatMoney, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useRecordCurrency } from '#engine/ui/fields/useRecordCurrency.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { EventList } from './EventList.tsx'
import { useProductName } from './useProductName.ts'

/** The events behind an entry by product and type; each sum opens into its events for who may read players. */
export function EventSums({ explanation }: { explanation: EntryExplanation }) {
  const translate = useTranslate()
  const moment = useMomentText()
  const { events, computedAt, adjustment } = explanation
  const actor = useActor()
  const late = events.reduce((sum, event) => sum + event.late.count, 0)
  const text = (name: string, values?: object) => translate(`resourcePages.entries.behind.${name}`, values)
  return (
    <>
      {adjustment?.receivedAfter && adjustment.receivedUpTo && (
        <Typography variant="body2" color="textSecondary">
          {text('lateWindow', { from: moment(adjustment.receivedAfter), to: moment(adjustment.receivedUpTo) })}
        </Typography>
      )}
      {late > 0 && computedAt && (
        <Alert severity="info" sx={{ my: 1 }}>
          {text('lateNote', { smart_count: late, at: moment(computedAt) })}
        </Alert>
      )}
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{translate('resourcePages.entries.product')}</TableCell>
            <TableCell>{translate('resourcePages.entries.event')}</TableCell>
            <TableCell align="right">{translate('resourcePages.entries.count')}</TableCell>
            <TableCell align="right">{translate('resourcePages.entries.amount')}</TableCell>
            {late > 0 && <TableCell align="right">{text('late')}</TableCell>}
            {seesPlayers(actor) && <TableCell />}
          </TableRow>
        </TableHead>
        <TableBody>
          {events.map((sum) => (
            <SumRow
              key={`${sum.product} ${sum.type}`}
              entry={explanation.entry.id}
              sum={sum}
              hasLate={late > 0}
              isOpenable={seesPlayers(actor)}
            />
          ))}
        </TableBody>
      </Table>
    </>
  )
}

function SumRow({
  entry,
  sum: { product, type, count, amount, late },
  hasLate,
  isOpenable,
}: {
  entry: number
  sum: EntryExplanation['events'][number]
  hasLate: boolean
  isOpenable: boolean
}) {
  const translate = useTranslate()
  const language = useLanguage()
  const currency = useRecordCurrency()
  const productName = useProductName()
  const [isOpen, setIsOpen] = useState(false)
  const name = translate(`events.${type}`, { smart_count: 2, _: type })
  const label = translate(`resourcePages.entries.behind.${isOpen ? 'hideEvents' : 'behind'}`)
  return (
    <Fragment>
      <TableRow>
        <TableCell>{productName(product)}</TableCell>
        <TableCell>{name}</TableCell>
        <TableCell align="right">{formatNumber(count, { language })}</TableCell>
        <TableCell align="right">{formatMoney(amount, { language, currency })}</TableCell>
        {hasLate && (
          <TableCell align="right">
            {late.count > 0 &&
              `${formatNumber(late.count, { language })} · ${formatMoney(late.amount, { language, currency })}`}
          </TableCell>
        )}
        {isOpenable && (
          <TableCell align="right" padding="none">
            <Button
              size="small"
              aria-expanded={isOpen}
              aria-label={`${label}: ${name}, ${productName(product)}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              {label}
            </Button>
          </TableCell>
        )}
      </TableRow>
      {isOpen && (
        <TableRow>
          <TableCell colSpan={6} sx={{ p: 0, pl: { sm: 2 } }}>
            <EventList entry={entry} of={{ product, type }} />
          </TableCell>
        </TableRow>
      )}
    </Fragment>
  )
}

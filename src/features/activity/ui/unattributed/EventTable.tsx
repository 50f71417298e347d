import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { emptyText, formatMoney } from '#engine/ui/fields/format.ts'
import { useReferenceNames } from '#engine/ui/fields/ReferenceValue.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { ExactMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import type { UnattributedEvent } from '../../answers/unattributed.ts'
import { eventKey } from './eventKey.ts'

interface EventTableProps {
  readonly events: readonly UnattributedEvent[]
  readonly chosen: ReadonlyMap<string, UnattributedEvent>
  readonly onChoose: (chosen: ReadonlyMap<string, UnattributedEvent>) => void
}

/** Cells that have no room on a narrow screen. */
const fromSmall = { display: { xs: 'none', sm: 'table-cell' } } as const
const fromMedium = { display: { xs: 'none', md: 'table-cell' } } as const

/** The events, to be chosen, each with why it belongs to nobody. */
export function EventTable({ events, chosen, onChoose }: EventTableProps) {
  const translate = useTranslate()
  const isAll = events.every((event) => chosen.has(eventKey(event)))
  const chooseAll = () => onChoose(isAll ? new Map() : new Map(events.map((event) => [eventKey(event), event])))
  const choose = (event: UnattributedEvent) => {
    const next = new Map(chosen)
    if (!next.delete(eventKey(event))) next.set(eventKey(event), event)
    onChoose(next)
  }
  return (
    <Table
      size="small"
      sx={{ '& thead th': { fontWeight: 600, whiteSpace: 'nowrap' }, '& td, & tbody th': { verticalAlign: 'top' } }}
    >
      <TableHead>
        <TableRow>
          <TableCell padding="checkbox">
            <Checkbox
              size="small"
              checked={isAll}
              indeterminate={!isAll && chosen.size > 0}
              onChange={chooseAll}
              slotProps={{ input: { 'aria-label': translate('ra.action.select_all') } }}
            />
          </TableCell>
          <TableCell>{translate('moneyPages.unattributed.event')}</TableCell>
          <TableCell sx={fromSmall}>{translate('moneyPages.unattributed.at')}</TableCell>
          <TableCell align="right" sx={fromSmall}>
            {translate('moneyPages.unattributed.amount')}
          </TableCell>
          <TableCell sx={fromMedium}>{translate('moneyPages.unattributed.names')}</TableCell>
          <TableCell>{translate('moneyPages.unattributed.reason')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {events.map((event) => (
          <EventRow
            key={eventKey(event)}
            event={event}
            isChosen={chosen.has(eventKey(event))}
            onChoose={() => choose(event)}
          />
        ))}
      </TableBody>
    </Table>
  )
}

function EventRow({
  event,
  isChosen,
  onChoose,
}: {
  event: UnattributedEvent
  isChosen: boolean
  onChoose: () => void
}) {
  const translate = useTranslate()
  const language = useLanguage()
  const [brand] = useReferenceNames({ target: 'brand', ids: [event.brand] })
  const named = [
    ['player', event.playerRef],
    ['token', event.actionToken],
    ['promoCode', event.promoCode],
    ['click', event.clickId],
  ] as const
  const amount = event.amount === 0 ? emptyText : formatMoney(event.amount, { language, currency: event.currency })
  const product = event.product === 'none' ? '' : ` · ${translate(`products.${event.product}`)}`
  return (
    <TableRow hover selected={isChosen}>
      <TableCell padding="checkbox">
        <Checkbox
          size="small"
          checked={isChosen}
          onChange={onChoose}
          slotProps={{ input: { 'aria-label': event.eventId } }}
        />
      </TableCell>
      <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
        {translate(`events.${event.type}`, { smart_count: 1, _: event.type })}
        {product}
        <Typography variant="caption" color="textSecondary" component="div">
          {brand?.name} · {event.eventId}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div" sx={{ display: { sm: 'none' } }}>
          <ExactMoment at={event.occurredAt} /> · {amount}
        </Typography>
      </TableCell>
      <TableCell sx={{ ...fromSmall, whiteSpace: 'nowrap' }}>
        <ExactMoment at={event.occurredAt} />
      </TableCell>
      <TableCell align="right" sx={fromSmall}>
        {amount}
      </TableCell>
      <TableCell sx={{ ...fromMedium, overflowWrap: 'anywhere' }}>
        {named.every(([, value]) => value === null)
          ? emptyText
          : named.map(
              ([name, value]) =>
                value !== null && (
                  <Box key={name} component="div">
                    {translate(`moneyPages.unattributed.${name}`)}: {value}
                  </Box>
                ),
            )}
      </TableCell>
      <TableCell>{translate(`moneyPages.unattributed.reasons.${event.reason}`, { _: event.reason })}</TableCell>
    </TableRow>
  )
}

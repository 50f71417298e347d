import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LinkBase, useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import LinearProgress from '@mui/material/LinearProgress'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { EventBehind, EventsBehind } from '../../answers/explanation.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { emptyText, formatMoney, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useRecordCurrency } from '#engine/ui/fields/useRecordCurrency.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { pages } from '#resources/pages.ts'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { ExactMoment } from '#engine/ui/fields/RelativeMoment.tsx'

const pageSize = 25

interface EventListProps {
  readonly entry: number
  /** Those of one sum; all that are behind the entry where nothing is said. */
  readonly of?: { readonly product: string; readonly type: string }
  /** Shown where there is none. */
  readonly none?: string
}

/** The events behind an entry or one of its sums, page by page, each with when it was received. */
export function EventList({ entry, of, none }: EventListProps) {
  const translate = useTranslate()
  const language = useLanguage()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [offset, setOffset] = useState(0)
  const query = new URLSearchParams({ ...of, limit: String(pageSize), offset: String(offset) })
  const { data, error } = useQuery({
    queryKey: ['eventsBehind', entry, of, offset],
    queryFn: ({ signal }) => dataProvider.read<EventsBehind>(`/api/entry/${entry}/events?${query}`, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (error) return <Alert severity="error">{errorText(error)}</Alert>
  if (!data) return <LinearProgress aria-label={translate('resourcePages.reference.loading')} />
  if (data.count === 0 && none !== undefined) return <Typography variant="body2">{none}</Typography>
  const text = (name: string, values?: object) => translate(`resourcePages.entries.behind.${name}`, values)
  const number = (value: number) => formatNumber(value, { language })
  return (
    <ScrollBox label={translate('resourcePages.entries.event')} sx={{ py: 1 }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{translate('resourcePages.entries.event')}</TableCell>
            <TableCell>{text('occurred')}</TableCell>
            <TableCell>{text('received')}</TableCell>
            <TableCell>{text('player')}</TableCell>
            <TableCell align="right">{translate('resourcePages.entries.amount')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {data.rows.map((event) => (
            <EventRow key={`${event.brand} ${event.eventId}`} event={event} />
          ))}
        </TableBody>
      </Table>
      {data.count > pageSize && (
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', justifyContent: 'flex-end' }}>
          <Typography variant="body2">
            {text('pageOf', {
              from: number(offset + 1),
              to: number(Math.min(offset + pageSize, data.count)),
              count: number(data.count),
            })}
          </Typography>
          <Button size="small" disabled={offset === 0} onClick={() => setOffset(offset - pageSize)}>
            {text('previous')}
          </Button>
          <Button size="small" disabled={offset + pageSize >= data.count} onClick={() => setOffset(offset + pageSize)}>
            {text('next')}
          </Button>
        </Box>
      )}
    </ScrollBox>
  )
}

/** The way to where one event is, or why one player qualified. */
function Traced({ brand, of, text }: { brand: number; of: Readonly<Record<string, string>>; text: string }) {
  return (
    <Link
      component={LinkBase}
      to={`${pages.trace.path}?${new URLSearchParams({ brand: String(brand), ...of })}`}
      variant="body2"
    >
      {text}
    </Link>
  )
}

function EventRow({ event }: { event: EventBehind }) {
  const translate = useTranslate()
  const language = useLanguage()
  const currency = useRecordCurrency()
  const { brand, eventId, occurredAt, receivedAt, player, link, affiliateName, amount, isLate } = event
  const from = [affiliateName, link].filter(Boolean).join(' · ')
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere', minWidth: 120 }}>
        <Traced brand={brand} of={{ event_id: eventId }} text={eventId} />
      </TableCell>
      <TableCell>
        <ExactMoment at={occurredAt} />
      </TableCell>
      <TableCell>
        <ExactMoment at={receivedAt} />{' '}
        {isLate && <Chip size="small" variant="outlined" label={translate('resourcePages.entries.behind.late')} />}
      </TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>
        {player === null ? emptyText : <Traced brand={brand} of={{ player_ref: player }} text={player} />}
        {from && (
          <Typography variant="body2" color="textSecondary">
            {from}
          </Typography>
        )}
      </TableCell>
      <TableCell align="right">{formatMoney(amount, { language, currency })}</TableCell>
    </TableRow>
  )
}

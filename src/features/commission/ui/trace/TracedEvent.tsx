import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { EventTrace, TracedEntry } from '../../answers/trace.ts'
import { emptyText, formatDay, formatMoney } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { DefinitionList, NamedLink } from './Facts.tsx'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

/** Where an event is: what it said, whose it is, the close of its day, and the entries it counts in. */
export function TracedEvent({ trace: { event, attributed, unattributed, close, entries } }: { trace: EventTrace }) {
  const translate = useTranslate()
  const language = useLanguage()
  const moment = useMomentText()
  const text = (name: string) => translate(`moneyPages.trace.${name}`)
  return (
    <Box>
      <DefinitionList
        facts={[
          [
            translate(`events.${event.type}`, { smart_count: 1, _: event.type }),
            formatMoney(event.amount, { language, currency: event.currency }),
          ],
          [text('occurred'), moment(event.occurredAt)],
          [text('received'), moment(event.receivedAt)],
          [text('counted'), formatDay(event.day)],
          [text('closed'), close.lastClosedAt ? moment(close.lastClosedAt) : emptyText],
          [text('player'), event.player ?? emptyText],
          [
            text('whose'),
            attributed ? (
              <>
                <NamedLink resource="affiliate" of={attributed.affiliate} />
                {attributed.action.name && ` · ${attributed.action.name}`} (
                {text(attributed.by === 'link' ? 'byLink' : 'byPlayer')})
              </>
            ) : (
              emptyText
            ),
          ],
        ]}
      />
      {unattributed && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {text('nobody')} {translate(`moneyPages.unattributed.reasons.${unattributed}`)}
        </Alert>
      )}
      {attributed && close.isWaiting && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {text(close.lastClosedAt ? 'waiting' : 'neverClosed')}
        </Alert>
      )}
      {entries === null && <Typography variant="body2">{text('noRight')}</Typography>}
      {attributed && entries?.length === 0 && <Typography variant="body2">{text('noEntries')}</Typography>}
      {entries && entries.length > 0 && <Entries entries={entries} />}
    </Box>
  )
}

function Entries({ entries }: { entries: readonly TracedEntry[] }) {
  const translate = useTranslate()
  const language = useLanguage()
  const text = (name: string) => translate(`moneyPages.trace.${name}`)
  return (
    <ScrollBox label={text('entries')}>
      <Typography variant="subtitle1" component="h3" sx={{ fontWeight: 600 }}>
        {text('entries')}
      </Typography>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{translate('resources.entry.name', { smart_count: 1 })}</TableCell>
            <TableCell>{text('whose')}</TableCell>
            <TableCell>{text('counted')}</TableCell>
            <TableCell align="right">{translate('resources.entry.fields.value')}</TableCell>
            <TableCell />
            <TableCell>{text('payment')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map(({ id, kind, day, value, currency, owner, saw, payment }) => (
            <TableRow key={id}>
              <TableCell component="th" scope="row">
                <RecordLink resource="entry" id={id}>
                  {`${translate(labelKeys.choice('entryKind', kind), { _: kind })} #${id}`}
                </RecordLink>
              </TableCell>
              <TableCell>
                <NamedLink resource={owner.kind} of={owner} />
              </TableCell>
              <TableCell>{formatDay(day)}</TableCell>
              <TableCell align="right">{formatMoney(value, { language, currency })}</TableCell>
              <TableCell>{text(saw === null ? 'sawUnknown' : saw ? 'saw' : 'sawNot')}</TableCell>
              <TableCell>
                {payment ? (
                  <RecordLink resource="payment" id={payment.id}>
                    {`#${payment.id} ${translate(labelKeys.choice('paymentState', payment.state), { _: payment.state })}`}
                  </RecordLink>
                ) : (
                  text('unpaid')
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </ScrollBox>
  )
}

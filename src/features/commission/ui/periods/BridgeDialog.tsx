import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { LinkBase, RecordContextProvider, useDataProvider, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { BridgeCause, BridgeEntries, BridgeEntry } from '../../answers/periods.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { CauseReference } from '#engine/ui/fields/CauseReference.tsx'
import { formatDay, formatMoney } from '#engine/ui/fields/format.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { EventList } from '../explanation/EventList.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useCauseText } from './useCauseText.ts'

const pageSize = 25
const refsShown = 6

interface BridgeDialogProps {
  readonly period: number
  readonly cause: BridgeCause
  readonly currency: string
  readonly onClose: () => void
}

/** The adjustments of one cause: whose, of which day, by how much, by what; each opens into its events. */
export default function BridgeDialog({ period, cause, currency, onClose }: BridgeDialogProps) {
  const translate = useTranslate()
  const causeText = useCauseText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [limit, setLimit] = useState(pageSize)
  const query = new URLSearchParams({ currency, cause: [cause.cause, ...cause.with].join(), limit: String(limit) })
  if (cause.correction !== null) query.set('correction', String(cause.correction))
  const path = `/api/period/${period}/bridge?${query}`
  const answer = useQuery({
    queryKey: ['periodBridge', path],
    queryFn: ({ signal }) => dataProvider.read<BridgeEntries>(path, signal),
    retry: false,
  })
  return (
    <PromptDialog
      title={translate('panels.period.causeTitle', { cause: causeText([cause.cause, ...cause.with]) })}
      maxWidth="md"
      isRead
      closeLabel="resourcePages.actions.close"
      onClose={onClose}
    >
      <QueryBoundary query={answer}>
        {({ rows, count }) => (
          <>
            <Box component="ul" sx={{ m: 0, pl: 2 }}>
              {rows.map((row) => (
                <Adjusted key={row.entry} row={row} currency={currency} />
              ))}
            </Box>
            {count > rows.length && (
              <Button size="small" onClick={() => setLimit(limit + pageSize)}>
                {translate('panels.period.more', { count: count - rows.length })}
              </Button>
            )}
          </>
        )}
      </QueryBoundary>
      <LinkBase to={`/entry?filter=${encodeURIComponent(JSON.stringify({ id: cause.entries }))}`}>
        {translate('panels.period.causeEntries')}
      </LinkBase>
    </PromptDialog>
  )
}

function Adjusted({ row, currency }: { row: BridgeEntry; currency: string }) {
  const translate = useTranslate()
  const language = useLanguage()
  const causeText = useCauseText()
  const [isOpen, setIsOpen] = useState(false)
  const { entry, owner, sourceDay, day, value, causes, refs } = row
  const records = refs.filter(({ kind }) => kind !== 'event')
  return (
    <Box component="li" sx={{ mb: 1 }}>
      <RecordLink resource={owner.kind} id={owner.id}>
        {owner.name}
      </RecordLink>
      {` · ${formatDay(sourceDay)} · ${formatMoney(value, { language, currency })} · `}
      {`${translate('panels.period.causePosted')} ${formatDay(day)} · ${causeText(causes)} `}
      <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {translate('panels.period.causeEvents')}
      </Button>
      {records.length > 0 && (
        <Typography variant="body2" component="div">
          {`${translate('panels.period.causeBy')} `}
          {records.slice(0, refsShown).map((ref, index) => (
            <span key={`${ref.kind} ${ref.id}`}>
              {index > 0 && ' · '}
              <CauseReference {...ref} />
            </span>
          ))}
        </Typography>
      )}
      {isOpen && (
        <RecordContextProvider value={{ id: entry, currency }}>
          <EventList entry={entry} none={translate('panels.period.causeNoEvents')} />
        </RecordContextProvider>
      )}
    </Box>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type RaRecord, RecordContextProvider, ResourceContextProvider, useGetList, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { formatDay, formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import type { Decision } from '#engine/ui/queryPage/DecideDialog.tsx'
import { inboxKey } from '#engine/ui/inbox/inboxKey.ts'
import { InboxRow, shownMax } from '#engine/ui/inbox/InboxRow.tsx'

const DecideAdjustment = lazy(() => import('./DecideAdjustment.tsx'))
const decisions: readonly Decision[] = ['approve', 'decline']

/** Adjustments that somebody wrote and another person decides about. */
export default function AdjustmentsHere() {
  const { data } = useGetList(
    'entry',
    {
      filter: { status: ['awaiting_approval'] },
      sort: { field: 'day', order: 'ASC' },
      pagination: { page: 1, perPage: shownMax },
    },
    { retry: false, staleTime: 0 },
  )
  return (
    <ResourceContextProvider value="entry">
      <Box component="ul" sx={{ m: 0, pl: { xs: 0, sm: 4.5 }, pb: 1, listStyle: 'none' }}>
        {data?.map((entry) => (
          <Adjustment key={entry.id} entry={entry} />
        ))}
      </Box>
    </ResourceContextProvider>
  )
}

function Adjustment({ entry }: { entry: RaRecord }) {
  const translate = useTranslate()
  const language = useLanguage()
  const client = useQueryClient()
  const [decision, setDecision] = useState<Decision | null>(null)
  const value = formatMoney(entry['value'], { language, currency: entry['currency'] as string | undefined })
  const why = translate('resourcePages.entries.writtenBy', {
    name: String(entry['requestedBy'] ?? '–'),
    reason: String(entry['reason'] ?? '–'),
  })
  const close = () => {
    setDecision(null)
    void client.invalidateQueries({ queryKey: inboxKey })
  }
  return (
    <InboxRow name={`${value} · ${formatDay(entry['day'] as string)}`} why={why}>
      {decisions.map((each) => (
        <Button
          key={each}
          size="small"
          variant={each === 'approve' ? 'contained' : 'outlined'}
          aria-label={`${translate(`resourcePages.entries.${each}`)}: ${value}`}
          onClick={() => setDecision(each)}
        >
          {translate(`resourcePages.entries.${each}`)}
        </Button>
      ))}
      {decision ? (
        <RecordContextProvider value={entry}>
          <Suspense fallback={null}>
            <DecideAdjustment decision={decision} onClose={close} />
          </Suspense>
        </RecordContextProvider>
      ) : null}
    </InboxRow>
  )
}

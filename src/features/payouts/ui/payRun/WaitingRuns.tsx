import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useDataProvider, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { InboxRow } from '#engine/ui/inbox/InboxRow.tsx'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import type { WaitingRun } from '../../answers/payRun.ts'
import { useSumsText } from './useSums.ts'

const ApproveRun = lazy(() => import('./ApproveRun.tsx'))

/** Payments that wait for a second person, run by run: what was asked for together is approved by one press. */
export default function WaitingRuns() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { data } = useQuery({
    queryKey: ['payment', 'owners', 'runs'],
    queryFn: ({ signal }) => dataProvider.read<readonly WaitingRun[]>('/api/payment/run', signal),
    retry: false,
    staleTime: 0,
  })
  const together = data?.filter(({ payments }) => payments.length > 1) ?? []
  if (together.length === 0) return null
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {together.map((run) => (
        <Run key={run.run} run={run} />
      ))}
    </Box>
  )
}

function Run({ run }: { run: WaitingRun }) {
  const translate = useTranslate()
  const sumsText = useSumsText()
  const [isOpen, setIsOpen] = useState(false)
  const count = run.payments.length
  const said = { name: run.requestedBy ?? '–', value: sumsText(run.totals), smart_count: count }
  return (
    <InboxRow
      name={<strong>{translate(`work.payRun.run.${run.isOwn ? 'own' : 'asks'}`, said)}</strong>}
      why={<RelativeMoment at={run.at} />}
    >
      {!run.isOwn && (
        <Button variant="outlined" onClick={() => setIsOpen(true)} sx={{ minHeight: 44 }}>
          {translate('work.payRun.run.approve', { smart_count: count })}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ApproveRun run={run} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </InboxRow>
  )
}

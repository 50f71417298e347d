import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { lazy, Suspense } from 'react'
import { formatDay } from '#engine/ui/fields/format.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useOffice } from '#engine/ui/shell/OfficeContext.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { CurrencyChoice, useCurrency } from '#features/reporting/ui/CurrencyChoice.tsx'
import { Attention } from './Attention.tsx'
import type { DashboardAnswer } from './dashboardAnswer.ts'
import { Feeds } from './Feeds.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { Inbox } from './Inbox.tsx'
import { Movers } from './Movers.tsx'
import { chartCardHeightPx } from './chartCardHeight.ts'
import { Headlines, WaitingHeadlines } from './Headlines.tsx'
import { useDashboard } from './useDashboard.ts'
import { useInbox } from './useInbox.ts'

// The chart's library is large: it comes after the figures.
const NgrChart = lazy(async () => ({ default: (await import('./NgrChart.tsx')).NgrChart }))

function Period({ answer }: { answer: DashboardAnswer }) {
  const translate = useTranslate()
  const moment = useMomentText()
  const period = translate('pages.dashboard.period', {
    from: formatDay(answer.from),
    to: formatDay(answer.to),
    zone: answer.zone,
  })
  const upTo = answer.upTo
    ? translate('pages.dashboard.upTo', { moment: moment(answer.upTo) })
    : translate('pages.dashboard.noActivity')
  return (
    <>
      {period} · {upTo}
    </>
  )
}

function Empty() {
  const translate = useTranslate()
  return (
    <Box sx={{ py: 6, maxWidth: 560 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {translate('pages.dashboard.emptyTitle')}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{translate('pages.dashboard.emptyText')}</Typography>
    </Box>
  )
}

function Figures({ answer, answerBefore }: { answer: DashboardAnswer; answerBefore: DashboardAnswer | undefined }) {
  const { currencies, currency, choose, now, before } = useCurrency(answer, answerBefore)
  if (answer.upTo === null || !now) return <Empty />
  return (
    <>
      <CurrencyChoice currencies={currencies} currency={currency} onChoose={choose} />
      <Headlines now={now} before={before} />
      <Suspense fallback={<WaitingChart />}>
        <NgrChart now={now} before={before} />
      </Suspense>
    </>
  )
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const translate = useTranslate()
  const text = useErrorText()
  return (
    <Alert
      severity="error"
      variant="outlined"
      sx={{ mt: 2 }}
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {translate('pages.app.retry')}
        </Button>
      }
    >
      {translate('pages.dashboard.unavailable')}: {text(error)}
    </Alert>
  )
}

/** As high as what comes: else everything below would jump. */
const WaitingChart = () => <Skeleton variant="rounded" height={chartCardHeightPx} sx={{ mt: 2 }} />
const Waiting = () => (
  <>
    <WaitingHeadlines />
    <WaitingChart />
  </>
)

const inboxHeightPx = 220

/** What waits for whoever is signed in, after the first steps where nobody earns yet. */
const Work = () => (
  <>
    <FirstSteps />
    <Inbox />
  </>
)

/**
 * The morning page: how the month is going against the one before, and what needs attention. Everything in the reader's
 * scope.
 */
export function Dashboard() {
  const translate = useTranslate()
  const { user } = useOffice()
  const { mayRead, now, before } = useDashboard()
  const inbox = useInbox()
  return (
    <>
      <PageHeading
        title={translate('pages.dashboard.title')}
        detail={
          now.data ? <Period answer={now.data} /> : user && translate('pages.dashboard.greeting', { name: user.name })
        }
      />
      {/* What waits is as long as there is of it: nothing below is seen before it is known. */}
      {inbox.isPending ? <Skeleton variant="rounded" height={inboxHeightPx} sx={{ mt: 2 }} /> : <Work />}
      <Box sx={{ visibility: inbox.isPending ? 'hidden' : undefined }}>
        {now.data ? <Figures answer={now.data} answerBefore={before.data} /> : null}
        {now.error ? <Failure error={now.error} onRetry={() => void now.refetch()} /> : null}
        {mayRead && now.isPending ? <Waiting /> : null}
      </Box>
      <Box
        sx={{
          visibility: inbox.isPending || (mayRead && now.isPending) ? 'hidden' : undefined,
          display: 'grid',
          gap: 2,
          mt: 2,
          alignItems: 'start',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 400px), 1fr))',
        }}
      >
        <Attention />
        <Feeds />
        <Movers />
      </Box>
    </>
  )
}

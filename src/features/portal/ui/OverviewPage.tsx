import { LinkBase, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { PortalOverview, PortalPayout, PortalSum } from '../answers/portal.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { portalPath } from '#engine/ui/router/pagePaths.ts'
import { TermsNotice } from '#features/deals/ui/portal/TermsNotice.tsx'
import { Freshness } from '#features/activity/ui/freshness/Freshness.tsx'
import { OwnPayout } from '#features/payouts/ui/portal/OwnPayout.tsx'
import { Activity } from './Activity.tsx'
import { Announcements } from './Announcements.tsx'
import { Notices } from './Notices.tsx'
import { TierProgress } from './TierProgress.tsx'
import { useAnswer, useMoneyText } from './usePortal.ts'

/** What an affiliate can mend itself, where it is paid to. */
const mendable: readonly PortalPayout['status'][] = ['key_missing', 'failed']

const grid = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' }, mb: 2 }

/** What an affiliate sees first. */
export default function OverviewPage() {
  const translate = useTranslate()
  const query = useAnswer<PortalOverview>('/api/portal/overview')
  return (
    <>
      <PageHeading title={translate('portal.pages.overview')} />
      <QueryBoundary query={query}>
        {({ from, to, sums, payouts, tiers, terms, notices, announcements, dealChange }) => (
          <>
            {terms && <TermsNotice terms={terms} />}
            <Announcements announcements={announcements} />
            <Notices notices={notices} />
            {dealChange && <ChangedDeal day={dealChange.day} />}
            {sums.length === 0 && <Alert severity="info">{translate('portal.overview.nothing')}</Alert>}
            {sums.map((sum) => (
              <Sums key={sum.currency} sum={sum} />
            ))}
            {payouts.map((payout) => (
              <Payout key={payout.currency} payout={payout} />
            ))}
            <Activity from={from} to={to} />
            {tiers.map((tier) => (
              <TierProgress key={`${tier.entry} ${tier.product} ${tier.brand ?? ''}`} tier={tier} />
            ))}
            <Freshness />
          </>
        )}
      </QueryBoundary>
    </>
  )
}

function Figure({ label, value, detail }: { label: string; value: string; detail?: string }) {
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography component="p" variant="h5" sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
        {value}
      </Typography>
      {detail && (
        <Typography variant="body2" color="textSecondary">
          {detail}
        </Typography>
      )}
    </Paper>
  )
}

function Sums({ sum }: { sum: PortalSum }) {
  const translate = useTranslate()
  const money = useMoneyText()
  const { currency } = sum
  const before = translate('portal.overview.before', { value: money(sum.earnedBefore, currency) })
  return (
    <Box sx={grid}>
      <Figure label={translate('portal.overview.earned')} value={money(sum.earned, currency)} detail={before} />
      <Figure label={translate('portal.overview.pending')} value={money(sum.pending, currency)} />
      <Figure label={translate('portal.overview.paid')} value={money(sum.paid, currency)} />
    </Box>
  )
}

/** When what is due is paid, or what stands against it. */
function Payout({ payout }: { payout: PortalPayout }) {
  const translate = useTranslate()
  const money = useMoneyText()
  const moment = useMomentText()
  const fieldLabel = useFieldLabel()
  const { status, currency, dueValue, minimumPayout, nextPayDay, heldUntil, missing, payment } = payout
  const name = status === 'held' && heldUntil === null ? 'heldByHand' : status
  return (
    <Alert
      severity={status === 'payable' || status === 'in_flight' ? 'success' : 'info'}
      sx={{ mb: 2 }}
      action={
        mendable.includes(status) && (
          <Button color="inherit" size="small" component={LinkBase} to={`${portalPath}/account`}>
            {translate('portal.account.payment')}
          </Button>
        )
      }
    >
      <Typography component="h2" variant="subtitle2">
        {translate('portal.overview.next', { value: money(dueValue, currency) })}
      </Typography>
      {translate(`portal.why.${name}`, {
        minimum: money(minimumPayout, currency),
        day: formatDay(nextPayDay),
        until: moment(heldUntil),
        fields: missing.map((field) => fieldLabel('affiliate', field)).join(', '),
        value: money(payment?.value ?? dueValue, currency),
      })}
      <OwnPayout payout={payout} />
    </Alert>
  )
}

/** That the deal changed lately, and where it is told what that means. */
function ChangedDeal({ day }: { day: string }) {
  const translate = useTranslate()
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" component={LinkBase} to={`${portalPath}/deal`}>
          {translate('portal.deal.change.open')}
        </Button>
      }
    >
      {translate('portal.deal.change.banner', { day: formatDay(day) })}
    </Alert>
  )
}

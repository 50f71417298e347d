import { Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { DealFigure, PortalDeal, PortalDealChange, PortalDealVersion } from '#features/portal/answers/portal.ts'
import type { RewardDraft } from '#rules/commission/rewardRules.ts'
import { type CarryDraft, carrySentence } from '#rules/deals/carrySentence.ts'
import { type ReferralTerms, referralSentence } from '#rules/deals/referralTerms.ts'
import { dealSentence } from '#rules/deals/sentence.ts'
import { emptyText, formatDay } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useDealWords } from '../sentence/useDealWords.ts'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useAnswer, useMoneyText } from '#features/portal/ui/usePortal.ts'

/** What was agreed upon with an affiliate, said as sentences, and what held before. */
export default function DealPage() {
  const translate = useTranslate()
  const query = useAnswer<PortalDeal>('/api/portal/deal')
  return (
    <>
      <PageHeading title={translate('portal.pages.deal')} detail={translate('portal.deal.lead')} />
      <QueryBoundary query={query}>
        {(deal) => (
          <Suspense fallback={<Skeleton variant="rectangular" height={240} />}>
            {deal.change && <LastChange change={deal.change} />}
            {deal.profile === null ? (
              <Alert severity="info">{translate('portal.deal.none')}</Alert>
            ) : (
              <Sentences rewards={deal.rewards} profile={deal.profile} names={deal.names} />
            )}
            <Versions versions={deal.versions} names={deal.names} />
          </Suspense>
        )}
      </QueryBoundary>
    </>
  )
}

type Names = PortalDeal['names']

function Sentences({
  rewards,
  profile,
  names,
}: Pick<PortalDeal, 'rewards'> & { profile: Readonly<Record<string, unknown>>; names: Names }) {
  const translate = useTranslate()
  const words = useDealWords(undefined, (word, value) => names[word]?.[String(value)] ?? String(value))
  const referred = referralSentence(profile as ReferralTerms, words)
  return (
    <Paper variant="outlined" sx={{ p: 2, mb: 2 }}>
      {rewards.map((reward) => (
        <section key={reward.id}>
          <Typography component="p" variant="subtitle2">
            {translate(labelKeys.choice('productType', reward.productType))}
          </Typography>
          <Typography sx={{ mb: 2 }}>{dealSentence(reward as unknown as RewardDraft, words) ?? emptyText}</Typography>
        </section>
      ))}
      <Typography>{[carrySentence(profile as CarryDraft, words), referred].filter(Boolean).join(' ')}</Typography>
    </Paper>
  )
}

/** The last month by the deal before and by the new one, and what held before. */
function LastChange({ change }: { change: PortalDealChange }) {
  const translate = useTranslate()
  const { figures, before, names } = change
  const days = { from: formatDay(change.from), to: formatDay(change.to) }
  const lead = figures === null ? 'unknown' : figures.length === 0 ? 'nothing' : 'lead'
  return (
    <Paper variant="outlined" component="section" sx={{ p: 2, mb: 2 }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {translate('portal.deal.change.title', { day: formatDay(change.day) })}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {translate(`portal.deal.change.${lead}`, days)}
      </Typography>
      {figures !== null && figures.length > 0 && <Figures figures={figures} />}
      <Typography component="h3" variant="subtitle2" sx={{ mt: 2, mb: 1 }}>
        {translate('portal.deal.change.previous')}
      </Typography>
      {before.profile && <Sentences rewards={before.rewards} profile={before.profile} names={names} />}
    </Paper>
  )
}

function Figures({ figures }: { figures: readonly DealFigure[] }) {
  const translate = useTranslate()
  const money = useMoneyText()
  const cents = (some: readonly DealFigure[], side: 'before' | 'after') =>
    some.reduce((sum, figure) => sum + Math.round(figure[side] * 100), 0) / 100
  const totals = [...Map.groupBy(figures, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    before: cents(some, 'before'),
    after: cents(some, 'after'),
  }))
  const line = (name: string, { currency, before, after }: Omit<DealFigure, 'product'>, isTotal = false) => (
    <TableRow key={`${name} ${currency}`}>
      {[name, money(before, currency), money(after, currency)].map((text, index) => (
        <TableCell
          key={index}
          align={index === 0 ? 'left' : 'right'}
          sx={{ fontVariantNumeric: 'tabular-nums', ...(isTotal ? { fontWeight: 600 } : {}) }}
        >
          {text}
        </TableCell>
      ))}
    </TableRow>
  )
  return (
    <ScrollBox label={translate('portal.deal.change.previous')}>
      <Table size="small" sx={{ maxWidth: 560 }}>
        <TableHead>
          <TableRow>
            {['product', 'before', 'after'].map((name, index) => (
              <TableCell key={name} align={index === 0 ? 'left' : 'right'}>
                {translate(`portal.deal.change.${name}`)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {figures.map((figure) => line(translate(labelKeys.choice('productType', figure.product)), figure))}
          {totals.map((total) => line(translate('portal.deal.change.total'), total, true))}
        </TableBody>
      </Table>
    </ScrollBox>
  )
}

function Versions({ versions, names }: Pick<PortalDeal, 'versions'> & { names: Names }) {
  const translate = useTranslate()
  return (
    <>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {translate('portal.deal.versions')}
      </Typography>
      <Stack component="ol" spacing={1} sx={{ listStyle: 'none', p: 0, m: 0, mt: 1 }}>
        {versions.map((version) => (
          <Version key={version.from ?? ''} version={version} names={names} />
        ))}
      </Stack>
    </>
  )
}

/** What held from one day to another, opened to be read, and what was accepted meanwhile. */
function Version({ version, names }: { version: PortalDealVersion; names: Names }) {
  const translate = useTranslate()
  const moment = useMomentText()
  const [isShown, setIsShown] = useState(false)
  const { from, until, name, profile, rewards, accepted } = version
  const days = [
    from === null ? translate('portal.deal.beginning') : translate('portal.deal.from', { day: formatDay(from) }),
    until === null ? translate('portal.deal.present') : translate('portal.deal.until', { day: formatDay(until) }),
  ].join(', ')
  return (
    <Paper component="li" variant="outlined" sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flexGrow: 1 }}>
          <Typography component="h3" variant="subtitle2">
            {days}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {name}
          </Typography>
        </Box>
        <Button
          size="small"
          aria-expanded={isShown}
          aria-label={`${translate('portal.deal.show')}: ${days}`}
          onClick={() => setIsShown(!isShown)}
        >
          {translate(isShown ? 'portal.deal.hide' : 'portal.deal.show')}
        </Button>
      </Box>
      {accepted.map(({ name: terms, at }) => (
        <Typography key={at} variant="body2" sx={{ mt: 0.5 }}>
          {translate('portal.deal.accepted', { name: terms, at: moment(at) })}
        </Typography>
      ))}
      {isShown && profile && (
        <Box sx={{ mt: 1 }}>
          <Sentences rewards={rewards} profile={profile} names={names} />
        </Box>
      )}
    </Paper>
  )
}

import { Suspense } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { PortalDeal } from '../../../config/answers/portal.ts'
import type { RewardDraft } from '../../../domain/commission/rewardRules.ts'
import { type CarryDraft, carrySentence } from '../../../domain/deals/carrySentence.ts'
import { type ReferralTerms, referralSentence } from '../../../domain/deals/referralTerms.ts'
import { dealSentence } from '../../../domain/deals/sentence.ts'
import { emptyText, formatDay } from '../../fields/format.ts'
import { labelKeys } from '../../fields/labels.ts'
import { Answered } from '../../pages/money/Answered.tsx'
import { useDealWords } from '../../panels/deal/useDealWords.ts'
import { PageHeading } from '../../resource/PageHeading.tsx'
import { useAnswer } from '../usePortal.ts'

/** What was agreed upon with an affiliate, said as sentences, and what held before. */
export default function DealPage() {
  const translate = useTranslate()
  const query = useAnswer<PortalDeal>('/api/portal/deal')
  return (
    <>
      <PageHeading title={translate('portal.pages.deal')} detail={translate('portal.deal.lead')} />
      <Answered query={query}>
        {(deal) => (
          <Suspense fallback={<Skeleton variant="rectangular" height={240} />}>
            {deal.profile === null ? (
              <Alert severity="info">{translate('portal.deal.none')}</Alert>
            ) : (
              <Sentences deal={deal} profile={deal.profile} />
            )}
            <Versions versions={deal.versions} />
          </Suspense>
        )}
      </Answered>
    </>
  )
}

function Sentences({ deal, profile }: { deal: PortalDeal; profile: Readonly<Record<string, unknown>> }) {
  const translate = useTranslate()
  const words = useDealWords(undefined, (word, value) => deal.names[word]?.[String(value)] ?? String(value))
  const referred = referralSentence(profile as ReferralTerms, words)
  return (
    <Paper variant="outlined" sx={{ p: 2, mb: 2 }}>
      {deal.rewards.map((reward) => (
        <section key={reward.id}>
          <Typography component="h2" variant="subtitle2">
            {translate(labelKeys.choice('productType', reward.productType))}
          </Typography>
          <Typography sx={{ mb: 2 }}>{dealSentence(reward as unknown as RewardDraft, words) ?? emptyText}</Typography>
        </section>
      ))}
      <Typography>{[carrySentence(profile as CarryDraft, words), referred].filter(Boolean).join(' ')}</Typography>
    </Paper>
  )
}

function Versions({ versions }: Pick<PortalDeal, 'versions'>) {
  const translate = useTranslate()
  if (versions.length < 2) return null
  return (
    <>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {translate('portal.deal.versions')}
      </Typography>
      <ul>
        {versions.map(({ from, name }) => (
          <li key={from ?? ''}>
            {from === null ? translate('portal.deal.beginning') : formatDay(from)}: {name}
          </li>
        ))}
      </ul>
    </>
  )
}

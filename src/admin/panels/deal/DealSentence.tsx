import { useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import Typography from '@mui/material/Typography'
import type { RewardDraft } from '../../../domain/commission/rewardRules.ts'
import { dealSentence } from '../../../domain/deals/sentence.ts'
import { Panel } from '../Panel.tsx'
import { useDealWords } from './useDealWords.ts'
import { Panel } from '../Panel.tsx'
import { type SaidReward, useDealSentence } from './useDealSentence.ts'

/** What the reward says as it stands in the form, as a paragraph that follows what is typed. */
export default function DealSentence() {
  const translate = useTranslate()
  const draft = useWatch() as RewardDraft & { readonly currency?: unknown }
  const currency = typeof draft.currency === 'string' && draft.currency !== '' ? draft.currency : undefined
  const sentence = dealSentence(draft, useDealWords(currency))
  const sentence = useDealSentence()(useWatch() as SaidReward)
  if (sentence === null) return null
  return (
    <Panel title={translate('panels.deal.title')}>
      <Typography aria-live="polite">{sentence}</Typography>
    </Panel>
  )
}

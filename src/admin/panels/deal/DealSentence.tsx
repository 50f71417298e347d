import { useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import Typography from '@mui/material/Typography'
import type { RewardDraft } from '../../../domain/commission/rewardRules.ts'
import { dealSentence } from '../../../domain/deals/sentence.ts'
import { formatMoney, formatNumber } from '../../fields/format.ts'
import { labelKeys } from '../../fields/labels.ts'
import { useLanguage } from '../../fields/useLanguage.ts'
import { Panel } from '../Panel.tsx'

/** What the reward says as it stands in the form, as a paragraph that follows what is typed. */
export default function DealSentence() {
  const translate = useTranslate()
  const language = useLanguage()
  const draft = useWatch() as RewardDraft & { readonly currency?: unknown }
  const currency = typeof draft.currency === 'string' && draft.currency !== '' ? draft.currency : undefined
  const sentence = dealSentence(draft, {
    say: (key, values) => translate(`panels.deal.${key}`, values),
    money: (amount) => formatMoney(amount, { language, currency }),
    number: (amount) => formatNumber(amount, { language, decimals: 4 }),
    label: (choice, value) => translate(labelKeys.choice(choice, value), { _: value }),
  })
  if (sentence === null) return null
  return (
    <Panel title={translate('panels.deal.title')}>
      <Typography aria-live="polite">{sentence}</Typography>
    </Panel>
  )
}

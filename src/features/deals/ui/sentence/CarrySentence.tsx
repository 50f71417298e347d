import { useWatch } from 'react-hook-form'
import Typography from '@mui/material/Typography'
import { type ReferralTerms, referralSentence } from '#rules/deals/referralTerms.ts'
import { type CarryDraft, carrySentence } from '#rules/deals/carrySentence.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { useDealWords } from './useDealWords.ts'

/** What the profile says of negative months and of referred affiliates as it stands in the form, as a paragraph that follows what is typed. */
export default function CarrySentence() {
  const [draft, words] = [useWatch(), useDealWords(undefined)]
  const referred = referralSentence(draft as ReferralTerms, words)
  const sentence = [carrySentence(draft as CarryDraft, words), ...(referred === null ? [] : [referred])].join(' ')
  return (
    <Panel title={words.title}>
      <Typography aria-live="polite">{sentence}</Typography>
    </Panel>
  )
}

import { useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import Typography from '@mui/material/Typography'
import { type CarryDraft, carrySentence } from '../../../domain/deals/carrySentence.ts'
import { Panel } from '../Panel.tsx'
import { useDealWords } from './useDealWords.ts'

/** What the profile says of negative months as it stands in the form, as a paragraph that follows what is typed. */
export default function CarrySentence() {
  const translate = useTranslate()
  const sentence = carrySentence(useWatch() as CarryDraft, useDealWords(undefined))
  return (
    <Panel title={translate('panels.deal.title')}>
      <Typography aria-live="polite">{sentence}</Typography>
    </Panel>
  )
}

import { useWatch } from 'react-hook-form'
import Typography from '@mui/material/Typography'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { type DescribedReward, useDealSentence } from './useDealSentence.ts'

/** What the reward says as it stands in the form, as a paragraph that follows what is typed. */
export default function DealSentence() {
  const reward = useWatch() as DescribedReward
  const { say, title } = useDealSentence([reward])
  const sentence = say(reward)
  if (sentence === null) return null
  return (
    <Panel title={title}>
      <Typography aria-live="polite">{sentence}</Typography>
    </Panel>
  )
}

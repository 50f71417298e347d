import { useRecordContext, useTranslate } from 'ra-core'
import { useActor } from '../../resource/ResourcesContext.tsx'
import { Panel } from '../Panel.tsx'
import { TwoStep } from './TwoStep.tsx'

/** Two-step verification on a user's page, for that user and for root. */
export default function TwoStepPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const record = useRecordContext()
  const userId = Number(record?.id)
  const isOwn = actor.userId === userId
  // Nobody else may ask: the server would refuse, and a refusal ends the session.
  if (!record || (!isOwn && !actor.root)) return null
  return (
    <Panel title={translate('panels.twoStep.title')}>
      <TwoStep key={userId} userId={userId} name={String(record['name'] ?? record['email'])} isOwn={isOwn} mayUnlock={actor.root} />
    </Panel>
  )
}

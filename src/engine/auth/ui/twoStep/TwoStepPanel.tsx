import { useRecordContext, useTranslate } from 'react-admin'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { TwoStep } from './TwoStep.tsx'

/** Two-step verification on a user's page, for that user and for root; on those of others for root, who clears it. */
export default function TwoStepPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const record = useRecordContext()
  const resource = useConfiguredResource().name
  const id = Number(record?.id)
  const isOwn = resource === 'user' && actor.userId === id
  // Nobody else may ask: the server would refuse, and a refusal ends the session.
  if (!record || (!isOwn && !actor.root)) return null
  return (
    <Panel title={translate('panels.twoStep.title')}>
      <TwoStep
        key={id}
        owner={{ resource, id }}
        name={String(record['name'] ?? record['email'])}
        isOwn={isOwn}
        mayUnlock={actor.root}
      />
    </Panel>
  )
}

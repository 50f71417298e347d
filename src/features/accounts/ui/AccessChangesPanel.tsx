import { useRecordContext, useTranslate } from 'react-admin'
import { can } from '#engine/declaration/derive/access.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { AccessChanges } from './AccessChanges.tsx'

/** On the page of an affiliate: what it was told of its access, for whoever may change the record. */
export default function AccessChangesPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  // Nobody else may ask: the server would refuse, and a refusal ends the session.
  if (!record || !can({ actor, resource, operation: 'update' })) return null
  return (
    <Panel title={translate('access.title')} lead={translate('access.lead')}>
      <AccessChanges key={record.id} affiliate={Number(record.id)} />
    </Panel>
  )
}

import { useRecordContext, useTranslate } from 'react-admin'
import type { SignalKind } from '#rules/webhooks.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { TargetWork } from './TargetWork.tsx'

/** On a signal target's page: how it has been answering, a test, sending again, and what signs for it. */
export default function SignalTargetPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  if (!record || !can({ actor, resource, operation: 'update' })) return null
  return (
    <Panel title={translate('signals.title')} lead={translate('signals.lead')}>
      <TargetWork key={record.id} id={Number(record.id)} kind={record['kind'] as SignalKind} />
    </Panel>
  )
}

import { useRecordContext, useTranslate } from 'react-admin'
import { can } from '#engine/declaration/derive/access.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { ApproveOrDecline } from '#engine/ui/dialogs/ApproveOrRefuse.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'

/** On the page of a promo code that an affiliate asked for: whether it is to count. */
export default function PromoCodePanel() {
  const translate = useTranslate()
  const record = useRecordContext()
  const actor = useActor()
  const resource = useConfiguredResource()
  if (!record || record['state'] !== 'waiting' || !can({ actor, resource, operation: 'update' })) return null
  return (
    <Panel title={translate('late.codes.title')} lead={translate('late.codes.lead')}>
      <ApproveOrDecline key={record.id} record={record} words="late.codes" />
    </Panel>
  )
}

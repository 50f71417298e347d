import { useRecordContext, useTranslate } from 'react-admin'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { openTransitions, TransitionButtons } from '#engine/records/ui/transitions/TransitionButtons.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'

/** On the page of a promo code that an affiliate asked for: whether it is to count. */
export default function PromoCodePanel() {
  const translate = useTranslate()
  const record = useRecordContext()
  const actor = useActor()
  const resource = useConfiguredResource()
  if (!record || openTransitions(record, resource, actor).length === 0) return null
  return (
    <Panel title={translate('codes.title')} lead={translate('codes.lead')}>
      <TransitionButtons key={record.id} record={record} />
    </Panel>
  )
}

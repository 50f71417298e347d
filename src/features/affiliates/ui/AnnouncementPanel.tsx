import { useRecordContext, useTranslate } from 'react-admin'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { TransitionButtons } from '#engine/records/ui/transitions/TransitionButtons.tsx'

/** On the page of an announcement: to how many affiliates it goes or went, and the button that sends it. */
export default function AnnouncementPanel() {
  const translate = useTranslate()
  const record = useRecordContext()
  if (!record) return null
  const { state, audience, sentTo, version } = record
  const count = Number(state === 'sent' ? sentTo : audience)
  return (
    <Panel
      title={translate('announcement.title')}
      lead={translate(`announcement.${state === 'sent' ? 'sentTo' : 'goesTo'}`, { smart_count: count })}
    >
      <TransitionButtons key={`${record.id}-${version}`} record={record} />
    </Panel>
  )
}

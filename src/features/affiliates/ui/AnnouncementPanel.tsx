import { useRecordContext, useTranslate } from 'react-admin'
import Typography from '@mui/material/Typography'
import { Announcements } from '#features/portal/ui/Announcements.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { TransitionButtons } from '#engine/records/ui/transitions/TransitionButtons.tsx'

/** On the page of an announcement: to how many affiliates it goes or went, the button that sends it, and how they see it. */
export default function AnnouncementPanel() {
  const translate = useTranslate()
  const record = useRecordContext()
  if (!record) return null
  const { state, audience, sentTo, sentAt, updatedAt, version, subject, text, translations } = record
  const count = Number(state === 'sent' ? sentTo : audience)
  return (
    <Panel
      title={translate('announcement.title')}
      lead={translate(`announcement.${state === 'sent' ? 'sentTo' : 'goesTo'}`, { smart_count: count })}
    >
      <TransitionButtons key={`${record.id}-${version}`} record={record} />
      <Typography variant="subtitle2" component="h3" sx={{ mt: 2, mb: 1 }}>
        {translate('announcement.seen')}
      </Typography>
      <Announcements
        announcements={[{ subject, text }, ...(translations ?? [])].map((said) => ({
          ...said,
          at: sentAt ?? updatedAt,
        }))}
      />
    </Panel>
  )
}

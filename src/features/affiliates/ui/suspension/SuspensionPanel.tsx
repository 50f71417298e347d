import { useTranslate } from 'react-admin'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { useSuspension } from './useSuspension.ts'

/** Below the form of what can be suspended: the suspensions that are over. Nothing where there are none. */
export default function SuspensionPanel() {
  const translate = useTranslate()
  const momentText = useMomentText()
  const { query } = useSuspension()
  const over = (query.data?.suspensions ?? []).filter(({ endedAt }) => endedAt !== null)
  if (over.length === 0) return null
  return (
    <Panel title={translate('suspension.title')}>
      <List dense disablePadding>
        {over.map(({ startedAt, reason, endedAt, endedBy, endReason }) => (
          <ListItem key={startedAt} disableGutters>
            <ListItemText
              primary={translate('suspension.past', {
                from: momentText(startedAt),
                until: momentText(endedAt!),
                reason,
                name: endedBy,
                ended: endReason,
              })}
            />
          </ListItem>
        ))}
      </List>
    </Panel>
  )
}

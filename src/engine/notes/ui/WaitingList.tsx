import { useQueryClient } from '@tanstack/react-query'
import { LinkBase, useDataProvider, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import type { Notification } from '../answers/notes.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { formatDay, formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useNotifications } from './useWaiting.ts'
import { waitingKey } from './waitingKey.ts'
import { useWaitingPath } from './useWaitingPath.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

/** What waits for whoever is signed in, each leading to where it is done. */
export default function WaitingList({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const translate = useTranslate()
  const path = useWaitingPath()
  const text = useWaitingText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const client = useQueryClient()
  const { data } = useNotifications()
  const seen = async () => {
    await dataProvider.callApi('/api/me/waiting/seen', { method: 'POST', body: '{}' })
    void client.invalidateQueries({ queryKey: waitingKey })
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': translate('work.notes.bell'), sx: { width: 380, maxWidth: '95vw' } },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 1.5, pb: 0.5 }}>
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, flexGrow: 1 }}>
          {translate('work.notes.bell')}
        </Typography>
        {(data?.counts.mention ?? 0) > 0 ? (
          <Button size="small" onClick={() => void seen()}>
            {translate('work.notes.seen')}
          </Button>
        ) : null}
      </Box>
      {data?.items.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ p: 1.5 }}>
          {translate('work.notes.nothingWaits')}
        </Typography>
      ) : null}
      <List dense>
        {data?.items.map((waiting) => (
          <ListItemButton
            key={`${waiting.kind} ${waiting.object} ${waiting.note ?? waiting.record}`}
            component={LinkBase}
            to={path(waiting)}
            onClick={onClose}
          >
            <ListItemText {...text(waiting)} slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } } }} />
          </ListItemButton>
        ))}
      </List>
    </Popover>
  )
}

/** What waits in two lines: what it is about, and who wants it since when. */
function useWaitingText(): (waiting: Notification) => { primary: string; secondary: string } {
  const moment = useMomentText()
  const translate = useTranslate()
  const language = useLanguage()
  const kinds = {
    mention: 'work.notes.ofMention',
    task: 'work.notes.ofTask',
    approval: 'work.notes.toApprove',
    question: 'work.notes.ofQuestion',
  }
  return ({ kind, name, text, by, at, due, value, currency }) => ({
    primary: [name, value === undefined ? text?.slice(0, 120) : formatMoney(value, { language, currency })]
      .filter(Boolean)
      .join(' · '),
    secondary: [
      translate(kinds[kind]),
      due ? translate('work.notes.until', { day: formatDay(due) }) : null,
      by,
      moment(at),
    ]
      .filter(Boolean)
      .join(' · '),
  })
}

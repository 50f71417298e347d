import { useQueryClient } from '@tanstack/react-query'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { LinkBase, useDataProvider, useNotify, useTranslate } from 'react-admin'
import type { InboxKind } from '../answers/inbox.ts'
import type { Notification } from '#engine/notes/answers/notes.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useWaitingPath } from '#engine/notes/ui/useWaitingPath.ts'
import { useNotifications } from '#engine/notes/ui/useWaiting.ts'
import { waitingKey } from '#engine/notes/ui/waitingKey.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { inboxKey } from '#engine/ui/inbox/inboxKey.ts'

const shownMax = 5

/** The first tasks or mentions of whoever is signed in; a task is done where it stands. */
export default function OwnWork({ kind }: { kind: InboxKind }) {
  const { data } = useNotifications()
  const wanted = kind === 'tasks' ? 'task' : 'mention'
  const own = (data?.items ?? []).filter((item) => item.kind === wanted).slice(0, shownMax)
  return (
    <Box component="ul" sx={{ m: 0, pl: 2, pb: 1, listStyle: 'none' }}>
      {own.map((item) => (
        <Own key={item.note} item={item} />
      ))}
    </Box>
  )
}

function Own({ item }: { item: Notification }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const path = useWaitingPath()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const client = useQueryClient()
  const { kind, object, record, note, name, text, by, due } = item
  const isLate = Boolean(due && due < businessToday())
  const finish = async () => {
    try {
      await dataProvider.callApi(`/api/${object}/${record}/note/${note}/done`, {
        method: 'POST',
        body: '{"done":true}',
      })
      notify('work.inbox.done', { type: 'success' })
      await Promise.all([inboxKey, waitingKey].map((queryKey) => client.invalidateQueries({ queryKey })))
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    }
  }
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', py: 0.5 }}>
      <Typography variant="body2" sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <LinkBase to={path(item)}>{name}</LinkBase> · {text?.slice(0, 160)}{' '}
        <Typography component="span" variant="caption" color={isLate ? 'error' : 'textSecondary'}>
          {[
            by,
            due ? translate('work.notes.until', { day: formatDay(due) }) : null,
            isLate ? translate('work.notes.late') : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Typography>
      {kind === 'task' ? (
        <Button
          size="small"
          variant="outlined"
          onClick={() => void finish()}
          aria-label={`${translate('work.inbox.finish')}: ${text ?? ''}`}
        >
          {translate('work.inbox.finish')}
        </Button>
      ) : null}
    </Box>
  )
}

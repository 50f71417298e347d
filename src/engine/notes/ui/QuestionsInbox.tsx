import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LinkBase, useDataProvider, useNotify, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import type { Notification } from '../answers/notes.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { useWaitingPath } from './useWaitingPath.ts'
import { useNotifications } from './useWaiting.ts'
import { waitingKey } from './waitingKey.ts'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { inboxKey } from '#engine/ui/inbox/inboxKey.ts'
import { InboxList } from '#engine/ui/inbox/InboxList.tsx'
import { InboxRow, shownMax } from '#engine/ui/inbox/InboxRow.tsx'

/** What affiliates ask, each answered where it stands, or settled without an answer. */
export default function QuestionsHere() {
  return (
    <InboxList query={useNotifications()}>
      {({ items }) =>
        items
          .filter(({ kind }) => kind === 'question')
          .slice(0, shownMax)
          .map((item) => <Question key={`${item.object} ${item.record} ${item.note}`} item={item} />)
      }
    </InboxList>
  )
}

function Question({ item }: { item: Notification }) {
  const translate = useTranslate()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const path = useWaitingPath()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const client = useQueryClient()
  const [answer, setAnswer] = useState('')
  const { object, record, note, name, text, by, at } = item
  const { mutate, isPending } = useMutation({
    mutationFn: ({ rest, body }: { rest: string; body: object }) =>
      dataProvider.callApi(`/api/${object}/${record}/note${rest}`, { method: 'POST', body: JSON.stringify(body) }),
    onSuccess: async () => {
      notify('notes.sent', { type: 'success' })
      await Promise.all([inboxKey, waitingKey].map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    onError: notifyError,
  })
  const why = (
    <>
      {by} · <LinkBase to={path(item)}>{name}</LinkBase> · <RelativeMoment at={at} />
    </>
  )
  return (
    <InboxRow name={text} why={why}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (answer.trim() !== '') mutate({ rest: '', body: { text: answer.trim(), shared: true } })
        }}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, flex: '1 1 320px', justifyContent: 'flex-end' }}
      >
        <TextField
          size="small"
          multiline
          label={translate('notes.answerTo', { name: by })}
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
          slotProps={{ htmlInput: { maxLength: 4000 } }}
          sx={{ flex: '1 1 200px' }}
        />
        <Button type="submit" size="small" variant="contained" disabled={answer.trim() === ''} loading={isPending}>
          {translate('notes.answer')}
        </Button>
        <Button
          size="small"
          variant="outlined"
          disabled={isPending}
          onClick={() => mutate({ rest: `/${note}/done`, body: { done: true } })}
        >
          {translate('notes.noAnswer')}
        </Button>
      </Box>
    </InboxRow>
  )
}

import { type FormEvent, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { Note, NotesAnswer } from '#engine/notes/answers/notes.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { FilesChoice } from '#engine/notes/ui/FilesChoice.tsx'
import { inBase64 } from '#engine/notes/ui/inBase64.ts'
import { NoteFile } from '#engine/notes/ui/NoteFile.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useAnswer } from './usePortal.ts'

/** A record that an affiliate asks about, as the API names it, and what it is called here. */
export interface Asked {
  readonly object: string
  readonly record: number
  readonly name: string
}

/** The button by which an affiliate asks about a record of its own, and reads what it was answered. */
export function AskButton({ label = 'portal.questions.ask', ...asked }: Asked & { label?: string }) {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-label={`${translate(label)}: ${asked.name}`} onClick={() => setIsOpen(true)}>
        {translate(label)}
      </Button>
      {isOpen && <QuestionDialog {...asked} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** What was asked about a record and answered, and a place to write; whoever opens it has read the answers. */
function QuestionDialog({ object, record, name, onClose }: Asked & { onClose: () => void }) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const path = `/api/${object}/${record}/note`
  const query = useAnswer<NotesAnswer>(path)
  const close = async () => {
    onClose()
    const seen = JSON.stringify({ object, record })
    await dataProvider.callApi('/api/portal/questions/seen', { method: 'POST', body: seen })
    await queryClient.invalidateQueries({ queryKey: ['portal', '/api/portal/questions'] })
  }
  return (
    <PromptDialog
      title={translate('portal.questions.askAbout', { name })}
      maxWidth="sm"
      closeLabel="resourcePages.actions.close"
      onClose={() => void close()}
    >
      <QueryBoundary query={query}>
        {({ notes }) => (
          <Stack component="ol" spacing={1} sx={{ listStyle: 'none', p: 0, m: 0, mb: 2 }}>
            {notes.toReversed().map((note) => (
              <Said key={note.id} note={note} path={path} />
            ))}
          </Stack>
        )}
      </QueryBoundary>
      <QuestionForm path={path} />
    </PromptDialog>
  )
}

function Said({ note, path }: { note: Note; path: string }) {
  const translate = useTranslate()
  const isAsked = note.question !== null
  return (
    <Box
      component="li"
      sx={{ p: 1.5, borderRadius: 1, bgcolor: 'action.hover', [isAsked ? 'ml' : 'mr']: { xs: 2, sm: 6 } }}
    >
      <Typography variant="caption" color="textSecondary">
        {isAsked ? translate('portal.questions.you') : note.author} · <RelativeMoment at={note.at} />
      </Typography>
      <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {note.text}
      </Typography>
      {note.files.map((file) => (
        <NoteFile key={file.id} name={file.name} path={`${path}/${note.id}/file/${file.id}`} />
      ))}
    </Box>
  )
}

function QuestionForm({ path }: { path: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const sent = await Promise.all(files.map(async (file) => ({ name: file.name, content: await inBase64(file) })))
      await dataProvider.callApi(path, { method: 'POST', body: JSON.stringify({ text: text.trim(), files: sent }) })
    },
    onSuccess: () => {
      notify('portal.questions.sent', { type: 'success' })
      setText('')
      setFiles([])
      return queryClient.invalidateQueries({ queryKey: ['portal'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') mutate()
  }
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <TextField
        fullWidth
        multiline
        minRows={3}
        label={translate('portal.questions.text')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={error !== null}
        helperText={error && errorText(error)}
        slotProps={{ htmlInput: { maxLength: 4000 } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <FilesChoice files={files} onChange={setFiles} />
        <Box sx={{ flexGrow: 1 }} />
        <Button type="submit" variant="contained" disabled={text.trim() === ''} loading={isPending}>
          {translate('portal.questions.send')}
        </Button>
      </Box>
    </Box>
  )
}

import { useState } from 'react'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import AttachFileIcon from '@mui/icons-material/AttachFile'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import type { Note } from '../../../config/answers/notes.ts'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'
import { AskDialog } from '../../dialogs/AskDialog.tsx'
import { saveFile } from '../../export/saveFile.ts'
import { formatDay, formatMoment } from '../../fields/format.ts'
import { businessToday } from '../../fields/today.ts'
import { useErrorText } from '../../resource/useErrorText.ts'
import { partsOf } from './mentions.ts'
import { RelativeMoment } from '../../fields/RelativeMoment.tsx'
import { useMomentText } from '../../fields/useMomentText.ts'

interface NoteItemProps {
  readonly note: Note
  readonly path: string
  readonly onMark: (note: Note) => void
  readonly onRemove: (note: Note) => void
}

/** A note: who wrote it and when, what it says, its files, and what is to be done. */
export function NoteItem({ note, path, onMark, onRemove }: NoteItemProps) {
  const translate = useTranslate()
  const [isAsking, setIsAsking] = useState(false)
  const { author, at, text, mentions, files, isOwn } = note
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {author}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ flexGrow: 1 }}>
          <RelativeMoment at={at} />
        </Typography>
        {isOwn ? (
          <Button
            size="small"
            color="inherit"
            aria-label={translate('work.notes.removeNamed', { author, at: formatMoment(at) })}
            onClick={() => setIsAsking(true)}
          >
            {translate('work.notes.remove')}
          </Button>
        ) : null}
      </Box>
      <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {partsOf(text, mentions).map((part, index) =>
          part.isMention ? (
            <Box key={index} component="strong" sx={{ color: 'primary.main' }}>
              {part.text}
            </Box>
          ) : (
            part.text
          ),
        )}
      </Typography>
      {files.map((file) => (
        <NoteFile key={file.id} name={file.name} path={`${path}/${note.id}/file/${file.id}`} />
      ))}
      <Task note={note} onMark={onMark} />
      {isAsking ? (
        <AskDialog
          title={translate('work.notes.removeTitle')}
          text={text.slice(0, 200)}
          onClose={() => setIsAsking(false)}
          action={{
            label: translate('work.notes.remove'),
            color: 'error',
            onClick: () => {
              setIsAsking(false)
              onRemove(note)
            },
          }}
        />
      ) : null}
    </Box>
  )
}

function Task({ note, onMark }: Pick<NoteItemProps, 'note' | 'onMark'>) {
  const translate = useTranslate()
  const moment = useMomentText()
  const { task } = note
  if (!task) return null
  const isLate = task.doneAt === null && task.due !== null && task.due < businessToday()
  const due = task.due === null ? '' : translate('work.notes.until', { day: formatDay(task.due) })
  const done = task.doneAt ? translate('work.notes.doneBy', { name: task.doneBy, at: moment(task.doneAt) }) : ''
  return (
    <FormControlLabel
      control={<Checkbox size="small" checked={task.doneAt !== null} onChange={() => onMark(note)} />}
      label={
        <Typography variant="body2" color={isLate ? 'error' : undefined}>
          {[translate('work.notes.taskOf', { name: task.name }), due, isLate ? translate('work.notes.late') : '', done]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      }
    />
  )
}

function NoteFile({ name, path }: { name: string; path: string }) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notify = useNotify()
  const errorText = useErrorText()
  const save = async () => {
    try {
      const { body } = await dataProvider.download(path, new AbortController().signal)
      saveFile({ blob: await new Response(body).blob(), name })
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    }
  }
  return (
    <Button size="small" startIcon={<AttachFileIcon />} onClick={() => void save()} sx={{ mr: 1 }}>
      {name}
    </Button>
  )
}

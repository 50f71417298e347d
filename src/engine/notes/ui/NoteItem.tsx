import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import type { Note } from '../answers/notes.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { formatDay, formatMoment } from '#engine/ui/fields/format.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { partsOf } from './mentions.ts'
import { NoteFile } from './NoteFile.tsx'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

interface NoteItemProps {
  readonly note: Note
  /** Who reads it where it is shared. */
  readonly sharedWith: string | null
  readonly path: string
  readonly onMark: (note: Note) => void
  readonly onRemove: (note: Note) => void
}

/** A note: who wrote it and when, what it says, its files, and what is to be done. */
export function NoteItem({ note, sharedWith, path, onMark, onRemove }: NoteItemProps) {
  const translate = useTranslate()
  const [isAsking, setIsAsking] = useState(false)
  const { author, at, text, mentions, files, isOwn } = note
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', ...(note.shared ? sharedStyle : {}) }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {author}
        </Typography>
        {note.shared ? <Sharing note={note} name={sharedWith ?? ''} /> : null}
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
      {note.question ? <Settling question={note.question} onMark={() => onMark(note)} /> : null}
      {isAsking ? (
        <PromptDialog
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

/** Stands out among what colleagues say to each other. */
const sharedStyle = { pl: 1.5, borderLeft: 4, borderLeftColor: 'warning.main', bgcolor: 'action.hover' }

function Sharing({ note: { question }, name }: { note: Note; name: string }) {
  const translate = useTranslate()
  const label = question ? translate('notes.question') : translate('notes.shared', { name })
  return <Chip size="small" color="warning" variant="outlined" label={label} />
}

/** Whether a question still waits; it can be settled without an answer. */
function Settling({ question, onMark }: { question: NonNullable<Note['question']>; onMark: () => void }) {
  const translate = useTranslate()
  const isDone = question.answeredAt !== null
  return (
    <FormControlLabel
      control={<Checkbox size="small" checked={isDone} onChange={onMark} />}
      label={<Typography variant="body2">{translate(isDone ? 'notes.answered' : 'notes.needsAnswer')}</Typography>}
    />
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

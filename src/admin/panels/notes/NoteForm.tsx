import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import AttachFileIcon from '@mui/icons-material/AttachFile'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Colleague } from '../../../config/answers/notes.ts'
import { isDay } from '../../../domain/calendar.ts'
import { DayField } from '../../fields/inputs/DayField.tsx'
import { inBase64 } from './inBase64.ts'
import { mentionedIn } from './mentions.ts'
import { MentionField } from './MentionField.tsx'
import type { NewNote } from './useNotes.ts'

interface Draft {
  readonly text: string
  readonly files: readonly File[]
  readonly taskFor: string
  readonly due: string
}
const empty: Draft = { text: '', files: [], taskFor: '', due: '' }
const filesMax = 4

/** A note with what belongs to it: written, then as empty as before. */
export function NoteForm({
  colleagues,
  onAdd,
  isBusy,
}: {
  colleagues: readonly Colleague[]
  onAdd: (note: NewNote) => Promise<unknown>
  isBusy: boolean
}) {
  const translate = useTranslate()
  const [draft, setDraft] = useState(empty)
  const change = (some: Partial<Draft>) => setDraft({ ...draft, ...some })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (draft.text.trim() === '' || isBusy) return
    const files = await Promise.all(
      draft.files.map(async (file) => ({ name: file.name, content: await inBase64(file) })),
    )
    try {
      await onAdd({
        text: draft.text.trim(),
        mentions: mentionedIn(draft.text, colleagues).map(({ id }) => id),
        ...(draft.taskFor === '' ? {} : { taskFor: Number(draft.taskFor) }),
        ...(draft.taskFor !== '' && isDay(draft.due) ? { due: draft.due } : {}),
        files,
      })
      setDraft(empty)
    } catch {
      // What was refused stays as it was typed; the panel says why.
    }
  }
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
      <MentionField text={draft.text} colleagues={colleagues} onChange={(text) => change({ text })} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', mt: 1 }}>
        <TextField
          select
          fullWidth={false}
          size="small"
          label={translate('work.notes.taskFor')}
          value={draft.taskFor}
          onChange={({ target }) => change({ taskFor: target.value })}
          sx={{ minWidth: 180 }}
        >
          <MenuItem value="">{translate('work.notes.noTask')}</MenuItem>
          {colleagues.map(({ id, name }) => (
            <MenuItem key={id} value={String(id)}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        {draft.taskFor === '' ? null : (
          <DayField
            size="small"
            fullWidth={false}
            label={translate('work.notes.due')}
            value={draft.due}
            onChange={(due) => change({ due })}
            sx={{ width: 180 }}
          />
        )}
        <FilesChoice files={draft.files} onChange={(files) => change({ files })} />
        <Box sx={{ flexGrow: 1 }} />
        <Button type="submit" variant="contained" disabled={draft.text.trim() === '' || isBusy}>
          {translate('work.notes.add')}
        </Button>
      </Box>
    </Box>
  )
}

function FilesChoice({ files, onChange }: { files: readonly File[]; onChange: (files: readonly File[]) => void }) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'center', minHeight: 40 }}>
      <Button size="small" startIcon={<AttachFileIcon />} onClick={() => input.current?.click()}>
        {translate('work.notes.attach')}
      </Button>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        hidden
        aria-label={translate('work.notes.attach')}
        onChange={({ target }) => {
          onChange([...files, ...(target.files ?? [])].slice(0, filesMax))
          target.value = ''
        }}
      />
      {files.map((file, index) => (
        <Chip
          key={`${file.name} ${index}`}
          size="small"
          label={file.name}
          onDelete={() => onChange(files.filter((_, place) => place !== index))}
        />
      ))}
    </Box>
  )
}

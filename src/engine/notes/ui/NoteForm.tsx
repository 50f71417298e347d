import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Colleague } from '../answers/notes.ts'
import { isDay } from '#engine/values/calendar.ts'
import { DayField } from '#engine/ui/fields/inputs/DayField.tsx'
import { FilesChoice } from './FilesChoice.tsx'
import { inBase64 } from './inBase64.ts'
import { mentionedIn } from './mentions.ts'
import { MentionField } from './MentionField.tsx'
import { SharingChoice } from './SharingChoice.tsx'
import type { NewNote } from './useNotes.ts'

interface Draft {
  readonly text: string
  readonly files: readonly File[]
  readonly taskFor: string
  readonly due: string
  readonly isShared: boolean
}
const empty: Draft = { text: '', files: [], taskFor: '', due: '', isShared: false }

/** What is sent of a draft: of one that is shared neither mentions nor a task. */
function written({ text, taskFor, due, isShared }: Draft, colleagues: readonly Colleague[]): Omit<NewNote, 'files'> {
  if (isShared) return { text: text.trim(), shared: true, mentions: [] }
  return {
    text: text.trim(),
    mentions: mentionedIn(text, colleagues).map(({ id }) => id),
    ...(taskFor === '' ? {} : { taskFor: Number(taskFor) }),
    ...(taskFor !== '' && isDay(due) ? { due } : {}),
  }
}

/** A note with what belongs to it: written, then as empty as before. */
export function NoteForm({
  colleagues,
  sharedWith,
  onAdd,
  isBusy,
}: {
  colleagues: readonly Colleague[]
  sharedWith: string | null
  onAdd: (note: NewNote) => Promise<unknown>
  isBusy: boolean
}) {
  const translate = useTranslate()
  const [draft, setDraft] = useState(empty)
  const change = (some: Partial<Draft>) => setDraft({ ...draft, ...some })
  const { isShared } = draft
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (draft.text.trim() === '' || isBusy) return
    const files = await Promise.all(
      draft.files.map(async (file) => ({ name: file.name, content: await inBase64(file) })),
    )
    try {
      await onAdd({ ...written(draft, colleagues), files })
      setDraft(empty)
    } catch {
      // What was refused stays as it was typed; the panel says why.
    }
  }
  return (
    <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
      {sharedWith === null ? null : (
        <SharingChoice name={sharedWith} isShared={isShared} onChange={(shared) => change({ isShared: shared })} />
      )}
      <MentionField
        text={draft.text}
        colleagues={isShared ? [] : colleagues}
        help={isShared ? null : 'work.notes.textHelp'}
        onChange={(text) => change({ text })}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start', mt: 1 }}>
        {isShared ? null : <TaskChoice draft={draft} colleagues={colleagues} onChange={change} />}
        <FilesChoice files={draft.files} onChange={(files) => change({ files })} />
        <Box sx={{ flexGrow: 1 }} />
        <Button
          type="submit"
          variant="outlined"
          color={isShared ? 'warning' : 'primary'}
          disabled={draft.text.trim() === '' || isBusy}
        >
          {isShared ? translate('notes.send', { name: sharedWith }) : translate('work.notes.add')}
        </Button>
      </Box>
    </Box>
  )
}

/** Who is to do what a note says, and until when. */
function TaskChoice({
  draft,
  colleagues,
  onChange,
}: {
  draft: Draft
  colleagues: readonly Colleague[]
  onChange: (some: Partial<Draft>) => void
}): ReactNode {
  const translate = useTranslate()
  return (
    <>
      <TextField
        select
        fullWidth={false}
        size="small"
        label={translate('work.notes.taskFor')}
        value={draft.taskFor}
        onChange={({ target }) => onChange({ taskFor: target.value })}
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
          onChange={(due) => onChange({ due })}
          sx={{ width: 180 }}
        />
      )}
    </>
  )
}

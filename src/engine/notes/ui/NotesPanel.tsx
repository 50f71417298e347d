import { Fragment, type ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { NoteForm } from './NoteForm.tsx'
import { NoteItem } from './NoteItem.tsx'
import { useNotes } from './useNotes.ts'

/** What colleagues wrote about the record that is open, the newest first, and a place to write. */
export default function NotesPanel() {
  const translate = useTranslate()
  // Whoever signed in with a partner's key is no colleague.
  return useActor().kind === 'user' ? <Notes title={translate('work.notes.title')} among={[]} /> : null
}

/** Something that happened to the record, to stand among its notes. */
export interface Happening {
  readonly key: string
  readonly at: string
  readonly shown: ReactNode
}

/** Notes, with what else happened in between. */
export function Notes({ title, among }: { title: string; among: readonly Happening[] }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const notes = useNotes()
  const { data, error, isPending } = notes.query
  return (
    <Panel
      title={title}
      lead={data?.sharedWith ? translate('notes.lead', { name: data.sharedWith }) : translate('work.notes.lead')}
    >
      {isPending ? <Skeleton variant="rounded" height={180} /> : null}
      {error ? <Alert severity="error">{errorText(error)}</Alert> : null}
      {data ? (
        <>
          <NoteForm colleagues={data.colleagues} sharedWith={data.sharedWith} onAdd={notes.add} isBusy={notes.isBusy} />
          {notes.error ? (
            <Alert severity="error" sx={{ mt: 1 }}>
              {errorText(notes.error)}
            </Alert>
          ) : null}
          {data.notes.length + among.length === 0 ? (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
              {translate('work.notes.none')}
            </Typography>
          ) : (
            <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
              {[
                ...among,
                ...data.notes.map((note) => ({
                  key: `note ${note.id}`,
                  at: note.at,
                  shown: (
                    <NoteItem
                      note={note}
                      sharedWith={data.sharedWith}
                      path={notes.path}
                      onMark={notes.mark}
                      onRemove={notes.remove}
                    />
                  ),
                })),
              ]
                .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
                .map(({ key, shown }) => (
                  <Fragment key={key}>{shown}</Fragment>
                ))}
            </Box>
          )}
        </>
      ) : null}
    </Panel>
  )
}

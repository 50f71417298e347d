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
  // Whoever signed in with a partner's key is no colleague.
  return useActor().kind === 'user' ? <Notes /> : null
}

function Notes() {
  const translate = useTranslate()
  const errorText = useErrorText()
  const notes = useNotes()
  const { data, error, isPending } = notes.query
  return (
    <Panel
      title={translate('work.notes.title')}
      lead={data?.sharedWith ? translate('late.notes.lead', { name: data.sharedWith }) : translate('work.notes.lead')}
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
          {data.notes.length === 0 ? (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
              {translate('work.notes.none')}
            </Typography>
          ) : (
            <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
              {data.notes.map((note) => (
                <NoteItem
                  key={note.id}
                  note={note}
                  sharedWith={data.sharedWith}
                  path={notes.path}
                  onMark={notes.mark}
                  onRemove={notes.remove}
                />
              ))}
            </Box>
          )}
        </>
      ) : null}
    </Panel>
  )
}

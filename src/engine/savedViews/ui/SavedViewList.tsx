import { type FormEvent, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import ScheduleIcon from '@mui/icons-material/ScheduleOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { slots } from '#engine/ui/slots.ts'
import type { SavedViewsProps } from './useViews.ts'
import { type SavedView, useViews } from './useViews.ts'

/** The views of a page, each to open, to have files made of (reports alone) or to forget, and a form for one more. */
export default function SavedViewList({
  page,
  none,
  currentQuery,
  onOpen,
  onDone,
}: Omit<SavedViewsProps, 'label'> & { readonly onDone: () => void }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const { views, save, remove, error } = useViews(page)
  const [scheduled, setScheduled] = useState<SavedView | null>(null)
  const { scheduleView: ScheduleDialog } = slots()
  const isOfReport = 'report' in page && ScheduleDialog !== null
  const open = (query: string) => {
    onOpen(query)
    onDone()
  }
  return (
    <>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {views?.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ p: 2, pb: 0 }}>
          {none}
        </Typography>
      )}
      <List dense>
        {views?.map((view) => (
          <ListItem key={view.id} disablePadding sx={{ display: 'flex', pr: 1 }}>
            <ListItemButton onClick={() => open(view.query)}>
              <ListItemText primary={view.name} sx={{ overflowWrap: 'anywhere' }} />
            </ListItemButton>
            {isOfReport && (
              <IconButton
                size="small"
                aria-label={translate('downloads.scheduleNamed', { name: view.name })}
                title={translate('downloads.schedule')}
                onClick={() => setScheduled(view)}
              >
                <ScheduleIcon fontSize="small" />
              </IconButton>
            )}
            <IconButton
              size="small"
              aria-label={translate('resourcePages.savedFilters.remove', { name: view.name })}
              onClick={() => remove.mutate(view.id)}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          </ListItem>
        ))}
      </List>
      <Divider />
      {scheduled && ScheduleDialog && (
        <Suspense fallback={null}>
          <ScheduleDialog view={scheduled} onClose={() => setScheduled(null)} />
        </Suspense>
      )}
      <SaveForm onSave={(name) => save.mutate({ name, query: currentQuery() })} />
    </>
  )
}

function SaveForm({ onSave }: { onSave: (name: string) => void }) {
  const translate = useTranslate()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    onSave(name.trim())
    setName('')
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ p: 2, display: 'flex', gap: 1 }}>
      <TextField
        size="small"
        fullWidth
        label={translate('resourcePages.savedFilters.name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        {translate('ra.action.save')}
      </Button>
    </Box>
  )
}

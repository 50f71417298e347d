import { type FormEvent, useState } from 'react'
import { useTranslate } from 'ra-core'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
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
import { useErrorText } from '../resource/useErrorText.ts'
import type { SavedViewsProps } from './SavedViewsButton.tsx'
import { useViews } from './useViews.ts'

/** The views of a page, each to open or forget, and a form for one more. */
export default function SavedViewList({ page, none, currentQuery, onOpen, onDone }: Omit<SavedViewsProps, 'label'> & { readonly onDone: () => void }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const { views, save, remove, error } = useViews(page)
  const open = (query: string) => {
    onOpen(query)
    onDone()
  }
  return (
    <>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {views?.length === 0 && <Typography variant="body2" color="textSecondary" sx={{ p: 2, pb: 0 }}>{none}</Typography>}
      <List dense>
        {views?.map(({ id, name, query }) => (
          <ListItem key={id} disablePadding secondaryAction={
            <IconButton edge="end" size="small" aria-label={translate('resourcePages.savedFilters.remove', { name })} onClick={() => remove.mutate(id)}><DeleteIcon fontSize="small" /></IconButton>}>
            <ListItemButton onClick={() => open(query)}><ListItemText primary={name} /></ListItemButton>
          </ListItem>
        ))}
      </List>
      <Divider />
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
      <TextField size="small" fullWidth label={translate('resourcePages.savedFilters.name')} value={name} onChange={({ target }) => setName(target.value)} slotProps={{ htmlInput: { maxLength: 60 } }} />
      <Button type="submit" disabled={name.trim() === ''}>{translate('ra.action.save')}</Button>
    </Box>
  )
}

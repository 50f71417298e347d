import { type FormEvent, type MouseEvent, useState } from 'react'
import { extractValidSavedQueries, type SavedQuery, useListContext, useSavedQueries, useTranslate } from 'ra-core'
import BookmarkIcon from '@mui/icons-material/BookmarkBorder'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemText from '@mui/material/ListItemText'
import List from '@mui/material/List'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

/** Filters, sort and page size under a name, to come back to. */
export function SavedFilters() {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const open = (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget)
  const label = translate('resourcePages.savedFilters.title')
  return (
    <>
      <Button size="small" startIcon={<BookmarkIcon />} onClick={open} aria-haspopup="dialog" aria-expanded={anchor !== null}>{label}</Button>
      <Popover open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { width: 320 } } }}>
        <SavedList onDone={() => setAnchor(null)} />
      </Popover>
    </>
  )
}

function SavedList({ onDone }: { onDone: () => void }) {
  const translate = useTranslate()
  const { resource, setFilters, setSort, setPerPage, setPage } = useListContext()
  const [stored, setStored] = useSavedQueries(resource)
  const queries = extractValidSavedQueries(stored)
  const apply = ({ value }: SavedQuery) => {
    setFilters(value.filter ?? {}, value.displayedFilters ?? [])
    if (value.sort) setSort(value.sort)
    if (value.perPage) setPerPage(value.perPage)
    setPage(1)
    onDone()
  }
  return (
    <>
      {queries.length === 0 && <Typography variant="body2" color="textSecondary" sx={{ p: 2, pb: 0 }}>{translate('resourcePages.savedFilters.none')}</Typography>}
      <List dense>
        {queries.map((query) => (
          <ListItem key={query.label} disablePadding secondaryAction={
            <IconButton edge="end" size="small" aria-label={translate('resourcePages.savedFilters.remove', { name: query.label })}
              onClick={() => setStored(queries.filter((other) => other !== query))}><DeleteIcon fontSize="small" /></IconButton>}>
            <ListItemButton onClick={() => apply(query)}><ListItemText primary={query.label} /></ListItemButton>
          </ListItem>
        ))}
      </List>
      <Divider />
      <SaveForm onSave={(query) => { setStored([...queries.filter(({ label }) => label !== query.label), query]); onDone() }} />
    </>
  )
}

function SaveForm({ onSave }: { onSave: (query: SavedQuery) => void }) {
  const translate = useTranslate()
  const { filterValues, displayedFilters, sort, perPage } = useListContext()
  const [name, setName] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    const label = name.trim()
    if (label) onSave({ label, value: { filter: filterValues, displayedFilters: displayedFilters as never[], sort, perPage } })
  }
  return (
    <Box component="form" noValidate onSubmit={save} sx={{ p: 2, display: 'flex', gap: 1 }}>
      <TextField size="small" fullWidth label={translate('resourcePages.savedFilters.name')} value={name} onChange={(event) => setName(event.target.value)} />
      <Button type="submit" disabled={name.trim() === ''}>{translate('ra.action.save')}</Button>
    </Box>
  )
}

import { type FormEvent, useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'ra-core'
import { useNavigate, useSearchParams } from 'react-router-dom'
import BookmarkIcon from '@mui/icons-material/BookmarkBorder'
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
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { Report } from '../../../../config/report.ts'
import type { BackOfficeDataProvider } from '../../../dataProvider.ts'
import { useErrorText } from '../../../resource/useErrorText.ts'
import { type ReportQuery, todayUtc } from '../reportQuery.ts'
import { addressOfView, keptQuery } from './viewQuery.ts'

interface SavedView { readonly id: number; readonly name: string; readonly query: string }
interface SavedViewsProps { readonly report: Report; readonly query: ReportQuery }

/** Period, filters, order and columns of a report under a name, to come back to; kept with the user. */
export function SavedViews(props: SavedViewsProps) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = translate('resourcePages.report.views')
  return (
    <>
      <Button size="small" startIcon={<BookmarkIcon />} aria-haspopup="dialog" aria-expanded={anchor !== null} onClick={({ currentTarget }) => setAnchor(currentTarget)}>{label}</Button>
      <Popover open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }} slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { width: 320 } } }}>
        <ViewList {...props} onDone={() => setAnchor(null)} />
      </Popover>
    </>
  )
}

/** The views that are kept, and how to keep and forget one. */
function useViews(report: Report) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const client = useQueryClient()
  const queryKey = ['savedViews', report.name]
  const onSuccess = () => client.invalidateQueries({ queryKey })
  const stored = useQuery({ queryKey, queryFn: ({ signal }) => dataProvider.read<readonly SavedView[]>(`/api/me/view?report=${report.name}`, signal), retry: false })
  const save = useMutation({ mutationFn: (view: Omit<SavedView, 'id'>) => dataProvider.callApi('/api/me/view', { method: 'POST', body: JSON.stringify({ report: report.name, ...view }) }), onSuccess })
  const remove = useMutation({ mutationFn: (id: number) => dataProvider.callApi(`/api/me/view/${id}`, { method: 'DELETE' }), onSuccess })
  return { views: stored.data, save, remove, error: stored.error ?? save.error ?? remove.error }
}

function ViewList({ report, query, onDone }: SavedViewsProps & { onDone: () => void }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { views, save, remove, error } = useViews(report)
  const open = (view: SavedView) => {
    void navigate(addressOfView({ report, kept: view.query, today: todayUtc() }))
    onDone()
  }
  return (
    <>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {views?.length === 0 && <Typography variant="body2" color="textSecondary" sx={{ p: 2, pb: 0 }}>{translate('resourcePages.report.noViews')}</Typography>}
      <List dense>
        {views?.map((view) => (
          <ListItem key={view.id} disablePadding secondaryAction={
            <IconButton edge="end" size="small" aria-label={translate('resourcePages.savedFilters.remove', { name: view.name })} onClick={() => remove.mutate(view.id)}><DeleteIcon fontSize="small" /></IconButton>}>
            <ListItemButton onClick={() => open(view)}><ListItemText primary={view.name} /></ListItemButton>
          </ListItem>
        ))}
      </List>
      <Divider />
      <SaveForm onSave={(name) => save.mutate({ name, query: keptQuery({ search, query, today: todayUtc() }) })} />
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

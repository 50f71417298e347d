import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import CloseIcon from '@mui/icons-material/Close'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { Actor } from '../../../config/actor.ts'
import { can, mayRunAction } from '../../../config/derive/access.ts'
import type { AnyResource } from '../../../config/resource.ts'
import { labelKeys } from '../../fields/labels.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'

const BulkDialog = lazy(() => import('./BulkDialog.tsx'))

/** The bulk actions a person may run. */
export function bulkActionsOf({ resource, actor }: { resource: AnyResource; actor: Actor }): string[] {
  return Object.entries(resource.actions)
    .filter(([, action]) => action.bulk && mayRunAction({ actor, resource, action }))
    .map(([name]) => name)
}

/** Whether there is anything to select records for. */
export function hasBulkActions(question: { resource: AnyResource; actor: Actor }): boolean {
  return bulkActionsOf(question).length > 0 || can({ ...question, operation: 'remove' })
}

/** What can be done with the selected records. Shown while some are selected. */
export function BulkBar() {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const [running, setRunning] = useState<string | null>(null)
  return (
    <>
      <SelectionBar>
        {bulkActionsOf({ resource, actor }).map((name) => (
          <Button key={name} size="small" onClick={() => setRunning(name)}>
            {translate(labelKeys.action(resource.name, name))}
          </Button>
        ))}
        {can({ actor, resource, operation: 'remove' }) && (
          <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={() => setRunning('remove')}>
            {translate('ra.action.delete')}
          </Button>
        )}
      </SelectionBar>
      {running && (
        <Suspense fallback={null}>
          <BulkDialog name={running} onClose={() => setRunning(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Says how many records are selected, with buttons for them. Nothing while none is. */
export function SelectionBar({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const { selectedIds, onUnselectItems } = useListContext()
  const count = selectedIds?.length ?? 0
  if (count === 0) return null
  return (
    <Box
      role="toolbar"
      aria-label={translate('resourcePages.list.selected', { smart_count: count })}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        px: 1.5,
        py: 0.5,
        bgcolor: 'action.selected',
      }}
    >
      <IconButton size="small" aria-label={translate('resourcePages.list.unselect')} onClick={() => onUnselectItems()}>
        <CloseIcon fontSize="small" />
      </IconButton>
      <Typography variant="body2" aria-live="polite">
        {translate('resourcePages.list.selected', { smart_count: count })}
      </Typography>
      <Box sx={{ flexGrow: 1 }} />
      {children}
    </Box>
  )
}

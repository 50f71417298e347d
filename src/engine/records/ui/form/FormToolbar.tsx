import { lazy, Suspense, useRef } from 'react'
import { LinkBase, SaveButton, useCreatePath, useRecordContext, useSaveContext, useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import Button from '@mui/material/Button'
import Toolbar from '@mui/material/Toolbar'
import Typography from '@mui/material/Typography'
import { can } from '#engine/declaration/derive/access.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { useFocusAfterSave } from './useFocusAfterSave.ts'

/** A page enlarged so far that bars would take half of what is seen. */
const lowWindow = '@media (max-height: 420px)'

const RemoveButton = lazy(() => import('../actions/RemoveButton.tsx'))

const alwaysInSight = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  p: 1.5,
  gap: 1,
  flexWrap: 'wrap',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  [lowWindow]: { position: 'static' },
} as const

/**
 * Save, back, and for a stored record its removal: always in sight. Where nothing is typed, something else of the page is
 * what it is for.
 */
export function FormToolbar({ operation }: { operation: 'create' | 'update' }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const record = useRecordContext()
  const createPath = useCreatePath()
  const { saving } = useSaveContext()
  const { isSubmitting, isDirty } = useFormState()
  const save = useRef<HTMLButtonElement>(null)
  const isBusy = Boolean(saving) || isSubmitting
  useFocusAfterSave(isBusy, save)
  return (
    <Toolbar role="toolbar" disableGutters sx={alwaysInSight}>
      {can({ actor, resource, operation }) ? (
        <SaveButton
          ref={save}
          variant={operation === 'create' || isDirty ? 'contained' : 'outlined'}
          alwaysEnable={!isBusy}
          data-shortcut="save"
          aria-keyshortcuts="Control+S Meta+S"
        />
      ) : (
        <Typography variant="body2" color="textSecondary">
          {translate('resourcePages.form.noWriting')}
        </Typography>
      )}
      <Button component={LinkBase} to={createPath({ resource: resource.name, type: 'list' })}>
        {translate('resourcePages.form.back')}
      </Button>
      <span style={{ flexGrow: 1 }} />
      {operation === 'update' && record && can({ actor, resource, operation: 'remove' }) && (
        <Suspense fallback={null}>
          <RemoveButton record={record} />
        </Suspense>
      )}
    </Toolbar>
  )
}

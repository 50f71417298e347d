import { LinkBase, useCreatePath, useTranslate } from 'react-admin'
import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { can } from '#engine/declaration/derive/access.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'

/**
 * Leads to the form for a new record, for whoever may make one. react-admin's own asks for the right again, and on a phone
 * it floats over the cards.
 */
export function CreateButton() {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const createPath = useCreatePath()
  if (!can({ actor, resource, operation: 'create' })) return null
  return (
    <Button
      component={LinkBase}
      to={createPath({ resource: resource.name, type: 'create' })}
      variant="contained"
      startIcon={<AddIcon />}
    >
      {translate('ra.action.create')}
    </Button>
  )
}

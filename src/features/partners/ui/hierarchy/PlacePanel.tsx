import { LinkBase, useRecordContext, useTranslate } from 'react-admin'
import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined'
import Button from '@mui/material/Button'
import { can } from '#engine/declaration/derive/access.ts'
import { hierarchyPath } from '#engine/ui/router/pagePaths.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'

/** From a partner's page to its place in the hierarchy. */
export default function PlacePanel() {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  if (!can({ actor, resource, operation: 'list' })) return null
  return (
    <Button
      component={LinkBase}
      to={`${hierarchyPath}?partner=${String(record?.id)}`}
      variant="outlined"
      startIcon={<AccountTreeIcon />}
      sx={{ mt: 2 }}
    >
      {translate('panels.hierarchy.place')}
    </Button>
  )
}

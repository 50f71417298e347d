import { LinkBase, useTranslate } from 'react-admin'
import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined'
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined'
import Button from '@mui/material/Button'
import { hierarchyPath } from '#engine/ui/router/pagePaths.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { useActor, useConfiguredResource, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { useResourceName } from '#engine/ui/fields/labels.ts'

/** From levels to partners, and from both to the hierarchy. */
export function PartnerLinks() {
  const translate = useTranslate()
  const resourceName = useResourceName()
  const actor = useActor()
  const { name } = useConfiguredResource()
  const { partner } = useResources()
  if (!partner || !can({ actor, resource: partner, operation: 'list' })) return null
  return (
    <>
      {name === 'partnerLevel' && (
        <Button component={LinkBase} to="/partner" variant="outlined" startIcon={<HandshakeOutlined />}>
          {resourceName('partner', 2)}
        </Button>
      )}
      <Button component={LinkBase} to={hierarchyPath} variant="outlined" startIcon={<AccountTreeIcon />}>
        {translate('menu.entries.hierarchy')}
      </Button>
    </>
  )
}

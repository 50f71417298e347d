import { LinkBase, useTranslate } from 'ra-core'
import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined'
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined'
import Button from '@mui/material/Button'
import { can } from '../../config/derive/access.ts'
import { useResourceName } from '../fields/labels.ts'
import { hierarchyPath } from '../pages/hierarchy/hierarchyPath.ts'
import { useActor, useConfiguredResource, useResources } from '../resource/ResourcesContext.tsx'

/** From the lists of partner levels and partners to the partners, which no menu names, and to their hierarchy. */
export function ListLinks() {
  const translate = useTranslate()
  const resourceName = useResourceName()
  const actor = useActor()
  const { name } = useConfiguredResource()
  const { partner } = useResources()
  if ((name !== 'partnerLevel' && name !== 'partner') || !partner || !can({ actor, resource: partner, operation: 'list' })) return null
  return (
    <>
      {name === 'partnerLevel' && <Button component={LinkBase} to="/partner" variant="outlined" startIcon={<HandshakeOutlined />}>{resourceName('partner', 2)}</Button>}
      <Button component={LinkBase} to={hierarchyPath} variant="outlined" startIcon={<AccountTreeIcon />}>{translate('panels.hierarchy.open')}</Button>
    </>
  )
}

import { LinkBase } from 'react-admin'
import DnsOutlined from '@mui/icons-material/DnsOutlined'
import Button from '@mui/material/Button'
import { can } from '#engine/declaration/derive/access.ts'
import { useActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { useResourceName } from '#engine/ui/fields/labels.ts'

/** From brands to the hosts that their links may lead to. */
export function RedirectHostsLink() {
  const resourceName = useResourceName()
  const actor = useActor()
  const { redirectHost } = useResources()
  if (!redirectHost || !can({ actor, resource: redirectHost, operation: 'list' })) return null
  return (
    <Button component={LinkBase} to="/redirectHost" variant="outlined" startIcon={<DnsOutlined />}>
      {resourceName('redirectHost', 2)}
    </Button>
  )
}

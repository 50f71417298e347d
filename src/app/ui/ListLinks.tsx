import { lazy, Suspense, useState } from 'react'
import { LinkBase, useTranslate } from 'react-admin'
import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined'
import DnsOutlined from '@mui/icons-material/DnsOutlined'
import ReportGmailerrorredOutlined from '@mui/icons-material/ReportGmailerrorredOutlined'
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined'
import Button from '@mui/material/Button'
import { can } from '#engine/declaration/derive/access.ts'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { hierarchyPath } from '#features/partners/ui/hierarchy/hierarchyPath.ts'
import { useActor, useConfiguredResource, useResources } from '#engine/records/ui/ResourcesContext.tsx'

/**
 * From a list to what belongs to it and no menu names: partners and their hierarchy, the hosts that brands' links may
 * lead to.
 */
export function ListLinks() {
  const { name } = useConfiguredResource()
  if (name === 'partnerLevel' || name === 'partner') return <PartnerLinks />
  if (name === 'rewardProfile') return <UsualDeal />
  if (name === 'signalTarget' || name === 'signalDelivery') return <GivenUpLink />
  return name === 'brand' || name === 'subBrand' ? <HostLink /> : null
}

const UsualDealDialog = lazy(() => import('#features/deals/ui/sentence/UsualDealDialog.tsx'))

/** Beside the empty form: the usual deals in a few questions, for whoever may make what they are made of. */
function UsualDeal() {
  const translate = useTranslate()
  const actor = useActor()
  const resources = useResources()
  const [isOpen, setIsOpen] = useState(false)
  const made = [resources['reward'], resources['rewardProfile']]
  if (!made.every((resource) => resource && can({ actor, resource, operation: 'create' }))) return null
  return (
    <>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        {translate('panels.usual.open')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <UsualDealDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What was given up: where one looks when somebody says that nothing came. */
function GivenUpLink() {
  const translate = useTranslate()
  const to = `/signalDelivery?filter=${encodeURIComponent(JSON.stringify({ state: ['dead'] }))}`
  return (
    <Button component={LinkBase} to={to} variant="outlined" startIcon={<ReportGmailerrorredOutlined />}>
      {translate('panels.signals.givenUp')}
    </Button>
  )
}

function HostLink() {
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

function PartnerLinks() {
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
        {translate('panels.hierarchy.open')}
      </Button>
    </>
  )
}

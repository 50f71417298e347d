import { type Identifier, LinkBase, useTranslate } from 'react-admin'
import MuiLink from '@mui/material/Link'
import { useConfiguredResource, useMayOpen, useResources } from './ResourcesContext.tsx'

/** Where everything that was ever done to a record stands, for whoever may read the activity log. */
export function LogLink({ id }: { id: Identifier }) {
  const translate = useTranslate()
  const { name } = useConfiguredResource()
  const log = Object.values(useResources()).find(({ nature }) => nature === 'log')
  const mayOpen = useMayOpen()
  if (!log || !mayOpen(log.name)) return null
  const filter = encodeURIComponent(JSON.stringify({ object: name, objectId: String(id) }))
  return (
    <>
      {' '}
      ·{' '}
      <MuiLink component={LinkBase} underline="always" to={`/${log.name}?filter=${filter}`}>
        {translate('resourcePages.log.ofThis')}
      </MuiLink>
    </>
  )
}

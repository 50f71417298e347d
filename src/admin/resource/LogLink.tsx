import { type Identifier, LinkBase, useTranslate } from 'react-admin'
import MuiLink from '@mui/material/Link'
import { useConfiguredResource, useMayOpen } from './ResourcesContext.tsx'

/** Where everything that was ever done to a record stands, for whoever may read the activity log. */
export function LogLink({ id }: { id: Identifier }) {
  const translate = useTranslate()
  const { name } = useConfiguredResource()
  if (!useMayOpen()('activityLog')) return null
  const filter = encodeURIComponent(JSON.stringify({ object: name, objectId: String(id) }))
  return (
    <>
      {' '}
      ·{' '}
      <MuiLink component={LinkBase} underline="always" to={`/activityLog?filter=${filter}`}>
        {translate('resourcePages.log.ofThis')}
      </MuiLink>
    </>
  )
}

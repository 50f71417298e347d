import { type Identifier, LinkBase, useTranslate } from 'react-admin'
import MuiLink from '@mui/material/Link'
import { useConfiguredResource, useMayOpen, useResources } from './ResourcesContext.tsx'

/** Resource whose lines are the engine's activity log (`/api/activityLog`); other logs name records too. */
const activityLog = 'activityLog'

/** Link to the activity log's lines about the record, for users who may read the log. */
export function LogLink({ id }: { id: Identifier }) {
  const translate = useTranslate()
  const { name } = useConfiguredResource()
  const mayOpen = useMayOpen()
  if (!(activityLog in useResources()) || !mayOpen(activityLog)) return null
  const filter = encodeURIComponent(JSON.stringify({ object: name, objectId: String(id) }))
  return (
    <>
      {' '}
      ·{' '}
      <MuiLink component={LinkBase} underline="always" to={`/${activityLog}?filter=${filter}`}>
        {translate('resourcePages.log.ofThis')}
      </MuiLink>
    </>
  )
}

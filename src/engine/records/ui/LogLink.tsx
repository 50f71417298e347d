import { type Identifier, LinkBase, useTranslate } from 'react-admin'
import MuiLink from '@mui/material/Link'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { useConfiguredResource, useMayOpen, useResources } from './ResourcesContext.tsx'

/** Of the logs, the one whose lines are about records of every resource. */
const isAboutEveryRecord = ({ nature, filters }: AnyResource) =>
  nature === 'log' && filters.object !== undefined && filters.objectId !== undefined

/** Link to the activity log's lines about the record, for users who may read the log. */
export function LogLink({ id }: { id: Identifier }) {
  const translate = useTranslate()
  const { name } = useConfiguredResource()
  const mayOpen = useMayOpen()
  const log = Object.values(useResources()).find(isAboutEveryRecord)
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

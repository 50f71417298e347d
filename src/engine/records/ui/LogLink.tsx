import { type Identifier, LinkBase, useTranslate } from 'react-admin'
import MuiLink from '@mui/material/Link'
import { useConfiguredResource, useMayOpen, useResources } from './ResourcesContext.tsx'

/** The activity log among the logs that name records: its lines are operations. */
const useActivityLog = (): string | undefined =>
  Object.values(useResources()).find(({ nature, fields }) => nature === 'log' && 'operation' in fields)?.name

/** Link to the activity log's lines about the record, for users who may read the log. */
export function LogLink({ id }: { id: Identifier }) {
  const translate = useTranslate()
  const { name } = useConfiguredResource()
  const mayOpen = useMayOpen()
  const log = useActivityLog()
  if (log === undefined || !mayOpen(log)) return null
  const filter = encodeURIComponent(JSON.stringify({ object: name, objectId: String(id) }))
  return (
    <>
      {' '}
      ·{' '}
      <MuiLink component={LinkBase} underline="always" to={`/${log}?filter=${filter}`}>
        {translate('resourcePages.changeLog')}
      </MuiLink>
    </>
  )
}

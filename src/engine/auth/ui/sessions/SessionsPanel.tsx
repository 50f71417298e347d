import { useRecordContext, useTranslate } from 'react-admin'
import { can } from '#engine/declaration/derive/access.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { UserSessions } from './UserSessions.tsx'

/** Somebody's open sessions on their page, for whoever looks after them; one's own are on the account page. */
export default function SessionsPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const id = Number(record?.id)
  const isOneself = resource.name === 'user' && actor.userId === id
  // Nobody else may ask: the server would refuse, and a refusal ends the session.
  const mayEnd = can({ actor, resource, operation: 'update' }) && (actor.root || !record?.['root'])
  if (!record || isOneself || !mayEnd) return null
  return (
    <Panel title={translate('panels.account.sessions')} lead={translate('panels.userSessions.lead')}>
      <UserSessions key={id} of={{ resource: resource.name, id }} name={String(record['name'] ?? record['email'])} />
    </Panel>
  )
}

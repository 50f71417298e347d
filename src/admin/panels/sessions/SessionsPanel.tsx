import { useRecordContext, useTranslate } from 'react-admin'
import { can } from '../../../config/derive/access.ts'
import { useActor, useConfiguredResource } from '../../resource/ResourcesContext.tsx'
import { Panel } from '../Panel.tsx'
import { UserSessions } from './UserSessions.tsx'

/** Somebody's open sessions on the user's page, for whoever looks after users; one's own are on the account page. */
export default function SessionsPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const userId = Number(record?.id)
  // Nobody else may ask: the server would refuse, and a refusal ends the session.
  const mayEnd = can({ actor, resource, operation: 'update' }) && (actor.root || !record?.['root'])
  if (!record || actor.userId === userId || !mayEnd) return null
  return (
    <Panel title={translate('panels.account.sessions')} lead={translate('panels.userSessions.lead')}>
      <UserSessions key={userId} userId={userId} name={String(record['name'] ?? record['email'])} />
    </Panel>
  )
}

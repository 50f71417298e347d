import { useState } from 'react'
import { useDataProvider, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { InvitationAnswer } from '../answers/people.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { NewKey } from '#engine/auth/ui/accessKeys/NewKey.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'

/** On the page of one of an affiliate's people: the link by which they set a password, shown once. */
export default function InvitationPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  if (!record || !can({ actor, resource, operation: 'update' })) return null
  return (
    <Panel title={translate('people.title')} lead={translate('people.lead')}>
      <Invitation key={record.id} person={record} />
    </Panel>
  )
}

function Invitation({ person }: { person: AnyRecord }) {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notifyError = useNotifyError()
  const refresh = useRefresh()
  const [made, setMade] = useState<InvitationAnswer | null>(null)
  const [isMaking, setIsMaking] = useState(false)
  const invite = async () => {
    setIsMaking(true)
    try {
      const path = `/api/affiliateUser/${String(person['id'])}/invite`
      setMade((await dataProvider.callApi<InvitationAnswer>(path, { method: 'POST', body: '{}' })).json)
      refresh()
    } catch (error) {
      notifyError(error)
    } finally {
      setIsMaking(false)
    }
  }
  const isFirst = !person['invitedUntil'] && !person['joinedAt']
  return (
    <>
      {made && <NewKey value={made.link} onClose={() => setMade(null)} />}
      {made ? <MailLine made={made} email={String(person['email'])} /> : <State person={person} />}
      <Button
        size="small"
        variant={isFirst ? 'contained' : 'outlined'}
        sx={{ mt: 1 }}
        loading={isMaking}
        disabled={person['suspended'] === true}
        onClick={() => void invite()}
      >
        {translate(isFirst ? 'people.make' : 'people.again')}
      </Button>
    </>
  )
}

function MailLine({ made: { isMailed }, email }: { made: InvitationAnswer; email: string }) {
  const translate = useTranslate()
  const said = isMailed === null ? 'noMail' : isMailed ? 'mailed' : 'notMailed'
  return <Typography variant="body2">{translate(`people.${said}`, { email })}</Typography>
}

function State({ person }: { person: AnyRecord }) {
  const translate = useTranslate()
  const moment = useMomentText()
  const [now] = useState(() => Date.now())
  const { invitedUntil, joinedAt } = person
  const isOpen = typeof invitedUntil === 'string' && Date.parse(invitedUntil) > now
  const lines = [
    typeof joinedAt === 'string' && translate('people.joined', { moment: moment(joinedAt) }),
    isOpen && translate('people.open', { moment: moment(invitedUntil) }),
    !joinedAt && !isOpen && translate('people.none'),
  ]
  return lines.filter(Boolean).map((line) => (
    <Typography key={String(line)} variant="body2">
      {line}
    </Typography>
  ))
}

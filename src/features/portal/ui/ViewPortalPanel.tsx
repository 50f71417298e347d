import { useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { portalViewerRoles } from '#resources/roles.ts'
import type { SessionAnswer } from '#engine/auth/answers/session.ts'
import { beginViewing } from '#engine/auth/ui/session/viewing.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { portalPath } from '#engine/ui/router/pagePaths.ts'

/** On the page of an affiliate: opens the portal as it sees it, in this tab. */
export default function ViewPortalPanel() {
  const translate = useTranslate()
  const record = useRecordContext()
  const actor = useActor()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { run, isRunning, error } = useAsyncAction()
  if (!record || !(actor.root || portalViewerRoles.every((role) => actor.roles.has(role)))) return null
  const view = () =>
    run(async () => {
      const path = `/api/affiliate/${record.id}/view`
      const { json } = await dataProvider.callApi<SessionAnswer>(path, { method: 'POST', body: '{}' })
      const { pathname, search } = window.location
      beginViewing(sessionStorage, json, `${pathname}${search}`)
      window.location.assign(portalPath)
    })
  return (
    <Panel title={translate('viewPortal.title')} lead={translate('viewPortal.lead')}>
      {error !== null && (
        <Alert severity="error" sx={{ mb: 1 }}>
          {errorText(error)}
        </Alert>
      )}
      <Button variant="outlined" loading={isRunning} onClick={() => void view()}>
        {translate('viewPortal.open')}
      </Button>
    </Panel>
  )
}

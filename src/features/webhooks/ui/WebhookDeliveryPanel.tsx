import { useDataProvider, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'

/** On the page of a delivery: what it says, and, where it was given up, how to send it again. */
export default function SignalDeliveryPanel() {
  const translate = useTranslate()
  const record = useRecordContext()
  if (!record) return null
  return (
    <>
      <Panel title={translate('signals.says')}>
        <Box
          component="pre"
          tabIndex={0}
          role="region"
          aria-label={translate('signals.says')}
          sx={{ m: 0, overflowX: 'auto', fontSize: 13 }}
        >
          {JSON.stringify(record['said'], null, 2)}
        </Box>
      </Panel>
      {record['state'] === 'dead' && <GivenUp id={Number(record.id)} />}
    </>
  )
}

function GivenUp({ id }: { id: number }) {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const refresh = useRefresh()
  const sendAgain = async () => {
    const path = `/api/signalDelivery/${id}/again`
    const { json } = await dataProvider.callApi<{ count: number }>(path, { method: 'POST', body: '{}' })
    notify('signals.sentAgain', { type: 'success', messageArgs: { smart_count: json.count } })
    refresh()
  }
  return (
    <Panel title={translate('panels.signals.givenUp')} lead={translate('signals.givenUpLead')}>
      <Button variant="contained" size="small" onClick={() => void sendAgain().catch(notifyError)}>
        {translate('signals.againOne')}
      </Button>
    </Panel>
  )
}

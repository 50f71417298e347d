import { useDataProvider, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'
import { useNotifyError } from '../../resource/useErrorText.ts'
import { Panel } from '../Panel.tsx'

/** On the page of a delivery that was given up: send it again. */
export default function SignalDeliveryPanel() {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const refresh = useRefresh()
  const record = useRecordContext()
  if (record?.['state'] !== 'dead') return null
  const sendAgain = async () => {
    const path = `/api/signalDelivery/${String(record.id)}/again`
    const { json } = await dataProvider.callApi<{ count: number }>(path, { method: 'POST', body: '{}' })
    notify('panels.signals.sentAgain', { type: 'success', messageArgs: { smart_count: json.count } })
    refresh()
  }
  return (
    <Panel title={translate('panels.signals.givenUp')} lead={translate('panels.signals.givenUpLead')}>
      <Button variant="contained" size="small" onClick={() => void sendAgain().catch(notifyError)}>
        {translate('panels.signals.againOne')}
      </Button>
    </Panel>
  )
}

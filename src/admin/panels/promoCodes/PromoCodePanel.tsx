import { useState } from 'react'
import { useDataProvider, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { can } from '../../../config/derive/access.ts'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'
import { useWork } from '../../dialogs/useWork.ts'
import { MoneyDialog } from '../../pages/money/MoneyDialog.tsx'
import { useActor, useConfiguredResource } from '../../resource/ResourcesContext.tsx'
import { useErrorText } from '../../resource/useErrorText.ts'
import { Panel } from '../Panel.tsx'

/** On the page of a promo code that an affiliate asked for: whether it is to count. */
export default function PromoCodePanel() {
  const translate = useTranslate()
  const record = useRecordContext()
  const actor = useActor()
  const resource = useConfiguredResource()
  if (!record || record['state'] !== 'waiting' || !can({ actor, resource, operation: 'update' })) return null
  return (
    <Panel title={translate('late.codes.title')} lead={translate('late.codes.lead')}>
      <Decide key={record.id} id={Number(record.id)} />
    </Panel>
  )
}

function Decide({ id }: { id: number }) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const errorText = useErrorText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { run, isRunning, error } = useWork()
  const [isRefusing, setIsRefusing] = useState(false)
  const approve = () =>
    run(async () => {
      await dataProvider.callApi(`/api/promoCode/${id}/approve`, { method: 'POST', body: '{}' })
      notify('late.codes.approved', { type: 'success' })
      refresh()
    })
  return (
    <>
      {error !== null && <Alert severity="error">{errorText(error)}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="contained" size="small" loading={isRunning} onClick={() => void approve()}>
          {translate('late.codes.approve')}
        </Button>
        <Button variant="outlined" color="error" size="small" onClick={() => setIsRefusing(true)}>
          {translate('late.codes.refuse')}
        </Button>
      </Box>
      {isRefusing && (
        <MoneyDialog
          title={translate('late.codes.refuse')}
          text={translate('late.sites.refuseText')}
          action={{ label: translate('late.codes.refuse'), color: 'error' }}
          reasonLabel={translate('late.sites.reason')}
          call={(reason) => ({ resource: 'promoCode', path: `${id}/refuse`, input: { reason } })}
          said={() => 'late.codes.refused'}
          onAnswered={(isDone) => isDone && refresh()}
          onClose={() => setIsRefusing(false)}
        />
      )}
    </>
  )
}

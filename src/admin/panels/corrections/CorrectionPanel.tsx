import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import type { CorrectionPreview } from '../../../config/answers/corrections.ts'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'
import { AskDialog } from '../../dialogs/AskDialog.tsx'
import { RecordLink } from '../../fields/RecordLink.tsx'
import { Answered } from '../../pages/money/Answered.tsx'
import { useMoneyCall } from '../../pages/money/useMoneyCall.ts'
import { useResources } from '../../resource/ResourcesContext.tsx'
import { useErrorText } from '../../resource/useErrorText.ts'
import { Panel } from '../Panel.tsx'
import { PreviewTable } from './PreviewTable.tsx'

const reasonLengthMax = 300

/** On a correction's page: which record, what it comes to, and what a second person does with it. */
export default function CorrectionPanel() {
  const translate = useTranslate()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const resource = useResources()[String(record?.['object'])]
  const id = Number(record?.id)
  const preview = useQuery({
    queryKey: ['correctionPreview', id, record?.['version']],
    queryFn: ({ signal }) => dataProvider.read<CorrectionPreview>(`/api/correction/${id}/preview`, signal),
    retry: false,
    staleTime: 0,
  })
  if (!record || !resource) return null
  return (
    <Panel title={translate('panels.correction.title')} lead={translate('panels.correction.lead')}>
      <RecordLink resource={resource.name} id={Number(record['objectId'])}>
        {translate('panels.correction.ofRecord', {
          object: translate(`resources.${resource.name}.name`, { smart_count: 1 }),
          id: String(record['objectId']),
        })}
      </RecordLink>
      <Answered query={preview}>
        {(answer) => (
          <>
            <PreviewTable preview={answer} resource={resource} />
            {record['state'] === 'waiting' && <Steps id={id} digest={answer.digest} />}
          </>
        )}
      </Answered>
    </Panel>
  )
}

function Steps({ id, digest }: { id: number; digest: string }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { run, isRunning, error } = useMoneyCall()
  const [step, setStep] = useState<'approve' | 'decline' | null>(null)
  const renew = async () => {
    if (await run({ resource: 'correction', path: `${id}/preview` }))
      void queryClient.invalidateQueries({ queryKey: ['correctionPreview', id] })
  }
  return (
    <>
      {error !== null && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {errorText(error)}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        <Button variant="contained" onClick={() => setStep('approve')}>
          {translate('panels.correction.approve')}
        </Button>
        <Button variant="outlined" color="error" onClick={() => setStep('decline')}>
          {translate('panels.correction.decline')}
        </Button>
        <Button variant="outlined" loading={isRunning} onClick={() => void renew()}>
          {translate('panels.correction.renew')}
        </Button>
      </Box>
      {step && <StepDialog id={id} digest={digest} step={step} onClose={() => setStep(null)} />}
    </>
  )
}

function StepDialog({
  id,
  digest,
  step,
  onClose,
}: {
  id: number
  digest: string
  step: 'approve' | 'decline'
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const errorText = useErrorText()
  const { run, isRunning, error } = useMoneyCall()
  const [reason, setReason] = useState('')
  const isDeclining = step === 'decline'
  const go = async () => {
    const input = isDeclining ? { reason: reason.trim() } : { digest }
    if (!(await run({ resource: 'correction', path: `${id}/${step}`, input }))) return
    notify(`panels.correction.${step}d`, { type: 'success' })
    refresh()
    onClose()
  }
  return (
    <AskDialog
      title={translate(`panels.correction.${step}Title`)}
      text={translate(`panels.correction.${step}Text`)}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
      action={{
        label: translate(`panels.correction.${step}`),
        color: isDeclining ? 'error' : 'primary',
        isDisabled: isDeclining && reason.trim() === '',
        onClick: () => void go(),
      }}
    >
      {isDeclining && (
        <TextField
          label={translate('panels.correction.declineReason')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          required
          fullWidth
          multiline
          margin="normal"
          slotProps={{ htmlInput: { maxLength: reasonLengthMax } }}
        />
      )}
    </AskDialog>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type RaRecord, useDataProvider, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { CorrectionPreview } from '../../answers/corrections.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { DecideDialog, type Decision } from '#engine/ui/queryPage/DecideDialog.tsx'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'
import { useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { PreviewTable } from './PreviewTable.tsx'

const words = 'panels.correction'

/** On a correction's page: which record, what it comes to, and what a second person does with it. */
export default function CorrectionPanel() {
  const translate = useTranslate()
  const record = useRecordContext()
  if (!record) return null
  return (
    <Panel title={translate('panels.correction.title')} lead={translate('panels.correction.lead')}>
      <DecidedCorrection correction={record} />
    </Panel>
  )
}

/** The same without the frame of a page. */
export function DecidedCorrection({ correction, onDecided }: { correction: RaRecord; onDecided?: () => void }) {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const resource = useResources()[String(correction['object'])]
  const id = Number(correction.id)
  const preview = useQuery({
    queryKey: ['correctionPreview', id, correction['version']],
    queryFn: ({ signal }) => dataProvider.read<CorrectionPreview>(`/api/correction/${id}/preview`, signal),
    retry: false,
    staleTime: 0,
  })
  if (!resource) return null
  return (
    <>
      <RecordLink resource={resource.name} id={Number(correction['objectId'])}>
        {translate('panels.correction.ofRecord', {
          object: translate(`resources.${resource.name}.name`, { smart_count: 1 }),
          id: String(correction['objectId']),
        })}
      </RecordLink>
      <QueryBoundary query={preview}>
        {(answer) => (
          <>
            <PreviewTable preview={answer} resource={resource} />
            {correction['state'] === 'waiting' && <Steps id={id} digest={answer.digest} onDecided={onDecided} />}
          </>
        )}
      </QueryBoundary>
    </>
  )
}

function Steps({ id, digest, onDecided }: { id: number; digest: string; onDecided?: (() => void) | undefined }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  const { run, isRunning, error } = useIdempotentCall()
  const [step, setStep] = useState<Decision | null>(null)
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
      {step && (
        <DecideDialog
          subject={{ resource: 'correction', id, words, reasonLabel: `${words}.declineReason` }}
          decision={step}
          approved={{ digest }}
          title={translate(`${words}.${step}Title`)}
          text={translate(`${words}.${step}Text`)}
          onAnswered={(isDone) => {
            if (!isDone) return
            refresh()
            onDecided?.()
          }}
          onClose={() => setStep(null)}
        />
      )}
    </>
  )
}

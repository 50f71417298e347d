import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { SignalQueueAnswer, SignalTestAnswer } from '../answers/webhooks.ts'
import type { SignalKind } from '#rules/webhooks.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { ReplayDialog } from './ReplayDialog.tsx'
import { SecretList } from './SecretList.tsx'
import { useSignalTarget } from './useWebhookTarget.ts'

/** How a signal target has been answering, a test, sending again, and what signs for it. */
export function TargetWork({ id, kind }: { id: number; kind: SignalKind }) {
  const translate = useTranslate()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const target = useSignalTarget(id)
  const [tested, setTested] = useState<SignalTestAnswer | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const [isTesting, setIsTesting] = useState(false)
  const test = () => {
    setIsTesting(true)
    target
      .test()
      .then(setTested, notifyError)
      .finally(() => setIsTesting(false))
  }
  const tellCount = ({ count }: { count: number }) =>
    void notify('signals.sentAgain', { type: 'success', messageArgs: { smart_count: count } })
  return (
    <>
      <QueryBoundary query={target.queue}>
        {(queue) => <QueueState queue={queue} isMail={kind === 'email'} />}
      </QueryBoundary>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        <Button variant="outlined" size="small" onClick={test} loading={isTesting}>
          {translate('signals.test')}
        </Button>
        <Button variant="outlined" size="small" onClick={() => setIsAsking(true)}>
          {translate('signals.replay')}
        </Button>
        {(target.queue.data?.dead ?? 0) > 0 && (
          <Button variant="outlined" size="small" onClick={() => void target.sendAgain().then(tellCount, notifyError)}>
            {translate('signals.again')}
          </Button>
        )}
      </Box>
      {tested && <Tested answer={tested} />}
      {isAsking && (
        <ReplayDialog
          onReplay={async (range) => tellCount(await target.replay(range))}
          onClose={() => setIsAsking(false)}
        />
      )}
      {kind === 'webhook' && <SecretList target={target} />}
    </>
  )
}

function QueueState({ queue, isMail }: { queue: SignalQueueAnswer; isMail: boolean }) {
  const translate = useTranslate()
  const moment = useMomentText()
  const { waiting, dead, failures, failingSince, restsUntil } = queue
  return (
    <>
      <Typography variant="body2">{translate('signals.state', { waiting, dead })}</Typography>
      {isMail && !queue.sendsMail && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {translate('signals.noMail')}
        </Alert>
      )}
      {failures > 0 && failingSince && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {translate('signals.failing', { smart_count: failures, moment: moment(failingSince) })}{' '}
          {restsUntil && translate('signals.rests', { moment: moment(restsUntil) })}
        </Alert>
      )}
    </>
  )
}

function Tested({ answer }: { answer: SignalTestAnswer }) {
  const translate = useTranslate()
  const { isTaken, status, tookMs } = answer
  return (
    <Alert severity={isTaken ? 'success' : 'error'} sx={{ mt: 1.5, '& .MuiAlert-message': { minWidth: 0 } }}>
      {translate(isTaken ? 'signals.taken' : 'signals.notTaken', {
        status: status ?? translate('signals.noAnswer'),
        milliseconds: tookMs,
      })}
      {answer.answer && (
        <Box component="code" sx={{ display: 'block', mt: 0.5, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {answer.answer}
        </Box>
      )}
    </Alert>
  )
}

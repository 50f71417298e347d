import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import type { SignalKind } from '#rules/webhooks.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { TargetWork } from '../TargetWork.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { NewPostback } from './NewPostback.tsx'
import { PagedRows } from '#features/portal/ui/PagedRows.tsx'

interface Target {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly kind: SignalKind
  readonly address: string | null
  readonly signals: readonly string[]
  readonly state: 'active' | 'paused'
  readonly pausedWhy: string | null
}

interface Delivery {
  readonly id: number
  readonly createdAt: string
  readonly signal: string
  readonly signalId: string
  readonly state: string
  readonly tries: number
  readonly status: number | null
  readonly answer: string | null
}

/** What an affiliate has its own systems told, and what came of it. */
export default function PostbacksPage() {
  const translate = useTranslate()
  return (
    <>
      <PageHeading title={translate('portal.pages.postbacks')} detail={translate('portal.postbacks.lead')}>
        <NewPostback />
      </PageHeading>
      <PagedRows<Target>
        resource="signalTarget"
        sort="createdAt"
        empty={translate('portal.postbacks.none')}
        row={(target) => <TargetRow target={target} />}
      />
    </>
  )
}

function TargetRow({ target }: { target: Target }) {
  const translate = useTranslate()
  const [shown, setShown] = useState<'work' | 'log' | null>(null)
  const toggle = (part: 'work' | 'log') => setShown(shown === part ? null : part)
  const { id, name, kind, address, signals, state, pausedWhy } = target
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, flexGrow: 1, overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Chip
          size="small"
          variant="outlined"
          color={state === 'active' ? 'success' : 'warning'}
          label={translate(labelKeys.choice('targetState', state))}
        />
      </Box>
      {address && (
        <Box component="code" sx={{ display: 'block', my: 1, overflowWrap: 'anywhere', fontSize: '0.875rem' }}>
          {address}
        </Box>
      )}
      <Typography variant="body2" color="textSecondary">
        {signals.map((signal) => translate(labelKeys.choice('signal', signal))).join(', ')}
      </Typography>
      {pausedWhy && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {pausedWhy}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {(['work', 'log'] as const).map((part) => (
          <Button key={part} size="small" aria-expanded={shown === part} onClick={() => toggle(part)}>
            {translate(`portal.postbacks.${part}`)}
          </Button>
        ))}
        <Pausing target={target} />
        <Removing target={target} />
      </Box>
      {shown === 'work' && <TargetWork id={id} kind={kind} />}
      {shown === 'log' && <Deliveries target={id} />}
    </>
  )
}

/** A change of a target, after which everything is read anew. */
function useTargetWrite({ id }: Target, onDone = () => {}) {
  const notifyError = useNotifyError()
  const queryClient = useQueryClient()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useMutation({
    mutationFn: (request: { method: 'PUT' | 'DELETE'; body?: string }) =>
      dataProvider.callApi(`/api/signalTarget/${id}`, request),
    onSuccess: () => {
      onDone()
      return queryClient.invalidateQueries({ queryKey: ['portal'] })
    },
    onError: notifyError,
  })
}

function Pausing({ target }: { target: Target }) {
  const translate = useTranslate()
  const { mutate, isPending } = useTargetWrite(target)
  const isActive = target.state === 'active'
  const body = JSON.stringify({ version: target.version, state: isActive ? 'paused' : 'active' })
  return (
    <Button size="small" loading={isPending} onClick={() => mutate({ method: 'PUT', body })}>
      {translate(isActive ? 'portal.postbacks.pause' : 'portal.postbacks.goOn')}
    </Button>
  )
}

function Removing({ target }: { target: Target }) {
  const translate = useTranslate()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useTargetWrite(target, () => setIsAsking(false))
  return (
    <>
      <Button size="small" color="error" onClick={() => setIsAsking(true)}>
        {translate('portal.postbacks.remove')}
      </Button>
      {isAsking && (
        <PromptDialog
          title={translate('portal.postbacks.removeTitle')}
          text={target.name}
          isRunning={isPending}
          onClose={() => setIsAsking(false)}
          action={{
            label: translate('portal.postbacks.remove'),
            color: 'error',
            onClick: () => mutate({ method: 'DELETE' }),
          }}
        />
      )}
    </>
  )
}

/** What was sent to a target, and what it answered. */
function Deliveries({ target }: { target: number }) {
  const translate = useTranslate()
  return (
    <Box sx={{ mt: 1 }}>
      <PagedRows<Delivery>
        resource="signalDelivery"
        sort="createdAt"
        filter={{ target: [target] }}
        empty={translate('portal.postbacks.nothingSent')}
        row={({ signal, signalId, createdAt, state, tries, status, answer }) => (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
              <Typography component="h3" variant="subtitle2" sx={{ flexGrow: 1 }}>
                {translate(labelKeys.choice('signal', signal))}
              </Typography>
              <Chip size="small" variant="outlined" label={translate(labelKeys.choice('deliveryState', state))} />
            </Box>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              <RelativeMoment at={createdAt} /> · {signalId} ·{' '}
              {translate('portal.postbacks.tries', { smart_count: tries })} · {status ?? '–'} {answer}
            </Typography>
          </>
        )}
      />
    </Box>
  )
}

import { useState } from 'react'
import { useNotify, useRecordContext, useRedirect, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import type { CorrectionPreview } from '../../answers/corrections.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { OnePicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { PreviewTable } from './PreviewTable.tsx'

const reasonLengthMax = 500
const words = 'movePlayers'

/** On a link's page: gives players that registered by it to a link of another affiliate, once another person approves. */
export default function MovePlayersPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const [isOpen, setIsOpen] = useState(false)
  const mayAsk = can({ actor, resource, operation: 'update' }) && (actor.root || actor.roles.has('financial'))
  if (!record?.id || !mayAsk) return null
  if (isOpen) return <MovePlayers key={record.id} action={Number(record.id)} />
  return (
    <Button variant="text" onClick={() => setIsOpen(true)} sx={{ mb: 2 }}>
      {translate(`${words}.open`)}
    </Button>
  )
}

function MovePlayers({ action }: { action: number }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const notify = useNotify()
  const redirect = useRedirect()
  const resource = useConfiguredResource()
  const { run, isRunning, error } = useIdempotentCall()
  const [to, setTo] = useState<number | string | null>(null)
  const [validFrom, setValidFrom] = useState('')
  const [players, setPlayers] = useState('')
  const [reason, setReason] = useState('')
  const [seen, setSeen] = useState<{ preview: CorrectionPreview; order: AnyRecord } | null>(null)
  /** What was previewed is what is asked for: another word makes another preview. */
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setSeen(null)
      set(value)
    }
  const preview = async () => {
    const refs = players.split('\n').flatMap((line) => line.trim() || [])
    const values = { action: Number(to), ...(refs.length > 0 ? { players: refs } : {}) }
    const order = { object: 'action', id: action, values, validFrom, reason: reason.trim() }
    const answer = await run({ resource: 'correction', path: 'preview', input: order })
    if (answer) setSeen({ preview: answer as unknown as CorrectionPreview, order })
  }
  const ask = async () => {
    const answer = await run({ resource: 'correction', path: '', input: seen!.order })
    if (!answer) return
    notify(`${words}.asked`, { type: 'success' })
    redirect('edit', 'correction', Number(answer['id']))
  }
  const isWhole = to !== null && validFrom !== '' && reason.trim() !== ''
  return (
    <Panel title={translate(`${words}.title`)} lead={translate(`${words}.lead`)}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <OnePicker target="action" label={translate(`${words}.to`)} value={to} onChange={changing(setTo)} />
        <TextField
          type="date"
          size="small"
          margin="none"
          required
          label={translate(`${words}.from`)}
          value={validFrom}
          onChange={({ target }) => changing(setValidFrom)(target.value)}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: businessToday() } }}
        />
        <TextField
          size="small"
          margin="none"
          multiline
          minRows={2}
          maxRows={6}
          label={translate(`${words}.players`)}
          value={players}
          onChange={({ target }) => changing(setPlayers)(target.value)}
        />
        <TextField
          size="small"
          margin="none"
          required
          label={translate(`${words}.reason`)}
          value={reason}
          onChange={({ target }) => changing(setReason)(target.value)}
          slotProps={{ htmlInput: { maxLength: reasonLengthMax } }}
        />
      </Box>
      <Button
        variant="outlined"
        loading={isRunning}
        disabled={!isWhole}
        onClick={() => void preview()}
        sx={{ mt: 1.5 }}
      >
        {translate(`${words}.preview`)}
      </Button>
      {error !== null && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {errorText(error)}
        </Alert>
      )}
      {seen && (
        <Box sx={{ mt: 2 }}>
          <PreviewTable preview={seen.preview} resource={resource} />
          <Button variant="contained" loading={isRunning} onClick={() => void ask()} sx={{ mt: 2 }}>
            {translate(`${words}.ask`)}
          </Button>
        </Box>
      )}
    </Panel>
  )
}

import { useState } from 'react'
import { useNotify, useRecordContext, useRedirect, useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import type { CorrectionPreview } from '../../answers/corrections.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import { datedFields } from '#engine/declaration/derive/table.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { addDays } from '#engine/values/calendar.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'
import { toInput } from '#engine/records/ui/form/formValues.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { PreviewTable } from './PreviewTable.tsx'

const reasonLengthMax = 500

/**
 * Inside the form of a record with dated fields: has what was typed hold from a past day on, once another person
 * approves what it comes to. Nothing is saved by it.
 */
export default function CorrectPanel() {
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const mayAsk = can({ actor, resource, operation: 'update' }) && (actor.root || actor.roles.has('financial'))
  if (!record?.id || !mayAsk) return null
  return <Correct key={record.id} />
}

/** The dated fields that were changed in the form; all of them as they stand, where none was. */
function useDatedValues(): () => AnyRecord {
  const resource = useConfiguredResource()
  const actor = useActor()
  const record = useRecordContext()
  const { getValues } = useFormContext()
  return () => {
    const values = toInput({ resource, actor, operation: 'update', values: getValues(), current: record })
    const given = datedFields(resource).filter((name) => name in values)
    const changed = given.filter((name) => !sameValue(values[name], record?.[name]))
    return Object.fromEntries((changed.length > 0 ? changed : given).map((name) => [name, values[name]]))
  }
}

function Correct() {
  const translate = useTranslate()
  const errorText = useErrorText()
  const notify = useNotify()
  const redirect = useRedirect()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const { trigger, reset } = useFormContext()
  const datedValues = useDatedValues()
  const { run, isRunning, error } = useIdempotentCall()
  const [isOpen, setIsOpen] = useState(false)
  const [validFrom, setValidFrom] = useState('')
  const [reason, setReason] = useState('')
  const [force, setForce] = useState(false)
  const [seen, setSeen] = useState<{ preview: CorrectionPreview; order: AnyRecord } | null>(null)
  const preview = async () => {
    setSeen(null)
    if (!(await trigger())) return
    const said = { validFrom, reason: reason.trim(), ...(force ? { force } : {}) }
    const order = { object: resource.name, id: record!.id, values: datedValues(), ...said }
    const answer = await run({ resource: 'correction', path: 'preview', input: order })
    if (answer) setSeen({ preview: answer as unknown as CorrectionPreview, order })
  }
  const ask = async () => {
    const answer = await run({ resource: 'correction', path: '', input: seen!.order })
    if (!answer) return
    notify('panels.correction.asked', { type: 'success' })
    // The record stays as it is until somebody approves.
    reset(undefined, { keepDefaultValues: true })
    redirect('edit', 'correction', Number(answer['id']))
  }
  const title = translate('panels.correction.correct')
  if (!isOpen)
    return (
      <Button variant="text" onClick={() => setIsOpen(true)} sx={{ mb: 2 }}>
        {title}
      </Button>
    )
  return (
    <Box sx={{ mb: 2 }}>
      <Panel title={title} lead={translate('panels.correction.correctLead')}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <TextField
            type="date"
            size="small"
            margin="none"
            required
            label={translate('panels.correction.validFrom')}
            value={validFrom}
            onChange={({ target }) => setValidFrom(target.value)}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: addDays(businessToday(), force ? 0 : -1) } }}
          />
          <TextField
            size="small"
            margin="none"
            required
            label={translate('panels.correction.reason')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            sx={{ flex: '1 1 240px' }}
            slotProps={{ htmlInput: { maxLength: reasonLengthMax } }}
          />
          <Button
            variant="outlined"
            loading={isRunning}
            disabled={validFrom === '' || reason.trim() === ''}
            onClick={() => void preview()}
          >
            {translate('panels.correction.preview')}
          </Button>
        </Box>
        <FormControlLabel
          control={<Checkbox size="small" checked={force} onChange={(_, checked) => setForce(checked)} />}
          label={translate('panels.correction.force')}
          slotProps={{ typography: { variant: 'body2' } }}
        />
        {error !== null && (
          <Alert severity="error" sx={{ mt: 1.5 }}>
            {errorText(error)}
          </Alert>
        )}
        {seen && (
          <Box sx={{ mt: 2 }}>
            <PreviewTable preview={seen.preview} resource={resource} />
            <Button variant="contained" loading={isRunning} onClick={() => void ask()} sx={{ mt: 2 }}>
              {translate('panels.correction.ask')}
            </Button>
          </Box>
        )}
      </Panel>
    </Box>
  )
}

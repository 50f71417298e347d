import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useRecordContext, useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { can } from '#engine/declaration/derive/access.ts'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import { datedFields } from '#engine/declaration/derive/table.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { addDays } from '#engine/values/calendar.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { toInput } from '#engine/records/ui/form/formValues.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { Panel } from '#engine/ui/panels/Panel.tsx'

/** Inside the form of a record with dated fields: has what was typed hold from a day to come. Nothing is saved by it. */
export default function SchedulePanel() {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const [isOpen, setIsOpen] = useState(false)
  if (!record?.id || !can({ actor, resource, operation: 'update' })) return null
  if (isOpen) return <Schedule key={record.id} onDone={() => setIsOpen(false)} />
  return (
    <Button variant="text" onClick={() => setIsOpen(true)} sx={{ mb: 2 }}>
      {translate('panels.schedule.open')}
    </Button>
  )
}

/** The dated fields that were changed in the form. */
function useChangedValues(): () => AnyRecord {
  const resource = useConfiguredResource()
  const actor = useActor()
  const record = useRecordContext()
  const { getValues } = useFormContext()
  return () => {
    const inputOf = (values: AnyRecord) => toInput({ resource, actor, operation: 'update', values, current: record })
    const [values, stored] = [inputOf(getValues()), inputOf(record!)]
    const changed = datedFields(resource).filter((name) => name in values && !sameValue(values[name], stored[name]))
    return Object.fromEntries(changed.map((name) => [name, values[name]]))
  }
}

function Schedule({ onDone }: { onDone: () => void }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const notify = useNotify()
  const queries = useQueryClient()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { trigger, reset } = useFormContext()
  const changedValues = useChangedValues()
  const { run, isRunning, error } = useAsyncAction()
  const [isEmpty, setIsEmpty] = useState(false)
  const [validFrom, setValidFrom] = useState('')
  const [validUntil, setValidUntil] = useState('')
  const schedule = async () => {
    const values = changedValues()
    setIsEmpty(Object.keys(values).length === 0)
    if (Object.keys(values).length === 0 || !(await trigger())) return
    const input = { values, validFrom, ...(validUntil === '' ? {} : { validUntil }) }
    const isDone = await run(() =>
      dataProvider.runAction({ resource: resource.name, id: record!.id, path: 'scheduled', input }),
    )
    if (!isDone) return
    notify('panels.schedule.scheduled', { type: 'success', messageArgs: { day: formatDay(validFrom) } })
    // The record stays as it is until the day comes.
    reset(undefined, { keepDefaultValues: true })
    await queries.invalidateQueries({ queryKey: ['scheduled', resource.name, record!.id] })
    onDone()
  }
  return (
    <Box sx={{ mb: 2 }}>
      <Panel title={translate('panels.schedule.title')} lead={translate('panels.schedule.lead')}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
          <TextField
            type="date"
            size="small"
            margin="none"
            required
            label={translate('panels.schedule.from')}
            value={validFrom}
            onChange={({ target }) => setValidFrom(target.value)}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: addDays(businessToday(), 1) } }}
          />
          <TextField
            type="date"
            size="small"
            margin="none"
            label={translate('panels.schedule.until')}
            value={validUntil}
            onChange={({ target }) => setValidUntil(target.value)}
            helperText={translate('panels.schedule.untilHelp')}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: validFrom || addDays(businessToday(), 2) } }}
          />
          <Button variant="outlined" loading={isRunning} disabled={validFrom === ''} onClick={() => void schedule()}>
            {translate('panels.schedule.schedule')}
          </Button>
        </Box>
        {isEmpty && (
          <Alert severity="info" sx={{ mt: 1.5 }}>
            {translate('panels.schedule.nothing')}
          </Alert>
        )}
        {error !== null && (
          <Alert severity="error" sx={{ mt: 1.5 }}>
            {errorText(error)}
          </Alert>
        )}
      </Panel>
    </Box>
  )
}

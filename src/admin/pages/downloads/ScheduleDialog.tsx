import { useId, useState } from 'react'
import { Form, useNotify, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { scheduleChange } from '../../../../resources/reportFiles.ts'
import type { ShownSchedule } from '../../../config/answers/downloads.ts'
import type { AnyRecord } from '../../../config/record.ts'
import { FieldInput } from '../../fields/inputs/FieldInput.tsx'
import { formatMoment } from '../../fields/format.ts'
import { useLanguage } from '../../fields/useLanguage.ts'
import { errorTree } from '../../resource/form/formValues.ts'
import { useErrorText } from '../../resource/useErrorText.ts'
import { counts, newSchedule, scheduleFields, scheduleInput, scheduleProblems } from './scheduleInput.ts'
import { useScheduleCalls } from './useDownloads.ts'

interface ScheduleDialogProps {
  readonly view: { readonly id: number; readonly name: string; readonly query?: string }
  /** The schedule that is changed; without it one is made. */
  readonly schedule?: ShownSchedule
  readonly onClose: () => void
}

/** How often a saved view becomes a file, of which period, as what. */
export default function ScheduleDialog({ view, schedule, onClose }: ScheduleDialogProps) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const [titleId, formId] = [useId(), useId()]
  const language = useLanguage()
  const { save, isRunning, error } = useSaving({ view, schedule, onClose })
  const [defaults] = useState(() =>
    schedule ? scheduleInput({ ...schedule }) : newSchedule({ query: view.query, language }),
  )
  return (
    <Dialog open onClose={isRunning ? undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{translate('downloads.scheduleTitle', { name: view.name })}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {translate('downloads.scheduleText')}
        </Typography>
        <Form
          id={formId}
          noValidate
          mode="onTouched"
          record={{}}
          defaultValues={defaults}
          validate={(values: AnyRecord) => errorTree(scheduleProblems(values))}
          onSubmit={(values: AnyRecord) => void save(values)}
          disableInvalidFormNotification
        >
          <Fields />
        </Form>
        {error !== null && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {errorText(error)}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isRunning}>
          {translate('resourcePages.actions.cancel')}
        </Button>
        <Button type="submit" form={formId} variant="contained" loading={isRunning}>
          {translate(schedule ? 'ra.action.save' : 'downloads.schedule')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function useSaving({ view, schedule, onClose }: ScheduleDialogProps) {
  const notify = useNotify()
  const { add, change } = useScheduleCalls()
  const [state, setState] = useState<{ isRunning: boolean; error: unknown }>({ isRunning: false, error: null })
  const save = async (values: AnyRecord) => {
    setState({ isRunning: true, error: null })
    try {
      const { nextAt } = schedule
        ? await change(schedule.id, scheduleInput(values))
        : await add({ view: view.id, ...scheduleInput(values) })
      notify(schedule ? 'downloads.changed' : 'downloads.scheduled', {
        type: 'success',
        messageArgs: { name: view.name, moment: formatMoment(nextAt) },
      })
      onClose()
    } catch (error) {
      setState({ isRunning: false, error })
    }
  }
  return { ...state, save }
}

function Fields() {
  const translate = useTranslate()
  const repeats: unknown = useWatch({ name: 'repeats' })
  return scheduleFields
    .filter((name) => counts(name, repeats))
    .map((name) => (
      <FieldInput
        key={name}
        source={name}
        field={scheduleChange[name]}
        isRequired
        label={translate(`downloads.fields.${name}`)}
        help={name === 'monthDay' ? translate('downloads.monthDayHelp') : undefined}
      />
    ))
}

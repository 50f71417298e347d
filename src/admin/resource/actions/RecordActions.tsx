import { useId, useState } from 'react'
import { Form, useDataProvider, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { mayRunAction } from '../../../config/derive/access.ts'
import type { AnyRecord } from '../../../config/record.ts'
import { type BackOfficeDataProvider, errorAnswer } from '../../dataProvider.ts'
import { labelKeys } from '../../fields/labels.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { useErrorText } from '../useErrorText.ts'
import { useNameInFull } from '../useSaid.ts'
import { ActionInput, actionErrors, actionInitialValues, actionPath } from './ActionInput.tsx'

/** What can be done with one record besides changing its fields. */
export function RecordActions() {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const [running, setRunning] = useState<string | null>(null)
  const names = Object.entries(resource.actions)
    .filter(([, action]) => !action.bulk && mayRunAction({ actor, resource, action }))
    .map(([name]) => name)
  return (
    <>
      {names.map((name) => (
        <Button key={name} variant="outlined" onClick={() => setRunning(name)}>
          {translate(labelKeys.action(resource.name, name))}
        </Button>
      ))}
      {running && <ActionDialog name={running} onClose={() => setRunning(null)} />}
    </>
  )
}

function ActionDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const [titleId, formId] = [useId(), useId()]
  const action = resource.actions[name]!
  const { run, isRunning, error } = useRunAction(name, onClose)
  const errorText = useErrorText()
  return (
    <Dialog open onClose={isRunning ? undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{translate(labelKeys.action(resource.name, name))}</DialogTitle>
      <DialogContent>
        <Form
          id={formId}
          noValidate
          mode="onTouched"
          defaultValues={actionInitialValues(action)}
          validate={(values) => actionErrors(action, values)}
          onSubmit={run}
          disableInvalidFormNotification
        >
          <ActionInput name={name} action={action} />
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
          {translate('resourcePages.actions.run')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function useRunAction(name: string, onDone: () => void) {
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notify = useNotify()
  const translate = useTranslate()
  const nameInFull = useNameInFull()
  const refresh = useRefresh()
  const [isRunning, setIsRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (input: AnyRecord) => {
    setIsRunning(true)
    setError(null)
    try {
      const action = resource.actions[name]!
      await dataProvider.runAction({
        resource: resource.name,
        path: actionPath(name, action),
        id: record!.id,
        input: { ...actionInitialValues(action), ...input },
      })
      notify('resourcePages.actions.doneOne', {
        type: 'success',
        messageArgs: {
          action: translate(labelKeys.actionDone(resource.name, name)),
          record: nameInFull(resource, record!),
        },
      })
      refresh()
      onDone()
      return undefined
    } catch (failure) {
      const { errors } = errorAnswer(failure)
      if (!errors) setError(failure)
      return errors
    } finally {
      setIsRunning(false)
    }
  }
  return { run, isRunning, error }
}

import { useId, useState } from 'react'
import { Form, useDataProvider, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import { mayRunAction } from '../../../config/derive/access.ts'
import type { AnyRecord } from '../../../config/record.ts'
import { AskDialog } from '../../dialogs/AskDialog.tsx'
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
  const formId = useId()
  const action = resource.actions[name]!
  const { run, isRunning, error } = useRunAction(name, onClose)
  const errorText = useErrorText()
  return (
    <AskDialog
      title={translate(labelKeys.action(resource.name, name))}
      maxWidth="sm"
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
      action={{ label: translate('resourcePages.actions.run'), form: formId }}
    >
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
    </AskDialog>
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

import { useId } from 'react'
import { useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { errorAnswer } from '../dataProvider.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { actionsOf } from '../derivePages.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { useErrorText } from '../useErrorText.ts'
import { useNameInFull } from '../useRecordMessages.ts'
import { ActionForm, useAction } from './ActionForm.tsx'

/** What can be done with one record besides changing its fields. */
export function RecordActions() {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  return actionsOf({ resource, actor, isBulk: false }).map((name) => (
    <DialogButton
      key={name}
      variant="outlined"
      label={translate(labelKeys.action(resource.name, name))}
      dialog={(onClose) => <ActionDialog name={name} onClose={onClose} />}
    />
  ))
}

function ActionDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const formId = useId()
  const { run, isRunning, error } = useRunAction(name, onClose)
  const errorText = useErrorText()
  return (
    <PromptDialog
      title={translate(labelKeys.action(resource.name, name))}
      maxWidth="sm"
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
      action={{ label: translate('resourcePages.actions.run'), form: formId }}
    >
      <ActionForm id={formId} name={name} onSubmit={run} />
    </PromptDialog>
  )
}

function useRunAction(name: string, onDone: () => void) {
  const resource = useConfiguredResource()
  const record = useRecordContext()!
  const act = useAction(name)
  const notify = useNotify()
  const translate = useTranslate()
  const nameInFull = useNameInFull()
  const refresh = useRefresh()
  const { run: work, ...state } = useAsyncAction()
  /** @returns what is wrong with the inputs, which say so themselves. */
  const run = async (input: AnyRecord) => {
    let errors: AnyRecord | undefined
    await work(async () => {
      try {
        await act(input, record.id)
      } catch (failure) {
        errors = errorAnswer(failure).errors
        if (errors) return
        throw failure
      }
      const action = translate(labelKeys.actionDone(resource.name, name))
      notify('resourcePages.actions.doneOne', {
        type: 'success',
        messageArgs: { action, record: nameInFull(resource, record) },
      })
      refresh()
      onDone()
    })
    return errors
  }
  return { ...state, run }
}

import { useId } from 'react'
import { Form, RecordContextProvider, ResourceContextProvider, useDataProvider, useGetOne } from 'react-admin'
import { type RaRecord, useTranslate } from 'react-admin'
import Skeleton from '@mui/material/Skeleton'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { FormField } from './FormField.tsx'
import { errorTree, formProblems, toInput } from './formValues.ts'
import { useActor, useResources } from '../ResourcesContext.tsx'
import { useErrorText } from '../useErrorText.ts'

/** The record, the fields to fill in and the title of the dialog. */
interface EditedFields {
  readonly target: string
  readonly id: number | string
  readonly fields: readonly string[]
  readonly title: string
  readonly text?: string | undefined
  readonly onSaved: () => void | Promise<void>
  readonly onClose: () => void
}

/** Fills in some fields of a record without leaving a page: the same inputs and checks as on its own page. */
export default function EditDialog({ target, id, fields, title, text, onSaved, onClose }: EditedFields) {
  const translate = useTranslate()
  const formId = useId()
  const actor = useActor()
  const resource = useResources()[target]!
  const dataProvider = useDataProvider()
  const errorText = useErrorText()
  const { data: current, error: readError } = useGetOne<RaRecord>(target, { id }, { retry: false, staleTime: 0 })
  const { run, isRunning, error } = useAsyncAction()
  const problems = (values: AnyRecord) =>
    errorTree(
      formProblems({ resource, actor, operation: 'update', values: { ...current, ...values }, current: current! }),
    )
  const save = async (values: AnyRecord) => {
    const data = toInput({ resource, actor, operation: 'update', values: { ...current, ...values }, current: current! })
    const isSaved = await run(() => dataProvider.update(target, { id, data, previousData: current! }))
    if (!isSaved) return
    await onSaved()
    onClose()
  }
  const failure = error ?? readError
  return (
    <PromptDialog
      title={title}
      text={text}
      action={{ label: translate('ra.action.save'), form: formId, isDisabled: !current }}
      isRunning={isRunning}
      problem={failure ? errorText(failure) : null}
      onClose={onClose}
    >
      {!current && !readError && <Skeleton height={120} />}
      {current && (
        <ResourceContextProvider value={target}>
          <RecordContextProvider value={current}>
            <Form
              id={formId}
              noValidate
              mode="onTouched"
              record={current}
              validate={problems}
              onSubmit={(values: AnyRecord) => void save(values)}
              disableInvalidFormNotification
            >
              {fields.map((name) => (
                <FormField key={name} name={name} field={resource.fields[name]!} isReadOnly={false} isWide={false} />
              ))}
            </Form>
          </RecordContextProvider>
        </ResourceContextProvider>
      )}
    </PromptDialog>
  )
}

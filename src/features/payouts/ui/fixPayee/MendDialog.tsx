import { useId } from 'react'
import { Form, RecordContextProvider, ResourceContextProvider, useDataProvider, useGetOne } from 'react-admin'
import { useNotify, useTranslate } from 'react-admin'
import Skeleton from '@mui/material/Skeleton'
import type { PayeeRow } from '../../answers/payees.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { FormField } from '#engine/records/ui/form/FormField.tsx'
import { errorTree, formProblems, toInput } from '#engine/records/ui/form/formValues.ts'
import { useActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useOwnersRefresh } from '../payees/usePayees.ts'

/** Fills in what an owner lacks, where it stands: the same inputs and checks as on its own page. */
export default function MendDialog({
  owner,
  fields,
  onClose,
}: {
  owner: PayeeRow
  fields: readonly string[]
  onClose: () => void
}) {
  const translate = useTranslate()
  const formId = useId()
  const notify = useNotify()
  const actor = useActor()
  const resource = useResources()[owner.kind]!
  const dataProvider = useDataProvider()
  const errorText = useErrorText()
  const refresh = useOwnersRefresh()
  const { data: current, error: readError } = useGetOne(owner.kind, { id: owner.id }, { retry: false, staleTime: 0 })
  const { run, isRunning, error } = useAsyncAction()
  const problems = (values: AnyRecord) =>
    errorTree(
      formProblems({ resource, actor, operation: 'update', values: { ...current, ...values }, current: current! }),
    )
  const save = async (values: AnyRecord) => {
    const data = toInput({ resource, actor, operation: 'update', values: { ...current, ...values }, current: current! })
    const isSaved = await run(() => dataProvider.update(owner.kind, { id: owner.id, data, previousData: current! }))
    if (!isSaved) return
    notify('work.payRun.mended', { type: 'success', messageArgs: { name: owner.name } })
    await refresh()
    onClose()
  }
  const failure = error ?? readError
  return (
    <PromptDialog
      title={translate('work.payRun.mendTitle', { name: owner.name })}
      text={fields.includes('paymentKey') ? translate('work.payRun.mendText') : undefined}
      action={{ label: translate('ra.action.save'), form: formId, isDisabled: !current }}
      isRunning={isRunning}
      problem={failure ? errorText(failure) : null}
      onClose={onClose}
    >
      {!current && !readError && <Skeleton height={120} />}
      {current && (
        <ResourceContextProvider value={owner.kind}>
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

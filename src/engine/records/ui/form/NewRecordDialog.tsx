import { useId, useState } from 'react'
import { CreateBase, Form, type Identifier, type RaRecord, useNotify, useSaveContext, useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import Button from '@mui/material/Button'
import { writableFields } from '#engine/declaration/derive/access.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { NewRecordsContext } from '#engine/ui/fields/inputs/references/newRecords.ts'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { useActor, useResources } from '../ResourcesContext.tsx'
import { useNameInFull, useNotifyFailedWrite } from '../useRecordMessages.ts'
import { filledIn, FillIns } from './FillIns.tsx'
import { initialValues, toInput } from './formValues.ts'
import { ProblemSummary } from './ProblemSummary.tsx'
import { Revalidation } from './Revalidation.tsx'
import { Sections } from './Sections.tsx'
import { usePatientCheck } from './useFormCheck.ts'

interface NewRecordDialogProps {
  readonly target: string
  /** What was typed in search of it: the beginning of its name. */
  readonly name: string
  /** What it must agree in with the form it is made for. */
  readonly values: Readonly<Record<string, unknown>>
  readonly onMade: (id: Identifier) => void
  readonly onClose: () => void
}

/** What a record cannot be without, what names it, and what counts only where another field says so. */
function shortForm(resource: AnyResource): ReadonlySet<string> {
  const isNeeded = (name: string) => {
    const { required, min, count, kind } = resource.fields[name]!
    const isSeveral = kind === 'references' || kind === 'manyOf' || kind === 'list'
    return required || (isSeveral && Boolean(min ?? count))
  }
  return new Set([
    ...Object.keys(resource.fields).filter(isNeeded),
    ...resource.titled,
    ...Object.keys(resource.visibleWhen),
    ...Object.values(resource.visibleWhen).flatMap((condition) => Object.keys(condition)),
  ])
}

/** Makes a record where it is needed: a form of what it cannot be without; all of its fields are one button away. */
export default function NewRecordDialog({ target, name, values, onMade, onClose }: NewRecordDialogProps) {
  const resource = useResources()[target]!
  const actor = useActor()
  const notify = useNotify()
  const nameInFull = useNameInFull()
  const notifyFailed = useNotifyFailedWrite()
  const writable = new Set(writableFields({ actor, resource, operation: 'create' }))
  const given = {
    ...values,
    ...(resource.fields[resource.title]?.kind === 'text' && name ? { [resource.title]: name } : {}),
  }
  const begun = filledIn(resource, {
    ...initialValues(resource),
    ...Object.fromEntries(Object.entries(given).filter(([field]) => writable.has(field))),
  })
  const onSuccess = (record: RaRecord) => {
    notify('resourcePages.form.created', { type: 'success', messageArgs: { record: nameInFull(resource, record) } })
    onMade(record.id)
    onClose()
  }
  const onError = (error: unknown) => notifyFailed({ write: 'create', resource, error })
  const transform = (typed: AnyRecord) =>
    toInput({ resource, actor, operation: 'create', values: { ...begun, ...typed } })
  return (
    <CreateBase
      resource={target}
      record={begun as Partial<RaRecord>}
      redirect={false}
      disableAuthentication
      mutationOptions={{ onSuccess, onError }}
      transform={transform}
    >
      <NewRecordsContext value>
        <FormInDialog resource={resource} begun={begun} onClose={onClose} />
      </NewRecordsContext>
    </CreateBase>
  )
}

function FormInDialog({ resource, begun, onClose }: { resource: AnyResource; begun: AnyRecord; onClose: () => void }) {
  const translate = useTranslate()
  const formId = useId()
  const kind = useResourceName()(resource.name, 1)
  const { saving } = useSaveContext()
  const [isWhole, setIsWhole] = useState(false)
  const { validate, onSubmitCapture } = usePatientCheck('create')
  return (
    <PromptDialog
      title={translate('resourcePages.form.newRecord', { name: kind })}
      maxWidth="md"
      isRunning={Boolean(saving)}
      onClose={onClose}
      more={!isWhole && <Button onClick={() => setIsWhole(true)}>{translate('resourcePages.form.allFields')}</Button>}
      action={{ label: translate('ra.action.create'), form: formId, isSave: true }}
    >
      <div onSubmitCapture={onSubmitCapture}>
        <Form
          id={formId}
          mode="onTouched"
          noValidate
          validate={validate}
          defaultValues={begun}
          disableInvalidFormNotification
        >
          <Revalidation />
          <FillIns resource={resource} operation="create" />
          <ProblemSummary />
          <ShortSections resource={resource} isWhole={isWhole} />
        </Form>
      </div>
    </PromptDialog>
  )
}

/** What is wrong with a field that is not among the short form's brings all of them. */
function ShortSections({ resource, isWhole }: { resource: AnyResource; isWhole: boolean }) {
  const { errors } = useFormState()
  const short = shortForm(resource)
  const isEnough = Object.keys(errors).every((field) => field === 'root' || short.has(field))
  return <Sections operation="create" only={isWhole || !isEnough ? undefined : short} />
}

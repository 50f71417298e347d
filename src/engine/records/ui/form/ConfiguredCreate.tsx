import { Create, type RaRecord, useNotify, useRedirect, useTranslate } from 'react-admin'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { PageHeading } from '../PageHeading.tsx'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { useNameInFull, useNotifyFailedWrite } from '../useRecordMessages.ts'
import { ConfiguredForm } from './ConfiguredForm.tsx'
import { formPage } from './formPage.ts'
import { initialValues, toInput } from './formValues.ts'

/** The form for a new record of a resource. */
export function ConfiguredCreate() {
  const resource = useConfiguredResource()
  const actor = useActor()
  const translate = useTranslate()
  const notify = useNotify()
  const nameInFull = useNameInFull()
  const notifyFailed = useNotifyFailedWrite()
  const redirect = useRedirect()
  const name = useResourceName()(resource.name, 1)
  const onSuccess = (record: RaRecord) => {
    const token: unknown = record['token']
    notify(typeof token === 'string' ? 'resourcePages.form.createdWithToken' : 'resourcePages.form.created', {
      type: 'success',
      messageArgs: { record: nameInFull(resource, record), token },
    })
    // Whoever made something with a token wants to copy it; others go back to where they came from.
    redirect(typeof token === 'string' ? 'edit' : 'list', resource.name, record.id, record)
  }
  const onError = (error: unknown) => notifyFailed({ write: 'create', resource, error })
  const transform = (values: Record<string, unknown>) =>
    toInput({ resource, actor, operation: 'create', values: { ...initialValues(resource), ...values } })
  return (
    <Create
      mutationOptions={{ onSuccess, onError }}
      transform={transform}
      record={initialValues(resource) as Partial<RaRecord>}
      title={false}
      component="div"
      sx={formPage}
    >
      <PageHeading title={translate('resourcePages.form.newRecord', { name })} />
      <ConfiguredForm operation="create" />
    </Create>
  )
}

import type { ReactNode } from 'react'
import { Form, type Identifier, useDataProvider, useTranslate } from 'react-admin'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { ResourceAction } from '#engine/declaration/resource.ts'
import type { BackOfficeDataProvider } from '../dataProvider.ts'
import { FieldInput } from '#engine/ui/fields/inputs/FieldInput.tsx'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { errorTree } from '../form/formValues.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'

/** The path of an action under its resource: its own, else its name in snake case. */
const actionPath = (name: string, action: ResourceAction): string =>
  action.path ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What an action's form begins with. */
const initialValues = (action: ResourceAction | undefined): AnyRecord =>
  Object.fromEntries(Object.entries(action?.input ?? {}).map(([name, field]) => [name, field.default ?? null]))

/** Runs an action of the page's resource: on one record (`id`), or on those its input names. */
export function useAction(name: string): (input: AnyRecord, id?: Identifier) => Promise<AnyRecord> {
  const resource = useConfiguredResource()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const action = resource.actions[name]!
  return (input, id) =>
    dataProvider.runAction({
      resource: resource.name,
      path: actionPath(name, action),
      ...(id === undefined ? {} : { id }),
      input: { ...initialValues(action), ...input },
    })
}

/** What is wrong with what an action is given, asked of the check the server asks. */
export function actionErrors(action: ResourceAction | undefined, values: AnyRecord) {
  const result = validateInput({ fields: action?.input ?? {}, input: values })
  return result.ok ? {} : errorTree(result.problems)
}

/** The form of what an action takes, whose inputs are called as the fields of the same name are. */
export function ActionForm({
  id,
  name,
  onSubmit,
  children,
}: {
  id: string
  name: string
  onSubmit: (values: AnyRecord) => unknown
  children?: ReactNode
}) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const fieldLabel = useFieldLabel()
  const action = resource.actions[name]
  return (
    <Form
      id={id}
      noValidate
      mode="onTouched"
      defaultValues={initialValues(action)}
      validate={(values) => actionErrors(action, values)}
      onSubmit={onSubmit}
      disableInvalidFormNotification
    >
      {Object.entries(action?.input ?? {}).map(([input, field]) => (
        <FieldInput
          key={input}
          source={input}
          field={field}
          isRequired={field.required}
          label={translate(`resources.${resource.name}.inputs.${name}.${input}`, {
            _: fieldLabel(resource.name, input),
          })}
        />
      ))}
      {children}
    </Form>
  )
}

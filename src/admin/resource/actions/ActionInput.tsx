import { useTranslate } from 'react-admin'
import { validateInput } from '../../../config/derive/validator.ts'
import type { AnyRecord } from '../../../config/record.ts'
import type { ResourceAction } from '../../../config/resource.ts'
import { FieldInput } from '../../fields/inputs/FieldInput.tsx'
import { useFieldLabel } from '../../fields/labels.ts'
import { errorTree } from '../form/formValues.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'

/** The path of an action under its resource: its own, else its name in snake case. */
export function actionPath(name: string, action: ResourceAction): string {
  return action.path ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** What an action's form begins with. */
export function actionInitialValues(action: ResourceAction | undefined): AnyRecord {
  return Object.fromEntries(Object.entries(action?.input ?? {}).map(([name, field]) => [name, field.default ?? null]))
}

/** What is wrong with what an action is given, asked of the check the server asks. */
export function actionErrors(action: ResourceAction | undefined, values: AnyRecord) {
  const result = validateInput({ fields: action?.input ?? {}, input: values })
  return result.ok ? {} : errorTree(result.problems)
}

/** The inputs of what an action takes. They are called as the fields of the same name are. */
export function ActionInput({ name, action }: { name: string; action: ResourceAction | undefined }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const fieldLabel = useFieldLabel()
  return (
    <>
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
    </>
  )
}

import { lazy, Suspense } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { conditionsOfRows, isVisible, visibleRecord, isRequiredIn } from '#engine/declaration/derive/visibility.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import { loadPasswordRules } from '#engine/declaration/kinds/passwordRules.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { FieldInput } from '#engine/ui/fields/inputs/FieldInput.tsx'
import { labelKeys, useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useConfiguredResource, useResources } from '../ResourcesContext.tsx'
import { DuplicateWarning } from './DuplicateWarning.tsx'
import { ReadOnlyValue } from './readOnly/ReadOnlyValue.tsx'

const RowsInput = lazy(async () => ({ default: (await import('#engine/ui/fields/inputs/RowsInput.tsx')).RowsInput }))

const PasswordInput = lazy(async () => {
  const [{ PasswordInput: Input }] = await Promise.all([
    import('#engine/ui/fields/inputs/PasswordInput.tsx'),
    loadPasswordRules(),
  ])
  return { default: Input }
})

const DistinctReferencesInput = lazy(async () => ({
  default: (await import('#engine/ui/fields/inputs/references/DistinctReferencesInput.tsx')).DistinctReferencesInput,
}))

/** As high as a new password and its confirmation. */
const passwordRoom = <Box sx={{ height: 170 }} />

/** As high as so many records to choose, two beside each other where there is room. */
const placesRoom = (count: number) => ({ height: { xs: 56 + 62 * count, sm: 56 + 62 * Math.ceil(count / 2) } })

interface FormFieldProps {
  readonly name: string
  readonly field: Field
  readonly isReadOnly: boolean
  readonly isWide: boolean
}

/** One field of a form: shown while it counts, as an input where it may be set, else as what it is. */
export function FormField(props: FormFieldProps) {
  const resource = useConfiguredResource()
  const conditions = useConditions(resource)
  if (isStructure(props.field) || !isVisible({ resource, field: props.name, record: conditions })) return null
  return (
    <Box sx={{ minWidth: 0, ...(props.isWide ? { gridColumn: '1 / -1' } : {}) }}>
      {props.isReadOnly ? <ReadOnlyValue {...props} /> : <Typed {...props} conditions={conditions} />}
    </Box>
  )
}

/** Structures computed by the server have pages of their own. */
const isStructure = (field: Field) => field.kind === 'computed' && field.as === 'json'

/** The fields that others depend on, as they are typed at present. */
function useConditions(resource: AnyResource): AnyRecord {
  const record = useRecordContext() as AnyRecord | undefined
  const named = [resource.visibleWhen, resource.requiredWhen]
    .flatMap((conditions) => Object.values(conditions))
    .flatMap((condition) => Object.keys(condition))
  const conditions = [...new Set([...named, ...Object.values(resource.fields).flatMap(conditionsOfRows)])]
  const values = useWatch({ name: conditions }) as unknown[]
  return Object.fromEntries(conditions.map((condition, index) => [condition, values[index] ?? record?.[condition]]))
}

/** A key that counts and is empty: it may be saved so, but nothing is paid then. */
function MissingKey({ name }: { name: string }) {
  const translate = useTranslate()
  const key: unknown = useWatch({ name })
  if (typeof key === 'string' && key.trim() !== '') return null
  return (
    <Alert severity="warning" variant="outlined" role="status" sx={{ mt: 0.5, py: 0 }}>
      {translate('resourcePages.form.withoutKey')}
    </Alert>
  )
}

function Typed({ name, field, conditions }: FormFieldProps & { conditions: AnyRecord }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const resources = useResources()
  const fieldLabel = useFieldLabel()
  const help = translate(labelKeys.help(resource.name, name), { _: '' }) || undefined
  const shared = {
    source: name,
    field,
    label: fieldLabel(resource.name, name),
    isRequired: isRequiredIn(resource, name, conditions),
    help,
  }
  if (field.kind === 'password')
    return (
      <Suspense fallback={passwordRoom}>
        <PasswordInput {...shared} confirmationLabel={fieldLabel(resource.name, field.confirmedBy!)} />
      </Suspense>
    )
  if (field.kind === 'list')
    return (
      <Suspense fallback={null}>
        <RowsInput
          {...shared}
          around={visibleRecord({ resource, record: conditions })}
          itemLabel={(item) => translate(labelKeys.item(resource.name, name, item), { _: item })}
        />
      </Suspense>
    )
  const distinct = field.distinctBy ? resources[field.target!]?.fields[field.distinctBy] : undefined
  if (distinct?.choices)
    return (
      <Suspense fallback={<Box sx={placesRoom(distinct.choices.values.length)} />}>
        <DistinctReferencesInput {...shared} choices={distinct.choices} />
      </Suspense>
    )
  return (
    <>
      <FieldInput {...shared} />
      {field.kind === 'paymentKey' && !field.required && <MissingKey name={name} />}
      {(field.unique || field.warnIfDuplicate || field.kind === 'token') && (
        <DuplicateWarning name={name} isError={Boolean(field.unique) || field.kind === 'token'} />
      )}
    </>
  )
}

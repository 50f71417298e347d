import { useId } from 'react'
import { SelectInput, useInput, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import { comparedKind } from '#engine/declaration/derive/filters.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import { FieldInput } from '#engine/ui/fields/inputs/FieldInput.tsx'
import { TextFieldInput } from '#engine/ui/fields/inputs/TextFieldInput.tsx'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import type { PageFilter } from '../derivePages.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'
import { isDayFilter, rangeKeys } from './filterValues.ts'

/** One filter: its way of asking by its style, and those without a value where the field may be empty. */
export function FilterInput({ filter }: { filter: PageFilter }) {
  const resource = useConfiguredResource()
  const label = useFieldLabel()(resource.name, filter.name)
  const id = useId()
  const { field } = filter
  const mayBeEmpty =
    !field.required &&
    field.kind !== 'computed' &&
    field.kind !== 'boolean' &&
    field.default === undefined &&
    !['createdAt', 'updatedAt'].includes(filter.name)
  return (
    <Box role="group" aria-labelledby={id} sx={{ py: 1 }}>
      <FormLabel id={id} component="div" sx={{ fontSize: 14, fontWeight: 600, mb: 0.5 }}>
        {label}
      </FormLabel>
      <ByStyle filter={filter} label={label} />
      {mayBeEmpty && <EmptyBox filter={filter} />}
    </Box>
  )
}

/** A field as it narrows a list: nothing of it is required, and no form beside it decides what is offered. */
const asAsked = (field: Field, kind: Field['kind']): Field => ({
  ...field,
  kind,
  required: false,
  default: undefined,
  multiline: false,
  only: undefined,
})

function ByStyle({ filter, label }: { filter: PageFilter; label: string }) {
  const { name, field, style } = filter
  const kind = comparedKind(field)
  if (style === 'range') return <RangeFilter filter={filter} label={label} />
  if (field.target) return <FieldInput source={name} field={asAsked(field, 'references')} label={label} isLabelHidden />
  if (field.choices) return <FieldInput source={name} field={asAsked(field, 'manyOf')} label={label} isLabelHidden />
  if (kind === 'boolean') return <BooleanFilter name={name} label={label} />
  return (
    <TextFieldInput
      source={style === 'contains' ? `${name}_like` : name}
      field={asAsked(field, 'text')}
      label={label}
      isLabelHidden
      parse={(typed) => (typed === '' ? null : kind === 'integer' ? Number(typed) : typed)}
      format={(value) => String([value].flat().find((each) => each !== null) ?? '')}
    />
  )
}

function RangeFilter({ filter: { name, field }, label }: { filter: PageFilter; label: string }) {
  const translate = useTranslate()
  const asked = asAsked(field, isDayFilter(field) ? 'date' : comparedKind(field))
  const [from, to] = rangeKeys(name)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
      {(
        [
          [from, 'from'],
          [to, 'to'],
        ] as const
      ).map(([key, end]) => (
        <Box key={key} role="group" aria-label={`${label}: ${translate(`resourcePages.filters.${end}`)}`}>
          <FieldInput source={key} field={asked} label={translate(`resourcePages.filters.${end}`)} />
        </Box>
      ))}
    </Box>
  )
}

function BooleanFilter({ name, label }: { name: string; label: string }) {
  return (
    <SelectInput
      source={name}
      label={false}
      helperText={false}
      isRequired
      choices={[
        { id: '', name: 'resourcePages.filters.any' },
        { id: true, name: 'ra.boolean.true' },
        { id: false, name: 'ra.boolean.false' },
      ]}
      slotProps={{ select: { displayEmpty: true }, htmlInput: { 'aria-label': label } }}
    />
  )
}

function EmptyBox({ filter: { name, style } }: { filter: PageFilter }) {
  const translate = useTranslate()
  const input = useInput({
    source: name,
    format: (value: unknown) => [value ?? []].flat(),
    parse: (value: unknown) => value,
  })
  const values = (input.field.value as unknown[]).filter((value) => value !== '')
  const others = values.filter((value) => value !== null)
  const isAlone = others.length === 0 || (style !== 'in' && style !== 'equals')
  return (
    <FormControlLabel
      label={translate(isAlone ? 'resourcePages.filters.onlyEmpty' : 'resourcePages.filters.includeEmpty')}
      slotProps={{ typography: { variant: 'body2' } }}
      control={
        <Checkbox
          size="small"
          checked={values.includes(null)}
          onChange={(_, isChecked) => input.field.onChange(isChecked ? [...others, null] : others)}
        />
      }
    />
  )
}

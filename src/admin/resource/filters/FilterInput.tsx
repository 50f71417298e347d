import { useEffect, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { comparedKind } from '../../../config/derive/filters.ts'
import { isDay as isCalendarDay } from '../../../domain/calendar.ts'
import { parseTyped, typedForm } from '../../fields/format.ts'
import { useChoiceLabel } from '../../fields/inputs/textInputs.tsx'
import { DayField } from '../../fields/inputs/DayField.tsx'
import { ManyPicker } from '../../fields/inputs/references/ReferencePicker.tsx'
import { debounceMs } from '../../fields/debounce.ts'
import { useFieldLabel } from '../../fields/labels.ts'
import { useLanguage } from '../../fields/useLanguage.ts'
import type { PageFilter } from '../derivePages.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'
import { type ActiveFilter, asksForEmpty } from './filterValues.ts'

interface FilterInputProps {
  readonly filter: PageFilter
  readonly active: ActiveFilter | undefined
  readonly onChange: (filter: ActiveFilter) => void
}

/** One filter: its way of asking by its style, and those without a value where the field may be empty. */
export function FilterInput(props: FilterInputProps) {
  const resource = useConfiguredResource()
  const label = useFieldLabel()(resource.name, props.filter.name)
  const id = useId()
  const { field } = props.filter
  const mayBeEmpty =
    !field.required &&
    field.kind !== 'computed' &&
    field.kind !== 'boolean' &&
    field.default === undefined &&
    !['createdAt', 'updatedAt'].includes(props.filter.name)
  return (
    <Box role="group" aria-labelledby={id} sx={{ py: 1 }}>
      <FormLabel id={id} component="div" sx={{ fontSize: 14, fontWeight: 600, mb: 0.5 }}>
        {label}
      </FormLabel>
      <ByStyle {...props} label={label} />
      {mayBeEmpty && <EmptyBox {...props} />}
    </Box>
  )
}

function ByStyle(props: FilterInputProps & { label: string }) {
  const {
    filter: { field, style },
  } = props
  if (style === 'range') return <RangeFilter {...props} />
  if (field.target) return <ReferenceFilter {...props} />
  if (field.choices) return <ChoicesFilter {...props} />
  if (comparedKind(field) === 'boolean') return <BooleanFilter {...props} />
  return <TextFilter {...props} />
}

const valuesOf = (active: ActiveFilter | undefined): unknown[] =>
  active?.equals === undefined ? [] : [active.equals].flat()

function EmptyBox({ filter, active, onChange }: FilterInputProps) {
  const translate = useTranslate()
  const isOn = asksForEmpty(active)
  const others = valuesOf(active).filter((value) => value !== null)
  const isAlone = filter.style !== 'in' && !(filter.style === 'equals' && others.length > 0)
  return (
    <FormControlLabel
      label={translate(
        isAlone || others.length === 0 ? 'resourcePages.filters.onlyEmpty' : 'resourcePages.filters.includeEmpty',
      )}
      slotProps={{ typography: { variant: 'body2' } }}
      control={
        <Checkbox
          size="small"
          checked={isOn}
          onChange={(_, isChecked) => onChange({ field: filter.name, equals: isChecked ? [...others, null] : others })}
        />
      }
    />
  )
}

function ReferenceFilter({ filter, active, label, onChange }: FilterInputProps & { label: string }) {
  const empty = asksForEmpty(active) ? [null] : []
  const ids = valuesOf(active).filter((value) => value !== null) as number[]
  return (
    <ManyPicker
      target={filter.field.target!}
      label={label}
      isLabelHidden
      values={ids}
      onChange={(chosen) => onChange({ field: filter.name, equals: [...chosen, ...empty] })}
    />
  )
}

function ChoicesFilter({ filter, active, onChange }: FilterInputProps) {
  const choiceLabel = useChoiceLabel()
  const choices = filter.field.choices!
  const chosen = valuesOf(active)
  const toggle = (value: string) =>
    onChange({
      field: filter.name,
      equals: chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value],
    })
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column' }}>
      {choices.values.map((value) => (
        <FormControlLabel
          key={value}
          label={choiceLabel(choices.name, value)}
          control={<Checkbox size="small" checked={chosen.includes(value)} onChange={() => toggle(value)} />}
        />
      ))}
    </Box>
  )
}

function BooleanFilter({ filter, active, label, onChange }: FilterInputProps & { label: string }) {
  const translate = useTranslate()
  const value = active?.equals === true ? 'true' : active?.equals === false ? 'false' : ''
  return (
    <TextField
      select
      fullWidth
      size="small"
      value={value}
      slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': label } } }}
      onChange={({ target }) =>
        onChange({ field: filter.name, equals: target.value === '' ? undefined : target.value === 'true' })
      }
    >
      <MenuItem value="">{translate('resourcePages.filters.any')}</MenuItem>
      <MenuItem value="true">{translate('ra.boolean.true')}</MenuItem>
      <MenuItem value="false">{translate('ra.boolean.false')}</MenuItem>
    </TextField>
  )
}

function TextFilter({ filter, active, label, onChange }: FilterInputProps & { label: string }) {
  const isContained = filter.style === 'contains'
  const current = String((isContained ? active?.contains : valuesOf(active).find((value) => value !== null)) ?? '')
  return (
    <Typed
      label={label}
      value={current}
      onChange={(text) =>
        onChange(
          isContained
            ? { field: filter.name, contains: text || undefined }
            : {
                field: filter.name,
                equals: text === '' ? undefined : filter.field.kind === 'integer' ? Number(text) : text,
              },
        )
      }
    />
  )
}

function RangeFilter({ filter, active, label, onChange }: FilterInputProps & { label: string }) {
  const translate = useTranslate()
  const language = useLanguage()
  const isDay = filter.field.kind === 'date' || filter.field.kind === 'moment'
  const read = (text: string): unknown => {
    // What is typed halfway is no day yet: the filter waits.
    if (isDay) return isCalendarDay(text) ? text : undefined
    const number = parseTyped(text, language)
    return typeof number === 'number' ? number : undefined
  }
  const show = (value: unknown) => (isDay ? String(value ?? '').slice(0, 10) : typedForm(value, language))
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
      <Typed
        label={`${label}: ${translate('resourcePages.filters.from')}`}
        shownLabel={translate('resourcePages.filters.from')}
        type={isDay ? 'date' : 'text'}
        value={show(active?.from)}
        onChange={(text) => onChange({ field: filter.name, to: active?.to, from: read(text) })}
      />
      <Typed
        label={`${label}: ${translate('resourcePages.filters.to')}`}
        shownLabel={translate('resourcePages.filters.to')}
        type={isDay ? 'date' : 'text'}
        value={show(active?.to)}
        onChange={(text) => onChange({ field: filter.name, from: active?.from, to: read(text) })}
      />
    </Box>
  )
}

/** Text that takes effect when one has stopped typing. */
function Typed({
  label,
  shownLabel,
  value,
  onChange,
  type = 'text',
}: {
  label: string
  shownLabel?: string
  value: string
  onChange: (text: string) => void
  type?: string
}) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value || (type === 'date' && text !== '' && !isCalendarDay(text))) return undefined
    const timer = setTimeout(() => onChange(text), debounceMs)
    return () => clearTimeout(timer)
    // Only what is typed starts the wait; a new onChange of the same filter must not start it again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [text])
  if (type === 'date')
    return (
      <DayField
        fullWidth
        size="small"
        label={shownLabel}
        value={text}
        onChange={setText}
        slotProps={{ htmlInput: { 'aria-label': label } }}
      />
    )
  return (
    <TextField
      fullWidth
      size="small"
      type={type}
      label={shownLabel}
      hiddenLabel={!shownLabel}
      value={text}
      onChange={({ target }) => setText(target.value)}
      slotProps={{ htmlInput: { 'aria-label': label, autoComplete: 'off' }, inputLabel: { shrink: true } }}
    />
  )
}

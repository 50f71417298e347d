import { useEffect, useState } from 'react'
import { InputHelperText, useGetList, useInput } from 'react-admin'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import type { Choices } from '../../../../config/choices.ts'
import { useChoiceLabel } from '../../labels.ts'
import { optionsMeta } from '../../ReferenceValue.tsx'
import { useNarrowing } from '../../useOptions.ts'
import type { FieldInputProps } from '../inputProps.tsx'
import { OnePicker } from './ReferencePicker.tsx'

type Id = number | string

/**
 * Several records of which no two agree in one choice of theirs (the rewards of a profile: one of each product type):
 * one place
 * for each value of that choice, offering only what fits there. What is chosen already cannot be chosen twice.
 */
export function DistinctReferencesInput(props: FieldInputProps & { choices: Choices }) {
  const { source, field, label, help, choices } = props
  const input = useInput({ source, format: (value) => value ?? [], parse: (value) => value })
  const values: readonly Id[] = input.field.value
  const { places, place } = usePlaces(values)
  const narrowing = useNarrowing(field, source)
  const { error } = input.fieldState
  const choose = (value: string, id: Id | null) => {
    const next = { ...places, [value]: id }
    place(value, id)
    input.field.onChange(choices.values.flatMap((each) => next[each] ?? []))
  }
  return (
    <FormControl
      component="fieldset"
      fullWidth
      margin="dense"
      error={Boolean(error)}
      required={props.isRequired || Boolean(field.count ?? field.min)}
      aria-describedby={`${input.id}-help`}
    >
      <FormLabel component="legend">{label}</FormLabel>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 2 }}>
        {choices.values.map((value) => (
          <Place
            key={value}
            {...props}
            beside={narrowing}
            value={value}
            values={values}
            id={places[value] ?? null}
            onFound={(id) => place(value, id)}
            onChange={(id) => choose(value, id)}
            onBlur={() => input.field.onBlur()}
          />
        ))}
      </Box>
      <FormHelperText id={`${input.id}-help`}>
        <InputHelperText error={error?.message} helperText={help ?? false} />
      </FormHelperText>
    </FormControl>
  )
}

/**
 * Which record stands in which place. Records that came with the form find their places when the server says what they
 * are.
 */
function usePlaces(values: readonly Id[]) {
  const [places, setPlaces] = useState<Readonly<Record<string, Id | null>>>({})
  const place = (value: string, id: Id | null) =>
    setPlaces((others) => (others[value] === id ? others : { ...others, [value]: id }))
  const present = Object.fromEntries(Object.entries(places).filter(([, id]) => id !== null && values.includes(id)))
  return { places: present as Readonly<Record<string, Id | null>>, place }
}

function Place({
  field,
  beside,
  value,
  values,
  id,
  choices,
  onFound,
  onChange,
  onBlur,
}: FieldInputProps & {
  choices: Choices
  /** What agrees with the form beside it. */
  beside: Readonly<Record<string, unknown>>
  value: string
  values: readonly Id[]
  id: Id | null
  onFound: (id: Id) => void
  onChange: (id: Id | null) => void
  onBlur: () => void
}) {
  const choiceLabel = useChoiceLabel()
  const narrowing = { [field.distinctBy!]: value }
  const { data } = useGetList(
    field.target!,
    { filter: { ...narrowing, id: values }, meta: optionsMeta },
    { enabled: values.length > 0 && id === null, staleTime: 60_000 },
  )
  const found = data?.find((option) => values.includes(option.id as Id))?.id as Id | undefined
  useEffect(() => {
    if (found !== undefined && id === null) onFound(found)
  }, [found, id, onFound])
  return (
    <OnePicker
      target={field.target!}
      label={choiceLabel(choices.name, value)}
      narrowing={{ ...beside, ...narrowing }}
      value={id}
      onChange={onChange}
      onBlur={onBlur}
    />
  )
}

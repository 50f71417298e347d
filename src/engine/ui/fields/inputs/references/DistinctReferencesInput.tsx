import { type ComponentProps, useEffect, useState } from 'react'
import { InputHelperText, useGetList, useInput } from 'react-admin'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import type { Choices } from '#engine/declaration/choices.ts'
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
export function DistinctReferencesInput({
  source,
  field,
  label,
  help,
  isRequired,
  choices,
}: FieldInputProps & { choices: Choices }) {
  const choiceLabel = useChoiceLabel()
  const { id, field: input, fieldState } = useInput({ source, format: (value) => value ?? [], parse: (value) => value })
  const values: readonly Id[] = input.value
  // Which record stands in which place: those that came with the form find theirs when the server says what they are.
  const [places, setPlaces] = useState<Readonly<Record<string, Id | null>>>({})
  const place = (value: string, record: Id | null) =>
    setPlaces((others) => (others[value] === record ? others : { ...others, [value]: record }))
  const inPlace = (value: string) => values.find((each) => each === places[value]) ?? null
  const narrowing = useNarrowing(field, source)
  const choose = (value: string, record: Id | null) => {
    place(value, record)
    input.onChange(choices.values.flatMap((each) => (each === value ? record : inPlace(each)) ?? []))
  }
  return (
    <FormControl
      component="fieldset"
      fullWidth
      margin="dense"
      error={Boolean(fieldState.error)}
      required={isRequired || Boolean(field.count ?? field.min)}
      aria-describedby={`${id}-help`}
    >
      <FormLabel component="legend">{label}</FormLabel>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 2 }}>
        {choices.values.map((value) => (
          <Place
            key={value}
            target={field.target!}
            label={choiceLabel(choices.name, value)}
            only={{ [field.distinctBy!]: value }}
            narrowing={narrowing}
            values={values}
            value={inPlace(value)}
            onFound={(record) => place(value, record)}
            onChange={(record) => choose(value, record)}
            onBlur={() => input.onBlur()}
          />
        ))}
      </Box>
      <FormHelperText id={`${id}-help`}>
        <InputHelperText error={fieldState.error?.message} helperText={help ?? false} />
      </FormHelperText>
    </FormControl>
  )
}

interface PlaceProps extends Omit<ComponentProps<typeof OnePicker>, 'narrowing'> {
  /** What the records of this place have in common. */
  readonly only: Readonly<Record<string, unknown>>
  /** What agrees with the form beside it. */
  readonly narrowing: Readonly<Record<string, unknown>>
  /** What is chosen in all places. */
  readonly values: readonly Id[]
  readonly onFound: (id: Id) => void
}

function Place({ only, narrowing, values, onFound, ...picker }: PlaceProps) {
  const isOpen = picker.value === null
  const { data } = useGetList(
    picker.target,
    { filter: { ...only, id: values }, meta: optionsMeta },
    { enabled: values.length > 0 && isOpen, staleTime: 60_000 },
  )
  const found = data?.find((option) => values.includes(option.id as Id))?.id as Id | undefined
  useEffect(() => {
    if (found !== undefined && isOpen) onFound(found)
  }, [found, isOpen, onFound])
  return <OnePicker {...picker} narrowing={{ ...narrowing, ...only }} />
}

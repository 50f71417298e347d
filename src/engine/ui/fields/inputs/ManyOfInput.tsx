import { CheckboxGroupInput } from 'react-admin'
import { offeredValues } from '#engine/declaration/choices.ts'
import { useOptionalActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useChoiceLabel } from '../labels.ts'
import type { FieldInputProps } from './inputProps.tsx'

const columns = {
  '& .MuiFormGroup-root': {
    display: 'grid',
    gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)', md: 'repeat(3, 1fr)' },
    columnGap: 2,
  },
} as const

/** Several of a closed list, each a checkbox: all of them can be seen at once. Kept in the order of the list. */
export default function ManyOfInput({ source, field, label, isRequired, isLabelHidden, help }: FieldInputProps) {
  const choiceLabel = useChoiceLabel()
  const { name, values } = field.choices!
  const offered = offeredValues(field.choices!, useOptionalActor() ?? {})
  return (
    <CheckboxGroupInput
      source={source}
      label={isLabelHidden ? false : label}
      isRequired={Boolean(isRequired)}
      helperText={help ?? false}
      translateChoice={false}
      choices={offered.map((id) => ({ id, name: choiceLabel(name, id) }))}
      // A filter keeps what is no choice of the field beside them: that it may be empty.
      parse={(chosen: readonly string[]) => [
        ...values.filter((each) => chosen.includes(each)),
        ...chosen.filter((each) => !values.includes(each)),
      ]}
      options={{ size: 'small' }}
      sx={columns}
    />
  )
}

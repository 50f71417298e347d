import { BooleanInput as SwitchInput, CheckboxGroupInput, SelectInput } from 'react-admin'
import { useChoiceLabel } from '../labels.ts'
import { type FieldInputProps, givenProps } from './inputProps.tsx'

const columns = {
  '& .MuiFormGroup-root': {
    display: 'grid',
    gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)', md: 'repeat(3, 1fr)' },
    columnGap: 2,
  },
} as const

/** One of a closed list. An optional one can be emptied. */
export function ChoiceInput(props: FieldInputProps) {
  const { field, isRequired, isLabelHidden, label } = props
  const choiceLabel = useChoiceLabel()
  const { name, values } = field.choices!
  // react-admin's own way to empty a choice is heard as something else than it shows.
  const empty = isRequired || field.default !== undefined ? [] : [{ id: '', name: '–' }]
  return (
    <SelectInput
      {...givenProps(props)}
      isRequired
      translateChoice={false}
      choices={[...empty, ...values.map((id) => ({ id, name: choiceLabel(name, id) }))]}
      slotProps={isLabelHidden ? { htmlInput: { 'aria-label': label } } : {}}
      sx={{ minWidth: 0 }}
    />
  )
}

/** Several of a closed list, each a checkbox: all of them can be seen at once. Kept in the order of the list. */
export function ManyOfInput({ source, field, label, isRequired, isLabelHidden, help }: FieldInputProps) {
  const choiceLabel = useChoiceLabel()
  const { name, values } = field.choices!
  return (
    <CheckboxGroupInput
      source={source}
      label={isLabelHidden ? false : label}
      isRequired={Boolean(isRequired)}
      helperText={help ?? false}
      translateChoice={false}
      choices={values.map((id) => ({ id, name: choiceLabel(name, id) }))}
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

/** Yes or no. */
export const BooleanInput = ({ source, label, help }: FieldInputProps) => (
  <SwitchInput source={source} label={label} helperText={help ?? false} />
)

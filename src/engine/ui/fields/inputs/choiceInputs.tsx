import { BooleanInput as SwitchInput, SelectInput } from 'react-admin'
import { useChoiceLabel } from '../labels.ts'
import { type FieldInputProps, givenProps } from './inputProps.tsx'

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

/** Yes or no. */
export const BooleanInput = ({ source, label, help }: FieldInputProps) => (
  <SwitchInput source={source} label={label} helperText={help ?? false} />
)

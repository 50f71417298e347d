import { useInput } from 'react-admin'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import type { FieldInputProps } from './inputProps.ts'
import { HelperText, helpId, TextFieldInput } from './TextFieldInput.tsx'
import { useChoiceLabel } from './textInputs.tsx'

/** One of a closed list. An optional one can be emptied. */
export function ChoiceInput(props: FieldInputProps) {
  const { field, isRequired } = props
  const choiceLabel = useChoiceLabel()
  const choices = field.choices!
  const mayBeEmpty = !isRequired && field.default === undefined
  return (
    <TextFieldInput {...props} isSelect>
      {mayBeEmpty && (
        <MenuItem value="">
          <em>–</em>
        </MenuItem>
      )}
      {choices.values.map((value) => (
        <MenuItem key={value} value={value}>
          {choiceLabel(choices.name, value)}
        </MenuItem>
      ))}
    </TextFieldInput>
  )
}

/** Several of a closed list, each a checkbox: all of them can be seen at once. */
export function ManyOfInput({ source, field, label, isRequired, help }: FieldInputProps) {
  const choiceLabel = useChoiceLabel()
  const input = useInput({ source, format: (value) => value ?? [], parse: (value) => value })
  const chosen: readonly string[] = input.field.value
  const choices = field.choices!
  const toggle = (value: string) =>
    input.field.onChange(
      choices.values.filter((each) => (each === value ? !chosen.includes(value) : chosen.includes(each))),
    )
  const { error } = input.fieldState
  return (
    <FormControl
      component="fieldset"
      error={Boolean(error)}
      margin="dense"
      required={isRequired}
      aria-describedby={helpId(input.id)}
    >
      <FormLabel component="legend">{label}</FormLabel>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)', md: 'repeat(3, 1fr)' },
          columnGap: 2,
        }}
      >
        {choices.values.map((value) => (
          <FormControlLabel
            key={value}
            label={choiceLabel(choices.name, value)}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
                onBlur={() => input.field.onBlur()}
              />
            }
          />
        ))}
      </Box>
      <FormHelperText id={helpId(input.id)}>
        <HelperText error={error} help={help} />
      </FormHelperText>
    </FormControl>
  )
}

/** Yes or no. */
export function BooleanInput({ source, label, help }: FieldInputProps) {
  const { id, field, fieldState } = useInput({ source, format: Boolean, parse: (value) => value })
  return (
    <FormControl error={Boolean(fieldState.error)} margin="dense">
      <FormControlLabel
        label={label}
        control={
          <Switch
            id={id}
            name={field.name}
            checked={field.value}
            onChange={(_, isOn) => field.onChange(isOn)}
            onBlur={() => field.onBlur()}
            slotProps={{ input: { ref: field.ref } }}
          />
        }
      />
      {(fieldState.error || help) && (
        <FormHelperText id={helpId(id)}>
          <HelperText error={fieldState.error} help={help} />
        </FormHelperText>
      )}
    </FormControl>
  )
}

import TextField from '@mui/material/TextField'

interface ReasonFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (reason: string) => void
  readonly help?: string
}

/** Most characters of a reason that a dialog asks for. */
const reasonLengthMax = 300

/** Asks for a reason, which is required. */
export const ReasonField = ({ label, value, onChange, help }: ReasonFieldProps) => (
  <TextField
    label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    required
    fullWidth
    multiline
    margin="normal"
    helperText={help}
    slotProps={{ htmlInput: { maxLength: reasonLengthMax } }}
  />
)

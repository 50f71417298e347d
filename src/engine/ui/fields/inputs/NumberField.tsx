import { useId, useState } from 'react'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { parseTyped, typedForm } from '../format.ts'
import { useLanguage } from '../useLanguage.ts'

interface NumberFieldProps {
  readonly label: string
  readonly value: unknown
  readonly sign?: string
  /** Given what is no number as it was typed. */
  readonly onChange: (value: number | string | null) => void
}

/** A number typed outside of a form, as forms take it. */
export function NumberField({ label, value, sign, onChange }: NumberFieldProps) {
  const language = useLanguage()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const change = (text: string) => {
    setTyped(text)
    onChange(parseTyped(text, language))
  }
  return (
    <TextField
      id={id}
      size="small"
      label={label}
      value={typed ?? typedForm(value, language)}
      onChange={({ target }) => change(target.value)}
      onBlur={() => setTyped(null)}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: { endAdornment: sign && <InputAdornment position="end">{sign}</InputAdornment> },
      }}
    />
  )
}

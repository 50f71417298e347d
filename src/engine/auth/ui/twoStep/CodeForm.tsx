import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'

const digitCount = 6

/**
 * Asks for the code that an authenticator shows; what is wrong with it stands below, and the next one can be typed at
 * once.
 */
export function CodeForm({ onConfirm }: { onConfirm: (totp: string) => Promise<void> }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const [totp, setTotp] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  // Whoever is shown this is to type next.
  useEffect(() => input.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Events go up through panels as they stand in React: the record's form must not be sent.
    event.stopPropagation()
    if (totp.length !== digitCount) return setProblem(translate('panels.twoStep.codeHelp'))
    setIsBusy(true)
    try {
      await onConfirm(totp)
    } catch (error) {
      setProblem(errorText(error))
      setTotp('')
      input.current?.focus()
    } finally {
      setIsBusy(false)
    }
  }
  const change = (typed: string) => {
    setTotp(typed.replace(/\D/g, '').slice(0, digitCount))
    setProblem(null)
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', maxWidth: 360 }}
    >
      <TextField
        id={id}
        label={translate('panels.twoStep.code')}
        value={totp}
        onChange={({ target }) => change(target.value)}
        inputRef={input}
        error={problem !== null}
        helperText={
          <span role={problem === null ? undefined : 'alert'}>{problem ?? translate('panels.twoStep.codeHelp')}</span>
        }
        slotProps={{
          htmlInput: {
            inputMode: 'numeric',
            autoComplete: 'one-time-code',
            style: { letterSpacing: '0.3em', fontVariantNumeric: 'tabular-nums' },
          },
        }}
      />
      <Button type="submit" variant="contained" loading={isBusy} sx={{ mt: 1, flex: 'none' }}>
        {translate('panels.twoStep.confirm')}
      </Button>
    </Box>
  )
}

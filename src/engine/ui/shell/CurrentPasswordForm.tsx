import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'

/** Asks for the present password; what is wrong with it stands below, and it can be typed again at once. */
export function CurrentPasswordForm({ onConfirm }: { onConfirm: (password: string) => Promise<void> }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // Whoever is shown this is to type next.
  useEffect(() => input.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Events go up through panels as they stand in React: the record's form must not be sent.
    event.stopPropagation()
    setIsBusy(true)
    try {
      await onConfirm(password)
    } catch (error) {
      setProblem(errorText(error))
      setPassword('')
    } finally {
      setIsBusy(false)
    }
  }
  const change = (typed: string) => {
    setPassword(typed)
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
        inputRef={input}
        type="password"
        label={translate('panels.account.currentPassword')}
        value={password}
        onChange={({ target }) => change(target.value)}
        error={problem !== null}
        helperText={<span role={problem === null ? undefined : 'alert'}>{problem}</span>}
        slotProps={{ htmlInput: { autoComplete: 'current-password', spellCheck: false } }}
      />
      <Button
        type="submit"
        variant="contained"
        loading={isBusy}
        disabled={password === ''}
        sx={{ mt: 1, flex: 'none' }}
      >
        {translate('panels.twoStep.confirm')}
      </Button>
    </Box>
  )
}

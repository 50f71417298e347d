import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'

const digitCount = 6

interface Proof {
  readonly label: string
  readonly help?: string
  readonly clean: (typed: string) => string
  readonly isWhole: (typed: string) => boolean
  readonly field: TextFieldProps
}

const proofs = {
  totp: {
    label: 'panels.twoStep.code',
    help: 'panels.twoStep.codeHelp',
    clean: (typed) => typed.replace(/\D/g, '').slice(0, digitCount),
    isWhole: (typed) => typed.length === digitCount,
    field: {
      slotProps: {
        htmlInput: {
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
          style: { letterSpacing: '0.3em', fontVariantNumeric: 'tabular-nums' },
        },
      },
    },
  },
  currentPassword: {
    label: 'panels.account.currentPassword',
    clean: (typed) => typed,
    isWhole: (typed) => typed !== '',
    field: { type: 'password', slotProps: { htmlInput: { autoComplete: 'current-password', spellCheck: false } } },
  },
} satisfies Readonly<Record<string, Proof>>

interface ProofFormProps {
  readonly asks: keyof typeof proofs
  readonly onConfirm: (typed: string) => Promise<void>
}

/** Asks for an authenticator's code or the current password; a refusal is shown below, and the next try can be typed at once. */
export function ProofForm({ asks, onConfirm }: ProofFormProps) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const { label, help, clean, isWhole, field }: Proof = proofs[asks]
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  // The user is to type next.
  useEffect(() => input.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Events go up through panels as they stand in React: the record's form must not be sent.
    event.stopPropagation()
    if (!isWhole(typed)) return help && setProblem(translate(help))
    setIsBusy(true)
    try {
      await onConfirm(typed)
    } catch (error) {
      setProblem(errorText(error))
      setTyped('')
      input.current?.focus()
    } finally {
      setIsBusy(false)
    }
  }
  const change = (text: string) => {
    setTyped(clean(text))
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
        {...field}
        id={id}
        label={translate(label)}
        value={typed}
        onChange={({ target }) => change(target.value)}
        inputRef={input}
        error={problem !== null}
        helperText={
          <span role={problem === null ? undefined : 'alert'}>{problem ?? (help ? translate(help) : null)}</span>
        }
      />
      <Button
        type="submit"
        variant="contained"
        loading={isBusy}
        disabled={!help && !isWhole(typed)}
        sx={{ mt: 1, flex: 'none' }}
      >
        {translate('panels.twoStep.confirm')}
      </Button>
    </Box>
  )
}

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useNotify, useTranslate } from 'ra-core'
import { QRCodeSVG } from 'qrcode.react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { CopyButton } from '../../fields/TokenValue.tsx'
import { useErrorText } from '../../resource/useErrorText.ts'

const digitCount = 6

const secretOf = (otpauthUrl: string) => (URL.canParse(otpauthUrl) ? new URL(otpauthUrl).searchParams.get('secret') : null)

/** The picture for the authenticator, the promise to have read it, and the code that proves it. */
export function Enrolment({ otpauthUrl, onConfirm }: { otpauthUrl: string; onConfirm: (totp: string) => Promise<void> }) {
  const translate = useTranslate()
  const [hasRead, setHasRead] = useState(false)
  const secret = secretOf(otpauthUrl)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'flex-start' }}>
      <Box sx={{ p: 1, bgcolor: '#fff', lineHeight: 0, borderRadius: 1, border: 1, borderColor: 'divider' }}>
        <QRCodeSVG value={otpauthUrl} size={176} marginSize={2} title={translate('panels.twoStep.qr')} />
      </Box>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography variant="body2">{translate('panels.twoStep.lead')}</Typography>
        {secret && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
            {translate('panels.twoStep.secret')} <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code> <CopyButton text={secret} notice="panels.twoStep.copied" />
          </Typography>
        )}
        <FormControlLabel control={<Checkbox checked={hasRead} onChange={({ target }) => setHasRead(target.checked)} />} label={translate('panels.twoStep.haveRead')} sx={{ mt: 1 }} />
        {hasRead && <CodeForm onConfirm={onConfirm} />}
      </Box>
    </Box>
  )
}

function CodeForm({ onConfirm }: { onConfirm: (totp: string) => Promise<void> }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const [totp, setTotp] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  // The promise to have read the picture asks for the code next.
  useEffect(() => input.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Events go up through panels as they stand in React: the record's form must not be sent.
    event.stopPropagation()
    if (totp.length !== digitCount) return setProblem(translate('panels.twoStep.codeHelp'))
    setIsBusy(true)
    try {
      await onConfirm(totp)
      notify('panels.twoStep.confirmed', { type: 'success' })
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
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', maxWidth: 360 }}>
      <TextField id={id} label={translate('panels.twoStep.code')} value={totp} onChange={({ target }) => change(target.value)} inputRef={input}
        error={problem !== null} helperText={<span role={problem === null ? undefined : 'alert'}>{problem ?? translate('panels.twoStep.codeHelp')}</span>}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code', style: { letterSpacing: '0.3em', fontVariantNumeric: 'tabular-nums' } } }} />
      <Button type="submit" variant="contained" loading={isBusy} sx={{ mt: 1, flex: 'none' }}>{translate('panels.twoStep.confirm')}</Button>
    </Box>
  )
}

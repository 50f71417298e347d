import { type ReactNode, useState } from 'react'
import { useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'
import { useWork } from '../../dialogs/useWork.ts'
import { useErrorText } from '../../resource/useErrorText.ts'

interface ReasonDialogProps {
  /** Of the texts of the page. */
  readonly label: string
  readonly path: string
  /** What is sent beside the reason. */
  readonly more?: Readonly<Record<string, unknown>>
  /** Texts that are asked for beside the reason. */
  readonly fields?: readonly ('value' | 'currency')[]
  readonly onDone: () => void
  readonly children: (open: () => void) => ReactNode
}

/** Asks why before something about a sign of fraud is decided. */
export function ReasonDialog({ label, path, more = {}, fields = [], onDone, children }: ReasonDialogProps) {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const errorText = useErrorText()
  const { run, isRunning, error } = useWork()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const asked = [...fields, 'why'] as const
  const isWhole = asked.every((name) => typed[name]?.trim())
  const send = async () => {
    const { why: reason, ...rest } = typed
    const body = JSON.stringify({ ...more, ...rest, reason })
    const done = await run(() =>
      dataProvider.callApi(path, {
        method: 'POST',
        body,
        headers: new Headers({ 'Idempotency-Key': crypto.randomUUID() }),
      }),
    )
    if (!done) return
    setIsOpen(false)
    setTyped({})
    onDone()
  }
  return (
    <>
      {children(() => setIsOpen(true))}
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} fullWidth maxWidth="sm">
        <DialogTitle>{translate(`late.risk.${label}`)}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2, pt: 1 }}>
          {asked.map((name) => (
            <TextField
              key={name}
              margin="dense"
              label={translate(`late.risk.${name}`)}
              value={typed[name] ?? ''}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
            />
          ))}
          {error === null ? null : <Alert severity="error">{errorText(error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setIsOpen(false)}>{translate('late.risk.cancel')}</Button>
          <Button variant="contained" loading={isRunning} disabled={!isWhole} onClick={() => void send()}>
            {translate('late.risk.save')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

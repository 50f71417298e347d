import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Button, { type ButtonProps } from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { currency as currencies } from '#resources/choices.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { ReasonField } from '#engine/ui/dialogs/ReasonField.tsx'
import { NumberField } from '#engine/ui/fields/inputs/NumberField.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'

interface ReasonDialogProps extends Pick<ButtonProps, 'variant' | 'color'> {
  /** Of the texts of the page. */
  readonly label: string
  /** What it is done to. */
  readonly about: string
  /** Of the calls about risks. */
  readonly path: string
  /** What is sent beside the reason. */
  readonly more?: Readonly<Record<string, unknown>>
  /** Asks how much beside the reason, and in which currency. */
  readonly hasAmount?: boolean
  readonly onDone: () => void
}

/** A button that asks why before something about a sign of fraud is decided. */
export function ReasonDialog({ label, about, onDone, variant, color, ...asked }: ReasonDialogProps) {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const name = translate(`risk.${label}`)
  return (
    <>
      <Button
        size="small"
        variant={variant ?? 'text'}
        color={color ?? 'primary'}
        aria-label={`${name}: ${about}`}
        onClick={() => setIsOpen(true)}
      >
        {name}
      </Button>
      {isOpen && <Asked {...asked} title={name} about={about} onDone={onDone} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface AskedProps extends Omit<ReasonDialogProps, 'label' | 'variant' | 'color'> {
  readonly title: string
  readonly onClose: () => void
}

function Asked({ title, about, path, more = {}, hasAmount = false, onDone, onClose }: AskedProps) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const { run, isRunning, error } = useIdempotentCall()
  const [reason, setReason] = useState('')
  const [value, setValue] = useState<number | string | null>(null)
  const [currency, setCurrency] = useState<string>(currencies.values[0]!)
  const send = async () => {
    const input = { ...more, ...(hasAmount ? { value, currency } : {}), reason: reason.trim() }
    if (!(await run({ resource: 'risk', path, input }))) return
    onClose()
    onDone()
  }
  return (
    <PromptDialog
      title={title}
      text={about}
      problem={error !== null && errorText(error)}
      isRunning={isRunning}
      onClose={onClose}
      action={{
        label: translate('risk.save'),
        isDisabled: reason.trim() === '' || (hasAmount && value === null),
        onClick: () => void send(),
      }}
    >
      {hasAmount && (
        <>
          <NumberField label={translate('risk.value')} value={value} onChange={setValue} />{' '}
          <TextField
            select
            size="small"
            margin="none"
            label={translate('risk.currency')}
            value={currency}
            onChange={({ target }) => setCurrency(target.value)}
            sx={{ minWidth: 96 }}
          >
            {currencies.values.map((each) => (
              <MenuItem key={each} value={each}>
                {each}
              </MenuItem>
            ))}
          </TextField>
        </>
      )}
      <ReasonField label={translate('risk.why')} value={reason} onChange={setReason} />
    </PromptDialog>
  )
}

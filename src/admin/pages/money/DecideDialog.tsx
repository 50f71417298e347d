import { useState } from 'react'
import { type Identifier, useNotify, useTranslate } from 'react-admin'
import TextField from '@mui/material/TextField'
import type { MessageValues } from '../../../config/problems.ts'
import { AskDialog } from '../../dialogs/AskDialog.tsx'
import { useErrorText } from '../../resource/useErrorText.ts'
import { useMoneyCall } from './useMoneyCall.ts'

const reasonLengthMax = 300

/** What a second person does with something that was asked for. */
export type Decision = 'approve' | 'decline'

interface DecideDialogProps {
  /** What is decided about, and where its words stand. */
  readonly subject: {
    readonly resource: 'entry' | 'payment'
    readonly id: Identifier
    readonly words: string
    readonly reasonLabel: string
  }
  readonly decision: Decision
  readonly title: string
  readonly text: string
  /** What the notice says besides. */
  readonly said?: MessageValues
  /** Called once it was answered, whatever the answer. */
  readonly onAnswered: () => void
  readonly onClose: () => void
}

/** The second person approves what somebody asked for, or somebody declines it and says why. */
export function DecideDialog({ subject, decision, title, text, said, onAnswered, onClose }: DecideDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const { run, isRunning, error } = useMoneyCall()
  const [reason, setReason] = useState('')
  const { resource, id, words, reasonLabel } = subject
  const isDeclining = decision === 'decline'
  const decide = async () => {
    const answer = await run({
      resource,
      path: `${id}/${decision}`,
      input: isDeclining ? { reason: reason.trim() } : {},
    })
    onAnswered()
    if (!answer) return
    notify(`${words}.${isDeclining ? 'declined' : 'approved'}`, {
      type: 'success',
      ...(said ? { messageArgs: said } : {}),
    })
    onClose()
  }
  const action = {
    label: translate(`${words}.${decision}`),
    color: isDeclining ? 'error' : 'primary',
    isDisabled: isDeclining && reason.trim() === '',
    onClick: () => void decide(),
  } as const
  return (
    <AskDialog
      title={title}
      text={text}
      action={action}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
    >
      {isDeclining && (
        <TextField
          label={translate(reasonLabel)}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          required
          fullWidth
          multiline
          margin="normal"
          slotProps={{ htmlInput: { maxLength: reasonLengthMax } }}
        />
      )}
    </AskDialog>
  )
}

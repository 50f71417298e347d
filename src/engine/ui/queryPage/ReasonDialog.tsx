import { type ReactNode, useState } from 'react'
import { useNotify } from 'react-admin'
import type { MessageValues } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { ReasonField } from '#engine/ui/dialogs/ReasonField.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { type MoneyCall, useIdempotentCall } from './useCall.ts'

interface MoneyDialogProps {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
  readonly action: {
    readonly label: string
    readonly color?: 'primary' | 'error' | 'warning'
    readonly isDisabled?: boolean
  }
  /** Asks why, and goes on only with a reason. */
  readonly reasonLabel?: string | undefined
  /** What is sent. */
  readonly call: (reason: string) => MoneyCall
  /** The notice once it was done. */
  readonly said: (answer: AnyRecord) => string
  readonly saidOf?: MessageValues | undefined
  /** A refusal in words, where it has words of its own. */
  readonly errorText?: (error: unknown) => string
  /** Called once it was answered, whatever the answer. */
  readonly onAnswered: (isDone: boolean) => void
  readonly onClose: () => void
  readonly maxWidth?: 'xs' | 'sm'
}

/**
 * A question about money: what it is about, why where that matters, one call under one key, and the notice that it was
 * done. What was refused stands in it, and it stays open.
 */
export function WriteDialog(props: MoneyDialogProps) {
  const { title, text, children, action, reasonLabel, call, said, saidOf, onAnswered, onClose } = props
  const notify = useNotify()
  const usualText = useErrorText()
  const { run, isRunning, error } = useIdempotentCall()
  const [reason, setReason] = useState('')
  const go = async () => {
    const answer = await run(call(reason.trim()))
    onAnswered(answer !== null)
    if (!answer) return
    notify(said(answer), { type: 'success', ...(saidOf ? { messageArgs: saidOf } : {}) })
    onClose()
  }
  const isUnsaid = reasonLabel !== undefined && reason.trim() === ''
  return (
    <PromptDialog
      title={title}
      text={text}
      isRunning={isRunning}
      maxWidth={props.maxWidth ?? 'xs'}
      problem={error !== null && (props.errorText ?? usualText)(error)}
      onClose={onClose}
      action={{ ...action, isDisabled: isUnsaid || action.isDisabled === true, onClick: () => void go() }}
    >
      {children}
      {reasonLabel !== undefined && <ReasonField label={reasonLabel} value={reason} onChange={setReason} />}
    </PromptDialog>
  )
}

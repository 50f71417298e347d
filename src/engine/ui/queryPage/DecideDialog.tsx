import { type Identifier, useTranslate } from 'react-admin'
import type { MessageValues } from '#engine/declaration/problems.ts'
import { WriteDialog } from './ReasonDialog.tsx'

/** What a second person does with something that was asked for. */
export type Decision = 'approve' | 'decline'

interface DecideDialogProps {
  /** What is decided about, and where its words stand. */
  readonly subject: {
    readonly resource: 'correction' | 'entry' | 'payment'
    readonly id: Identifier
    readonly words: string
    readonly reasonLabel: string
  }
  readonly decision: Decision
  readonly title: string
  readonly text: string
  /** What is sent with an approval: of what it is one. */
  readonly approved?: { readonly digest: string }
  /** What the notice says besides. */
  readonly said?: MessageValues
  /** Called once it was answered, whatever the answer. */
  readonly onAnswered: (isDone: boolean) => void
  readonly onClose: () => void
}

/** The second person approves what somebody asked for, or somebody declines it and says why. */
export function DecideDialog({ subject, decision, approved, said, ...dialog }: DecideDialogProps) {
  const translate = useTranslate()
  const { resource, id, words, reasonLabel } = subject
  const isDeclining = decision === 'decline'
  return (
    <WriteDialog
      {...dialog}
      action={{ label: translate(`${words}.${decision}`), color: isDeclining ? 'error' : 'primary' }}
      reasonLabel={isDeclining ? translate(reasonLabel) : undefined}
      call={(reason) => ({ resource, path: `${id}/${decision}`, input: isDeclining ? { reason } : (approved ?? {}) })}
      said={() => `${words}.${isDeclining ? 'declined' : 'approved'}`}
      saidOf={said}
    />
  )
}

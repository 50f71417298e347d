import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Payee } from '#rules/payouts/payments.ts'
import { usePaymentErrorText } from '#engine/records/ui/useRecordMessages.ts'
import { WriteDialog } from '#engine/ui/queryPage/ReasonDialog.tsx'

interface HoldDialogProps {
  readonly owner: Payee & { readonly name: string }
  readonly decision: 'hold' | 'release'
  /** Of the newest hold that the page shows: what changed since is not released with it. */
  readonly placedAt?: string | undefined
  /** Called once it was answered, whatever the answer. */
  readonly onAnswered: () => void
  readonly onClose: () => void
}

/** Holds all payments of an owner, or releases what holds them, and asks why. */
export default function HoldDialog({ owner, decision, placedAt, onAnswered, onClose }: HoldDialogProps) {
  const translate = useTranslate()
  const errorText = usePaymentErrorText()
  const { kind, id, name } = owner
  const isHolding = decision === 'hold'
  // The page behind goes on reading: what came after the dialog opened was not looked at.
  const [seen] = useState(placedAt)
  return (
    <WriteDialog
      title={translate(`paying.${decision}Title`, { name })}
      text={translate(`paying.${decision}Text`)}
      action={{ label: translate(`paying.${decision}`), color: isHolding ? 'warning' : 'primary' }}
      reasonLabel={translate('paying.reason')}
      call={(reason) => ({
        resource: 'payment',
        path: `${kind}/${id}/${decision}`,
        input: isHolding ? { reason } : { reason, placedAt: seen },
      })}
      said={() => `paying.${isHolding ? 'wasHeld' : 'wasReleased'}`}
      saidOf={{ name }}
      errorText={errorText}
      onAnswered={onAnswered}
      onClose={onClose}
    />
  )
}

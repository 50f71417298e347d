import type { PaymentState } from '../../../domain/payments.ts'

/** What the comparison of a line or payment comes to, in the order in which people look at them: what can be done first, what agrees last. */
export const findings = ['settle', 'reject', 'returned', 'amount_differs', 'state_differs', 'missing_here', 'missing_there', 'duplicate', 'matched'] as const
export type Finding = (typeof findings)[number]

/** What `POST /api/payment/reconcile` answers. */
export interface ReconciliationAnswer {
  readonly lines: readonly ComparedLine[]
  readonly counts: Readonly<Partial<Record<Finding, number>>>
  /** Sent back to do what was found. */
  readonly confirmation: string
}

/** One line of the comparison; `there` is the statement, `here` our payments. */
export interface ComparedLine {
  readonly line: number | null
  readonly reference: string
  readonly payment: number | null
  readonly finding: Finding
  readonly nextStep: string
  readonly there: { readonly amount: number; readonly state: string; readonly day: string } | null
  readonly here: { readonly amount: number; readonly state: PaymentState } | null
}

import type { PaymentState } from '#rules/payouts/payments.ts'

/**
 * What the comparison of a line or payment comes to, in the order in which people look at them: what can be done first,
 * what agrees last. `settle`, `reject`, `returned`: the statement knows an
 * outcome that we do not. `amount_differs`, `state_differs`, `duplicate`: a person must look. `missing_here`: we know
 * no such payment. `missing_there`: the statement of those days does not name
 * our payment. `matched`: both say the same.
 */
export const findings = [
  'settle',
  'reject',
  'returned',
  'amount_differs',
  'state_differs',
  'missing_here',
  'missing_there',
  'duplicate',
  'matched',
] as const
export type Finding = (typeof findings)[number]

/** What to do next; the pages say it in words. Only `confirm` is done by the confirming call. */
export type NextStep = 'none' | 'confirm' | 'ask_gateway' | 'ask_bank' | 'find_payment' | 'correct_amount' | 'wait'

/** What a statement says of a payment. */
export type StatementState = Exclude<PaymentState, 'created' | 'sent' | 'unknown'> | 'accepted'

/** What keeps a statement from being read; pages say it in the reader's words. */
export const statementProblems = [
  'empty',
  'not_text',
  'cnab_400',
  'too_long',
  'cut_off',
  'quotes',
  'header',
  'reference',
  'day',
  'ambiguous_day',
  'amount',
  'ambiguous_amount',
  'state',
  'sign',
  'width',
  'occurrence',
] as const
/** One of {@link statementProblems}. */
export type StatementProblem = (typeof statementProblems)[number]

/** What `POST /api/payment/reconcile` answers. */
export interface ReconciliationAnswer {
  readonly lines: readonly ComparedLine[]
  readonly counts: Readonly<Partial<Record<Finding, number>>>
  /** Lines of the file that are no movement: balances, totals, heads. Nothing else was left out. */
  readonly skipped: readonly { readonly line: number; readonly text: string }[]
  /** Sent back to do what was found. */
  readonly confirmation: string
}

/** One line of the comparison; `there` is the statement, `here` our payments. */
export interface ComparedLine<Amount = number> {
  /** Of the statement; null for a payment it does not name. */
  readonly line: number | null
  readonly reference: string
  readonly payment: number | null
  readonly finding: Finding
  readonly nextStep: NextStep
  readonly there: {
    readonly amount: Amount
    readonly state: StatementState
    readonly day: string
    /** Null where the statement says none. */
    readonly currency: string | null
  } | null
  readonly here: { readonly amount: Amount; readonly state: PaymentState; readonly currency: string } | null
}

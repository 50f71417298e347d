import type { PaymentState } from '#rules/payouts/payments.ts'

/**
 * What the comparison of a line or payment comes to, in the order in which people look at them: what can be done first,
 * what agrees last. `settle`, `reject`, `returned`: the statement knows an outcome that we do not. `proposed`: nothing
 * names the payment, but amount, day and payee fit one; done only where a person accepts it. `unknown_code`: the bank
 * wrote what no table has. `amount_differs`, `state_differs`, `duplicate`: a person must look. `missing_here`: we know
 * no such payment. `missing_there`: the statement of those days does not name our payment. `not_ours`: a person said
 * before that such a movement is no payment of ours. `matched`: both say the same.
 */
export const findings = [
  'settle',
  'reject',
  'returned',
  'proposed',
  'unknown_code',
  'amount_differs',
  'state_differs',
  'missing_here',
  'missing_there',
  'duplicate',
  'not_ours',
  'matched',
] as const
export type Finding = (typeof findings)[number]

/** What to do next; the pages say it in words. Only `confirm`, and what is accepted, is done by the confirming call. */
export type NextStep =
  | 'none'
  | 'confirm'
  | 'accept'
  | 'answer_code'
  | 'ask_gateway'
  | 'ask_bank'
  | 'find_payment'
  | 'correct_amount'
  | 'wait'

/**
 * Why a line is thought to be a payment. `reference`: it names it. `batch`: payments of one reference add up to it.
 * `parts`: several lines of one reference add up to it. `payee`: amount, day and the payee's name, as banks abbreviate
 * it. `learned`: the same with a name that a person accepted before. `amount`: amount and day alone, of one payment
 * only. `batch_day`: all open payments of one day add up to it.
 */
export const matchReasons = ['reference', 'batch', 'parts', 'learned', 'payee', 'amount', 'batch_day'] as const
export type MatchReason = (typeof matchReasons)[number]

/** How sure a match is; only what is certain is done without being accepted line by line. */
export const confidences = ['certain', 'likely', 'possible'] as const
export type Confidence = (typeof confidences)[number]

/** What a statement says of a payment; `unclear` where the bank wrote what no table has. */
export type StatementState = Exclude<PaymentState, 'created' | 'sent' | 'unknown'> | 'accepted' | 'unclear'

/** What an occurrence of a bank may mean; `information` says nothing of the payment and never moves one. */
export const codeMeanings = ['settled', 'accepted', 'rejected', 'returned', 'information'] as const
/** One of {@link codeMeanings}. */
export type CodeMeaning = (typeof codeMeanings)[number]

/** What keeps a statement, or a line of one, from being read; pages say it in the reader's words. */
export const statementProblems = [
  'empty',
  'not_text',
  'format',
  'cnab_400',
  'too_long',
  'cut_off',
  'torn',
  'count',
  'quotes',
  'header',
  'reference',
  'day',
  'ambiguous_day',
  'no_amount',
  'amount',
  'ambiguous_amount',
  'state',
  'sign',
  'width',
  'place',
] as const
/** One of {@link statementProblems}. */
export type StatementProblem = (typeof statementProblems)[number]

/** A line that was not read as a movement: a balance, a total, a head, or one that cannot be read, with the reason. */
export interface SkippedLine {
  readonly line: number
  readonly text: string
  /** Null where it is no movement at all. */
  readonly problem: StatementProblem | null
  /** What stood there, where the problem is about a value. */
  readonly value: string
  /** The problem in English. */
  readonly reason: string | null
}

/** What `POST /api/payment/reconcile` answers. */
export interface ReconciliationAnswer {
  readonly lines: readonly ComparedLine[]
  readonly counts: Readonly<Partial<Record<Finding, number>>>
  /** Lines of the file that were not read as movements. Nothing else was left out. */
  readonly skipped: readonly SkippedLine[]
  /** Sent back to do what was found. */
  readonly confirmation: string
}

/** A code of a bank that no table has, and what the company says it means; null while it waits for an answer. */
export interface BankCodeRow {
  readonly company: number
  readonly bank: string
  readonly code: string
  readonly means: CodeMeaning | null
  readonly seenAt: string
  readonly answeredAt: string | null
  readonly answeredBy: string | null
}

/** One line of the comparison; `there` is the statement, `here` our payments. A batch has one for each payment. */
export interface ComparedLine<Amount = number> {
  /** Of the statement; null for a payment it does not name. */
  readonly line: number | null
  readonly reference: string
  readonly payment: number | null
  readonly finding: Finding
  readonly nextStep: NextStep
  /** Why the line is thought to be this payment; null where it is none. */
  readonly match: { readonly reason: MatchReason; readonly confidence: Confidence } | null
  readonly there: {
    readonly amount: Amount
    readonly state: StatementState
    readonly day: string
    /** Null where the statement says none. */
    readonly currency: string | null
    /** What else the line says: the bank's text. */
    readonly text: string
    /** The occurrence that no table has, and whose it is. */
    readonly code: { readonly bank: string; readonly code: string; readonly company: number | null } | null
  } | null
  readonly here: {
    readonly amount: Amount
    readonly state: PaymentState
    readonly currency: string
    readonly payee: string | null
  } | null
}

import type { Day } from '#engine/values/calendar.ts'
import type { PayeeKind } from '#rules/payouts/payments.ts'
import type { CellValue, ExportColumn } from '#engine/values/spreadsheet/cells.ts'

/** What a day earned: of which products, and of which brands. */
export interface StatementLine {
  readonly entry: number
  readonly day: Day
  readonly value: number
  readonly status: string
  /** `rate` in percent, for CPA a value; empty where no single one holds. */
  readonly products: readonly {
    readonly product: string
    readonly rate: number | null
    readonly amount: number
    /** The reward or level by which it was earned. */
    readonly deal: string | null
  }[]
  readonly brands: readonly { readonly brand: number; readonly name: string; readonly value: number }[]
}

/** What was added or taken away besides, and why. */
export interface StatementAdjustment {
  readonly entry: number
  readonly day: Day
  readonly kind: string
  readonly value: number
  readonly status: string
  /** `late_activity`, `correction`, `payment_returned`, `advance_taken_back`, `partial_payment`, or `by_hand`. */
  readonly cause: string
  readonly sourceEntry: number | null
  readonly sourceDay: Day | null
  readonly reason: string | null
  readonly requestedBy: string | null
  readonly approvedBy: string | null
}

/** What was kept back of a payment for a tax. */
export interface StatementTax {
  readonly tax: string
  readonly base: number
  /** In percent. */
  readonly rate: number
  readonly value: number
  /** What of the tax of `base` was kept back of earlier payments of the month. */
  readonly before: number
}

/**
 * Money that went to the owner. One that came back stands here as it went, and among the adjustments as it came back.
 */
export interface StatementPayment {
  readonly payment: number
  readonly day: Day
  readonly value: number
  readonly method: string
  readonly state: string
  readonly reference: string | null
  /** The number of its invoice. */
  readonly invoice: string | null
  /** Besides the value, which is what was sent. */
  readonly withheld: readonly StatementTax[]
}

/** A payment that another system made before its affiliate moved here; `value` is what came to the affiliate. */
export interface PaidElsewhere {
  readonly day: Day
  readonly value: number
  readonly state: string
  readonly method: string | null
  readonly reference: string | null
}

/**
 * What `GET /api/statement/{kind}/{id}` answers: `closing` is `opening` + `earned` + `adjusted` - `withheld` - `paid`,
 * and the opening of the day after.
 */
export interface Statement {
  readonly owner: { readonly kind: PayeeKind; readonly id: number; readonly name: string }
  readonly from: Day
  readonly to: Day
  readonly currency: string
  readonly opening: number
  readonly earned: number
  readonly adjusted: number
  readonly withheld: number
  readonly paid: number
  readonly closing: number
  readonly lines: readonly StatementLine[]
  readonly adjustments: readonly StatementAdjustment[]
  readonly payments: readonly StatementPayment[]
}

/** A cent of the ledger on the owner's account; `amount` above zero is what came to be owed, below what went. */
export interface StatementPosting {
  readonly posting: number
  readonly day: Day
  readonly entry: number | null
  readonly payment: number | null
  readonly amount: number
}

/**
 * What `GET /api/statement/{kind}/{id}/proof` answers, and `src/cli/verifyStatement.mjs` checks offline: the statement,
 * the ledger under it, and what leads from their hash to the signed head of the log.
 */
export interface ProvedStatement {
  readonly statement: Statement
  readonly ledger: { readonly opening: number; readonly postings: readonly StatementPosting[] }
  /** The line of the log in which the hash stands, as the tree covers it. */
  readonly line: string
  /** With it the hash is found in the line. */
  readonly salt: string
  readonly index: number
  readonly path: readonly string[]
  readonly head: string
}

/** A table of a statement's document. */
export interface DocumentTable {
  readonly title: string
  readonly columns: readonly ExportColumn[]
  readonly rows: readonly (readonly CellValue[])[]
}

/** `GET /api/statement/{kind}/{id}/document`: a statement in words, in its owner's language, for paper and workbooks. */
export interface StatementDocument {
  readonly language: string
  readonly title: string
  readonly currency: string
  /** Whose it is, of which days: a label and what it says. */
  readonly facts: readonly { readonly label: string; readonly text: string }[]
  /** From what was owed to what is owed. */
  readonly sums: readonly { readonly label: string; readonly value: number }[]
  readonly tables: readonly DocumentTable[]
}

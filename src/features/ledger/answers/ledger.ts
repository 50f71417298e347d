import type { Day } from '#engine/values/calendar.ts'
import type { AccountName } from '#rules/ledger.ts'

/** An account of one currency over some days; of `cost` one row a brand. Debit is above zero, credit below. */
export interface TrialRow {
  readonly account: AccountName
  /** Its number in the plan of accounts. */
  readonly code: string
  /** Empty for what no brand makes up. */
  readonly brand: { readonly id: number; readonly name: string } | null
  readonly opening: number
  readonly debit: number
  readonly credit: number
  readonly closing: number
}

/** The trial balance in a currency: `debit` and `credit` are the same, `opening` and `closing` 0. */
export interface TrialTotal {
  readonly currency: string
  readonly rows: readonly TrialRow[]
  readonly opening: number
  readonly debit: number
  readonly credit: number
  readonly closing: number
}

/** What `GET /api/ledger` answers. */
export interface TrialBalance {
  readonly company: { readonly id: number; readonly name: string }
  readonly from: Day
  readonly to: Day
  readonly totals: readonly TrialTotal[]
}

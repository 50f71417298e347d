import type { AccountName } from '#rules/ledger.ts'
import type { Exactly } from './fields/index.ts'

/** What is said of an account of the ledger. */
export interface AccountDefinition {
  /** Its number in the plan of accounts, as the accountant's program knows it. */
  readonly code: string
}

/** The plan of accounts: every account of the ledger, in the order in which it is shown. */
export type Accounts = Readonly<Record<AccountName, AccountDefinition>>

/**
 * Gives an account of the ledger its number in the plan of accounts.
 * @example payable: defineAccount({ code: '2.1.3.01' })
 */
export const defineAccount = <const A extends AccountDefinition>(definition: Exactly<A, AccountDefinition>): A =>
  definition

/** The plan of accounts: the number of each account of the ledger, as the accountant's program knows it. */
import { type Accounts, defineAccount } from '#engine/declaration/account.ts'

export const accounts = {
  cost: defineAccount({ code: '4.1.1.01' }),
  advanced: defineAccount({ code: '1.1.4.01' }),
  advancedAgainst: defineAccount({ code: '2.1.3.09' }),
  payable: defineAccount({ code: '2.1.3.01' }),
  withheld: defineAccount({ code: '2.1.4.01' }),
  transit: defineAccount({ code: '1.1.1.09' }),
  cash: defineAccount({ code: '1.1.1.02' }),
  carried: defineAccount({ code: '9.1.1.01' }),
  carriedAgainst: defineAccount({ code: '9.2.1.01' }),
} as const satisfies Accounts

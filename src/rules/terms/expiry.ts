import { count } from './fields.ts'
import { ofWords, type Term } from './term.ts'

/** A player that neither deposits nor bets for so many days leaves the affiliate. */
export const expiry = {
  fields: { afterDays: count(1, 3650) },
  ...ofWords({ afterDays: 'leavesAfterDays' }),
} as const satisfies Term

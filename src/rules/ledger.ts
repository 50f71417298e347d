/**
 * The accounts of the ledger; the plan of accounts (`resources/accounts.ts`) gives each its number.
 * - `payable`: what is owed to affiliates and partners.
 * - `cost`: what they cost, by brand.
 * - `advanced`: what was paid before it was earned, until it is recovered; `advancedAgainst` balances what the owner owes
 *   of it meanwhile.
 * - `transit`: what was sent and is neither settled nor refused.
 * - `cash`: what left, and what came back.
 * - `withheld`: taxes kept back, until they are handed on.
 * - `carried`, and `carriedAgainst` which balances it: what has to be made up for before anything is earned again.
 *   Nobody owes it.
 */
export const accountNames = [
  'cost',
  'advanced',
  'advancedAgainst',
  'payable',
  'withheld',
  'transit',
  'cash',
  'carried',
  'carriedAgainst',
] as const

/** One of {@link accountNames}. */
export type AccountName = (typeof accountNames)[number]

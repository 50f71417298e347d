import { carriedParts, nettingScopes } from '../deals/constants.ts'
import { amount, count, oneOf } from './fields.ts'
import { ofWords, type Term } from './term.ts'

/** What of a loss stands against later periods, and against what else. */
export const carry = {
  fields: {
    against: oneOf('fence', nettingScopes),
    part: oneOf('carriedPart', carriedParts),
    above: amount,
    atMost: amount,
    months: count(1, 120),
    resetPlayers: count(1, 100_000),
    resetMonths: count(1, 24),
  },
  ...ofWords({
    against: 'fence',
    part: 'carriedPart',
    above: 'carryAbove',
    atMost: 'carryAtMost',
    months: 'carryMonths',
    resetPlayers: 'carryResetPlayers',
    resetMonths: 'carryResetMonths',
  }),
} as const satisfies Term

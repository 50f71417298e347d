import { referralBases } from '../deals/constants.ts'
import { referralLevelsMax } from '../deals/referralTerms.ts'
import { count, needed, oneOf, share } from './fields.ts'
import { ofRows, type Term } from './term.ts'

/** A share of what affiliates earn that were brought, level by level. */
export const referral = {
  fields: {
    level: needed(count(1, referralLevelsMax)),
    percentage: needed(share),
    of: oneOf('referralBase', referralBases),
  },
  ...ofRows('referralShares', 2 * referralLevelsMax),
} as const satisfies Term

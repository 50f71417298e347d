import { deductionBases, deductionKinds } from '../deals/constants.ts'
import { needed, oneOf, share, words } from './fields.ts'
import { ofRows, type Term } from './term.ts'

/** What comes off the base before the rate. */
export const deduction = {
  fields: {
    kind: needed(oneOf('deductionKind', deductionKinds)),
    percentage: needed(share),
    of: oneOf('deductionBase', deductionBases),
    gameGroup: words(60),
    country: words(6),
  },
  ...ofRows('deductions', 20),
} as const satisfies Term

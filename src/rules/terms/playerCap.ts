import { playerCeilingBases, playerCeilings, playerCeilingSpans } from '../deals/constants.ts'
import { amount, oneOf } from './fields.ts'
import { isSaid, ofWords, type Said, type Term } from './term.ts'

const words = ofWords({
  by: 'playerCeiling',
  amount: 'playerCeilingAmount',
  of: 'playerCeilingOf',
  over: 'playerCeilingOver',
})
const ofCommission = ({ of }: Said) => of === 'commission'

/** What a player counts for at most: its deposits so far, or an amount, of what it brought or the commission on it. */
export const playerCap = {
  fields: {
    by: oneOf('playerCeiling', playerCeilings),
    amount,
    of: oneOf('playerCeilingBase', playerCeilingBases),
    over: oneOf('playerCeilingSpan', playerCeilingSpans),
  },
  ...words,
  // An amount says by itself that it is one.
  write: (term, draft) => {
    const by = isSaid(term['by']) || !isSaid(term['amount']) ? term['by'] : 'amount'
    words.write({ ...term, by }, draft)
  },
  // It counts in one base, at one rate; the commission on a player is told of the reward's own rate alone.
  excludes: {
    specialRate: (own, { choose }) => choose !== 'launch' || ofCommission(own),
    hybrid: (_, { players }) => players !== 'share',
    expiry: () => true,
    quarantine: (_, { above }) => above !== undefined,
    deduction: ofCommission,
    tiers: ofCommission,
    minimum: (own, { missed }) => ofCommission(own) && missed === 'rate',
  },
} as const satisfies Term

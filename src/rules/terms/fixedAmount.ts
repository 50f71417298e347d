import { comparators, feeRhythms, minimumFacts } from '../deals/constants.ts'
import { amount, needed, oneOf, rows, yesOrNo } from './fields.ts'
import { isSaid, type Term } from './term.ts'

/** An amount added to a period's commission, or the least that is paid of one. */
export const fixedAmount = {
  fields: {
    how: needed(oneOf('fixedAmountWay', ['added', 'atLeast'])),
    amount: needed(amount),
    per: oneOf('feeRhythm', feeRhythms),
    prorated: yesOrNo,
    tests: rows(
      {
        fact: needed(oneOf('minimumFact', minimumFacts)),
        comparator: oneOf('comparator', comparators),
        amount: needed(amount),
      },
      6,
    ),
  },
  most: 2,
  holds: ['flatFee', 'flatFeePer', 'flatFeeProrated', 'flatFeeMinimums', 'floor', 'floorProrated'],
  read: ({ flatFee, flatFeePer, flatFeeProrated, flatFeeMinimums, floor, floorProrated }) => [
    ...([flatFee, flatFeePer, flatFeeMinimums].some(isSaid)
      ? [{ how: 'added', amount: flatFee, per: flatFeePer, prorated: flatFeeProrated || null, tests: flatFeeMinimums }]
      : []),
    ...(isSaid(floor) ? [{ how: 'atLeast', amount: floor, prorated: floorProrated || null }] : []),
  ],
  write: ({ how, amount: said, per, prorated, tests }, draft) => {
    if (how === 'added') {
      draft.set('flatFee', said, 'amount')
      draft.set('flatFeePer', per, 'per')
      draft.set('flatFeeProrated', prorated, 'prorated')
      draft.set('flatFeeMinimums', tests, 'tests')
      return
    }
    for (const [path, value] of Object.entries({ per, tests })) if (isSaid(value)) draft.refuse(path, 'not_applicable')
    draft.set('floor', said, 'amount')
    draft.set('floorProrated', prorated, 'prorated')
  },
} as const satisfies Term

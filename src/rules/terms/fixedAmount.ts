import { comparators, feeRhythms, minimumFacts } from '../deals/constants.ts'
import { amount, needed, oneOf, rows } from './fields.ts'
import { isSaid, type Term } from './term.ts'

/** An amount added to a period's commission, or the least that is paid of one. */
export const fixedAmount = {
  fields: {
    how: needed(oneOf('fixedAmountWay', ['added', 'atLeast'])),
    amount: needed(amount),
    per: oneOf('feeRhythm', feeRhythms),
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
  holds: ['flatFee', 'flatFeePer', 'flatFeeMinimums', 'floor'],
  read: ({ flatFee, flatFeePer, flatFeeMinimums, floor }) => [
    ...([flatFee, flatFeePer, flatFeeMinimums].some(isSaid)
      ? [{ how: 'added', amount: flatFee, per: flatFeePer, tests: flatFeeMinimums }]
      : []),
    ...(isSaid(floor) ? [{ how: 'atLeast', amount: floor }] : []),
  ],
  write: ({ how, amount: said, per, tests }, draft) => {
    if (how === 'added') {
      draft.set('flatFee', said, 'amount')
      draft.set('flatFeePer', per, 'per')
      draft.set('flatFeeMinimums', tests, 'tests')
      return
    }
    for (const [path, value] of Object.entries({ per, tests })) if (isSaid(value)) draft.refuse(path, 'not_applicable')
    draft.set('floor', said, 'amount')
  },
} as const satisfies Term

import { minimumBegins, minimumComparators, minimumLasts, periodFacts } from '../deals/constants.ts'
import { amount, count, needed, oneOf, share } from './fields.ts'
import { isSaid, rowsOf, type Term } from './term.ts'

/** What becomes of a period that misses it, with the flat field for each. */
const misses = { lost: 'withheld', later: 'later', flag: 'flag', rate: 'lowered' } as const
const missOf = (word: unknown) => Object.entries(misses).find(([, older]) => older === word)?.[0]

/** What an affiliate's period must come to, or else. */
export const minimum = {
  fields: {
    fact: needed(oneOf('periodFact', periodFacts)),
    comparator: oneOf('minimumComparator', minimumComparators),
    amount: needed(amount),
    upTo: amount,
    months: count(1, 60),
    missed: oneOf('minimumConsequence', Object.keys(misses) as (keyof typeof misses)[]),
    percentage: share,
    value: amount,
    lasts: oneOf('minimumLast', minimumLasts),
    graceMonths: count(1, 60),
    begins: oneOf('minimumBegin', minimumBegins),
  },
  most: 6,
  holds: ['minimums', 'loweredPercentage', 'loweredValue'],
  read: ({ minimums, loweredPercentage, loweredValue }) =>
    rowsOf(minimums).map(({ missed, ...row }) => ({
      ...row,
      missed: missOf(missed),
      ...(missed === 'lowered' ? { percentage: loweredPercentage, value: loweredValue } : {}),
    })),
  write: ({ type: _, key: __, missed, percentage, value, ...row }, draft) => {
    draft.push('minimums', { ...row, missed: misses[missed as keyof typeof misses] })
    for (const [path, rate] of Object.entries({ percentage, value }))
      if (missed !== 'rate' && isSaid(rate)) draft.refuse(path, 'not_applicable')
    if (missed !== 'rate') return
    draft.set('loweredPercentage', percentage, 'percentage', { isShared: true })
    draft.set('loweredValue', value, 'value', { isShared: true })
  },
} as const satisfies Term

import { capBeyonds, capMeasures, capPeriods } from '../deals/constants.ts'
import { amount, needed, oneOf } from './fields.ts'
import { isSaid, rowsOf, type Term } from './term.ts'

/** No more than so many players or so much money; of a period, what goes beyond is cut off. */
export const cap = {
  fields: {
    per: needed(oneOf('capSpan', [...capPeriods, 'period'])),
    measure: oneOf('capMeasure', capMeasures),
    atMost: needed(amount),
    beyond: oneOf('capBeyond', capBeyonds),
  },
  most: 7,
  holds: ['caps', 'ceiling'],
  read: ({ caps, ceiling }) => [
    ...rowsOf(caps),
    ...(isSaid(ceiling) ? [{ per: 'period', measure: 'money', atMost: ceiling }] : []),
  ],
  write: ({ type: _, key: __, ...row }, draft) => {
    if (row['per'] !== 'period') return draft.push('caps', row)
    if (row['measure'] === 'players') draft.refuse('measure', 'not_applicable')
    if (isSaid(row['beyond'])) draft.refuse('beyond', 'not_applicable')
    draft.set('ceiling', row['atMost'], 'atMost')
  },
  // Where players are worth more or less, no value of one could be counted.
  excludes: {
    tiers: (own) => own['measure'] === 'money' && own['per'] !== 'period',
    specialRate: (own, other) =>
      own['measure'] === 'money' && own['per'] !== 'period' && other['choose'] === 'mostSpecific',
    milestone: (own, other) => own['measure'] === 'money' && own['per'] !== 'period' && isSaid(other['value']),
  },
} as const satisfies Term

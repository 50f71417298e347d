import { capBeyonds, capMeasures, capPeriods } from '../deals/constants.ts'
import { amount, needed, oneOf, yesOrNo } from './fields.ts'
import { isSaid, rowsOf, type Said, type Term } from './term.ts'

/** Whether it counts the values of players, each whole. */
const countsMoney = ({ measure, per, cuts }: Said) => measure === 'money' && per !== 'period' && !cuts

/** No more than so many players or so much money; of a period, or where it cuts, what goes beyond is cut off. */
export const cap = {
  fields: {
    per: needed(oneOf('capSpan', [...capPeriods, 'period'])),
    measure: oneOf('capMeasure', capMeasures),
    atMost: needed(amount),
    beyond: oneOf('capBeyond', capBeyonds),
    cuts: yesOrNo,
  },
  most: 7,
  holds: ['caps', 'ceiling'],
  read: ({ caps, ceiling }) => [
    ...rowsOf(caps),
    ...(isSaid(ceiling) ? [{ per: 'period', measure: 'money', atMost: ceiling }] : []),
  ],
  write: ({ type: _, key: __, ...row }, draft) => {
    const { cuts, ...cap } = row
    // A cap of a month's money that cuts is the most that is paid of a period; of days or whole deals nothing can be cut.
    if (cuts && row['per'] !== 'period' && row['measure'] !== 'money') draft.refuse('cuts', 'not_applicable')
    else if (cuts && row['per'] !== 'period' && row['per'] !== 'month') draft.refuse('per', 'not_applicable')
    if (row['per'] !== 'period' && !(cuts && row['per'] === 'month' && row['measure'] === 'money'))
      return draft.push('caps', cap)
    if (row['measure'] === 'players') draft.refuse('measure', 'not_applicable')
    if (isSaid(row['beyond'])) draft.refuse('beyond', 'not_applicable')
    draft.set('ceiling', row['atMost'], 'atMost')
  },
  // Where players are worth more or less, no value of one could be counted.
  excludes: {
    tiers: (own) => countsMoney(own),
    specialRate: (own, other) => countsMoney(own) && other['choose'] === 'mostSpecific',
    milestone: (own, other) => countsMoney(own) && isSaid(other['value']),
  },
} as const satisfies Term

import { clawBacks, conditionFacts, conditionJoins } from '../deals/constants.ts'
import { conditionDetails } from './condition.ts'
import { amount, count, needed, oneOf, rows, words } from './fields.ts'
import { isSaid, rowsOf, type Term } from './term.ts'

/** What a player must do to be paid for; with a value, a further part of what is paid, with one condition. */
export const milestone = {
  fields: {
    value: amount,
    conditions: rows(
      {
        joined: oneOf('conditionJoin', conditionJoins),
        fact: needed(oneOf('conditionFact', conditionFacts)),
        amount: needed(amount),
        ...conditionDetails,
      },
      10,
    ),
    countries: words(200),
    days: count(0, 730),
    takenBack: oneOf('clawBack', clawBacks),
    within: count(0, 3650),
  },
  most: 6,
  holds: ['conditions', 'countries', 'stages'],
  read: ({ conditions, countries, stages }) => [
    ...(isSaid(conditions) || isSaid(countries) ? [{ conditions, countries }] : []),
    ...rowsOf(stages).map(({ value, holdDays, clawBack, clawBackDays, ...condition }) => ({
      value,
      conditions: [condition],
      days: holdDays,
      takenBack: clawBack,
      within: clawBackDays,
    })),
  ],
  write: ({ value, conditions, countries, days, takenBack, within }, draft) => {
    const [first = {}, second] = rowsOf(conditions)
    if (!isSaid(value)) {
      for (const [path, each] of Object.entries({ days, takenBack, within }))
        if (isSaid(each)) draft.refuse(path, 'not_applicable')
      draft.set('conditions', conditions, 'conditions')
      draft.set('countries', countries, 'countries')
      return
    }
    if (!isSaid(conditions)) draft.refuse('conditions', 'required')
    if (isSaid(countries)) draft.refuse('countries', 'not_applicable')
    if (second) draft.refuse('conditions.1', 'not_applicable')
    if (isSaid(first['joined'])) draft.refuse('conditions.0.joined', 'not_applicable')
    const { joined: _, ...condition } = first
    const paths = { value: 'value', holdDays: 'days', clawBack: 'takenBack', clawBackDays: 'within' }
    const row = { ...condition, value, holdDays: days, clawBack: takenBack, clawBackDays: within }
    draft.push('stages', row, paths, 'conditions.0')
  },
} as const satisfies Term

import { products } from '../activity/measures.ts'
import {
  boundFacts,
  comparators,
  conditionFacts,
  conditionSpans,
  windowStarts,
  windowUnits,
} from '../deals/constants.ts'
import { amount, count, oneOf } from './fields.ts'

/** What a condition on a player says beside its fact and amount. */
export const conditionDetails = {
  product: oneOf('conditionProduct', products),
  span: oneOf('conditionSpan', conditionSpans),
  comparator: oneOf('comparator', comparators),
  timesOf: oneOf('boundFact', boundFacts),
  within: count(0, 3650),
  unit: oneOf('windowUnit', windowUnits),
  since: oneOf('windowStart', windowStarts),
} as const

/** A condition where it is one of several things that can be said. */
export const ownCondition = { fact: oneOf('conditionFact', conditionFacts), amount, ...conditionDetails } as const

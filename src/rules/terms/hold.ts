import { clawBacks } from '../deals/constants.ts'
import { count, oneOf } from './fields.ts'
import { ofWords, type Term } from './term.ts'

/** How long a player waits before it counts, and what takes it back. */
export const hold = {
  fields: { days: count(0, 730), takenBack: oneOf('clawBack', clawBacks), within: count(0, 3650) },
  ...ofWords({ days: 'holdDays', takenBack: 'clawBack', within: 'clawBackDays' }),
} as const satisfies Term

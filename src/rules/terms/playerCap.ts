import { playerCeilings } from '../deals/constants.ts'
import { amount, oneOf } from './fields.ts'
import { ofWords, type Term } from './term.ts'

/** What a player counts for at most: its deposits so far, or an amount a period. */
export const playerCap = {
  fields: { by: oneOf('playerCeiling', playerCeilings), amount },
  ...ofWords({ by: 'playerCeiling', amount: 'playerCeilingAmount' }),
  // It counts in one base, at one rate.
  excludes: {
    specialRate: (_, { choose }) => choose !== 'launch',
    hybrid: (_, { players }) => players !== 'share',
    expiry: () => true,
    quarantine: (_, { above }) => above !== undefined,
  },
} as const satisfies Term

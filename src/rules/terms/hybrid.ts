import { cpaPlayerShares } from '../deals/constants.ts'
import { needed, oneOf } from './fields.ts'
import { ofWords, type Term } from './term.ts'

/** What a share does with players that CPA was paid for. */
export const hybrid = {
  fields: { players: needed(oneOf('cpaPlayerShare', cpaPlayerShares)) },
  ...ofWords({ players: 'cpaPlayers' }),
  // An advance is set against one rate.
  excludes: {
    specialRate: ({ players }) => players === 'advance',
    minimum: ({ players }, { missed }) => players === 'advance' && missed === 'rate',
  },
} as const satisfies Term

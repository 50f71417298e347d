import { needed, rows, share, words } from './fields.ts'
import { ofWords, type Term } from './term.ts'

/** The edge of the house, by group of games and of all others: the base is what was staked times that. */
export const theoretical = {
  fields: { rows: rows({ gameGroup: needed(words(60)), percentage: needed(share) }, 40), others: share },
  ...ofWords({ rows: 'edges', others: 'edge' }),
  // Of the stakes of single players or places the groups of games are not known.
  excludes: {
    specialRate: (_, { choose }) => choose !== 'launch',
    hybrid: (_, { players }) => players !== 'share',
    expiry: () => true,
    quarantine: (_, { above }) => above !== undefined,
    playerCap: () => true,
  },
} as const satisfies Term

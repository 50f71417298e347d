import { quarantineBys, quarantineWhens } from '../deals/constants.ts'
import { amount, count, oneOf } from './fields.ts'
import { isSaid, ofWords, type Term } from './term.ts'

/** Whoever won more than this stands apart: the win is set against the player's own later losses alone. */
export const quarantine = {
  fields: {
    above: amount,
    when: oneOf('quarantineWhen', quarantineWhens),
    by: oneOf('quarantineBy', quarantineBys),
    lapsesAfter: count(1, 120),
  },
  ...ofWords({ above: 'quarantineAbove', when: 'quarantineWhen', by: 'quarantineBy', lapsesAfter: 'quarantineMonths' }),
  // What has a rate of its own does not stand in the base that is left; withheld commission goes by one rate.
  excludes: {
    specialRate: ({ above, by }, { choose }) => isSaid(above) && (choose !== 'launch' || by === 'commission'),
    hybrid: ({ above }, { players }) => isSaid(above) && players !== 'share',
    expiry: ({ above }) => isSaid(above),
    tiers: ({ above, by }) => isSaid(above) && by === 'commission',
    minimum: ({ by }, { missed }) => by === 'commission' && missed === 'rate',
  },
} as const satisfies Term

/**
 * Signs of fraud by affiliates, partners and players, over measures of movement and what is known of the players that registered in the
 * period (`src/engine/declaration/risk.ts`). Each can be tried on any past days, and counts once somebody started it.
 */
import { defineRisk } from '#engine/declaration/risk.ts'

export const risks = {
  sharedDetails: defineRisk({
    of: 'affiliate',
    when: ['shared_players >= 4', 'shared_players / registrations >= 20%'],
    over: 30,
    severity: 'high',
    effect: 'hold',
  }),
  atBaseline: defineRisk({
    of: 'affiliate',
    when: ['ftd >= 5', 'baseline_deposits / ftd >= 80%'],
    over: 30,
    severity: 'medium',
    effect: 'hold',
  }),
  idleAfterWeek: defineRisk({
    of: 'affiliate',
    when: ['aged_players >= 5', 'idle_players / aged_players >= 90%'],
    over: 60,
    severity: 'medium',
    effect: 'hold',
  }),
  quickRegistrations: defineRisk({
    of: 'affiliate',
    when: ['quick_registrations >= 3', 'quick_registrations / registrations >= 30%'],
    over: 30,
    severity: 'high',
    effect: 'hold',
  }),
  oneCity: defineRisk({
    of: 'affiliate',
    when: ['placed_players >= 8', 'top_city_players / placed_players >= 80%'],
    over: 60,
    severity: 'low',
    effect: 'none',
  }),
  winnersMoved: defineRisk({
    of: 'affiliate',
    when: ['moved_winners >= 3'],
    over: 35,
    severity: 'high',
    effect: 'hold',
  }),
  selfReferral: defineRisk({ of: 'affiliate', when: ['own_players >= 1'], over: 90, severity: 'high', effect: 'hold' }),
  recycledPlayers: defineRisk({
    of: 'affiliate',
    when: ['recycled_players >= 3', 'recycled_players / registrations >= 20%'],
    over: 30,
    severity: 'high',
    effect: 'hold',
  }),
  sharedBelowPartner: defineRisk({
    of: 'partner',
    when: ['shared_players >= 10', 'shared_players / registrations >= 20%'],
    over: 30,
    severity: 'high',
    effect: 'hold',
  }),
  bonusAlone: defineRisk({
    of: 'player',
    when: ['bonus >= 50', 'deposits < 20'],
    over: 30,
    severity: 'low',
    effect: 'none',
  }),
} as const

/** The name of one of them. */
export type RiskName = keyof typeof risks

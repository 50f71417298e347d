/** The stored measures: what movement, the daily roll-up, adds up of which events. */
import { defineMovementColumn } from '#engine/declaration/activity.ts'

export const movement = {
  turnover: defineMovementColumn({ sumOf: ['bet'] }),
  payout: defineMovementColumn({ sumOf: ['win'], withoutProduct: true }),
  bonus: defineMovementColumn({ sumOf: ['bonus'], withoutProduct: true }),
  // An adjustment corrects what a brand owes for a product without being a bet or a win: a positive one is in favour of
  // the
  // house, so that it lowers chargebacks and raises ngr; ggr stays what was staked and won.
  chargebacks: defineMovementColumn({ sumOf: ['chargeback'], lessOf: ['adjustment'], withoutProduct: true }),
  bet_count: defineMovementColumn({ countOf: ['bet'], column: 'bets' }),
  clicks: defineMovementColumn({ countOf: ['click'] }),
  // Of those who came to a link that day for the first time; whoever takes visits in marks them.
  unique_clicks: defineMovementColumn({ countOf: 'firstVisits' }),
  registrations: defineMovementColumn({ countOf: ['registration'] }),
  // Whoever keeps the players marks a first deposit, and takes the mark away where an earlier one comes later.
  ftd: defineMovementColumn({ countOf: 'firstDeposits' }),
  deposit_count: defineMovementColumn({ countOf: ['deposit'] }),
  deposits: defineMovementColumn({ sumOf: ['deposit'] }),
  withdrawal_count: defineMovementColumn({ countOf: ['withdrawal'] }),
  withdrawals: defineMovementColumn({ sumOf: ['withdrawal'] }),
} as const

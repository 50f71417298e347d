import { zeroMoney } from '../money.ts'
import type { Money } from '../money.ts'
import type { ActivityEvent, EventType } from './events.ts'

/** The columns of movement that are money. */
export const movementSums = ['turnover', 'payout', 'bonus', 'chargebacks', 'deposit_sum', 'withdrawal_sum'] as const

/** The columns of movement that count. First-time depositors (`ftd`) are counted by who keeps the players, not by an event alone. */
export const movementCounts = ['bet_count', 'clicks', 'registrations', 'deposit_count', 'withdrawal_count'] as const

/** A column of movement that is money. */
export type MovementSum = (typeof movementSums)[number]

/** A column of movement that counts. */
export type MovementCount = (typeof movementCounts)[number]

/** What one event of a type adds to movement: 1 to a count; its amount, or its amount with the other sign, to a sum. */
export interface MovementContribution {
  readonly counts: readonly MovementCount[]
  readonly sums: { readonly [Column in MovementSum]?: 'amount' | 'negated' }
}

/**
 * What each type of event adds to movement; reports' SQL and {@link movementOf} are made from it. An adjustment corrects what a brand owes for a product without being a
 * bet or a win: a positive one is in favour of the house, so that it lowers chargebacks and raises ngr; ggr stays what was staked and won.
 */
export const movementContributions: Readonly<Record<EventType, MovementContribution>> = {
  click: { counts: ['clicks'], sums: {} },
  registration: { counts: ['registrations'], sums: {} },
  deposit: { counts: ['deposit_count'], sums: { deposit_sum: 'amount' } },
  withdrawal: { counts: ['withdrawal_count'], sums: { withdrawal_sum: 'amount' } },
  bet: { counts: ['bet_count'], sums: { turnover: 'amount' } },
  win: { counts: [], sums: { payout: 'amount' } },
  bonus: { counts: [], sums: { bonus: 'amount' } },
  chargeback: { counts: [], sums: { chargebacks: 'amount' } },
  adjustment: { counts: [], sums: { chargebacks: 'negated' } },
}

/** What an event adds to movement, only the columns it touches. */
export type MovementDelta = { readonly [Column in MovementSum]?: Money } & { readonly [Column in MovementCount]?: 1 }

/** What an event adds to its row of movement. */
export function movementOf(event: Pick<ActivityEvent, 'type' | 'amount'>): MovementDelta {
  const { counts, sums } = movementContributions[event.type]
  const delta: Record<string, Money | 1> = {}
  for (const column of counts) delta[column] = 1
  const amount = event.amount ?? zeroMoney
  for (const [column, sign] of Object.entries(sums)) delta[column] = sign === 'negated' ? negated(amount) : amount
  return delta
}

function negated(amount: Money): Money {
  if (amount === zeroMoney) return amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

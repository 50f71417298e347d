import { addDays, type Day } from '#engine/values/calendar.ts'
import { compareMoney, type Money } from '#engine/values/money.ts'

/** What an owner could not be paid for so long that it lapses, as a company says it. */
export interface UnclaimedSum {
  /** The day that the owner was told of; null where it was told of none. */
  readonly lapsesOn: Day | null
  /** What lapses today, and what will by the day that somebody told now would be told of; less what the owner owes. */
  readonly now: Money
  readonly soon: Money
  readonly noticeDays: number
}

/** What is to be done about it: tell the owner of a day, let it lapse, forget the day, or nothing. */
export type UnclaimedStep = { readonly tell: Day } | 'lapse' | 'forget' | null

/**
 * Nothing lapses before the day that its owner was told of, so many days ahead; whoever is paid, or can be, before that
 * day is told of none any more.
 */
export function unclaimedStep({ lapsesOn, now, soon, noticeDays }: UnclaimedSum, today: Day): UnclaimedStep {
  const isSoon = compareMoney(soon, 0) > 0
  if (!isSoon) return lapsesOn === null ? null : 'forget'
  if (lapsesOn === null) return { tell: addDays(today, noticeDays) }
  return lapsesOn <= today && compareMoney(now, 0) > 0 ? 'lapse' : null
}

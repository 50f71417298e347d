import { addDays, addMonths, type Day } from '#engine/values/calendar.ts'

/** What is earned after the last day of a contract: nothing, on players sent before for some months, or for good. */
export const afterEnds = ['nothing', 'months', 'forGood'] as const
type AfterEnd = (typeof afterEnds)[number]

/** The end of a contract; without `afterEnd` it goes on. */
export interface ContractEnd {
  readonly afterEnd?: AfterEnd | null
  /** The day on which notice was given. */
  readonly noticeOn?: Day | null
  /** The last day. */
  readonly endsOn?: Day | null
  /** So many months players that were sent before still earn. */
  readonly keptMonths?: number | null
}

/** The first day on which nothing is earned any more; null where there is none. */
export function earnsUntil({ afterEnd, endsOn, keptMonths }: ContractEnd): Day | null {
  if (!afterEnd || !endsOn || afterEnd === 'forGood') return null
  return addDays(afterEnd === 'months' ? addMonths(endsOn, keptMonths ?? 0) : endsOn, 1)
}

/** Rule of a record with a contract: an end has a last day, which is not before notice was given. */
export function contractEndIsWhole({ afterEnd, noticeOn, endsOn, keptMonths }: ContractEnd) {
  if (!afterEnd) return null
  if (!endsOn) return { field: 'endsOn', code: 'required' } as const
  if (noticeOn && endsOn < noticeOn) return { field: 'endsOn', code: 'before_begin' } as const
  return afterEnd === 'months' && !keptMonths ? ({ field: 'keptMonths', code: 'required' } as const) : null
}

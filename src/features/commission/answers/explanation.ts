/**
 * What `GET /api/entry/{id}/explain` answers: an entry with every step from events to its amount. Money is a number
 * with 2 decimals; intermediate results carry as many as they have.
 */
import type { CommissionStep } from '#rules/commission/steps.ts'
import type { ReferralStep } from '#rules/deals/referrals.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { EntryKind, PayeeKind } from '#rules/payouts/payments.ts'

/** The whole explanation. */
export interface EntryExplanation {
  readonly entry: {
    readonly id: number
    readonly day: Day
    readonly kind: EntryKind
    readonly status: string
    readonly value: number
    readonly currency: string
    readonly owner: { readonly kind: PayeeKind; readonly id: number; readonly name: string | null }
  }
  /** When its lines were reckoned: what was received later is not in them. Null where it was not kept. */
  readonly computedAt: string | null
  /** The day's events of an affiliate, by product and type; of an adjustment those that came late. */
  readonly events: readonly EventSum[]
  /** The day's totals of an affiliate that were told as such, not as single events. */
  readonly dailyTotals: readonly DailyTotal[]
  readonly lines: readonly ExplainedLine[]
  /** Who qualified for CPA on the day. */
  readonly players: readonly QualifiedPlayer[]
  /** Of a partner: the affiliates whose day it reckons with. */
  readonly below: readonly AffiliateBelow[]
  /** Of an adjustment: which entry it makes right, and how. */
  readonly adjustment: Adjustment | null
  /** Of what a person wrote: why, who asked, and who approved. */
  readonly byHand: {
    readonly reason: string
    readonly requestedBy: string
    readonly approvedBy: string | null
    readonly file: string | null
  } | null
  /** What was corrected later, of an entry that could not change any more. */
  readonly adjustedBy: readonly {
    readonly entry: number
    readonly day: Day
    readonly value: number
    readonly reason: string
  }[]
  /** The amounts of the lines; equals the entry's value. */
  readonly total: number
  /**
   * Brands that the reader does not see take part in it: amounts are the part of those it sees, {@link parts} says
   * which, and the steps, which reckon with all, are left out.
   */
  readonly isPartial?: true
  readonly parts?: readonly { readonly brand: number; readonly name: string; readonly value: number }[]
}

/** A player, as the brand names it, with the link it came by. */
export interface QualifiedPlayer {
  readonly player: string
  readonly link: string | null
  /** It counted before, and was taken back on this day. */
  readonly isTakenBack?: true
}

/**
 * What an affiliate below a partner came to on the day. `affiliate` and `name` are null for those the reader may not
 * see, together.
 */
export interface AffiliateBelow {
  readonly affiliate: number | null
  readonly name: string | null
  readonly ggr: number
  readonly ngr: number
  readonly reward: number
}

/** Totals of a product of an affiliate's day, as files of daily totals state them: no event stands behind them. */
export interface DailyTotal {
  readonly product: string
  /** By column of movement. */
  readonly measures: Readonly<Record<string, number>>
  /** When they were stated last. */
  readonly receivedAt: string
}

/** The events of a type and product of an affiliate's day. */
export interface EventSum {
  readonly product: string
  readonly type: string
  readonly count: number
  readonly amount: number
  /** What of them was received after the lines were reckoned. */
  readonly late: { readonly count: number; readonly amount: number }
}

/** A page of the events behind an entry; `amount` is what all of them come to. */
export interface EventsBehind {
  readonly rows: readonly EventBehind[]
  readonly count: number
  readonly amount: number
}

/** One event, as a brand told it. What the reader may not see is null. */
export interface EventBehind {
  readonly brand: number
  readonly eventId: string
  readonly type: string
  readonly product: string
  readonly day: Day
  readonly occurredAt: string
  readonly receivedAt: string
  readonly player: string | null
  readonly link: string | null
  readonly affiliate: number | null
  readonly affiliateName: string | null
  readonly amount: number
  readonly isLate: boolean
}

/** The entry that an adjustment makes right. */
export interface Adjustment {
  readonly sourceEntry: number
  readonly sourceDay: Day
  readonly sourceValue: number
  readonly reason: string
  readonly amount: number
  /** How the day had been reckoned before, by its entry or by the adjustment before this one. */
  readonly before: readonly ExplainedLine[]
  /** How the day was due when this was written; empty: nothing. Null where it was not kept. */
  readonly after: readonly ExplainedLine[] | null
  /** The events that made the difference were received after the first and up to the second of these moments. */
  readonly receivedAfter: string | null
  readonly receivedUpTo: string | null
}

/** A line with every step: what was earned to the day before, to the day, and the difference between both. */
export interface ExplainedLine {
  readonly product: string
  /** The one brand it is of, where brands are reckoned by themselves; `brandName` is what it is called. */
  readonly brand?: number
  readonly brandName?: string
  readonly base: number
  readonly rate: number | null
  readonly amount: number
  readonly periodStart: Day
  readonly ruleVersion: {
    readonly id: number
    /** Null: from the beginning of time. */ readonly validFrom: Day | null
    readonly name: string
    readonly rule: Readonly<Record<string, unknown>>
  } | null
  readonly before: ExplainedSide
  readonly after: ExplainedSide
  /** The last step: `earned - earnedBefore`, each rounded half away from zero to 2 places, once. */
  readonly rounding: { readonly earned: number; readonly earnedBefore: number; readonly amount: number }
  /** False where the kept rule was replaced on the day it began and the numbers cannot be made again from it. */
  readonly isReproduced: boolean
}

/** One side of a day: what was accumulated to its end, or to the end of the day before. */
export interface ExplainedSide {
  /** Accumulated measures, or the words of a partner's expression. */
  readonly measures: Readonly<Record<string, number>>
  readonly steps: readonly ExplainedStep[]
  /** Before rounding. */
  readonly exact: number
  readonly earned: number
}

/**
 * A step of a reward, its decimal strings as numbers, or the one step of a partner's formula; `result` is null where
 * the formula came to no number.
 */
export type ExplainedStep =
  | Numeric<CommissionStep>
  | Numeric<ReferralStep>
  | {
      readonly kind: 'expression'
      readonly expression: string
      readonly result: number | null
      readonly counted: number
    }

/** What a step's values become on the way to a page: words stay words, decimal strings become numbers. */
type Numeric<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Key extends WordKeys ? Value[Key] : Numeric<Value[Key]> }
  : Value extends string
    ? number
    : Value
type WordKeys =
  | 'kind'
  | 'name'
  | 'names'
  | 'formula'
  | 'source'
  | 'condition'
  | 'operation'
  | 'fact'
  | 'comparison'
  | 'group'
  | 'gameGroup'
  | 'comparator'
  | 'of'
  | 'carryOver'
  | 'span'

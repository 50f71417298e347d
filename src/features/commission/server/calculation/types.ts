import type { Day } from '#engine/values/calendar.ts'
import type { ProductType } from '#rules/commission/constants.ts'
import type { BrandAllocation } from '#rules/commission/allocation.ts'
import { CarryCurrencyError, RuleCurrencyError } from '#rules/commission/ruleCurrency.ts'
import type { Carried } from '#rules/deals/carry.ts'
import type { PlacedPlayers } from '#rules/deals/overrides.ts'
import type { MilestonePlayers } from '#rules/deals/milestones.ts'
import { AmountRangeError, Decimal, type Money } from '#engine/values/money.ts'
import type { PayeeKind } from '#rules/payouts/payments.ts'
import type { CommissionShare, MovementKey } from './allocateIncrement.ts'
import type { Lookback } from './lookback.ts'
import type { EventFacts } from './eventFacts.ts'
import type { Assignment } from './ruleSet.ts'
import type { MovementRow, MovementSums } from './rollupSums.ts'

/** What carry-over brings into a period, by product, at most 0. Decimal strings. */
export type Balances = Carried
export const emptyBalances: Balances = { bets: '0', games: '0', lotto: '0' }

/** Players of an affiliate that qualified on a day, less those that were taken back, by key. */
export type QualifiedPlayers = readonly (MovementKey & {
  readonly count: number
  /** What is paid for them, where each has a value by its own size. */
  readonly value?: string | null
  /** The override they were paid by, with its value; null where none was. */
  readonly override?: string | null
  /** A further part that was paid for players (`milestoneKey`), and for how many; they count no more by it. */
  readonly stage?: string | null
  readonly staged?: number
})[]

/** What players came to that qualified in a period up to a day. */
export interface PlayerCounts {
  readonly players: number
  readonly playersValue: Decimal
  readonly placed: PlacedPlayers
  readonly staged: MilestonePlayers
}

/** Nobody. */
export const emptyPlayerCounts: PlayerCounts = { players: 0, playersValue: new Decimal(0), placed: {}, staged: {} }

/** What players come to with those that qualified since. */
export function withQualified(
  before: PlayerCounts,
  qualified: readonly Pick<QualifiedPlayers[number], 'count' | 'value' | 'override' | 'stage' | 'staged'>[],
): PlayerCounts {
  const placed: Record<string, number> = { ...before.placed }
  const stages: Record<string, number> = { ...before.staged }
  for (const { stage, staged } of qualified) if (stage) stages[stage] = (stages[stage] ?? 0) + (staged ?? 0)
  for (const { override, count } of qualified) if (override) placed[override] = (placed[override] ?? 0) + count
  return {
    players: qualified.reduce((sum, { count }) => sum + count, before.players),
    // What a further part is worth stands among the stages.
    playersValue: qualified.reduce(
      (sum, { value, stage }) => (stage ? sum : sum.plus(value ?? 0)),
      before.playersValue,
    ),
    placed,
    staged: stages,
  }
}

/** Everything an affiliate's commission is a function of. */
export interface AffiliateHistory {
  readonly affiliate: number
  /** Of everything here: another currency is another history. */
  readonly currency: string
  readonly assignments: readonly Assignment[]
  /** The first day to be computed; the last. Both lie in one month. */
  readonly from: Day
  readonly to: Day
  /** From the start of `from`'s period to the day before `from`. */
  readonly opening: MovementSums
  readonly openingPlayers: PlayerCounts
  readonly openingBalances: Balances
  readonly rows: ReadonlyMap<Day, readonly MovementRow[]>
  readonly qualified: ReadonlyMap<Day, QualifiedPlayers>
  readonly events: readonly EventFacts[]
  readonly background: Lookback
  /** Of one brand, reckoned by itself: days on which the profile says so, else all others. */
  readonly isOfBrand: boolean
}

/**
 * One product of an entry: the day's change of its base, the rate, the rule version, the amount, and the accumulated
 * numbers behind them.
 */
export interface CommissionLine {
  readonly product: ProductType
  readonly base: string
  readonly rate: string | null
  readonly ruleVersion: number
  readonly amount: Money
  readonly detail: LineDetail
}

/** What some players or places came to, as a line keeps it; sums as there. */
export interface PartDetail {
  /** Which override of the rule it is of, by its place. */
  readonly override?: number
  /** Null: without a share. */
  readonly percentage: string | null
  readonly sums: readonly string[]
  readonly deposits: string
}

/** What a product came to by group of games, as a line keeps it. */
export type GroupsDetail = readonly (readonly [group: string, turnover: string, ggr: string, bonus: string])[]

/**
 * What the explanation of a line starts from; everything else follows from it and the rule version. Sums are
 * `[turnover, payout, bonus, chargebacks]`.
 */
export interface LineDetail {
  readonly periodStart: Day
  readonly before?: readonly string[]
  readonly after?: readonly string[]
  readonly playersBefore?: number
  readonly playersAfter?: number
  /** What is paid for them, before and after, where each has a value by its own size. */
  readonly playersValue?: readonly [string, string]
  /** Those of them that were paid by overrides, before and after. */
  readonly placed?: readonly [PlacedPlayers, PlacedPlayers]
  /** The further parts that were paid, before and after. */
  readonly staged?: readonly [MilestonePlayers, MilestonePlayers]
  /** What the trigger was tested on, before and after. */
  readonly facts?: readonly [string, string]
  /** What each minimum of the deal was tested on, before and after. */
  readonly minimums?: readonly [readonly string[], readonly string[]]
  /** What decided which tier holds, and the product's part of deposits, before and after. */
  readonly tierOn?: readonly [string, string]
  readonly deposits?: readonly [string, string]
  /** The same of withdrawals. */
  readonly withdrawals?: readonly [string, string]
  /** What each condition of the flat fee was tested on, before and after; the launch rate held. */
  readonly feeOn?: readonly [readonly string[], readonly string[]]
  /** Whether anything moved, where the fee asks for nothing else; and whether it was paid in an earlier period. */
  readonly feeMoved?: readonly [boolean, boolean]
  readonly feePaid?: true
  /** What waited for a month that meets a minimum when the period began; minimums that are not asked for yet. */
  readonly withheld?: string
  readonly graced?: readonly number[]
  /** Days of the month that the affiliate had, of how many; absent where it had all. */
  readonly monthPart?: readonly [days: number, of: number]
  /** What the second measures of tiers were tested on, before and after. */
  readonly gateOn?: readonly [readonly string[], readonly string[]]
  /** What players without a share or at a rate of their own came to, before and after; the sums are those beside it. */
  readonly parts?: readonly [readonly PartDetail[], readonly PartDetail[]]
  readonly launch?: true
  /** What other products' losses took, before and after. */
  readonly taken?: readonly [string, string]
  /** By how much quarantine changed the base, before and after. */
  readonly quarantined?: readonly [string, string]
  /** What stood apart before commission was set against it, before and after, where that is done. */
  readonly stood?: readonly [string, string]
  /** What players brought beyond what counts of each, before and after. */
  readonly cut?: readonly [string, string]
  /** The product by group of games, before and after. */
  readonly groups?: readonly [GroupsDetail, GroupsDetail]
  /** The same by country. */
  readonly countries?: readonly [GroupsDetail, GroupsDetail]
  readonly carryOver?: 'full'
  readonly openingBalance?: string
  /** What would be carried of a loss, before and after, where the profile narrows it. */
  readonly carried?: readonly [string, string]
  /** The lines of its brands, where each is reckoned by itself: then nothing else stands here. */
  readonly brands?: readonly BrandLine[]
}

/** A product of one brand, where brands are reckoned by themselves. */
export type BrandLine = Omit<CommissionLine, 'product'> & { readonly brand: number }

/** What an affiliate earned on a day. */
export interface AffiliateDay {
  readonly affiliate: number
  readonly day: Day
  readonly value: Money
  readonly lines: readonly CommissionLine[]
  /** What of the value each brand that moved that day makes up. */
  readonly parts: readonly BrandAllocation[]
  readonly commission: readonly (CommissionShare & { readonly product: ProductType })[]
}

/**
 * What becomes of an affiliate: its days, the balances its periods began with, or why there is nothing from a day on.
 */
export interface AffiliateOutcome {
  readonly affiliate: number
  readonly days: readonly AffiliateDay[]
  readonly balances: readonly { readonly periodStart: Day; readonly balances: Balances }[]
  readonly problem: ({ readonly affiliate: number; readonly day: Day } & Failure) | null
  /** Products without a result on single days; the others of those days are in `days`. */
  readonly stopped: readonly StoppedProduct[]
}

/** A product of an affiliate that has no result on a day. */
export interface StoppedProduct extends Failure {
  readonly affiliate: number
  readonly day: Day
  readonly product: ProductType
}

/** Why a rule gave no result. */
export interface Failure {
  readonly code: 'rule_without_result' | 'rule_of_another_currency' | 'carry_of_another_currency' | 'too_large'
  readonly message: string
}

/** What stands in for an error, wherever one stops an owner. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RuleCurrencyError || error instanceof CarryCurrencyError || error instanceof AmountRangeError)
    return { code: error.code, message: error.message }
  return { code: 'rule_without_result', message: error instanceof Error ? error.message : String(error) }
}

/** An owner whose entry of a day was stopped, and why. */
export interface CloseProblem {
  readonly ownerKind: PayeeKind
  readonly owner: number
  /** Its entry in this currency alone is stopped. */
  readonly currency: string
  /** The only product that is stopped; null where the entry is. */
  readonly product?: ProductType | null
  readonly day: Day
  readonly code: string
  readonly message: string
}

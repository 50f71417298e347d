import { measureParts, measureValue } from '../activity/measureValues.ts'
import { type BaseMeasure, baseMeasures, forEach, measures } from '../activity/measures.ts'
import { decimalsOf } from '#engine/values/currencies.ts'
import { Decimal, decimalOf, plusMoney, roundMoney, zeroMoney } from '#engine/values/money.ts'
import type { DecimalValue, Money } from '#engine/values/money.ts'
import { deduct } from '../deals/deductions.ts'
import { byEdge, type EdgeOutcome, type Groups } from '../deals/gameGroups.ts'
import { openTiers, testTierMinimums } from '../deals/tierMinimums.ts'
import { paidByPlace, type PlacedPlayers } from '../deals/overrides.ts'
import { type MinimumTotals, testMinimums, type TierTotals, withholds } from '../deals/minimums.ts'
import { paidByStage, type MilestonePlayers } from '../deals/milestones.ts'
import { type Quarantined, setOffByMonth } from '../deals/quarantine.ts'
import {
  flatFeeOf,
  isProrated,
  launchRule,
  loweredRule,
  type MonthPart,
  proratedAmount,
} from '../deals/introAndFees.ts'
import type { CarryOver } from './constants.ts'
import { applyRates } from './rates.ts'
import type { Rated, RateStep } from './rates.ts'
import type { RewardRule } from './rewardRules.ts'
import {
  balanceSteps,
  bandSteps,
  cutSteps,
  type CommissionStep,
  feeSteps,
  placedStep,
  quarantineSteps,
  setOffByMonthSteps,
  setOffSteps,
  stagedStep,
  textOf,
  tierStep,
} from './steps.ts'
import { waitOf, waitSteps } from './waiting.ts'
import { testTrigger } from './triggers.ts'
import type { TriggerFacts } from './triggers.ts'

/** The accumulated sums of one affiliate and one product that rewards are made of. */
export type BaseSums = Readonly<Record<BaseMeasure, DecimalValue>>

/** The measures of a reward's base, exact. */
export type RewardMeasures = Readonly<Record<BaseMeasure | 'ggr' | 'admin_fee' | 'ngr', Decimal>>

/** What an affiliate earned on one product in a period, up to a day. */
export interface CommissionResult {
  /** Never negative save of CPA that is taken back; unrounded: rounding happens once, on the entry ({@link entryAmount}). */
  readonly amount: Decimal
  /** What the next period would begin with, at most 0. */
  readonly closingBalance: Decimal
  /** The period's own amount, of either sign, without what was carried into it; unrounded. */
  readonly own: Decimal
  /** What the rates were applied to: money, or players. */
  readonly base: Decimal
  /** Null for CPA. */
  readonly measures: RewardMeasures | null
  /** What the admin fee came to, of players at a rate of their own as well. */
  readonly adminFee: Decimal
  /** The last rate that was applied; null where an unmet trigger held all back. */
  readonly rate: RateStep | null
  /** What the trigger was tested on; null without one. */
  readonly triggerActual: string | null
  /** What each minimum of the deal was tested on; absent without one. */
  readonly minimumActuals?: readonly string[]
  /** What each condition of the flat fee was tested on, and whether anything moved; absent without a fee. */
  readonly feeActuals?: readonly string[]
  readonly feeMoved?: boolean
  /** What the second measures of tiers were tested on; absent without one. */
  readonly gateActuals?: readonly string[]
  /** What was treated by itself, and the deposits beside it; absent where nothing asks for them. */
  readonly parts?: readonly CommissionSlice[]
  readonly deposits?: DecimalValue
  readonly withdrawals?: DecimalValue
  /** What decided which tier holds, where it is not the base. */
  readonly tierActual?: string
  /** What was kept apart of high rollers; absent where the reward keeps nobody apart. */
  readonly quarantined?: Quarantined
  /** What players brought beyond what counts of each, and what came of each group of games; absent where nothing asks. */
  readonly cut?: Decimal
  readonly groups?: Groups
  /** The same by country. */
  readonly countries?: Groups
  /** What other products' losses took; absent where each stands for itself. */
  readonly taken?: Decimal
  /** What waits for a period that meets a minimum, with that of earlier ones; absent where nothing can. */
  readonly withheld?: Decimal
  /** Minimums that are not asked for yet, by their place. */
  readonly graced?: readonly number[]
  /** The affiliate's part of the month, where it is not the whole. */
  readonly monthPart?: MonthPart
  readonly steps: readonly CommissionStep[]
}

/**
 * The measures a reward is taken of, from accumulated sums and the reward's admin fee (percent). Their formulas are
 * those of `measures.ts`.
 */
export function rewardMeasures(input: { sums: BaseSums; adminFee?: DecimalValue | null | undefined }): RewardMeasures {
  const sums = forEach(baseMeasures, (name) => decimalOf(input.sums[name]))
  const ggr = measureValue('ggr', sums)!
  const admin_fee = measureValue('admin_fee', { ggr, admin_fee_rate: fractionOf(input.adminFee) })!
  const ngr = measureValue('ngr', { ...sums, ggr, admin_fee })!
  return { ...sums, ggr, admin_fee, ngr }
}

/** A percent as a fraction. Few are in use at once: each is divided once. */
function fractionOf(percent: DecimalValue | null | undefined): Decimal {
  const key = String(percent ?? 0)
  let fraction = fractions.get(key)
  if (!fraction) {
    if (fractions.size >= rememberedFractions) fractions.clear()
    fractions.set(key, (fraction = new Decimal(percent ?? 0).dividedBy(100)))
  }
  return fraction
}

const fractions = new Map<string, Decimal>()
const rememberedFractions = 1_000

/** What some players of an affiliate came to, and what is paid of it in percent; null: nothing. */
export interface CommissionSlice {
  readonly percentage: DecimalValue | null
  readonly sums: BaseSums
  readonly deposits?: DecimalValue
  /** Which override of the rule it is of, by its place; nothing where it is of players. */
  readonly override?: number | null | undefined
}

/** What {@link computeCommission} is asked with. */
export interface CommissionInput {
  readonly rule: RewardRule
  /** Sums from the start of the period to the day, of the reward's product. Not looked at for CPA. */
  readonly sums: BaseSums
  /** CPA: players that qualified from the start of the period to the day, less those that were taken back. */
  readonly qualifiedPlayers?: number
  /** CPA: what is paid for them, where each has a value by its own size. */
  readonly playersValue?: DecimalValue
  /** CPA: those of them that were paid by overrides. */
  readonly placed?: PlacedPlayers
  /** CPA: further parts that were paid for players. */
  readonly staged?: MilestonePlayers
  /**
   * What the trigger is tested on; the affiliate's accumulated period. CPA tests its trigger player by player instead,
   * see `qualification.ts`.
   */
  readonly facts?: TriggerFacts
  /** What the minimums of the deal are tested on; needed where there are some. */
  readonly totals?: MinimumTotals
  /** What those minimums came to, by their place, that look at other months or at the whole traffic. */
  readonly minimumActuals?: readonly (DecimalValue | null)[]
  /** Those that are not asked for yet, by their place. */
  readonly graced?: readonly number[] | undefined
  /** What waited for a period that meets a minimum when this one began; paid as soon as something moves in it. */
  readonly withheld?: DecimalValue | undefined
  /** The affiliate's part of the month, where it is not the whole. */
  readonly monthPart?: MonthPart | undefined
  /** What the second measures of tiers came to, in the order of the tiers; what the totals say where it is absent. */
  readonly gateActuals?: readonly string[] | undefined
  /** What a fee is tested on, where that is not the period's totals: all months so far. */
  readonly feeTotals?: MinimumTotals
  /** Whether anything moved in the period: what a fee without conditions asks for, and what was withheld. */
  readonly feeMoved?: boolean
  /** The fee was paid in an earlier period, and is paid once. */
  readonly isFeePaid?: boolean
  /** What the tier is decided by, where other months than the period's decide it. */
  readonly tierTotals?: TierTotals
  /** Parts of the sums that are treated by themselves; `sums` and `deposits` are what is left beside them. */
  readonly parts?: readonly CommissionSlice[]
  /** The reward's launch rate holds, in place of its own and its tiers. */
  readonly isLaunch?: boolean
  /** The product's part of the period's deposits; needed where something is deducted of them. */
  readonly deposits?: DecimalValue
  /** The same of withdrawals. */
  readonly withdrawals?: DecimalValue
  /** What quarantine makes of the base without it. */
  readonly quarantined?: Quarantined | undefined
  /** What players brought beyond what counts of each. */
  readonly cut?: Decimal | undefined
  /** The product by group of games, and by country; needed where the reward asks for them. */
  readonly groups?: Groups | undefined
  readonly countries?: Groups | undefined
  /** What other products' losses, and what was carried, take of it, where no fence is between them. */
  readonly taken?: Decimal | undefined
  /** The profile's setting; `none` where absent. */
  readonly carryOver?: CarryOver
  /** What the period before left, at most 0; counts with carry-over `full` only. */
  readonly openingBalance?: DecimalValue
  /** What of a negative period is carried, where the profile says it otherwise than by carry-over alone; at most 0. */
  readonly carried?: DecimalValue | undefined
}

/**
 * What an affiliate has earned under one reward, as a function of the accumulated base (domain.md, section 3):
 * measures, base, trigger, rates, then the balance of
 * the period before and the floor at 0. An unmet trigger earns nothing, but a loss is a loss with or without it.
 * @throws {Error} when the reward's data are not whole: that payout stops, nothing is paid by a default
 */
export function computeCommission(input: CommissionInput): CommissionResult {
  const own = input.isLaunch ? launchRule(input.rule) : input.rule
  const minimums = testMinimums(own, input.totals, input.minimumActuals, input.graced)
  const isLowered = !input.isLaunch && minimums.some(({ isMet, isLowering }) => !isMet && isLowering)
  const gates = testTierMinimums(own, input.tierTotals ?? input.totals, input.gateActuals)
  const rule = isLowered ? loweredRule(own) : openTiers(own, gates)
  const isCpa = rule.productType === 'cpa'
  const worth = isCpa ? null : rewardMeasures({ sums: input.sums, adminFee: rule.adminFee })
  const edges = worth && rule.subType === 'theoretical' ? byEdge(rule, worth.turnover, input.groups) : []
  const gross = worth ? grossOf(rule, worth, edges, input.deposits) : playersOf(input.qualifiedPlayers)
  const deductions = deduct(rule, worth, input.deposits, input.withdrawals, input.groups, input.countries)
  const { quarantined } = input
  const deducted = deductions.reduce((left, { amount }) => left.minus(amount), gross)
  const kept = quarantined ? deducted.plus(quarantined.added) : deducted
  const base = input.cut ? kept.minus(input.cut) : kept
  const outcome = isCpa ? null : testTrigger({ trigger: rule, facts: input.facts ?? {} })
  const tierActual = tierActualOf(own, input.tierTotals ?? input.totals)
  const placed = isCpa && input.placed ? paidByPlace(input.placed) : []
  const staged = isCpa && input.staged ? paidByStage(input.staged) : []
  // Who was paid by an override has no rate.
  const left = placed.reduce((rest, { players }) => rest.minus(players), base)
  const rated = byBands(rule, input, placed) ?? applyRates({ rule, base: left, reached: tierActual })
  const isShort =
    outcome?.isMet === false ||
    minimums.some(({ isMet, isFlag, isLowering, isWaiting }) => !isMet && !isFlag && !isLowering && !isWaiting)
  const parts = (input.parts ?? []).map((part) => partOf(rule, part))
  const all = [...parts, ...placed, ...staged].reduce((sum, part) => sum.plus(part.amount), rated.amount)
  const isHeldBack = isShort && all.greaterThan(0)
  const carryOver = input.carryOver ?? 'none'
  const unheld = isHeldBack ? zero : all
  const monthly = rule.quarantineBy === 'month' && quarantined ? setOffByMonth(quarantined, unheld) : null
  const amount = monthly ? unheld.minus(monthly.set) : unheld
  // What is taken back of CPA is owed, in whichever month.
  const period = isCpa
    ? { earned: amount, closingBalance: zero, openingBalance: zero, total: Decimal.max(zero, amount) }
    : input.taken
      ? periodResult({ amount: amount.minus(input.taken), openingBalance: 0, carryOver: 'none' })
      : periodResult({ amount, openingBalance: input.openingBalance ?? 0, carryOver })
  const fee = flatFeeOf(rule, {
    totals: input.feeTotals ?? input.totals,
    hasMoved: input.feeMoved ?? false,
    isPaid: input.isFeePaid ?? false,
    monthPart: input.monthPart,
  })
  const whole = fee?.isMet ? period.earned.plus(fee.fee) : period.earned
  const least =
    isShort || !hasMoved(rule.subType === 'deposits' ? null : worth, base, input.parts)
      ? null
      : floorOf(rule, whole, input.monthPart)
  const capped = ceilingOf(rule, whole)
  const due = capped ?? least ?? whole
  const waiting = withholds(own) ? waitOf(minimums, { due, withheld: input.withheld, hasMoved: input.feeMoved }) : null
  return {
    amount: waiting?.amount ?? due,
    closingBalance: period.closingBalance,
    own: amount,
    base,
    measures: worth,
    adminFee: parts.reduce((sum, part) => sum.plus(part.adminFee), worth?.admin_fee ?? zero),
    get rate(): RateStep | null {
      return isHeldBack ? null : rated.lastStep
    },
    triggerActual: outcome?.actual ?? null,
    ...(tierActual === null ? {} : { tierActual }),
    ...(quarantined ? { quarantined: monthly?.left ?? quarantined } : {}),
    ...(input.taken ? { taken: input.taken } : {}),
    ...(input.cut ? { cut: input.cut } : {}),
    ...(input.groups ? { groups: input.groups } : {}),
    ...(input.countries ? { countries: input.countries } : {}),
    ...(minimums.length > 0 ? { minimumActuals: minimums.map(({ actual }) => actual) } : {}),
    ...(waiting ? { withheld: waiting.left } : {}),
    ...(input.graced?.length ? { graced: input.graced } : {}),
    ...(input.monthPart && isProrated(own) ? { monthPart: input.monthPart } : {}),
    ...(input.parts ? { parts: input.parts } : {}),
    ...(input.deposits === undefined ? {} : { deposits: input.deposits }),
    ...(input.withdrawals === undefined ? {} : { withdrawals: input.withdrawals }),
    ...(fee ? { feeActuals: fee.minimums.map(({ actual }) => actual) } : {}),
    ...(fee || waiting ? { feeMoved: input.feeMoved ?? false } : {}),
    ...(gates.length > 0 ? { gateActuals: gates.map(({ actual }) => actual) } : {}),
    // Written when they are read: a close asks for amounts by the ten thousand, and for the steps of few.
    get steps(): CommissionStep[] {
      return [
        ...(worth ? measureSteps(worth, rule) : []),
        ...edges.map((edge) => ({ kind: 'edge', ...edge }) as const),
        ...deductions.map((deduction) => ({ kind: 'deduction', ...deduction }) as const),
        ...quarantineSteps(quarantined, kept),
        ...cutSteps(input.cut, base),
        { kind: 'base', name: rule.subType, result: base.toFixed() },
        ...(outcome ? [{ kind: 'trigger', ...outcome } as const] : []),
        ...minimums.map((minimum) => ({ kind: 'minimum', ...minimum }) as const),
        ...(tierActual === null ? [] : [tierStep(own, tierActual)]),
        ...gates.map((gate) => ({ kind: 'gate', ...gate }) as const),
        ...(isLowered ? [{ kind: 'lowered' } as const] : []),
        ...(input.isLaunch ? [{ kind: 'launch', months: String(rule.launchMonths) } as const] : []),
        ...(isHeldBack ? [] : (bandSteps(rule, left, rated) ?? rated.steps)),
        ...parts.map(({ adminFee: _, ...part }) => textOf(rule, part)),
        ...placed.map(placedStep),
        ...staged.map(stagedStep),
        ...setOffByMonthSteps(monthly?.set, amount),
        ...setOffSteps(input.taken, period.total),
        ...balanceSteps({ ...period, carryOver, carried: input.carried ?? period.closingBalance }),
        ...feeSteps(fee),
        ...(capped ? [{ kind: 'ceiling', ceiling: capped.toFixed(), amount: whole.toFixed() } as const] : []),
        ...(least ? [{ kind: 'floor', floor: least.toFixed(), amount: whole.toFixed() } as const] : []),
        ...waitSteps(waiting, due),
      ]
    },
  }
}

/** What decides the tier where it is not the base; null where it is. @throws {Error} when it is not given */
function tierActualOf({ tierBase, calculation }: RewardRule, totals: TierTotals | undefined): string | null {
  if (!tierBase || calculation !== 'dynamic') return null
  const actual = totals?.[tierBase]
  if (actual === undefined) throw new Error('The tiers of this reward need what the period came to.')
  return new Decimal(actual).toFixed()
}

/** What is paid for players that have a value each; null where a rate says it of all. */
function byBands(rule: RewardRule, { playersValue }: CommissionInput, placed: readonly Placed[]): Rated | null {
  if ((rule.bands ?? []).length === 0 || rule.productType !== 'cpa') return null
  const amount = placed.reduce((rest, each) => rest.minus(each.amount), decimalOf(playersValue ?? 0))
  return { amount, steps: [], lastStep: null }
}

/** What is paid at a rate of its own comes to: after fees and deductions, in proportion, of either sign. */
function partOf(rule: RewardRule, { percentage, sums, deposits, override = null }: CommissionSlice) {
  const worth = rewardMeasures({ sums, adminFee: rule.adminFee })
  const deductions = percentage === null ? [] : deduct(rule, worth, deposits)
  const base = deductions.reduce((left, { amount }) => left.minus(amount), grossOf(rule, worth, [], deposits))
  if (percentage === null) return { override, percentage: null, base, amount: zero, adminFee: zero }
  const rate = new Decimal(percentage)
  return { override, percentage: rate, base, amount: base.times(rate).dividedBy(100), adminFee: worth.admin_fee }
}

type Placed = ReturnType<typeof paidByPlace>[number]

/** The reward's ceiling, where the period came to more; null otherwise. */
function ceilingOf({ ceiling }: RewardRule, amount: Decimal): Decimal | null {
  if (ceiling === null || ceiling === undefined || ceiling === '') return null
  return amount.greaterThan(ceiling) ? new Decimal(ceiling) : null
}

/** The reward's floor, where the period came to less; null otherwise. */
function floorOf({ floor, floorProrated }: RewardRule, amount: Decimal, part?: MonthPart): Decimal | null {
  if (floor === null || floor === undefined || floor === '') return null
  const least = proratedAmount(floor, floorProrated, part)
  return amount.lessThan(least) ? least : null
}

/** Whether anything came in that a least amount could be paid for: stakes, or players. */
const hasMoved = (worth: RewardMeasures | null, base: Decimal, parts: readonly CommissionSlice[] = []): boolean =>
  [
    worth?.turnover ?? base,
    ...parts.map(({ sums, deposits }) => decimalOf(worth ? sums.turnover : (deposits ?? 0))),
  ].some((moved) => moved.greaterThan(0))

const zero = new Decimal(0)

/** What a period came to. */
export interface PeriodResult {
  /** Never negative. */
  readonly earned: Decimal
  /** What the next period begins with, at most 0. */
  readonly closingBalance: Decimal
  /** The balance that was counted in, at most 0. */
  readonly openingBalance: Decimal
  /** The period's own amount with that balance, of either sign. */
  readonly total: Decimal
}

/**
 * What a period pays and what it leaves. Its amount is that of the rates, of either sign. With `none` a negative one is
 * forgotten and every period starts at 0; with
 * `full` it is carried, as the amount it came to (not as its base), and later periods earn once it is made good.
 */
export function periodResult(input: {
  amount: DecimalValue
  openingBalance: DecimalValue
  carryOver: CarryOver
}): PeriodResult {
  const isCarried = input.carryOver === 'full'
  const openingBalance = isCarried ? Decimal.min(0, input.openingBalance) : zero
  const amount = decimalOf(input.amount)
  const total = openingBalance.isZero() ? amount : amount.plus(openingBalance)
  const isLoss = total.isNegative()
  const closingBalance = isCarried && isLoss ? total : zero
  return { earned: isLoss ? zero : total, closingBalance, openingBalance, total }
}

/**
 * The amount of a day's entry: what is earned to that day less what was earned to the day before, each rounded once, so
 * that the entries of a period add up to the
 * rounded whole, to the smallest unit of the currency. May be negative.
 */
export function entryAmount(input: {
  earned: DecimalValue
  earnedBefore: DecimalValue
  currency?: string | undefined
}): Money {
  const places = decimalsOf(input.currency)
  const [earned, before] = [roundMoney(input.earned, places), roundMoney(input.earnedBefore, places)]
  return before === zeroMoney ? earned : plusMoney(earned, before.startsWith('-') ? before.slice(1) : `-${before}`)
}

/** The base before deductions: a measure, stakes times edges, or deposits. */
function grossOf(
  { subType }: RewardRule,
  worth: RewardMeasures,
  edges: readonly EdgeOutcome[],
  deposits: DecimalValue | undefined,
): Decimal {
  if (subType === 'player') throw new Error('Only CPA counts players; mend the reward.')
  if (subType === 'deposits') {
    if (deposits === undefined) throw new Error('This reward needs the deposits.')
    return decimalOf(deposits)
  }
  return subType === 'theoretical' ? edges.reduce((sum, { amount }) => sum.plus(amount), zero) : worth[subType]
}

function playersOf(count: number | undefined): Decimal {
  if (count === undefined || !Number.isSafeInteger(count)) throw new Error('CPA needs the number of qualified players.')
  return new Decimal(count)
}

function measureSteps(worth: RewardMeasures, rule: RewardRule): CommissionStep[] {
  const inputs = { ...worth, admin_fee_rate: fractionOf(rule.adminFee) }
  const names =
    rule.subType === 'ngr' ? (['ggr', 'admin_fee', 'ngr'] as const) : rule.subType === 'ggr' ? (['ggr'] as const) : []
  return names.map((name) => {
    const parts = measureParts(name).map((part) => [part, inputs[part as keyof typeof inputs].toFixed()] as const)
    return {
      kind: 'measure',
      name,
      formula: measures[name].formula,
      inputs: Object.fromEntries(parts),
      result: worth[name].toFixed(),
    }
  })
}

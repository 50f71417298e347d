import { entryAmount, type CommissionResult, type CommissionSlice } from '#rules/commission/commission.ts'
import { type ProductType, productTypes } from '#rules/commission/constants.ts'
import { allocateByBrand } from '#rules/commission/allocation.ts'
import { hasAmounts } from '#rules/commission/ruleAmounts.ts'
import { RuleCurrencyError, thresholdOf } from '#rules/commission/ruleCurrency.ts'
import { asksDeposits, deductsWithdrawals } from '#rules/deals/deductions.ts'
import type { Groups } from '#rules/deals/gameGroups.ts'
import { capsPlayers } from '#rules/deals/playerCeiling.ts'
import { ratedRows, sharesByPlayer } from '#rules/deals/playerShares.ts'
import { triggerFact } from '#rules/commission/triggers.ts'
import { type Day, endOfMonth, earliestDay, addDays } from '#engine/values/calendar.ts'
import { baseMeasures, products } from '#rules/activity/measures.ts'
import { Decimal, type DecimalValue, type Money, requireAmounts, sumMoney } from '#engine/values/money.ts'
import { broughtAlong } from './balances.ts'
import { closingBalances, narrowedBalances } from './closing.ts'
import {
  type AccumulatorInputs,
  needsTotals,
  commissionOnDay,
  isIntroRateOn,
  type AccumulatorState,
} from './commissionOnDay.ts'
import { type Lookback, isFeePaid } from './lookback.ts'
import { allocateIncrement, allocatePlayers, type CommissionShare } from './allocateIncrement.ts'
import {
  type AffiliateDay,
  type AffiliateHistory,
  type AffiliateOutcome,
  type Balances,
  type CommissionLine,
  failureOf,
  type GroupsDetail,
  type LineDetail,
  type PartDetail,
  emptyPlayerCounts,
  type StoppedProduct,
  withQualified,
  type QualifiedPlayers,
} from './types.ts'
import {
  assignmentOn,
  endOfTime,
  periodStart,
  type ProfileRules,
  type RewardVersion,
  type RuleSet,
  rulesOn,
} from './ruleSet.ts'
import { commonCosts, emptySums, type MovementRow, withRows } from './rollupSums.ts'

/**
 * The standing on a day: a new period begins with empty sums and what the one before left, where the profile is still
 * the same.
 */
function standingOn(
  standing: AccumulatorState | null,
  history: AffiliateHistory,
  book: RuleSet,
  day: Day,
): AccumulatorState | null {
  const assignment = assignmentOn(history.assignments, day)
  if (!assignment || assignment.profile === null) return null
  const start = periodStart(assignment, day)
  if (standing?.assignment === assignment && standing.periodStart === start) return standing
  const fresh = {
    assignment,
    periodStart: start,
    sums: emptySums(),
    ...emptyPlayerCounts,
    currency: history.currency,
    background: history.background,
    isOfBrand: history.isOfBrand,
  }
  if (standing?.assignment !== assignment) return { ...fresh, balances: broughtAlong(book, assignment, history) }
  const lastDay = earliestDay(
    endOfMonth(standing.periodStart),
    assignment.until === endOfTime ? endOfMonth(standing.periodStart) : addDays(assignment.until, -1),
  )
  return {
    ...fresh,
    balances: closingBalances({ standing, book, profile: assignment.profile, lastDay, events: history.events }),
  }
}

function rateOf(after: CommissionResult, isCpa: boolean): string | null {
  const { rate } = after
  return rate ? (isCpa ? rate.value : rate.percentage) : null
}

/** What a day makes of a standing. */
interface Change {
  readonly standing: AccumulatorState
  readonly next: AccumulatorState
  readonly qualified: QualifiedPlayers
  /** What would be carried if the period ended before the day, or with it, where the profile narrows it. */
  readonly carried: readonly [Balances, Balances] | null
}

/** Whether a day changed nothing a product's reward is made of: then it earned nothing, and need not be computed. */
function isUntouched(
  product: ProductType,
  { rule }: RewardVersion,
  change: Change & { readonly rules: ProfileRules },
): boolean {
  const { standing, next, qualified } = change
  if (capsPlayers(rule) || needsTotals(rule) || asksDeposits(rule) || deductsWithdrawals(rule) || sharesByPlayer(rule))
    return false
  // As many may be taken back as qualify: their keys are others.
  if (product === 'cpa') return qualified.length === 0
  if (rule.triggerCondition) return false
  const [before, after] = [standing.sums, next.sums]
  // What one loses, others earn less.
  if (change.rules.together && products.some((each) => before[each] !== after[each])) return false
  const sharesCosts =
    before.none !== after.none && commonCosts.some((cost) => !before.none[cost].equals(after.none[cost]))
  // Costs without a product are shared by turnover, so that another product's turnover counts as well.
  const hasCosts = commonCosts.some((cost) => !after.none[cost].isZero())
  return before[product] === after[product] && !sharesCosts && !hasCosts
}

const sumsText = ({ measures }: CommissionResult): string[] => baseMeasures.map((name) => measures![name].toFixed())

const partsText = (parts: readonly CommissionSlice[]): PartDetail[] =>
  parts.map(({ override, percentage, sums, deposits }) => ({
    ...(override === null || override === undefined ? {} : { override }),
    percentage: percentage === null ? null : String(percentage),
    sums: baseMeasures.map((name) => new Decimal(sums[name]).toFixed()),
    deposits: String(deposits ?? 0),
  }))

const groupsText = (groups: Groups): GroupsDetail =>
  Object.entries(groups).map(([group, { turnover, ggr, bonus }]) => [
    group,
    turnover.toFixed(),
    ggr.toFixed(),
    bonus.toFixed(),
  ])

function detailOf(
  { product, version, before, after }: ProductDay,
  { standing, next, carried }: Change,
  rules: ProfileRules,
  isLaunch: boolean,
): LineDetail {
  const [shortBefore, shortAfter] = [before.minimumActuals, after.minimumActuals]
  const minimums = {
    ...(shortBefore && shortAfter ? { minimums: [shortBefore, shortAfter] as const } : {}),
    ...(before.tierActual && after.tierActual ? { tierOn: [before.tierActual, after.tierActual] as const } : {}),
    ...(before.feeActuals && after.feeActuals ? { feeOn: [before.feeActuals, after.feeActuals] as const } : {}),
    ...((before.feeActuals && after.feeActuals && !version.rule.flatFeeMinimums?.length) || after.withheld
      ? { feeMoved: [before.feeMoved ?? false, after.feeMoved ?? false] as const }
      : {}),
    ...(isFeePaid(version.rule, next) ? { feePaid: true as const } : {}),
    ...(before.gateActuals && after.gateActuals ? { gateOn: [before.gateActuals, after.gateActuals] as const } : {}),
    ...(isLaunch ? { launch: true as const } : {}),
    ...(after.withheld ? { withheld: next.balances.state?.withheld?.[product] ?? '0' } : {}),
    ...(after.graced ? { graced: after.graced } : {}),
    ...(after.monthPart ? { monthPart: [after.monthPart.days, after.monthPart.of] as const } : {}),
  }
  if (product === 'cpa')
    return {
      periodStart: next.periodStart,
      playersBefore: standing.players,
      playersAfter: next.players,
      ...((version.rule.bands ?? []).length > 0
        ? { playersValue: [standing.playersValue.toFixed(), next.playersValue.toFixed()] as const }
        : {}),
      ...(Object.keys(next.placed).length > 0 ? { placed: [standing.placed, next.placed] as const } : {}),
      ...(Object.keys(next.staged).length > 0 ? { staged: [standing.staged, next.staged] as const } : {}),
      ...minimums,
    }
  const [triedBefore, triedAfter] = [before.triggerActual, after.triggerActual]
  return {
    periodStart: next.periodStart,
    before: sumsText(before),
    after: sumsText(after),
    ...minimums,
    ...(before.deposits !== undefined && after.deposits !== undefined
      ? { deposits: [String(before.deposits), String(after.deposits)] as const }
      : {}),
    ...(before.withdrawals !== undefined && after.withdrawals !== undefined
      ? { withdrawals: [String(before.withdrawals), String(after.withdrawals)] as const }
      : {}),
    ...(before.parts && after.parts ? { parts: [partsText(before.parts), partsText(after.parts)] as const } : {}),
    ...(triedBefore !== null && triedAfter !== null ? { facts: [triedBefore, triedAfter] as const } : {}),
    ...(rules.carryOver === 'full' ? { carryOver: 'full' as const, openingBalance: next.balances[product] } : {}),
    ...(before.taken && after.taken ? { taken: [before.taken.toFixed(), after.taken.toFixed()] as const } : {}),
    ...(before.quarantined && after.quarantined
      ? { quarantined: [before.quarantined.added.toFixed(), after.quarantined.added.toFixed()] as const }
      : {}),
    ...(before.quarantined?.stood && after.quarantined?.stood
      ? { stood: [before.quarantined.stood.toFixed(), after.quarantined.stood.toFixed()] as const }
      : {}),
    ...(before.cut && after.cut ? { cut: [before.cut.toFixed(), after.cut.toFixed()] as const } : {}),
    ...(before.groups && after.groups
      ? { groups: [groupsText(before.groups), groupsText(after.groups)] as const }
      : {}),
    ...(before.countries && after.countries
      ? { countries: [groupsText(before.countries), groupsText(after.countries)] as const }
      : {}),
    ...(carried ? { carried: [carried[0][product], carried[1][product]] as const } : {}),
  }
}

interface ProductDay {
  readonly product: ProductType
  readonly version: RewardVersion
  readonly before: CommissionResult
  readonly after: CommissionResult
}

function lineOf(result: ProductDay, change: Change, rules: ProfileRules, isLaunch: boolean): CommissionLine | null {
  const { product, version, before, after } = result
  const { currency } = change.next
  const amount = entryAmount({ earned: after.amount, earnedBefore: before.amount, currency })
  const isCpa = product === 'cpa'
  const isMoved = isCpa
    ? change.qualified.length > 0
    : baseMeasures.some((name) => !after.measures![name].equals(before.measures![name]))
  if (!isMoved && amount === '0.00') return null
  return {
    product,
    base: after.base.minus(before.base).toFixed(),
    rate: rateOf(after, isCpa),
    ruleVersion: version.version,
    amount,
    detail: detailOf(result, change, rules, isLaunch),
  }
}

function sharesOf(
  { product, version, before, after }: ProductDay,
  amount: Money,
  {
    rows,
    qualified,
    lives,
    day,
    currency,
  }: Pick<Change, 'qualified'> &
    Pick<Lookback, 'lives'> & { readonly rows: readonly MovementRow[]; readonly day: Day; readonly currency: string },
): CommissionShare[] {
  const { rule } = version
  if (product === 'cpa')
    return amount === '0.00' && qualified.length === 0
      ? []
      : allocatePlayers({ reward: amount, qualified, dayRows: rows, each: after.rate?.value ?? rule.value, currency })
  const adminFee = entryAmount({ earned: after.adminFee, earnedBefore: before.adminFee, currency })
  if (adminFee === '0.00' && amount === '0.00') return []
  const productRows = rows.filter((row) => row.product === product)
  const rated = ratedRows(rule, lives, {
    day,
    product: rule.subType === 'deposits' ? 'none' : product,
    restRate: after.rate?.percentage ?? null,
  })
  const { subType } = rule
  return allocateIncrement({ adminFee, reward: amount, subType, productRows, dayRows: rows, rated, currency })
}

/**
 * One day: what was earned to its end less what was earned to the end of the day before, both by the rule of the day.
 */
function dayOf(input: {
  history: AffiliateHistory
  standing: AccumulatorState
  next: AccumulatorState
  rules: ProfileRules
  day: Day
}): { day: AffiliateDay; stopped: StoppedProduct[] } {
  const { history, standing, next, rules, day } = input
  const rows = history.rows.get(day) ?? []
  const qualified = history.qualified.get(day) ?? []
  const { currency } = next
  const { lives } = next.background
  const wouldCarry = (within: AccumulatorState, end: Day) =>
    narrowedBalances({ standing: within, rules, day: end, events: history.events })
  const wouldLeave = rules.carry ? ([wouldCarry(standing, addDays(day, -1)), wouldCarry(next, day)] as const) : null
  const carried = wouldLeave ? ([wouldLeave[0].balances, wouldLeave[1].balances] as const) : null
  const change: Change = { standing, next, qualified, carried }
  const stopped: StoppedProduct[] = []
  const stop = (product: ProductType, error: unknown) =>
    stopped.push({ affiliate: history.affiliate, day, product, ...failureOf(error) })
  const lines: CommissionLine[] = []
  const commission: (CommissionShare & { product: ProductType })[] = []
  for (const product of productTypes) {
    const version = rules.byProduct[product]
    // Bad data stop the whole entry, also on a day on which this product would have earned nothing.
    if (version) triggerFact(version.rule)
    if (!version) continue
    const found = sidesOf(version, { history, change, rules, day, rows })
    // CPA of nothing loses nothing by it.
    if (found instanceof RuleCurrencyError && (product !== 'cpa' || hasAmounts(version.rule))) stop(product, found)
    if (!found || found instanceof RuleCurrencyError) continue
    const { before, after } = found
    const unlimited = product === 'cpa' ? undefined : wouldLeave?.[1].unlimited.get(product)
    if (unlimited) stop(product, unlimited)
    const isLaunch = isIntroRateOn(version.rule, next, day)
    const line = lineOf({ product, version, before, after }, change, rules, isLaunch)
    if (!line) continue
    lines.push(line)
    commission.push(
      ...sharesOf({ product, version, before, after }, line.amount, { rows, qualified, lives, day, currency }).map(
        (share) => ({ ...share, product }),
      ),
    )
  }
  const parts = allocateByBrand(
    commission.map(({ brand, reward: value }) => ({ brand, value })),
    rows.map(({ brand }) => brand),
  )
  const value = sumMoney(lines.map(({ amount }) => amount))
  requireAmounts([value, ...lines.map(({ amount }) => amount), ...commission.map(({ adminFee }) => adminFee)])
  return { day: { affiliate: history.affiliate, day, value, lines, parts, commission }, stopped }
}

/**
 * What a product came to before a day and with it; null where the day changed nothing it is made of; the error where its
 * amounts are in another currency: that product alone has no result then.
 */
function sidesOf(
  version: RewardVersion,
  {
    history: { events },
    change,
    rules,
    day,
    rows,
  }: { history: AffiliateHistory; change: Change; rules: ProfileRules; day: Day; rows: readonly MovementRow[] },
): Pick<ProductDay, 'before' | 'after'> | RuleCurrencyError | null {
  const { standing, next } = change
  try {
    if (version.rule.productType === 'cpa') requireKnownPlayers(version, next, rows)
    if (isUntouched(version.rule.productType, version, { ...change, rules })) return null
    return {
      before: commissionOnDay({ standing, rules, version, day: addDays(day, -1), ruleDay: day, events }),
      after: commissionOnDay({ standing: next, rules, version, day, events }),
    }
  } catch (error) {
    if (error instanceof RuleCurrencyError) return error
    throw error
  }
}

/**
 * Whether a player qualifies for CPA by an amount cannot be said of amounts in another currency: as soon as there are
 * such, CPA is stopped.
 */
export function requireKnownPlayers(
  version: RewardVersion,
  { currency }: Pick<AccumulatorInputs, 'currency'>,
  moved: readonly { readonly deposits: DecimalValue; readonly turnover: DecimalValue }[],
): void {
  if (version.currency === null || version.currency === currency || !hasAmounts(version.rule)) return
  const threshold = thresholdOf(version.rule)
  const isMoved = moved.some(
    (row) => threshold !== null && !new Decimal(threshold === 'deposits' ? row.deposits : row.turnover).isZero(),
  )
  if (isMoved) throw new RuleCurrencyError({ rule: version.currency, activity: currency })
}

function firstStanding(history: AffiliateHistory): AccumulatorState | null {
  const assignment = assignmentOn(history.assignments, history.from)
  if (!assignment || assignment.profile === null) return null
  return {
    assignment,
    periodStart: periodStart(assignment, history.from),
    balances: history.openingBalances,
    sums: history.opening,
    ...history.openingPlayers,
    currency: history.currency,
    background: history.background,
    isOfBrand: history.isOfBrand,
  }
}

/**
 * What an affiliate earned on each day of a range (domain.md, section 3): a function of the accumulated base. Where a
 * rule changes inside a period, the days before keep
 * what they were under the old one; from the change on a day is `f_new(to that day) - f_new(to the day before)`.
 * Bad rule data stop the affiliate from that day on, amounts in another currency their product on the day; both are
 * told, and nothing is paid by a default.
 */
export function accumulate(history: AffiliateHistory, book: RuleSet): AffiliateOutcome {
  const days: AffiliateDay[] = []
  const balances: { periodStart: Day; balances: Balances }[] = []
  const stopped: StoppedProduct[] = []
  let standing = firstStanding(history)
  const active = [...new Set([...history.rows.keys(), ...history.qualified.keys()])]
    .filter((day) => history.from <= day && day <= history.to)
    .sort()
  for (const day of active) {
    try {
      const now = standingOn(standing, history, book, day)
      standing = now
      const rules = now && rulesOn(book, { profile: now.assignment.profile!, day })
      if (!now || !rules) continue
      const isOwn = rules.byBrand === history.isOfBrand
      if (isOwn && rules.leaves && balances.at(-1)?.periodStart !== now.periodStart)
        balances.push({ periodStart: now.periodStart, balances: now.balances })
      const qualified = history.qualified.get(day) ?? []
      const sums = withRows(now.sums, history.rows.get(day) ?? [])
      const next = { ...now, ...withQualified(now, qualified), sums }
      standing = next
      if (!isOwn) continue
      const result = dayOf({ history, standing: now, next, rules, day })
      stopped.push(...result.stopped)
      if (result.day.lines.length > 0) days.push(result.day)
    } catch (error) {
      return {
        affiliate: history.affiliate,
        days,
        balances,
        stopped,
        problem: { affiliate: history.affiliate, day, ...failureOf(error) },
      }
    }
  }
  return { affiliate: history.affiliate, days, balances, stopped, problem: null }
}

import { addDays, type Day, startOfMonth } from '#engine/values/calendar.ts'
import { Decimal, type DecimalValue } from '#engine/values/money.ts'
import { forEach } from '#rules/activity/measures.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { minimumFacts } from '#rules/deals/constants.ts'
import { daysOfTier, monthsOfTier, type PastMonths } from '#rules/deals/introAndFees.ts'
import type { MinimumTotals, TierTotals } from '#rules/deals/minimums.ts'
import { asksForCounted, countsOn, type PlayerRow } from '#rules/deals/playerShares.ts'
import { minimumTotals } from './eventFacts.ts'
import { asksForCommission, type Lookback, sumsBefore } from './lookback.ts'
import { emptySums, type MovementSums, plusSums } from './rollupSums.ts'

/** What decides a tier by commission: that of the months before the period, or the best of them. */
function commissionBefore({ commission }: Lookback, { from, isBest }: PastMonths, periodStart: Day): Decimal {
  const until = startOfMonth(periodStart)
  const before = [...commission].filter(([month]) => (from === null || month >= from) && month < until)
  const amounts = before.map(([, earned]) => earned)
  return isBest ? Decimal.max(0, ...amounts) : Decimal.sum(0, ...amounts)
}

/** The most that each fact came to in a month before the period, or in it so far. */
function bestTotals({
  background: { months },
  periodStart,
  sums,
}: {
  readonly background: Pick<Lookback, 'months'>
  readonly periodStart: Day
  readonly sums: MovementSums
}): MinimumTotals {
  const before = [...months].filter(([month]) => month < startOfMonth(periodStart)).map(([, each]) => each)
  const all = [...before, sums].map((each) => minimumTotals(each))
  return forEach(minimumFacts, (fact) => Decimal.max(...all.map((totals) => totals[fact])))
}

/**
 * The totals of the last days up to the last one on which anything moved, or the most that each came to on any day so
 * far: from one movement to the next nothing changes.
 */
function totalsOfDays(
  { days }: Lookback,
  { count, isBest, day }: { readonly count: number; readonly isBest: boolean; readonly day: Day },
): TierTotals {
  const told = days.filter(([each]) => each <= day)
  const totalsOn = (last: Day) => {
    const first = addDays(last, 1 - count)
    const own = told.filter(([each]) => first <= each && each <= last)
    return minimumTotals(own.reduce((all, [, sums]) => plusSums(all, sums), emptySums()))
  }
  if (!isBest) return totalsOn(told.at(-1)?.[0] ?? day)
  const all = [minimumTotals(emptySums()), ...told.map(([each]) => totalsOn(each))]
  return forEach(minimumFacts, (fact) => Decimal.max(...all.map((totals) => totals[fact])))
}

/** The totals of a period up to a day without what players brought that count under CPA on it. */
function totalsWithoutCounted(
  { background: { lives }, periodStart, sums }: Parameters<typeof tierTotalsOf>[1],
  day: Day,
): TierTotals {
  const isInPeriod = (each: Day | null | undefined) => Boolean(each) && periodStart <= each! && each! <= day
  const counted = lives.filter((life) => countsOn(life, day))
  const rows = counted.flatMap((life) => life.rows).filter((row) => isInPeriod(row.day))
  const sumOf = (amount: (row: PlayerRow) => DecimalValue) =>
    rows.reduce((sum, row) => sum.plus(amount(row)), new Decimal(0))
  const all = minimumTotals(sums)
  const without = (name: 'deposits' | 'turnover', amount: Decimal) => new Decimal(all[name]).minus(amount)
  const turnover = sumOf((row) => row.turnover)
  const ggr = turnover.minus(sumOf((row) => row.payout))
  const costs = sumOf((row) => row.bonus).plus(sumOf((row) => row.chargebacks))
  return {
    ...all,
    registrations: new Decimal(all.registrations).minus(counted.filter((life) => isInPeriod(life.registered)).length),
    firstDeposits: new Decimal(all.firstDeposits).minus(counted.filter((life) => isInPeriod(life.firstDeposit)).length),
    deposits: without(
      'deposits',
      sumOf((row) => row.deposits),
    ),
    turnover: without('turnover', turnover),
    ggr: new Decimal(all.ggr).minus(ggr),
    ngr: new Decimal(all.ngr).minus(ggr.minus(costs)),
  }
}

/** What decides a rule's tier, where other months than the period's do; null otherwise. */
export function tierTotalsOf(
  rule: RewardRule,
  standing: { readonly background: Lookback; readonly periodStart: Day; readonly sums: MovementSums },
  day: Day,
): TierTotals | null {
  if (rule.calculation === 'dynamic' && asksForCounted(rule)) return totalsWithoutCounted(standing, day)
  const count = daysOfTier(rule)
  if (count !== null) return totalsOfDays(standing.background, { count, isBest: Boolean(rule.tierRatchet), day })
  const span = monthsOfTier(rule, standing.periodStart)
  if (!span) return null
  if (asksForCommission(rule))
    return {
      ...minimumTotals(standing.sums),
      commission: commissionBefore(standing.background, span, standing.periodStart),
    }
  if (span.isBest) return bestTotals(standing)
  const before = sumsBefore(standing.background, span.from, standing.periodStart)
  return minimumTotals(span.withPeriod ? plusSums(before, standing.sums) : before)
}

import { type Kysely, sql } from 'kysely'
import { addDays, type Day, earliestDay, endOfMonth, startOfMonth } from '#engine/values/calendar.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import type { PartnerRuleSet } from '#features/commission/server/calculation/partnerRules.ts'
import type { SimulatedRange } from './simulation.ts'

/** Days in which no rule and no place turns: `until` exclusive. What is earned on them is one difference. */
export interface RuleInterval {
  readonly from: Day
  readonly until: Day
}

/** The days that must be reckoned: what is earned is a function of whole months up to a day. */
export function daysToCompute({ from, to }: SimulatedRange): SimulatedRange {
  return { from: startOfMonth(from), to }
}

/** Where every reckoning of these days begins anew or is counted otherwise: months, the first day asked for. */
export function commonCuts(days: SimulatedRange, closed: ReadonlySet<Day>): Day[] {
  const cuts: Day[] = [days.from]
  const { from, to } = daysToCompute(days)
  for (let day = from; day <= to; day = addDays(endOfMonth(day), 1)) cuts.push(day)
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1))
    if (closed.has(day) !== closed.has(addDays(day, -1))) cuts.push(day)
  return cuts
}

/** Where a partner, its rates or a formula turn. */
export function partnerCuts({ spans, levels }: PartnerRuleSet): Day[] {
  return [...new Set([...spans, ...levels].map(({ from }) => from))]
}

/** Days cut where something turns, in order; nothing where there is no day. */
export function piecesOf({ from, until }: RuleInterval, cuts: Iterable<Day>): RuleInterval[] {
  const inside = [...new Set(cuts)].filter((cut) => from < cut && cut < until).sort()
  const edges = [from, ...inside, until]
  return from < until ? edges.slice(1).map((end, index) => ({ from: edges[index]!, until: end })) : []
}

/** The last day of a piece. */
export const lastDayOf = ({ until }: RuleInterval): Day => addDays(until, -1)

/** The days of a range on which its reckoning ends: exclusive, as pieces have it. */
export const endOf = ({ to }: SimulatedRange): Day => addDays(to, 1)

/** The same, no later than another day that may be the end of time. */
export const earliestEnd = (days: SimulatedRange, until: Day): Day => earliestDay(endOf(days), until)

/** The days of a range that were closed. */
export async function readClosed(db: Kysely<any>, days: SimulatedRange): Promise<ReadonlySet<Day>> {
  const { from, to } = daysToCompute(days)
  const { rows } = await sql<{ day: Day }>`select day::text as day from closed_day
    where day between ${from}::text::date and ${to}::text::date`.execute(db)
  return new Set(rows.map(({ day }) => day))
}

/** Where affiliates' profiles or partners turn, by affiliate. */
export async function affiliateCuts(
  db: Kysely<any>,
  affiliates: readonly number[],
  days: SimulatedRange,
): Promise<Map<number, Day[]>> {
  const { from, to } = daysToCompute(days)
  const { rows } = await sql<{ affiliate: number; day: Day }>`select affiliate, valid_from::text as day
    from affiliate_span where affiliate = any(${idArray(affiliates)}) and valid_from > ${from}::text::date
      and valid_from <= ${to}::text::date`.execute(db)
  const groups = [...Map.groupBy(rows, ({ affiliate }) => affiliate)]
  return new Map(groups.map(([affiliate, own]) => [affiliate, own.map(({ day }) => day)]))
}

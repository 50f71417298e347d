import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { rangesByMonth } from '#rules/accountingPeriods.ts'
import { type Day, eachDay, latestDay, startOfMonth } from '#engine/values/calendar.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { DueCause } from '../close/adjustEntry.ts'
import { closeAffiliates } from '../close/closeAffiliates.ts'
import { bucketOf, firstMovedDay, lockBucket } from '../close/closeDays.ts'
import { closePartnerDays } from '../close/closePartners.ts'
import { forgetBalances } from '../calculation/balances.ts'
import type { CloseProblem } from '../calculation/types.ts'
import { readRuleSet } from '../calculation/ruleSet.ts'
import type { AffectedPayees } from './affectedPayees.ts'
import { oneToday } from '../close/todays.ts'

/** What is computed anew: the closed days of some owners from a day on, and why they may come to something else. */
export interface Recomputing extends AffectedPayees {
  readonly from: Day
  readonly today: Day
  readonly actor: Actor
  readonly cause: DueCause
  /** Until when it may take, as performance.now() tells it: the locks of closes are held for so long. */
  readonly until: number
}

/** @throws ApiError `correction_too_large` */
function requireTime({ until }: Pick<Recomputing, 'until'>): void {
  if (performance.now() > until) throw new ApiError('correction_too_large')
}

async function readClosed(db: Kysely<any>, from: Day): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`select day::text as day from closed_day
    where day >= ${from}::text::date order by day`.execute(db)
  return rows.map(({ day }) => day)
}

/** Keeps closes from the affiliates that are computed, until the transaction ends; in the order of every other. */
export async function lockAffiliates(db: Kysely<any>, affiliates: readonly number[]): Promise<void> {
  const buckets = [...new Set(affiliates.map(bucketOf))].toSorted((one, other) => one - other)
  for (const bucket of buckets) await lockBucket(db, bucket)
}

/**
 * Closes closed days again, as the daily close does, for the owners that are concerned alone: pending entries of open
 * periods are rewritten; for complete ones, and those of locked periods, the difference is an adjustment of today.
 */
export async function recompute(db: Kysely<any>, asked: Recomputing): Promise<CloseProblem[]> {
  const { affiliates, partners, today, actor, cause } = asked
  const moved = await firstMovedDay(db)
  if (moved === null) return []
  // Nothing is due before anything moved, however many days were closed there.
  const from = latestDay(asked.from, moved)
  const closed = await readClosed(db, from)
  const [first, last] = [closed[0], closed.at(-1)]
  if (first === undefined || last === undefined) return []
  const isClosed = new Set(closed)
  const book = await readRuleSet(db)
  const problems: CloseProblem[] = []
  await forgetBalances(
    db,
    affiliates.map((affiliate) => ({ affiliate, day: from })),
  )
  const months = rangesByMonth(eachDay({ from: first, to: last })).filter((month) =>
    eachDay(month).some((day) => isClosed.has(day)),
  )
  for (const own of Map.groupBy(affiliates, bucketOf).values()) {
    for (const month of months) {
      requireTime(asked)
      const close = {
        ...month,
        affiliates: own,
        isComputed: (day: Day) => isClosed.has(day),
        book,
        today,
        actor,
        cause,
      }
      problems.push(...(await closeAffiliates(db, close)).problems)
    }
  }
  if (!partners) return problems
  for (const computed of Map.groupBy(closed, startOfMonth).values()) {
    requireTime(asked)
    problems.push(...(await closePartnerDays(db, { computed, todays: oneToday(today), actor, cause })).problems)
  }
  return problems
}

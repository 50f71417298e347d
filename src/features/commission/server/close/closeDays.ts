import { type Kysely, type RawBuilder, sql } from 'kysely'
import { rangesByMonth } from '#rules/accountingPeriods.ts'
import { addDays, type Day, earliestDay, eachDay, latestDay } from '#engine/values/calendar.ts'
import type { Period } from '#engine/values/periodPresets.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import type { Environment } from '#engine/server/environment.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import type { EntryChanges } from './writeEntries.ts'
import { forgetBalances } from '../calculation/balances.ts'
import {
  closeAffiliates,
  type CloseOutcome,
  type DirtyDay,
  nothingClosed,
  plusOutcome,
  readDirtyDays,
  settleDirtyDays,
} from './closeAffiliates.ts'
import type { CloseProblem } from '../calculation/types.ts'
import { awaitLock } from './awaitLock.ts'
import { closePartners } from './closePartners.ts'
import { beginningOfTime, type RuleSet, readRuleSet } from '../calculation/ruleSet.ts'
import { readTodays, todayOfCompany, type Todays } from './todays.ts'

/** What a close is asked for. */
export interface CloseRequest {
  readonly database: Database
  readonly environment: Pick<Environment, 'businessTimeZone'>
  /** First and last day, both inclusive. */
  readonly from: Day
  readonly to: Day
  readonly now: () => Date
  /** Takes one line about what happens. */
  readonly log: (line: string) => void
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void
}

/** What a close did. `problems` names every owner whose entry was stopped, and why. */
export interface CloseResult {
  readonly days: number
  /** How many of them were never closed before. */
  readonly newDays: number
  readonly affiliateEntries: number
  /** What became of the entries of affiliates and partners, late days of other ranges included. */
  readonly changes: EntryChanges
  readonly problems: readonly CloseProblem[]
}

/**
 * Affiliates are closed in buckets of neighbouring ids: one transaction and one lock each, so that memory stays flat
 * and two closes at once take turns.
 */
const bucketSize = 500
/** The database computes sums while this process computes commissions. */
const bucketsAtOnce = 2

/** Which bucket an affiliate is in. */
export function bucketOf(affiliate: number): number {
  return Math.floor(affiliate / bucketSize)
}

/** The same of a column of a statement. */
export function bucketOfColumn(affiliate: RawBuilder<unknown>): RawBuilder<number> {
  return sql`${affiliate} / ${sql.lit(bucketSize)}`
}

/**
 * Waits until nobody else computes this bucket; held to the end of the transaction. What is asked until then is planned
 * for its own affiliates: a plan for any number of them took five times as long to find who qualified.
 */
export async function lockBucket(db: Kysely<any>, bucket: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('closeAffiliates'), ${bucket}::text::integer),
    set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(db)
}

interface Closing {
  /** The first day that is computed: nothing is due before anything moved. */
  readonly from: Day
  readonly to: Day
  readonly closed: ReadonlySet<Day>
  readonly lastClosed: Day
  /** The last closed day before `from`; the beginning of time where there is none. */
  readonly lastClosedBefore: Day
  readonly book: RuleSet
  readonly todays: Todays
}

const actor = systemActor('close')

/** The first day on which anything moved, or that is marked as changed; null where there is none. */
export async function firstMovedDay(db: Kysely<any>): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`select least((select min(day) from movement_wide),
    (select min(day) from dirty_day))::text as day`.execute(db)
  return rows[0]!.day
}

/**
 * Marks days whose affiliates changed: partners must be computed anew for them, also when this process dies before it
 * does so.
 */
export async function markPartnerDays(db: Kysely<any>, input: { days: readonly Day[]; bucket: number }): Promise<void> {
  if (input.days.length === 0) return
  await sql`insert into partner_dirty_day (day, bucket) select day, ${input.bucket}::text::bigint
    from unnest(${arrayOf('date', input.days)}) as changed (day)
    on conflict (day, bucket) do update set changes = partner_dirty_day.changes + 1`.execute(db)
}

/** The months of a range, the first and last as far as they lie in it. */
const months = ({ from, to }: Period): Period[] => rangesByMonth(eachDay({ from, to }))

/** For affiliates with late events the closed days from the first of them to the last closed one are computed too. */
function lateRange(dirty: readonly DirtyDay[], closing: Closing): Period & { affiliates: ReadonlySet<number> } {
  const isLate = ({ day }: DirtyDay) => closing.lastClosed > closing.to || day <= closing.lastClosedBefore
  const late = dirty.filter(isLate)
  const from = late.map(({ day }) => day).sort()[0] ?? closing.from
  return {
    affiliates: new Set(late.map(({ affiliate }) => affiliate)),
    from: earliestDay(from, closing.from),
    to: latestDay(closing.to, closing.lastClosed),
  }
}

async function closeBucket(db: Kysely<any>, bucket: number, closing: Closing): Promise<CloseOutcome> {
  await awaitLock(db, sql`hashtext('closeAffiliates'), ${bucket}::text::integer`)
  await lockBucket(db, bucket)
  const { rows } = await sql<{ id: number; company: number | null }>`select id, company from affiliate
    where id >= ${bucket * bucketSize} and id < ${(bucket + 1) * bucketSize} order by id`.execute(db)
  const all = rows.map(({ id }) => id)
  const dirty = await readDirtyDays(db, { affiliates: all, to: closing.to })
  await forgetBalances(db, dirty)
  const late = lateRange(dirty, closing)
  const plain = all.filter((affiliate) => !late.affiliates.has(affiliate))
  const isRequested = (day: Day) => closing.from <= day && day <= closing.to
  const isComputed = (day: Day) => isRequested(day) || closing.closed.has(day)
  const { book } = closing
  const parts = [
    // Months without a closed day are passed over: what they came to is read when the next one begins.
    ...months(late).flatMap((part) =>
      eachDay(part).some(isComputed) ? { ...part, affiliates: [...late.affiliates] } : [],
    ),
    ...months(closing).map((part) => ({ ...part, affiliates: plain })),
  ]
  let whole = nothingClosed
  const todays = new Map(rows.map(({ id, company }) => [id, todayOfCompany(closing.todays, company)]))
  for (const part of parts)
    for (const [today, affiliates] of Map.groupBy(part.affiliates, (affiliate) => todays.get(affiliate)!))
      whole = plusOutcome(whole, await closeAffiliates(db, { ...part, affiliates, isComputed, book, today, actor }))
  await settleDirtyDays(db, dirty)
  const changed = late.affiliates.size > 0 ? eachDay(late).filter(isComputed) : eachDay(closing)
  await markPartnerDays(db, { days: changed, bucket })
  return whole
}

async function readClosing(database: Database, request: CloseRequest): Promise<Closing> {
  const { rows } = await sql<{ day: Day }>`select day::text as day from closed_day order by day`.execute(database.db)
  const closed = new Set(rows.map(({ day }) => day))
  const moved = await firstMovedDay(database.db)
  return {
    from: latestDay(request.from, moved ?? addDays(request.to, 1)),
    to: request.to,
    closed,
    lastClosed: rows.at(-1)?.day ?? request.to,
    lastClosedBefore: rows.findLast(({ day }) => day < request.from)?.day ?? beginningOfTime,
    book: await readRuleSet(database.db),
    todays: await readTodays(database.db, { environment: request.environment, at: request.now() }),
  }
}

async function closeBuckets(request: CloseRequest, closing: Closing): Promise<CloseOutcome> {
  const { db } = request.database
  const { rows } = await sql<{ bucket: number }>`select distinct ${bucketOfColumn(sql`id`)} as bucket from affiliate
    order by 1`.execute(db)
  const waiting = rows.map(({ bucket }) => bucket)
  let [done, whole] = [0, nothingClosed]
  const work = async () => {
    for (let bucket = waiting.shift(); bucket !== undefined; bucket = waiting.shift()) {
      const current = bucket
      const outcome = await inTransaction(db, (transaction) => closeBucket(transaction, current, closing))
      whole = plusOutcome(whole, outcome)
      request.onProgress?.({ done: (done += 1), total: rows.length })
    }
  }
  await Promise.all(Array.from({ length: bucketsAtOnce }, work))
  return whole
}

/**
 * Closes days: computes commission and writes entries of affiliates, then of partners (domain.md, sections 3 to 5). It
 * can run any number of times with the same result, for one day or a
 * range, beside a running server and beside another close. Late events are found by their marks, and earlier closed
 * days are computed anew where they need it.
 * @throws Error when the range ends before it begins; ApiError `clocks_apart`
 */
export async function closeDays(request: CloseRequest): Promise<CloseResult> {
  const { from, to, database } = request
  if (to < from) throw new Error(`The range ends (${to}) before it begins (${from}).`)
  await database.clock.requireAgreement()
  const closing = await readClosing(database, request)
  const affiliates = await closeBuckets(request, closing)
  const isClosed = (day: Day) => closing.closed.has(day) || (from <= day && day <= to)
  const days = eachDay({ from, to })
  const lastClosed = latestDay(to, closing.lastClosed)
  const partners = await closePartners(database.db, {
    days: eachDay(closing),
    isClosed,
    lastClosed,
    todays: closing.todays,
    actor,
  })
  const { changes, problems } = plusOutcome(affiliates, partners)
  const { rows: closed } = await sql<{ is_new: boolean }>`insert into closed_day (day, last_closed_at)
    select day, ${timestamp(request.now())} from unnest(${arrayOf('date', days)}) as done (day) order by day
    on conflict (day) do update set last_closed_at = excluded.last_closed_at
    returning xmax = 0 as is_new`.execute(database.db)
  for (const { ownerKind, owner, currency, product, day, message } of problems)
    request.log(
      `${product ? `What ${product} earned` : 'The entry'} in ${currency} of ${ownerKind} ${owner} on ${day} was stopped: ${message}`,
    )
  return {
    days: days.length,
    newDays: closed.filter((day) => day.is_new).length,
    affiliateEntries: affiliates.entries,
    changes,
    problems,
  }
}

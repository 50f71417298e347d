import { type RawBuilder, sql } from 'kysely'
import { reports } from '#resources/reports/index.ts'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can, mayReadReport } from '#engine/declaration/derive/access.ts'
import type { Report } from '#engine/declaration/report.ts'
import { addDays, type Day } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { netOf } from '#features/payouts/server/payments/payment.ts'
import type { ChangeCause } from '#features/reporting/answers/changes.ts'
import { readerBySession } from '#features/reporting/server/reportReader.ts'
import { answerChanges, checkedQuestion } from '#features/reporting/server/routes.ts'
import { readReport } from '#features/reporting/server/sendReport.ts'

/** An amount in a currency. */
export interface DigestAmount {
  readonly currency: string
  readonly value: number
}

/** Something that a digest tells, and the page that explains it. */
export type DigestLine = { readonly path: string } & (
  | { readonly code: 'firstDeposits'; readonly count: number; readonly ngr: readonly DigestAmount[] }
  | {
      readonly code: 'changed'
      readonly cause: ChangeCause
      readonly days: number
      readonly differences: readonly DigestAmount[]
    }
  | { readonly code: 'tier'; readonly product: string; readonly before: number; readonly after: number }
  | { readonly code: 'paymentsSent'; readonly count: number; readonly values: readonly DigestAmount[] }
  | { readonly code: 'held' | 'leaving'; readonly count: number }
)

/** What a digest is about: somebody's own rights, days (both included), and since when what is known is news. */
export interface DigestQuestion {
  readonly actor: Actor
  readonly from: Day
  readonly to: Day
  readonly since: Date
  /** Up to when: the next digest goes on from there. */
  readonly until: Date
}

/** How far back figures are compared, in days; a report's range is shorter than a month. */
const comparedDays = 28
/** What happens so many days ahead is told. */
const aheadDays = 30

interface Pages {
  readonly report: Report
  /** What its rows are where it is asked what changed: few. */
  readonly rows: string
  /** The column of money that is compared. */
  readonly column: string
  readonly path: (days: { from: Day; to: Day }) => string
  readonly payments: string
}

/** Staff read all they see by brand, an affiliate its own by day. */
function pagesOf({ affiliate }: Actor): Pages {
  return affiliate === undefined
    ? {
        report: reports.movement,
        rows: 'day,brand',
        column: 'ngr',
        path: ({ from, to }) => `${reports.movement.path}?from=${from}&to=${to}`,
        payments: resources.payment.path,
      }
    : {
        report: reports.affiliateDetail,
        rows: 'day',
        column: 'affiliate_reward',
        path: () => '/portal/reports',
        payments: '/portal/payments',
      }
}

const mayAsk = (actor: Actor, report: Report) => actor.affiliate !== undefined || mayReadReport({ actor, report })

async function firstDeposits(context: AppContext, { actor, from, to }: DigestQuestion): Promise<DigestLine[]> {
  const { report, path } = pagesOf(actor)
  if (!mayAsk(actor, report)) return []
  const reader = readerBySession(report, actor)
  const asked = { from, to, rows: 'day', limit: '1' }
  const question = await checkedQuestion(context, { report, reader, asked })
  const { totals } = JSON.parse(await readReport({ context, question, reader })) as {
    totals: readonly { readonly currency: string; readonly ftd: number; readonly ngr: number | null }[]
  }
  const count = totals.reduce((sum, { ftd }) => sum + Number(ftd), 0)
  const ngr = totals.map(({ currency, ngr: value }) => ({ currency, value: Number(value ?? 0) }))
  return count === 0 ? [] : [{ code: 'firstDeposits', count, ngr, path: path({ from, to }) }]
}

/** What of the days before is not what it was, by cause: a line each. */
async function changedFigures(context: AppContext, question: DigestQuestion): Promise<DigestLine[]> {
  const { actor, since } = question
  const { report, rows, column, path } = pagesOf(actor)
  if (!mayAsk(actor, report)) return []
  const days = { from: addDays(question.from, -comparedDays), to: addDays(question.from, -1) }
  const reader = readerBySession(report, actor)
  const answer = await answerChanges(context, {
    report,
    reader,
    asked: { ...days, rows, since: since.toISOString() },
  }).catch((error: unknown) => {
    // What was known then is not kept so far back: there is nothing to compare with.
    if (error instanceof ApiError && error.code === 'not_known_then') return { changes: [] }
    throw error
  })
  const own = answer.changes.filter((change) => change.column === column && change.difference)
  return [...Map.groupBy(own, ({ cause }) => cause)].map(([cause, changes]): DigestLine => {
    const differences = [...Map.groupBy(changes, ({ currency }) => currency)].map(([currency, some]) => ({
      currency,
      value: some.reduce((sum, { difference }) => sum + Math.round(difference! * 100), 0) / 100,
    }))
    const touched = new Set(changes.map(({ key }) => key['day']))
    return { code: 'changed', cause, days: touched.size, differences, path: path(days) }
  })
}

async function sentPayments(context: AppContext, { actor, since, until }: DigestQuestion): Promise<DigestLine[]> {
  const { payments: path } = pagesOf(actor)
  const resource = resources.payment
  if (actor.affiliate === undefined && !can({ actor, resource, operation: 'list' })) return []
  const scope: RawBuilder<unknown> =
    actor.affiliate === undefined
      ? scopeCondition({ actor, resource, alias: 'payment' })
      : sql`payment.affiliate = ${actor.affiliate}::bigint`
  const { rows } = await sql<{ currency: string; count: number; value: string }>`
    select payment.currency, count(*)::int as count, sum(${netOf}) as value from payment
    where payment.state in ('sent', 'settled') and payment.paid_at > ${timestamp(since)}
      and payment.paid_at <= ${timestamp(until)} and ${scope}
    group by payment.currency order by 1`.execute(context.database.readDb)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const values = rows.map(({ currency, value }) => ({ currency, value: Number(value) }))
  return count === 0 ? [] : [{ code: 'paymentsSent', count, values, path }]
}

async function heldPayees(context: AppContext, { actor, since, until }: DigestQuestion): Promise<DigestLine[]> {
  const { payments: path } = pagesOf(actor)
  const resource = resources.affiliate
  const mayRead = can({ actor, resource: resources.payment, operation: 'list' })
  if (actor.affiliate === undefined && !mayRead) return []
  const whose: RawBuilder<unknown> =
    actor.affiliate === undefined
      ? sql`hold.owner in (select t.id from affiliate t where ${scopeCondition({ actor, resource, alias: 't' })})`
      : sql`hold.owner = ${actor.affiliate}::bigint`
  const counted = sql<{ count: number }>`select count(distinct hold.owner)::int as count from owner_hold hold
    where hold.owner_kind = 'affiliate' and hold.released_at is null and hold.placed_at > ${timestamp(since)}
      and hold.placed_at <= ${timestamp(until)} and ${whose}`
  const { count } = (await firstRow(context.database.readDb, counted))!
  return count === 0 ? [] : [{ code: 'held', count, path }]
}

/** Rates of an affiliate that are higher than on the last day before, by the same version of the rule: a tier. */
async function reachedTiers(context: AppContext, { actor, from, to }: DigestQuestion): Promise<DigestLine[]> {
  if (actor.affiliate === undefined) return []
  const { rows } = await sql<{ product: string; before: number; after: number; day: Day; entry: number }>`
    select product, first_rate::float8 as before, last_rate::float8 as after, entry from (
      select distinct on (line.product) line.product, line.entry,
        first_value(line.rate) over told as first_rate, line.rate as last_rate, entry.day
      from entry join entry_line line on line.entry = entry.id join reward_history rule on rule.id = line.rule_version
      where entry.affiliate = ${actor.affiliate}::bigint and entry.kind = 'commission' and rule.calculation = 'dynamic'
        and line.product not in ('partner', 'referral')
        and line.rate is not null and entry.day between ${addDays(from, -1)}::text::date and ${to}::text::date
      window told as (partition by line.product, line.rule_version, line.detail ->> 'periodStart' order by entry.day)
      order by line.product, entry.day desc) reached
    where last_rate > first_rate order by product`.execute(context.database.readDb)
  return rows.map(({ product, before, after }) => ({ code: 'tier', product, before, after, path: '/portal/entries' }))
}

/** Players who leave by the contract within 30 days unless they deposit or bet. */
async function leavingPlayers(context: AppContext, { actor, to }: DigestQuestion): Promise<DigestLine[]> {
  if (actor.affiliate === undefined) return []
  const own = sql`${actor.affiliate}::bigint`
  const last = addDays(to, 1 + aheadDays)
  const counted = sql<{ count: number }>`with deal as (
      select min(reward.leaves_after_days) as days from affiliate
      join reward_profile profile on profile.id = affiliate.reward_profile
      join reward on reward.id = any(profile.rewards)
      where affiliate.id = ${own} and reward.leaves_after_days > 0),
    seen as (select player, max(day) as last from (
      select player, day from event where affiliate = ${own} and player is not null and type in ('deposit', 'bet')
      union all select id, registered_day from player where affiliate = ${own}) deed group by player)
    select count(*)::int as count from seen, deal
    where seen.last + deal.days between ${addDays(to, 1)}::text::date and ${last}::text::date`
  const { count } = (await firstRow(context.database.readDb, counted))!
  return count === 0 ? [] : [{ code: 'leaving', count, path: '/portal/deal' }]
}

/** All that somebody is told, with their own rights; empty where there is nothing to say. */
export async function digestLines(context: AppContext, question: DigestQuestion): Promise<DigestLine[]> {
  const parts = [firstDeposits, changedFigures, reachedTiers, sentPayments, heldPayees, leavingPlayers]
  const lines: DigestLine[] = []
  for (const read of parts) lines.push(...(await read(context, question)))
  return lines
}

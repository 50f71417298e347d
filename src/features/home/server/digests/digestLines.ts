import { type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { pages } from '#resources/pages.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { addDays, type Day } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { netOf } from '#features/payouts/server/payments/payment.ts'
import { readerBySession } from '#features/reporting/server/reportReader.ts'
import { checkedQuestion } from '#features/reporting/server/routes.ts'
import { readReport } from '#features/reporting/server/sendReport.ts'
import type { DigestLine } from '../../answers/digests.ts'
import { changedFigures } from './changedFigures.ts'
import { type DigestQuestion, mayAsk, pagesOf } from './digestQuestion.ts'
import { nearTiers, reachedTiers } from './tierLines.ts'

/** What happens so many days ahead is told. */
const aheadDays = 30

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

/** When a payment was sent or, if a person had paid it, recorded: the day that they say may lie long before. */
const firstSent = sql`select min(line.at) from activity_log line
  where line.object = 'payment' and line.object_id = payment.id::text
    and jsonb_path_exists(line.changes, '$[*] ? (@.field == "state" && (@.after == "sent" || @.after == "settled"))')`

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
    where payment.state in ('sent', 'settled') and payment.updated_at > ${timestamp(since)} and ${scope}
      and (${firstSent}) > ${timestamp(since)} and (${firstSent}) <= ${timestamp(until)}
    group by payment.currency order by 1`.execute(context.database.readDb)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const values = rows.map(({ currency, value }) => ({ currency, value: Number(value) }))
  return count === 0 ? [] : [{ code: 'paymentsSent', count, values, path }]
}

async function heldPayees(context: AppContext, { actor, since, until }: DigestQuestion): Promise<DigestLine[]> {
  const { payments } = pagesOf(actor)
  // Who is held, and why, is on the page of the pay run, for those who open it.
  const path = actor.affiliate === undefined && pages.payments.isFor(actor) ? pages.payments.path : payments
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

/** Contracts whose last day is 30 days ahead: told once, also of the days since the digest before. */
async function endingContracts({ database }: AppContext, { actor, from, to }: DigestQuestion): Promise<DigestLine[]> {
  const resource = resources.affiliate
  const isOwn = actor.affiliate !== undefined
  if (!isOwn && !can({ actor, resource, operation: 'list' })) return []
  const whose = isOwn ? sql`t.id = ${actor.affiliate}::bigint` : scopeCondition({ actor, resource, alias: 't' })
  const { rows } = await sql<{ count: number; day: Day; id: number }>`select count(*)::int as count,
      t.ends_on::text as day, min(t.id) as id from affiliate t
    where t.ends_on between ${addDays(from, 1 + aheadDays)}::text::date and ${addDays(to, 1 + aheadDays)}::text::date
      and ${whose} group by t.ends_on order by t.ends_on`.execute(database.readDb)
  const pathOf = (count: number, id: number) => (count === 1 ? `${resource.path}/${id}` : `${resource.path}/list`)
  return rows.map(({ count, day, id }) => ({
    code: 'ending',
    count,
    day,
    path: isOwn ? '/portal/deal' : pathOf(count, id),
  }))
}

/** All that somebody is told, with their own rights; empty where there is nothing to say. */
export async function digestLines(context: AppContext, question: DigestQuestion): Promise<DigestLine[]> {
  const parts = [
    firstDeposits,
    changedFigures,
    reachedTiers,
    nearTiers,
    sentPayments,
    heldPayees,
    leavingPlayers,
    endingContracts,
  ]
  const lines: DigestLine[] = []
  for (const read of parts) lines.push(...(await read(context, question)))
  return lines
}

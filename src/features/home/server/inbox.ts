import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { type Actor, seesPart } from '#engine/declaration/actor.ts'
import { type InboxAnswer, type InboxItem, type PayoutKind, payoutStatus } from '../answers/inbox.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import { type PayeeKind, payeeKinds } from '#rules/payouts/payments.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs, readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { orIfWorkerDown } from '#engine/server/database/unavailable.ts'
import { listPayees } from '#features/payouts/server/payees/listPayees.ts'
import { readWaiting } from '#engine/notes/server/readWaiting.ts'
import { isAuthorSql } from '#engine/records/server/authors.ts'
import { currentBusinessTime, todayOf } from '#engine/records/server/change.ts'
import { readableTable } from '#features/commission/server/partialAmounts.ts'
import { scopeCondition, seesAll, visibleBrands } from '#engine/records/server/visibility/scope.ts'
import { readDaysNeverClosed, readFailedJobs } from './attention.ts'
import { readFirstSteps } from './firstSteps.ts'

type Found = readonly (InboxItem | null)[]

const mayPay = (actor: Actor) =>
  seesAll(actor) || (['financial', 'paymentByAffiliate'] as const).every((role) => actor.roles.has(role))

/** To whom something is due and why it is not paid, for whoever may open that page. */
async function payouts(context: AppContext, actor: Actor): Promise<Found> {
  if (!mayPay(actor)) return []
  const { counts } = await listPayees(readAs(context.database, actor), {
    actor,
    question: { statuses: [], sort: { by: 'name', isDescending: false }, range: { from: 0, to: 0 } },
    ...currentBusinessTime(context, actor),
  })
  return (Object.keys(payoutStatus) as PayoutKind[]).map((kind) => {
    const found = counts[payoutStatus[kind]]
    return found ? { kind, count: found.count, totals: found.totals, since: found.since } : null
  })
}

/** What affiliates and partners asked to be paid. */
async function requested(db: Kysely<any>, actor: Actor): Promise<Found> {
  if (!mayPay(actor)) return []
  const isSeen = (kind: PayeeKind) =>
    sql`(asked.owner_kind = ${sql.lit(kind)} and exists (select from ${sql.table(kind)} owner
      where owner.id = asked.owner and ${scopeCondition({ actor, resource: resources[kind], alias: 'owner' })}))`
  const { rows } = await sql<{ currency: string; value: string; count: number; since: Date }>`
    select currency, sum(value)::numeric(18, 2) as value, count(*) as count, min(asked_at) as since
    from payout_request asked
    where state = 'waiting' and (${sql.join(payeeKinds.map(isSeen), sql` or `)})
    group by currency order by currency`.execute(db)
  if (rows.length === 0) return []
  return [
    {
      kind: 'requested',
      count: rows.reduce((sum, { count }) => sum + Number(count), 0),
      totals: rows.map(({ currency, value }) => ({ currency, value: Number(value) })),
      since: rows.map(({ since }) => since.toISOString()).toSorted()[0] ?? null,
    },
  ]
}

/** Adjustments that another person asked for. */
async function adjustments(db: Kysely<any>, actor: Actor): Promise<Found> {
  if (!can({ actor, resource: resources.payment, operation: 'list' })) return []
  if (!can({ actor, resource: resources.entry, operation: 'list' })) return []
  const { rows } = await sql<{ currency: string; value: string; count: number; since: Date }>`
    select asked.currency, sum(asked.value)::numeric(18, 2) as value, count(*) as count, min(asked.created_at) as since
    from ${readableTable(resources.entry, actor)} asked left join entry_request request on request.entry = asked.id
    where asked.status = 'awaiting_approval' and request.requested_by is distinct from ${actor.userId}::bigint
      and ${scopeCondition({ actor, resource: resources.entry, alias: 'asked' })}
    group by asked.currency order by asked.currency`.execute(db)
  if (rows.length === 0) return []
  const [first] = rows.map(({ since }) => since.toISOString()).toSorted()
  return [
    {
      kind: 'adjustments',
      count: rows.reduce((sum, { count }) => sum + Number(count), 0),
      totals: rows.map(({ currency, value }) => ({ currency, value: Number(value) })),
      since: first ?? null,
    },
  ]
}

/** Corrections of rules that another person asked for. */
async function corrections(db: Kysely<any>, actor: Actor): Promise<Found> {
  if (!can({ actor, resource: resources.correction, operation: 'list' })) return []
  const row = await firstRow(
    db,
    sql<{ count: number; since: Date | null }>`select count(*) as count, min(created_at) as since from correction
      where state = 'waiting' and requested_by is distinct from ${actor.name}::text
        and ${scopeCondition({ actor, resource: resources.correction, alias: 'correction' })}`,
  )
  return [{ kind: 'corrections', count: Number(row?.count ?? 0), since: row?.since?.toISOString() ?? null }]
}

/** What affiliates declare or ask for, and what colleagues wrote for them, which somebody else has to decide about. */
async function decisions(db: Kysely<any>, actor: Actor): Promise<Found> {
  const { affiliateSite, promoCode, media } = resources
  const notOwn = sql`not ${isAuthorSql('found', actor.userId)}`
  const kinds = [
    { kind: 'sites', resource: affiliateSite, state: 'waiting', at: 'updated_at', more: notOwn },
    { kind: 'codes', resource: promoCode, state: 'waiting', at: 'created_at', more: sql`true` },
    {
      kind: 'media',
      resource: media,
      state: 'draft',
      at: 'updated_at',
      // A banner without its image is not there yet.
      more: sql`${notOwn} and (kind <> 'banner' or width is not null)`,
    },
  ] as const
  const asked = kinds.filter(
    ({ kind, resource }) =>
      can({ actor, resource, operation: 'update' }) && (kind !== 'media' || actor.root || actor.roles.has('brand')),
  )
  return Promise.all(
    asked.map(async ({ kind, resource, state, at, more }) => {
      const row = await firstRow(
        db,
        sql<{ count: number; since: Date | null }>`select count(*) as count, min(${sql.id(at)}) as since
          from ${sql.table(tableName(resource.name))} found where state = ${state}::text and ${more}
            and ${scopeCondition({ actor, resource, alias: 'found' })}`,
      )
      return { kind, count: Number(row?.count ?? 0), since: row?.since?.toISOString() ?? null }
    }),
  )
}

/** Applications that nobody has decided about, for who may make affiliates. */
async function applications(db: Kysely<any>, actor: Actor): Promise<Found> {
  const { application, affiliate } = resources
  if (!can({ actor, resource: application, operation: 'list' })) return []
  if (!can({ actor, resource: affiliate, operation: 'create' })) return []
  const row = await firstRow(
    db,
    sql<{ count: number; since: Date | null }>`select count(*) as count, min(waits_since) as since from application
      where state = 'new' and ${scopeCondition({ actor, resource: application, alias: 'application' })}`,
  )
  return [{ kind: 'applications', count: Number(row?.count ?? 0), since: row?.since?.toISOString() ?? null }]
}

/** Events of brands that belong to nobody yet. */
async function ownerless(db: Kysely<any>, actor: Actor): Promise<Found> {
  const mayGive = actor.root || actor.roles.has('brand') || actor.roles.has('manager')
  if (!mayGive || seesPart(actor)) return []
  const row = await firstRow(
    db,
    sql<{ count: number; since: Date | null }>`select count(*) as count, min(occurred_at) as since from event
      where event.action is null and event.brand in (${visibleBrands(actor)})`,
  )
  return [{ kind: 'ownerless', count: Number(row?.count ?? 0), since: row?.since?.toISOString() ?? null }]
}

/** Periods that are over and that nobody has locked. */
async function openPeriods(db: Kysely<any>, actor: Actor, today: string): Promise<Found> {
  if (!can({ actor, resource: resources.period, operation: 'list' })) return []
  const row = await firstRow(
    db,
    sql<{ count: number; since: string | null }>`select count(*) as count, min("to")::text as since from period
      where state <> 'locked' and "to" < ${today}::text::date
        and ${scopeCondition({ actor, resource: resources.period, alias: 'period' })}`,
  )
  return [{ kind: 'openPeriods', count: Number(row?.count ?? 0), since: row?.since ?? null }]
}

/** Targets of signals that were paused because they fail, and what was given up: somebody has to look at it. */
async function signals(db: Kysely<any>, actor: Actor): Promise<Found> {
  const kinds = [
    { kind: 'pausedTargets', resource: resources.signalTarget, state: 'paused' },
    { kind: 'deadSignals', resource: resources.signalDelivery, state: 'dead' },
  ] as const
  const asked = kinds.filter(({ resource }) => can({ actor, resource, operation: 'list' }))
  return Promise.all(
    asked.map(async ({ kind, resource, state }) => {
      const row = await firstRow(
        db,
        sql<{ count: number; since: Date | null }>`select count(*) as count, min(updated_at) as since
          from ${sql.table(tableName(resource.name))} found where state = ${state}::text
            and ${scopeCondition({ actor, resource, alias: 'found' })}`,
      )
      return { kind, count: Number(row?.count ?? 0), since: row?.since?.toISOString() ?? null }
    }),
  )
}

async function ownWork(context: AppContext, actor: Actor): Promise<Found> {
  if (actor.kind !== 'user' || actor.userId === null) return []
  const { counts, items } = await readWaiting(readPrimaryAs(context.database, actor), {
    ...actor,
    userId: actor.userId,
  })
  const firstOf = (kind: 'task' | 'mention' | 'question') =>
    items
      .filter((item) => item.kind === kind)
      .map(({ at }) => at)
      .toSorted()[0]
  return [
    { kind: 'tasks', count: counts.task, since: firstOf('task') ?? null },
    { kind: 'mentions', count: counts.mention, since: firstOf('mention') ?? null },
    { kind: 'questions', count: counts.question, since: firstOf('question') ?? null },
  ]
}

/** What waits for whoever is signed in, as far as they may see and mend it. */
export async function readInbox(context: AppContext, actor: Actor): Promise<InboxAnswer> {
  const db = readAs(context.database, actor)
  const today = todayOf(context, actor)
  const [found, days, jobs, steps] = await Promise.all([
    Promise.all([
      payouts(context, actor),
      requested(db, actor),
      ownWork(context, actor),
      adjustments(db, actor),
      corrections(db, actor),
      decisions(db, actor),
      applications(db, actor),
      orIfWorkerDown(() => ownerless(db, actor), []),
      openPeriods(db, actor, today),
      signals(db, actor),
    ]),
    readDaysNeverClosed(context, actor),
    readFailedJobs(context, actor),
    readFirstSteps(context, actor),
  ])
  const items: Found = [
    ...found.flat(),
    days && days.length > 0 ? { kind: 'neverClosed', count: days.length, since: days[0]!, until: days.at(-1)! } : null,
    jobs && jobs.length > 0
      ? { kind: 'failedJobs', count: jobs.length, since: jobs.map(({ at }) => at).toSorted()[0]! }
      : null,
  ]
  return { items: items.filter((item): item is InboxItem => item !== null && item.count > 0), steps }
}

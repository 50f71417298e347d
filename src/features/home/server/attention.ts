import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { reports } from '#resources/reports/index.ts'
import { resources as allResources } from '#resources/index.ts'
import { type Actor, seesPart } from '#engine/declaration/actor.ts'
import { can, canReadOptions } from '#engine/declaration/derive/access.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { addDays } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { gathered } from '#engine/server/database/citus/gather.ts'
import { orIfWorkerDown } from '#engine/server/database/unavailable.ts'
import { jobs } from '#app/server/jobs/index.ts'
import { computedExpression } from '#app/server/computedFields.ts'
import { textOf } from '#engine/records/server/query/compiledOnce.ts'
import { cachedTotal } from '#engine/records/server/query/rememberedTotals.ts'
import { scopeCondition, visibleBrands } from '#engine/records/server/visibility/scope.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { todayOf } from '#engine/records/server/change.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources

/** At most so many stopped owners are named; their number is always whole. */
const namedProblemsMax = 20

/** So far back the days are looked at that nobody closed; the nightly close looks at all of them. */
const daysLookedAt = 62

/** What `GET /api/dashboard/attention` answers. Null: not for this person to see. Moments in UTC. */
export const attentionAnswer = z.object({
  /** Every visible brand, the one that has been silent longest first. */
  feeds: z
    .array(
      z.object({
        brand: z.int(),
        name: z.string(),
        /** When the newest event the brand sent occurred; null where it never sent one. */
        newestEvent: z.string().nullable(),
        /** Its events that belong to nobody yet. */
        unattributed: z.int().nullable(),
      }),
    )
    .nullable(),
  /** Affiliates in which something required is missing. */
  incompleteAffiliates: z.int().nullable(),
  /** Affiliates and partners for whom the close could not compute a day, the newest day first. */
  closeProblems: z
    .object({
      total: z.int(),
      owners: z.array(
        z.object({
          kind: z.enum(['affiliate', 'partner']),
          id: z.int(),
          name: z.string(),
          day: z.string(),
          code: z.string(),
          message: z.string(),
        }),
      ),
    })
    .nullable(),
  /**
   * Days of the last two months on which something moved and that were never closed, the oldest first: nobody has
   * earned on them yet.
   */
  daysNeverClosed: z.array(z.string()).nullable(),
  /** Jobs whose last run failed, the trial of the newest backup among them; for root. */
  failedJobs: z.array(z.string()).nullable(),
  /** By how many seconds this server's clock and the database's differ, where nothing is closed or paid for it; for root. */
  clocksApart: z.int().nullable(),
})
export type Attention = z.infer<typeof attentionAnswer>

/**
 * What somebody has to look after that no list counts, each part only where the reader's roles allow it and within
 * their scope.
 */
export async function readAttention(context: AppContext, actor: Actor): Promise<Attention> {
  const [feeds, incompleteAffiliates, closeProblems, daysNeverClosed, failedJobs, clocksApart] = await Promise.all([
    orIfWorkerDown(() => readFeeds(context, actor), null),
    countIncompleteAffiliates(context, actor),
    readCloseProblems(context, actor),
    readDaysNeverClosed(context, actor),
    readFailedJobs(context, actor),
    actor.root ? context.database.clock.secondsApart() : null,
  ])
  return {
    feeds,
    incompleteAffiliates,
    closeProblems,
    daysNeverClosed,
    failedJobs: failedJobs?.map(({ name }) => name) ?? null,
    clocksApart,
  }
}

/**
 * The newest moment is looked for among the events of the brand's last day with movement, which is one month's
 * partition and not all of them,
 * and among those that belong to nobody, which have an index of their own. Whoever is narrowed to a partner sees a part
 * of a brand's activity and learns nothing about the rest.
 */
async function readFeeds({ database }: AppContext, actor: Actor): Promise<Attention['feeds']> {
  if (seesPart(actor) || !canReadOptions({ actor, resource: resources.brand!, resources, reports })) return null
  const seesUnattributed = actor.root || actor.roles.has('brand') || actor.roles.has('manager')
  const statement = sql<{ brand: number; name: string; newestEvent: Date | null; unattributed: string | number }>`
    select brand.id as brand, brand.name, greatest(attributed.newest, ownerless.newest) as "newestEvent",
      ownerless.count as unattributed
    from brand
    left join lateral (select movement.day from movement where movement.brand = brand.id order by movement.day desc
      limit 1) last on true
    left join lateral (select max(event.occurred_at) as newest from event
      where event.brand = brand.id and event.day = last.day) attributed on true
    left join lateral (select count(*) as count, max(event.occurred_at) as newest from event
      where event.brand = brand.id and event.action is null) ownerless on true
    where brand.id in (${visibleBrands(actor)})
    order by greatest(attributed.newest, ownerless.newest) nulls first, brand.name, brand.id`
  const db = readAs(database, actor)
  const { rows } = await (await gathered(db, statement, { event: newestOfBrands })).execute(db)
  return rows.map(({ newestEvent, unattributed, ...brand }) => ({
    ...brand,
    newestEvent: newestEvent?.toISOString() ?? null,
    unattributed: seesUnattributed ? Number(unattributed) : null,
  }))
}

/** What {@link readFeeds} reads of events: the newest moment of each brand's last day, and those that are nobody's. */
const newestOfBrands = [
  sql`select event.brand, 0::bigint as action, event.day, max(event.occurred_at) as occurred_at from event
    where (event.brand, event.day) in (select brand.id, last.day from brand cross join lateral (
      select movement.day from movement where movement.brand = brand.id order by movement.day desc limit 1) last)
    group by event.brand, event.day`,
  sql`select event.brand, null::bigint, event.day, event.occurred_at from event where event.action is null`,
]

/** Jobs whose last run failed, and when; for root. */
export async function readFailedJobs(
  { database }: AppContext,
  actor: Actor,
): Promise<{ name: string; at: string }[] | null> {
  if (!actor.root) return null
  const { rows } = await sql<{ name: string; at: Date }>`select kind as name, at from (
      select distinct on (kind) kind, state, coalesce(finished_at, created_at) as at from job
      where state in ('done', 'failed') order by kind, id desc
    ) last where state = 'failed' order by kind`.execute(database.db)
  const known = new Set(jobs.map(({ name }) => name))
  return rows.flatMap(({ name, at }) => (known.has(name) ? [{ name, at: at.toISOString() }] : []))
}

async function countIncompleteAffiliates({ database }: AppContext, actor: Actor): Promise<number | null> {
  const resource = resources.affiliate!
  if (!can({ actor, resource, operation: 'list' })) return null
  const isComplete = computedExpression({ name: 'isComplete', resource, alias: 'affiliate', origin: '' })
  const where = sql`not ${isComplete} and ${scopeCondition({ actor, resource, alias: 'affiliate' })}`
  const count = sql`select count(*)::text from affiliate where ${where}`
  const total = await cachedTotal({ database, resource, actor, count, key: `attention ${textOf(where)}` })
  const {
    rows: [row],
  } = await sql<{ total: string | null }>`select ${total.column} as total`.execute(readAs(database, actor))
  return Number(total.take(row!.total))
}

/**
 * Asked day by day, so that the index answers. Whoever is narrowed to a partner learns nothing of the rest of a brand.
 */
export async function readDaysNeverClosed(context: AppContext, actor: Actor): Promise<Attention['daysNeverClosed']> {
  if (seesPart(actor) || !can({ actor, resource: resources.entry!, operation: 'list' })) return null
  const today = todayOf(context, actor)
  const { rows } = await sql<{ day: string }>`select days.day::text as day
    from generate_series(${addDays(today, -daysLookedAt)}::text::date, ${addDays(today, -1)}::text::date,
      interval '1 day') each (at) cross join lateral (select each.at::date as day) days
    where not exists (select from closed_day where closed_day.day = days.day)
      and exists (select from (${visibleBrands(actor)}) own (id) join movement_wide on movement_wide.brand = own.id
        and movement_wide.day = days.day) order by 1`.execute(readAs(context.database, actor))
  return rows.map(({ day }) => day)
}

type OwnerKind = 'affiliate' | 'partner'

/** The last stopped day of each visible owner of one kind. */
function stoppedOwners(kind: OwnerKind, actor: Actor): RawBuilder<unknown> {
  return sql`(select distinct on (problem.owner) problem.owner_kind as kind, owner.id, owner.name, problem.day,
    problem.code, problem.message
    from close_problem problem join ${sql.table(tableName(kind))} owner on owner.id = problem.owner
    where problem.owner_kind = ${kind}::text
      and ${scopeCondition({ actor, resource: resources[kind]!, alias: 'owner' })}
    order by problem.owner, problem.day desc)`
}

async function readCloseProblems({ database }: AppContext, actor: Actor): Promise<Attention['closeProblems']> {
  const mayReadEntries = can({ actor, resource: resources.entry!, operation: 'list' })
  const kinds = (['affiliate', 'partner'] as const).filter(
    (kind) => mayReadEntries && can({ actor, resource: resources[kind]!, operation: 'list' }),
  )
  if (kinds.length === 0) return null
  type Row = NonNullable<Attention['closeProblems']>['owners'][number] & { total: string | number }
  const { rows } = await sql<Row>`select stopped.kind, stopped.id, stopped.name, stopped.day::text as day, stopped.code,
      stopped.message, count(*) over () as total
    from (${sql.join(
      kinds.map((kind) => stoppedOwners(kind, actor)),
      sql` union all `,
    )}) stopped
    order by stopped.day desc, stopped.name, stopped.kind, stopped.id limit ${namedProblemsMax}`.execute(
    readAs(database, actor),
  )
  return { total: Number(rows[0]?.total ?? 0), owners: rows.map(({ total: _total, ...owner }) => owner) }
}

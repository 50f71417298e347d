import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { historyTableName, tableName } from '#engine/declaration/derive/names.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { idArray, plainArray, textArray } from '#engine/server/database/arrays.ts'
import { gathered } from '#engine/server/database/citus/gather.ts'
import { seesAll, visibleBrands } from '#engine/records/server/visibility/scope.ts'
import type { ChangeCause, ChangeRef } from '#features/reporting/answers/changes.ts'
import type { DigestSource } from '../../answers/digests.ts'

/** What changed figures. */
interface Asked {
  readonly actor: Actor
  readonly cause: ChangeCause
  readonly refs: readonly ChangeRef[]
  /** The days that changed. */
  readonly days: readonly Day[]
}

/** More are not named in a line. */
const namedMax = 5

const idsOf = (refs: readonly ChangeRef[], kind: string) => refs.filter((ref) => ref.kind === kind).map(({ id }) => id)

interface FeedRow {
  readonly file: string | null
  readonly first_line: number | null
  readonly last_line: number | null
  readonly by: string | null
  readonly at: Date
  readonly from: Day
  readonly to: Day
  readonly players: readonly number[]
}

/** The events among what changed, by the file that brought them, or by when a platform sent them. */
async function readFeeds(db: Kysely<any>, { actor, cause, refs, days }: Asked): Promise<FeedRow[]> {
  const ids = idsOf(refs, 'event')
  if (ids.length === 0) return []
  const own = actor.affiliate
  // Events of players that moved away are another affiliate's by now: that they moved is all that is told.
  const isSeen =
    own !== undefined
      ? cause === 'movedPlayer'
        ? sql`true`
        : sql`event.affiliate = ${own}::bigint`
      : seesAll(actor)
        ? sql`true`
        : sql`event.brand in (${visibleBrands(actor)})`
  // By day: events have no index by their ids.
  const named = sql`event.day = any(${plainArray(days)}::text::date[]) and event.affiliate is not null
    and event.event_id = any(${textArray(ids)}::text::text[])`
  const statement = sql<FeedRow>`select batch.file_name as file, min(batch.first_line) as first_line,
      max(batch.last_line) as last_line, min(upload.created_by_name) as by, min(event.received_at) as at,
      min(event.day)::text as "from", max(event.day)::text as "to", coalesce(array_agg(distinct event.player) filter (where event.player is not null), '{}') as players
    from event left join feed_batch batch on batch.brand = event.brand and batch.received_at = event.received_at
      left join feed_upload upload on upload.id = batch.upload
    where ${named} and ${isSeen}
    group by batch.file_name, batch.upload, case when batch.brand is null then event.received_at end
    order by min(event.received_at)`
  const events = sql`select event.* from event where ${named}`
  return (await (await gathered(db, statement, { event: [events] })).execute(db)).rows
}

const feedSource =
  (isStaff: boolean) =>
  ({ file, first_line: firstLine, last_line: lastLine, by, at, from, to }: FeedRow): DigestSource => ({
    kind: 'feed',
    // Files are the operator's: an affiliate is told when, and of which days.
    file: isStaff && file !== null ? { name: file, firstLine: firstLine!, lastLine: lastLine! } : null,
    by: isStaff ? by : null,
    at: at.toISOString(),
    from,
    to,
  })

/** The rules among what changed: what they are called, from when they hold, and who changed them last. */
async function readRules(db: Kysely<any>, { actor, refs }: Asked): Promise<DigestSource[]> {
  const sources: DigestSource[] = []
  for (const name of ['reward', 'rewardProfile', 'partnerLevel', 'partner', 'affiliate'] as const) {
    const ids = idsOf(refs, name).map(Number)
    if (ids.length === 0) continue
    const mayKnowWho = actor.affiliate === undefined && can({ actor, resource: resources[name], operation: 'read' })
    const { rows } = await sql<{ name: string; from: Day | null; by: string | null }>`select rule.name,
        (select case when isfinite(valid_from) then valid_from::text end from ${sql.table(historyTableName(name))}
          where record = rule.id order by valid_from desc limit 1) as "from",
        coalesce(
          (select scheduled_by from scheduled_version made where made.object = ${name}::text and made.record = rule.id
            and made.valid_from = (select max(valid_from) from ${sql.table(historyTableName(name))} where record = rule.id)
            and made.state in ('begun', 'ended') order by made.id desc limit 1),
          (select actor from activity_log where object = ${name}::text and object_id = rule.id::text
            order by id desc limit 1)) as by
      from ${sql.table(tableName(name))} rule where rule.id = any(${idArray(ids)}) order by rule.name`.execute(db)
    sources.push(...rows.map((row): DigestSource => ({ kind: 'rule', ...row, by: mayKnowWho ? row.by : null })))
  }
  return sources
}

/** The corrections among what changed: of rules, or of players that were moved. */
async function readCorrections(
  db: Kysely<any>,
  { actor, refs }: Asked,
  moved: readonly number[],
): Promise<DigestSource[]> {
  const ids = [...idsOf(refs, 'correction').map(Number), ...moved]
  if (ids.length === 0) return []
  const mayKnowWho = actor.affiliate === undefined && can({ actor, resource: resources.correction, operation: 'read' })
  const { rows } = await sql<{
    id: number
    object: string
    from: Day
    name: string | null
    by: string | null
    decidedBy: string | null
  }>`select correction.id, object, valid_from::text as "from", requested_by as by, decided_by as "decidedBy",
      case object when 'reward' then (select name from reward where id = object_id)
        when 'rewardProfile' then (select name from reward_profile where id = object_id)
        when 'affiliate' then (select name from affiliate where id = object_id)
        when 'partner' then (select name from partner where id = object_id)
        when 'partnerLevel' then (select name from partner_level where id = object_id)
        when 'action' then (select name from action where id = object_id) end as name
    from correction where id = any(${idArray(ids)}) order by id`.execute(db)
  const isStaff = actor.affiliate === undefined
  return rows.map(({ object, by, decidedBy, name, ...row }) => ({
    kind: object === 'action' ? 'move' : 'correction',
    ...row,
    // The link that players were moved away from may be another affiliate's.
    name: isStaff || object !== 'action' ? name : null,
    ...(mayKnowWho ? { by, decidedBy } : { by: null, decidedBy: null }),
  }))
}

/** What changed figures, as people know it: which lines of which file, which rule by whom, which correction. */
export async function readSources(context: AppContext, asked: Asked): Promise<DigestSource[]> {
  const db = context.database.readDb
  const { cause, actor } = asked
  const feeds = await readFeeds(db, asked)
  const isStaff = actor.affiliate === undefined
  if (cause !== 'movedPlayer' || feeds.length === 0) {
    const others = [...(await readCorrections(db, asked, [])), ...(await readRules(db, asked))]
    return [...feeds.map(feedSource(isStaff)), ...others].slice(0, namedMax)
  }
  const players = [...new Set(feeds.flatMap((row) => row.players))]
  const { rows: moves } = await sql<{ correction: number }>`select distinct correction from player_move
    where player = any(${idArray(players)})`.execute(db)
  const [from] = feeds.map((row) => row.from).toSorted()
  const to = feeds
    .map((row) => row.to)
    .toSorted()
    .at(-1)!
  const corrections = await readCorrections(
    db,
    asked,
    moves.map(({ correction }) => correction),
  )
  return [{ kind: 'players', count: players.length, from: from!, to } as const, ...corrections].slice(0, namedMax)
}

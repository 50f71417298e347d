import { type Kysely, type RawBuilder, sql } from 'kysely'
import { arrayOf, idArray } from '#engine/server/database/arrays.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { addedUp, type LifeFact } from './playerLifetimeSql.ts'
import {
  notYetQualified,
  otherAffiliatesSql,
  attributedPlayersSql,
  playerKey,
  type Qualified,
  type Range,
  type Segment,
} from './attributedPlayers.ts'
import { beginningOfTime } from './ruleSet.ts'

/*
 * What `playersReachingThreshold` answers, where events lie on several nodes: workers add up the lives, a player being of one brand
 * and a brand of one worker, and of each player that qualified one row travels. What they need to know of players who
 * also were elsewhere, or whose registration was never told, they are sent first; there are few.
 */

interface LivesQuestion {
  readonly segment: Segment
  readonly fact: LifeFact
  readonly range: Range
}

interface WorkersQuestion extends LivesQuestion, Strays {
  /** Only who qualified on the days that are asked about. */
  readonly onlyNew: boolean
}

interface Strays {
  /** Some players have events that their own links do not show. */
  readonly some: boolean
  /** Some came to the affiliates in these days without a registration: they are looked at whatever they did in them. */
  readonly fresh: boolean
}

/**
 * Who qualifies by a fact that adds up over a life, added up by the workers. Who did so before the days is told only of
 * affiliates for which it matters: of those that have more than one rule.
 */
export async function readLivedOnWorkers(db: Kysely<any>, question: LivesQuestion): Promise<Qualified[]> {
  const { segment, range } = question
  const hasMore = new Set(range.changing)
  const found: Qualified[] = []
  for (const onlyNew of [true, false]) {
    const affiliates = segment.affiliates.filter((affiliate) => hasMore.has(affiliate) !== onlyNew)
    if (affiliates.length === 0) continue
    const own = { ...segment, affiliates }
    const strays = await readStrays(db, own, range)
    const { rows } = await livedOnWorkers({ ...question, ...strays, segment: own, onlyNew }).execute(db)
    found.push(...rows)
  }
  return found
}

const isUnregistered = (affiliates: readonly number[]) =>
  sql<boolean>`place.home is null and place.affiliate = any(${idArray(affiliates)})`

const cameIn = ({ from, to }: Range) => sql<boolean>`place.first_day between ${from}::date and ${to}::date`

async function readStrays(db: Kysely<any>, segment: Segment, range: Range): Promise<Strays> {
  const { affiliates } = segment
  const own = idArray(affiliates)
  const row = await firstRow(
    db,
    sql<Strays>`select exists (select from player_place place where place.home = any(${own})
        and place.affiliate <> all(${own}))
      or exists (select from player_place place where ${isUnregistered(affiliates)}) as some,
      exists (select from player_place place where ${isUnregistered(affiliates)} and ${cameIn(range)}) as fresh`,
  )
  // Where the rule begins in the days everybody is looked at.
  return { some: row!.some, fresh: row!.fresh && segment.from < range.from }
}

/** Events that count for a life: a table named `event` with what it is joined to, and what holds of it. */
interface Part {
  readonly from: RawBuilder<unknown>
  readonly isTheirs: RawBuilder<boolean>
}

const always = sql`${beginningOfTime}::date`

const ownEvents = ({ segment }: LivesQuestion): Part => ({
  from: sql`event`,
  isTheirs: sql`event.affiliate = any(${idArray(segment.affiliates)}) and event.player is not null`,
})

/** What players did elsewhere, and before they named any link, both of them sent to the workers. */
const strayEvents: readonly Part[] = [
  {
    from: sql`event join away sent on sent.player = event.player and sent.affiliate = event.affiliate`,
    isTheirs: sql`true`,
  },
  {
    from: sql`event join nowhere sent on sent.player = event.player and sent.brand = event.brand`,
    isTheirs: sql`event.action is null`,
  },
]

/**
 * What workers are sent: players of the affiliates whose registration was never told (`nowhere`), since when each is
 * theirs and whether only since these days; and where players were besides (`away`).
 */
function sentTables({ segment, range, fresh }: WorkersQuestion): RawBuilder<unknown> {
  const cameNow = sql`exists (select from player_place place where place.player = own.id
    and ${isUnregistered(segment.affiliates)} and ${cameIn(range)})`
  return sql`nowhere as materialized (
      select own.id as player, own.brand, own.since, ${fresh ? cameNow : sql`false`} as is_fresh
      from (select player.* from ${attributedPlayersSql(segment)}) own where own.since > ${always}
    ), away as materialized (
      with ${otherAffiliatesSql(segment)} select elsewhere.player, elsewhere.affiliate,
        coalesce(nowhere.since, ${always}) as since, coalesce(nowhere.is_fresh, false) as is_fresh
      from elsewhere left join nowhere on nowhere.player = elsewhere.player
    ), `
}

/** Who is looked at: nobody can newly qualify on a day without activity, save where the rule itself begins. */
function activePlayers(question: WorkersQuestion, isCounted: RawBuilder<boolean>): RawBuilder<unknown> {
  const { segment, range, some, fresh } = question
  const activeFrom = segment.from >= range.from ? beginningOfTime : range.from
  const woken = [ownEvents(question), ...(some ? strayEvents : [])].map(
    ({ from, isTheirs }) => sql`select event.brand, event.player from ${from}
      where ${isTheirs} and ${isCounted} and event.day >= ${activeFrom}::date`,
  )
  const all = sql`(${sql.join(woken, sql` union all `)}) woken`
  if (!fresh) return sql`select distinct woken.brand, woken.player from ${all}`
  return sql`select distinct woken.brand, woken.player from ${all} left join nowhere on nowhere.player = woken.player
    where not coalesce(nowhere.is_fresh, false)`
}

/**
 * What happened in the lives that are looked at, with since when each counts: those of the active, and of those that
 * came in these days. All of it is asked for part by part: joined with the parts together, Citus refuses it.
 */
function doneEvents(question: WorkersQuestion): RawBuilder<unknown> {
  const { range, fact, some, fresh } = question
  const isCounted = sql<boolean>`event.day <= ${range.to}::date and event.type = any(${arrayOf('text', fact.types)})`
  const told = (since: RawBuilder<unknown>) => sql`select event.brand, event.player, ${since} as since, event.day,
    event.type, event.amount, event.occurred_at, event.event_id`
  const active = sql`(${activePlayers(question, isCounted)}) active
    on active.brand = event.brand and active.player = event.player`
  const own = ownEvents(question)
  if (!some) return sql`${told(always)} from ${own.from} join ${active} where ${own.isTheirs} and ${isCounted}`
  const parts = [
    sql`${told(sql`coalesce(sent.since, ${always})`)} from ${own.from} join ${active}
      left join nowhere sent on sent.player = event.player where ${own.isTheirs} and ${isCounted}`,
  ]
  if (fresh)
    parts.push(sql`${told(sql`sent.since`)} from ${own.from} join nowhere sent on sent.player = event.player
      where sent.is_fresh and ${own.isTheirs} and ${isCounted}`)
  const isLookedAt = fresh ? sql`(sent.is_fresh or active.player is not null)` : sql`active.player is not null`
  for (const { from, isTheirs } of strayEvents)
    parts.push(sql`${told(sql`sent.since`)} from ${from} left join ${active}
      where ${isLookedAt} and ${isTheirs} and ${isCounted}`)
  return sql.join(parts, sql` union all `)
}

function livedOnWorkers(question: WorkersQuestion): RawBuilder<Qualified> {
  const { segment, fact, range, some, onlyNew } = question
  const { amount, over } = addedUp(fact)
  const begins = sql`greatest(life.since, ${segment.from}::date)`
  const day = sql`min(greatest(life.day, ${begins}))`
  return sql<Qualified>`with ${some ? sentTables(question) : sql``}reached as materialized (
      select life.player, ${day} as day from (
        select daily.brand, daily.player, daily.since, daily.day,
          ${over} over (partition by daily.brand, daily.player order by daily.day rows unbounded preceding) as total,
          lead(daily.day) over (partition by daily.brand, daily.player order by daily.day) as next_day
        from (
          select event.brand, event.player, event.since, event.day, ${amount} as amount
          from (${doneEvents(question)}) event group by event.brand, event.player, event.since, event.day
        ) daily
      ) life
      where life.total >= ${segment.threshold}::numeric and coalesce(life.next_day, 'infinity'::date) > ${begins}
      group by life.brand, life.player
      having ${day} < ${segment.until}::date and ${day} <= ${range.to}::date
        ${onlyNew ? sql`and ${day} >= ${range.from}::date` : sql``}
    ), answered as materialized (
      -- By itself this is a statement of the coordinator's tables and of what was found: together Citus refuses it.
      select ${playerKey}, reached.day::text as day from reached
        cross join lateral (select * from ${attributedPlayersSql(segment, sql`reached.player`)} offset 0) player
      where ${notYetQualified('player.id', range)}
    ) select * from answered`
}

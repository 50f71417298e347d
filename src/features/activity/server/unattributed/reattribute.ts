import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyTables, Database } from '#engine/server/database/connect.ts'
import { gathered } from '#engine/server/database/citus/gather.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type LogOrigin, logActivity } from '#engine/activityLog/server/activityLog.ts'
import { linkOf, namedVisit, registerPlayers, subsOfEvent } from '../write/attribute.ts'
import { arrayOf, idArray } from '#engine/server/database/arrays.ts'
import type { IncomingEvent } from '../write/incomingEvent.ts'
import { type Link, type Links, loadLinks } from '../write/links.ts'
import { recordCrossAffiliate, type TouchedDay } from '../players/crossAffiliate.ts'
import { noteCohorts } from '../players/noteCohorts.ts'
import { followMoves } from '../players/movedPlayers.ts'
import { findPlayers, lockPlayers, type Player, writePlayers } from '../players/players.ts'
import { type MovementFact, rollUp } from '../rollUp/rollUp.ts'
import { attributeEvents, attributeWaiting } from '../write/waitingEvents.ts'
import { writeMovement } from '../rollUp/writeMovement.ts'
import { type IngestBrand, type IngestContext, zoneOfBrand } from '../write/ingestContext.ts'

const batchSize = 5_000

/** What came of an attempt to find the owners of events. */
export interface ReattributeOutcome {
  readonly attributed: number
  /** How many of the brand still belong to nobody. */
  readonly remaining: number
}

interface ReattributeInput {
  readonly database: Pick<Database, 'db'>
  readonly brand: IngestBrand
  readonly actor: Actor
  readonly request?: LogOrigin | undefined
  /** Only these events; all of the brand where absent. */
  readonly eventIds?: readonly string[] | undefined
  /** The link a person decided on; where absent each event goes to the link it names, its click's or its player's. */
  readonly action?: number | undefined
}

/** Where a batch ended: the next begins after it. */
interface Position {
  readonly day: string
  readonly eventId: string
}

type WaitingEvent = Pick<
  IncomingEvent,
  'eventId' | 'type' | 'occurredAt' | 'day' | 'playerRef' | 'actionToken' | 'promoCode' | 'clickId' | 'subs' | 'country'
>

/**
 * Attributes what can be attributed by now: links that were made, players that registered, clicks that arrived since.
 * Movement grows in the same
 * transaction, and the daily close reads those days again. Doing it again changes nothing.
 */
export async function reattribute(input: ReattributeInput): Promise<ReattributeOutcome> {
  let attributed = 0
  let after: Position | null = null
  do {
    const batch: { attributed: number; last: Position | null } = await inTransaction(input.database.db, (trx) =>
      reattributeBatch({ trx, brand: input.brand }, input, after),
    )
    attributed += batch.attributed
    after = batch.last
  } while (after !== null)
  return { attributed, remaining: await countRemaining(input.database.db, input.brand.id) }
}

async function reattributeBatch(
  writer: IngestContext,
  input: ReattributeInput,
  after: Position | null,
): Promise<{ attributed: number; last: Position | null }> {
  // Two of these at once would only do the same work in each other's way.
  await sql`select pg_advisory_xact_lock(hashtext('reattribute'), ${writer.brand.id}::integer)`.execute(writer.trx)
  const events = await readWaiting(writer, input.eventIds, after)
  if (events.length === 0) return { attributed: 0, last: null }
  const { facts, touched } = await attributeAll(writer, events, input.action)
  await writeMovement(writer, rollUp(facts), { touched })
  if (facts.length > 0) await logReattribution(writer, input, facts.length)
  const last = events.length < batchSize ? null : events.at(-1)!
  return { attributed: facts.length, last: last && { day: last.day, eventId: last.eventId } }
}

async function attributeAll(
  writer: IngestContext,
  events: readonly WaitingEvent[],
  action: number | undefined,
): Promise<{ facts: MovementFact[]; touched: TouchedDay[] }> {
  const players = await findPlayers(writer, distinct(events.map(({ playerRef }) => playerRef)))
  await lockPlayers(
    writer,
    [...players.values()].map((player) => ({ player, mayChange: true })),
  )
  const held = await loadLinks(writer, {
    tokens: distinct(events.map(({ actionToken }) => actionToken)),
    codes: distinct(events.map(({ promoCode }) => promoCode ?? null)),
    clickIds: distinct(events.map(({ clickId }) => clickId)),
    actions: distinct([action ?? null, ...[...players.values()].map((player) => player.action)]),
  })
  const links = await followMoves(writer, players.values(), held)
  const named = (event: WaitingEvent) =>
    action === undefined ? namedVisit(event, links) : namedVisit(event, links, decidedLink(links, action))
  registerPlayers(events, players, named)
  const found = events.flatMap((event) => {
    const player = playerOf(event, players)
    const link = action === undefined ? linkOf(event, player, links) : decidedLink(links, action)
    return typeof link === 'string' ? [] : [{ event, player, link, subs: subsOfEvent(event, { link, player, links }) }]
  })
  const facts = await attributeEvents(
    writer,
    found.map(({ event, link, subs }) => ({ eventId: event.eventId, day: event.day, link, subs })),
  )
  const waited = await attributeWaiting(writer, players.values(), links)
  await writePlayers(writer, players.values())
  const touched = await recordCrossAffiliate(writer, { placed: found, players: players.values() })
  await noteCohorts(writer, players.values())
  return { facts: [...facts, ...waited], touched }
}

/** The link a person decided on. @throws ApiError `invalid_action` where it is none of the brand's */
function decidedLink(links: Links, action: number): Link {
  const link = links.byAction.get(action)
  if (!link) throw new ApiError('invalid_action')
  return link
}

function playerOf(event: WaitingEvent, players: ReadonlyMap<string, Player>): Player | undefined {
  return event.playerRef === null ? undefined : players.get(event.playerRef)
}

async function readWaiting(
  { trx, brand }: IngestContext,
  eventIds: readonly string[] | undefined,
  after: Position | null,
): Promise<WaitingEvent[]> {
  const only = eventIds ? sql`and event.event_id = any(${arrayOf('text', eventIds)})` : sql``
  const from = after ? sql`and (event.day, event.event_id) > (${after.day}::text::date, ${after.eventId}::text)` : sql``
  const { rows } = await sql<{ events: WaitingEvent[] }>`
    select coalesce(json_agg(json_build_object('eventId', event_id, 'type', type, 'occurredAt', occurred_at, 'day', day,
      'playerRef', player_ref,
      'actionToken', action_token, 'promoCode', promo_code, 'clickId', click_id, 'subs', subs, 'country', country)), '[]') as events
    from (
      select event.event_id, event.type, to_char(event.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        as occurred_at, event.day, player.player_ref,
        event.action_token, event.promo_code, event.click_id, event.subs, event.country
      from event left join player on player.id = event.player
      where event.brand = ${brand.id} and event.action is null ${only} ${from} order by event.day, event.event_id
        limit ${batchSize}
    ) waiting`.execute(trx)
  return rows[0]!.events
}

async function countRemaining(db: Kysely<AnyTables>, brand: number): Promise<number> {
  const { rows } = await sql<{
    remaining: number
  }>`select count(*) as remaining from event where brand = ${brand} and action is null`.execute(db)
  return rows[0]!.remaining
}

async function logReattribution(
  { trx, brand }: IngestContext,
  { actor, request, action }: ReattributeInput,
  attributed: number,
): Promise<void> {
  const changes = [
    { field: 'attributedEvents', before: null, after: attributed },
    ...(action === undefined ? [] : [{ field: 'action', before: null, after: action }]),
  ]
  await logActivity(trx, { actor, request, operation: 'reattribute', object: 'brand', objectId: brand.id, changes })
}

function distinct<Value extends string | number>(values: readonly (Value | null)[]): Value[] {
  return [...new Set(values.filter((value) => value !== null))]
}

/** The brands with anything to reattribute: the work list of a job. */
export async function brandsWithUnattributed(
  db: Kysely<AnyTables>,
  visible: readonly number[] | null = null,
): Promise<IngestBrand[]> {
  const only = visible ? sql`and brand.id = any(${idArray(visible)})` : sql``
  const statement = sql<IngestBrand>`
    select brand.id, brand.slug, brand.site, brand.currency, ${zoneOfBrand} from brand
    where exists (select from event where event.brand = brand.id and event.action is null) ${only}
      order by brand.id`
  const waiting = sql`select distinct event.brand, null::bigint as action from event where event.action is null`
  return (await (await gathered(db, statement, { event: [waiting] })).execute(db)).rows
}

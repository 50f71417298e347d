import { sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import { idArray, plainArray, textArray } from '#engine/server/database/arrays.ts'
import { byOccurrence } from '../write/attribute.ts'
import type { IncomingEvent } from '../write/incomingEvent.ts'
import type { Link } from '../write/links.ts'
import type { IngestContext } from '../write/ingestContext.ts'
import type { Player } from './players.ts'

/**
 * A day of an affiliate that the daily close must read again although its movement stayed: its players did something
 * elsewhere.
 */
export interface TouchedDay {
  readonly affiliate: number
  readonly day: Day
}

/** An event and whose it is; no link while it is unattributed. */
export interface PlacedEvent {
  readonly event: Pick<IncomingEvent, 'eventId' | 'occurredAt' | 'day'>
  readonly player: Player | undefined
  readonly link: Link | null
}

/** A player's first event under an affiliate; its moment in milliseconds since 1970. */
interface Place {
  readonly at: number
  readonly eventId: string
  readonly day: Day
}

/** The places of players, by player and affiliate. */
export type Places = Map<number, Map<number, Place>>

/** Whether an event does not lie where its player registered: then the player must be held while it is written. */
export function isElsewhere(player: Player, link: Link | null): boolean {
  return player.affiliate === null || (link !== null && link.affiliate !== player.affiliate)
}

/**
 * Keeps where players do something besides the affiliate they registered with. Their triggers for CPA are tested over
 * the whole life, so that affiliate's days are touched as well; and where a
 * player registers only now, those of whoever it was counted for until then. The players are held.
 * @returns the days to be closed again besides those whose movement changed
 */
export async function recordCrossAffiliate(
  writer: IngestContext,
  input: { placed: readonly PlacedEvent[]; players: Iterable<Player> },
): Promise<TouchedDay[]> {
  const strayed = input.placed.filter(({ player, link }) => player && isElsewhere(player, link))
  const registered = [...input.players].filter(({ newRegistration, isNew }) => newRegistration && !isNew)
  if (strayed.length === 0 && registered.length === 0) return []
  const places = await readPlaces(writer, [...strayed.map(({ player }) => player!), ...registered])
  await writePlaces(writer, findNewPlaces(strayed, places))
  await bringHome(writer, registered)
  const placesOf = ({ id }: Player) => [...(places.get(id) ?? [])]
  const touched = strayed.flatMap(({ player, event }): TouchedDay[] => {
    const affiliates =
      player!.affiliate === null ? placesOf(player!).map(([affiliate]) => affiliate) : [player!.affiliate]
    return affiliates.map((affiliate) => ({ affiliate, day: event.day }))
  })
  const moved = registered.flatMap((player) =>
    placesOf(player).flatMap(([affiliate, { day }]) => [
      { affiliate: player.affiliate!, day },
      { affiliate, day },
    ]),
  )
  return [...touched, ...moved]
}

/** An event of a player under an affiliate it did not register with. */
export interface CrossAffiliateEvent {
  readonly event: PlacedEvent['event']
  readonly player: Player
  readonly link: Link
}

/** The first event of each player under each affiliate. */
export function firstOfEach(strayed: readonly CrossAffiliateEvent[]): CrossAffiliateEvent[] {
  const found = new Map<string, CrossAffiliateEvent>()
  for (const each of strayed) {
    const key = `${each.player.id} ${each.link.affiliate}`
    const first = found.get(key)
    if (!first || byOccurrence(each.event, first.event) < 0) found.set(key, each)
  }
  return [...found.values()]
}

/**
 * Whether an event is the first of its player under its affiliate, as far as is known. As first events only ever move to
 * an earlier moment, a no stays a no.
 */
export function isNewPlace({ event, player, link }: CrossAffiliateEvent, places: Places): boolean {
  const known = places.get(player.id)?.get(link.affiliate)
  if (!known) return true
  const at = Date.parse(event.occurredAt)
  // Of two at the same moment the one whose id comes first by its bytes, as the column is sorted.
  return (
    at < known.at || (at === known.at && Buffer.compare(Buffer.from(event.eventId), Buffer.from(known.eventId)) < 0)
  )
}

/**
 * The first event of each player under each affiliate that is not among the places, or is earlier than what is. They
 * are added to the places: most batches tell nothing new of most players, and writing a row that stays as it is would lock it.
 */
function findNewPlaces(strayed: readonly PlacedEvent[], places: Places): CrossAffiliateEvent[] {
  const placed = strayed.flatMap(({ event, player, link }) => (link ? [{ event, player: player!, link }] : []))
  const rows = firstOfEach(placed).filter((each) => isNewPlace(each, places))
  for (const { event, player, link } of rows) {
    const ofPlayer = places.get(player.id) ?? new Map<number, Place>()
    places.set(player.id, ofPlayer)
    ofPlayer.set(link.affiliate, { at: Date.parse(event.occurredAt), eventId: event.eventId, day: event.day })
  }
  return rows
}

async function writePlaces({ trx }: IngestContext, rows: readonly CrossAffiliateEvent[]): Promise<void> {
  if (rows.length === 0) return
  const ids = (read: (row: CrossAffiliateEvent) => number | null) => sql`${plainArray(rows.map(read))}::bigint[]`
  await sql`insert into player_place (player, affiliate, home, action, sub_brand, first_at, first_event, first_day)
    select * from unnest(${ids(({ player }) => player.id)}, ${ids(({ link }) => link.affiliate)},
      ${ids(({ player }) => player.affiliate)}, ${ids(({ link }) => link.action)}, ${ids(({ link }) => link.subBrand)},
      ${textArray(rows.map(({ event }) => event.occurredAt))}::timestamptz[],
        ${textArray(rows.map(({ event }) => event.eventId))}::text[],
      ${plainArray(rows.map(({ event }) => event.day))}::date[])
    on conflict (player, affiliate) do update set action = excluded.action, sub_brand = excluded.sub_brand,
      first_at = excluded.first_at, first_event = excluded.first_event,
      first_day = excluded.first_day
    where (excluded.first_at, excluded.first_event) < (player_place.first_at, player_place.first_event)`.execute(trx)
}

async function bringHome({ trx }: IngestContext, registered: readonly Player[]): Promise<void> {
  if (registered.length === 0) return
  await sql`update player_place set home = given.home
    from unnest(${plainArray(registered.map(({ id }) => id))}::bigint[],
      ${plainArray(registered.map(({ affiliate }) => affiliate))}::bigint[]) as given (player, home)
    where player_place.player = given.player`.execute(trx)
}

/** Where players did something besides the affiliate they registered with. */
export async function readPlaces({ trx }: IngestContext, players: readonly Player[]): Promise<Places> {
  const ids = [...new Set(players.map(({ id }) => id))]
  // One value instead of a row each: reading thousands of rows takes this process three times as long.
  const { rows } = await sql<{ places: [player: number, affiliate: number, at: number, eventId: string, day: Day][] }>`
    select coalesce(json_agg(json_build_array(player, affiliate, (extract(epoch from first_at) * 1000)::bigint,
      first_event, first_day)), '[]') as places
    from player_place where player = any(${idArray(ids)})`.execute(trx)
  const places: Places = new Map()
  for (const [player, affiliate, at, eventId, day] of rows[0]!.places) {
    const ofPlayer = places.get(player)
    if (ofPlayer) ofPlayer.set(affiliate, { at, eventId, day })
    else places.set(player, new Map([[affiliate, { at, eventId, day }]]))
  }
  return places
}

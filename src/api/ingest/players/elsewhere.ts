import { sql } from 'kysely'
import type { Day } from '../../../domain/calendar.ts'
import { idArray, plainArray, textArray } from '../../database/arrays.ts'
import { byOccurrence } from '../record/attribute.ts'
import type { IncomingEvent } from '../record/incomingEvent.ts'
import type { Link } from '../record/links.ts'
import type { Writer } from '../record/writer.ts'
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

interface KnownPlace {
  readonly player: number
  readonly affiliate: number
  readonly day: Day
}

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
export async function noteElsewhere(
  writer: Writer,
  input: { placed: readonly PlacedEvent[]; players: Iterable<Player> },
): Promise<TouchedDay[]> {
  const strayed = input.placed.filter(({ player, link }) => player && isElsewhere(player, link))
  const registered = [...input.players].filter(({ newRegistration, isNew }) => newRegistration && !isNew)
  if (strayed.length === 0 && registered.length === 0) return []
  await writePlaces(writer, strayed)
  await bringHome(writer, registered)
  const homeless = strayed.flatMap(({ player }) => (player!.affiliate === null ? [player!] : []))
  const places = Map.groupBy(await readPlaces(writer, [...homeless, ...registered]), ({ player }) => player)
  const touched = strayed.flatMap(({ player, event }): TouchedDay[] => {
    const affiliates =
      player!.affiliate === null
        ? (places.get(player!.id) ?? []).map(({ affiliate }) => affiliate)
        : [player!.affiliate]
    return affiliates.map((affiliate) => ({ affiliate, day: event.day }))
  })
  const moved = registered.flatMap(({ id, affiliate }) =>
    (places.get(id) ?? []).flatMap((place) => [
      { affiliate: affiliate!, day: place.day },
      { affiliate: place.affiliate, day: place.day },
    ]),
  )
  return [...touched, ...moved]
}

async function writePlaces({ trx }: Writer, strayed: readonly PlacedEvent[]): Promise<void> {
  const first = new Map<string, { event: PlacedEvent['event']; player: Player; link: Link }>()
  for (const { event, player, link } of strayed) {
    if (!link) continue
    const key = `${player!.id} ${link.affiliate}`
    const known = first.get(key)
    if (!known || byOccurrence(event, known.event) < 0) first.set(key, { event, player: player!, link })
  }
  if (first.size === 0) return
  const rows = [...first.values()]
  const ids = (read: (row: (typeof rows)[number]) => number | null) =>
    sql`${plainArray(rows.map(read))}::text::bigint[]`
  await sql`insert into player_place (player, affiliate, home, action, sub_brand, first_at, first_event, first_day)
    select * from unnest(${ids(({ player }) => player.id)}, ${ids(({ link }) => link.affiliate)},
      ${ids(({ player }) => player.affiliate)}, ${ids(({ link }) => link.action)}, ${ids(({ link }) => link.subBrand)},
      ${textArray(rows.map(({ event }) => event.occurredAt))}::text::timestamptz[],
        ${textArray(rows.map(({ event }) => event.eventId))}::text::text[],
      ${plainArray(rows.map(({ event }) => event.day))}::text::date[])
    on conflict (player, affiliate) do update set action = excluded.action, sub_brand = excluded.sub_brand,
      first_at = excluded.first_at, first_event = excluded.first_event,
      first_day = excluded.first_day
    where (excluded.first_at, excluded.first_event) < (player_place.first_at, player_place.first_event)`.execute(trx)
}

async function bringHome({ trx }: Writer, registered: readonly Player[]): Promise<void> {
  if (registered.length === 0) return
  await sql`update player_place set home = given.home
    from unnest(${plainArray(registered.map(({ id }) => id))}::text::bigint[],
      ${plainArray(registered.map(({ affiliate }) => affiliate))}::text::bigint[]) as given (player, home)
    where player_place.player = given.player`.execute(trx)
}

async function readPlaces({ trx }: Writer, players: readonly Player[]): Promise<KnownPlace[]> {
  if (players.length === 0) return []
  const { rows } = await sql<KnownPlace>`select player, affiliate, first_day::text as day from player_place
    where player = any(${idArray([...new Set(players.map(({ id }) => id))])})`.execute(trx)
  return rows
}

import { sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import type { Subs } from '#rules/activity/subIds.ts'
import { arrayText, idArray, plainArray, textArray } from '#engine/server/database/arrays.ts'
import type { IngestContext } from '../write/ingestContext.ts'

/** The deposit that made somebody a depositor. */
export interface FirstDeposit {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly day: Day
  readonly eventId: string
  /** Empty where it was read from the table: nobody asks for it then. */
  readonly amount?: string | undefined
}

/** The registration by which a player belongs to a link. */
export interface Registration {
  readonly action: number
  readonly affiliate: number
  readonly subBrand: number
  readonly at: string
  readonly day: Day
  readonly country: string | null
  readonly subs: Subs | null
  /** Of the visit it came from, where that was one of ours. */
  readonly clickId: string | null
}

/** A player as a batch finds and leaves it. */
export interface Player {
  readonly id: number
  readonly ref: string
  /** Made by this batch: no event waits for it. */
  readonly isNew: boolean
  /** The action it belongs to for good. */
  action: number | null
  /** That action's affiliate when it registered. */
  affiliate: number | null
  /** The links it was moved away from: what names them for this player belongs to its action. */
  left?: readonly number[]
  /** The sub ids of the visit by which it registered. */
  subs: Subs | null
  firstDeposit: FirstDeposit | null
  /** Set by this batch; written at its end. */
  newRegistration?: Registration
  newFirstDeposit?: FirstDeposit
  /** The first deposit until now, which this batch found an earlier one for. */
  formerFirstDeposit?: FirstDeposit
}

/** What follows the reference is missing where nothing is known of it: of whoever neither registered nor deposited. */
type PlayerRow = [
  id: number,
  ref: string,
  action?: number | null,
  affiliate?: number | null,
  at?: number | null,
  day?: Day | null,
  event?: string | null,
  subs?: Subs | null,
]

const isKnown = sql`(player.action is not null or player.first_deposit_at is not null)`
const row = sql`case when ${isKnown} then json_build_array(player.id, player.player_ref, player.action, player.affiliate,
  extract(epoch from player.first_deposit_at) * 1000, player.first_deposit_day, player.first_deposit_event, player.subs)
  else json_build_array(player.id, player.player_ref) end`

/**
 * The players of these references, made where they are new. What was read may be older than the present; see
 * {@link lockPlayers}.
 */
export async function findPlayers(writer: IngestContext, refs: readonly string[]): Promise<Map<string, Player>> {
  const players = await readPlayers(writer, refs)
  const missing = refs.filter((ref) => !players.has(ref)).sort()
  if (missing.length === 0) return players
  const { rows } = await sql<{ made: [number, string][] }>`
    with made as (
      insert into player (brand, player_ref) select ${writer.brand.id}::bigint, ref
        from unnest(${textArray(missing)}::text[]) as given (ref)
      on conflict do nothing returning id, player_ref
    ) select coalesce(json_agg(json_build_array(id, player_ref)), '[]') as made from made`.execute(writer.trx)
  for (const [id, ref] of rows[0]!.made)
    players.set(ref, { id, ref, isNew: true, action: null, affiliate: null, subs: null, firstDeposit: null })
  const madeByOthers = missing.filter((ref) => !players.has(ref))
  if (madeByOthers.length > 0)
    for (const [ref, player] of await readPlayers(writer, madeByOthers)) players.set(ref, player)
  return players
}

async function readPlayers({ trx, brand }: IngestContext, refs: readonly string[]): Promise<Map<string, Player>> {
  if (refs.length === 0) return new Map()
  const { rows } = await sql<{ players: PlayerRow[] }>`
    select coalesce(json_agg(${row}), '[]') as players
    from player where brand = ${brand.id} and player_ref in (select unnest(${textArray(refs)}::text[]))`.execute(trx)
  return new Map(rows[0]!.players.map((row) => [row[1], playerOf(row)]))
}

/** Who is held until the end of a transaction. */
export interface Held {
  readonly player: Player
  /** Whether this transaction may change what is known of it; else it holds it as it is, as others may beside it. */
  readonly mayChange: boolean
}

/**
 * Holds players until the end of the transaction and brings what is known of them up to date. Those this batch made are
 * held already.
 */
export async function lockPlayers({ trx }: IngestContext, players: readonly Held[]): Promise<void> {
  // One order for all, whichever way each is held: no two transactions wait for each other.
  const held = players.filter(({ player }) => !player.isNew).sort((a, b) => (a.player.ref < b.player.ref ? -1 : 1))
  if (held.length === 0) return
  const { rows } = await sql<{ players: PlayerRow[] }>`
    select coalesce(json_agg(${row}) filter (where ${isKnown}), '[]') as players from (
      select (coalesce(changing, standing)).* from unnest(${idArray(held.map(({ player }) => player.id))},
          ${plainArray(held.map(({ mayChange }) => mayChange))}::boolean[]) as given (id, may_change)
        left join lateral (select player as changing from player where player.id = given.id and given.may_change
          for no key update) to_change on true
        left join lateral (select player as standing from player where player.id = given.id and not given.may_change
          for share) to_stand on true
    ) player`.execute(trx)
  const present = new Map(rows[0]!.players.map((row) => [row[0], playerOf(row)]))
  for (const { player } of held) {
    const { action, affiliate, subs, firstDeposit } = present.get(player.id) ?? unknown
    Object.assign(player, { action, affiliate, subs, firstDeposit })
  }
}

const unknown = { action: null, affiliate: null, subs: null, firstDeposit: null }

/** Writes what a batch found out about players it holds. */
export async function writePlayers({ trx }: IngestContext, players: Iterable<Player>): Promise<void> {
  const changed = [...players].filter(({ newRegistration, newFirstDeposit }) => newRegistration || newFirstDeposit)
  if (changed.length === 0) return
  const text = (read: (player: Player) => string | number | null | undefined) =>
    textArray(changed.map((player) => read(player)?.toString() ?? null))
  await sql`
    update player set
      action = coalesce(player.action, given.action), affiliate = coalesce(player.affiliate, given.affiliate),
      sub_brand = case when given.action is null then player.sub_brand else given.sub_brand end,
      subs = coalesce(player.subs, given.subs::text[]), click_id = coalesce(player.click_id, given.click_id),
      country = coalesce(player.country, given.country),
      registered_at = coalesce(player.registered_at, given.registered_at),
        registered_day = coalesce(player.registered_day, given.registered_day),
      first_deposit_at = coalesce(given.deposit_at, player.first_deposit_at),
        first_deposit_day = coalesce(given.deposit_day, player.first_deposit_day),
      first_deposit_event = coalesce(given.deposit_event, player.first_deposit_event),
        first_deposit_amount = coalesce(given.deposit_amount, player.first_deposit_amount)
    from unnest(
      ${text(({ id }) => id)}::bigint[], ${text((player) => player.newRegistration?.action)}::bigint[],
      ${text((player) => player.newRegistration?.affiliate)}::bigint[],
        ${text((player) => player.newRegistration?.subBrand)}::bigint[],
      ${text((player) => player.newRegistration?.at)}::timestamptz[],
        ${text((player) => player.newRegistration?.day)}::date[],
      ${text((player) => player.newFirstDeposit && new Date(player.newFirstDeposit.at).toISOString())}::timestamptz[],
      ${text((player) => player.newFirstDeposit?.day)}::date[],
        ${text((player) => player.newFirstDeposit?.eventId)}::text[],
      ${text((player) => player.newFirstDeposit?.amount)}::numeric[],
      ${text((player) => arrayText(player.newRegistration?.subs))}::text[],
        ${text((player) => player.newRegistration?.clickId)}::text[],
        ${text((player) => player.newRegistration?.country)}::text[]
    ) as given (id, action, affiliate, sub_brand, registered_at, registered_day, deposit_at, deposit_day, deposit_event,
      deposit_amount, subs, click_id, country)
    where player.id = given.id`.execute(trx)
}

function playerOf([id, ref, action = null, affiliate = null, at = null, day, event, subs = null]: PlayerRow): Player {
  const firstDeposit = at === null ? null : { at: Math.round(at), day: day!, eventId: event! }
  return { id, ref, isNew: false, action, affiliate, subs, firstDeposit }
}

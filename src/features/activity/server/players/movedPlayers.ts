import { type Kysely, sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import type { EventName } from '#engine/declaration/names.ts'
import type { Product } from '#rules/activity/measures.ts'
import { arrayOf, idArray } from '#engine/server/database/arrays.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import type { IngestContext } from '../write/ingestContext.ts'
import { type Link, type Links, loadLinks } from '../write/links.ts'
import { recordEventHistory } from '../write/recordEventHistory.ts'
import { byMovementKey, type MovementFact, type MovementRow, rollUp } from '../rollUp/rollUp.ts'
import { writeMovement } from '../rollUp/writeMovement.ts'
import type { Player } from './players.ts'

/** A player of a link, with the first day on which it did anything by it. */
export interface MovablePlayer {
  readonly id: number
  readonly ref: string
  readonly firstDay: Day
}

/** Players of one link that are given to another of the same brand. */
export interface PlayerMove {
  readonly from: Link
  readonly to: Link
  readonly players: readonly MovablePlayer[]
  readonly correction: number
}

/**
 * Brings players that were moved up to date and says which links they left, after the batch's links are held: a move
 * holds the link it takes players from, so none can be missed.
 * @returns the links, with those that the moved players belong to
 */
export async function followMoves(writer: IngestContext, players: Iterable<Player>, links: Links): Promise<Links> {
  const byId = new Map([...players].filter(({ isNew }) => !isNew).map((player) => [player.id, player]))
  if (byId.size === 0 || links.byAction.size === 0) return links
  const { rows } = await sql<{ player: number; from: number; action: number; affiliate: number }>`
    select move.player, move.from_action as "from", player.action, player.affiliate
    from player_move move join player on player.id = move.player
    where move.from_action = any(${idArray([...links.byAction.keys()])})
      and move.player = any(${idArray([...byId.keys()])})`.execute(writer.trx)
  if (rows.length === 0) return links
  for (const { player: id, from, action, affiliate } of rows) {
    const player = byId.get(id)!
    Object.assign(player, { action, affiliate, left: [...(player.left ?? []), from] })
  }
  const actions = [...new Set(rows.map(({ action }) => action))].filter((action) => !links.byAction.has(action))
  if (actions.length === 0) return links
  const { byAction } = await loadLinks(writer, { tokens: [], codes: [], clickIds: [], actions })
  return { ...links, byAction: new Map([...links.byAction, ...byAction]) }
}

/** The players that registered by a link on a day or later, the first a day has first. */
export async function readMovablePlayers(
  db: Kysely<any>,
  { brand, action, from, refs }: { brand: number; action: number; from: Day; refs: readonly string[] | null },
): Promise<MovablePlayer[]> {
  const asked = refs ? sql`player.player_ref = any(${arrayOf('text', refs)})` : sql`true`
  const { rows } = await sql<MovablePlayer>`select player.id, player.player_ref as ref,
      least(player.registered_day, (select min(event.day) from event where event.brand = ${brand}::bigint
        and event.player = player.id and event.action = ${action}::bigint))::text as "firstDay"
    from player where player.brand = ${brand}::bigint and player.action = ${action}::bigint
      and player.registered_day >= ${from}::text::date and ${asked}
    order by player.player_ref for no key update of player`.execute(db)
  return rows
}

interface MovedEvent {
  readonly day: Day
  readonly type: EventName
  readonly product: Product | 'none'
  readonly amount: string | null
  readonly isFirstDeposit: boolean
  readonly isFirstVisit: boolean
  readonly subBrand: number
  readonly affiliate: number
}

const negated = (rows: readonly MovementRow[]): MovementRow[] =>
  rows.map((row) => ({ ...row, values: row.values.map((value) => -value) }))

/**
 * Gives players and all they did by one link to another: events, both roll-ups, places and who belongs to whom. What is
 * kept of their CPA is forgotten; the days have to be closed again for both affiliates. The caller holds both links and
 * the players.
 * @returns how many events moved
 */
export async function movePlayers(
  writer: IngestContext,
  { from, to, players, correction }: PlayerMove,
): Promise<number> {
  const { trx, brand } = writer
  const ids = idArray(players.map(({ id }) => id))
  const theirs = sql`event.player = any(${ids}) and event.action = ${from.action}::bigint`
  const { rows: events } = await sql<MovedEvent>`select event.day::text as day, event.type, event.product, event.amount,
      event.is_first_deposit as "isFirstDeposit", event.is_first_visit as "isFirstVisit",
      event.sub_brand as "subBrand", event.affiliate
    from event where event.brand = ${brand.id}::bigint and ${theirs}`.execute(trx)
  await recordEventHistory(writer, theirs)
  // Sub ids are the former affiliate's own words; the next one is told none of them.
  await sql`update event set action = ${to.action}::bigint, affiliate = ${to.affiliate}::bigint,
      sub_brand = ${to.subBrand}::bigint, subs = null
    where event.brand = ${brand.id}::bigint and ${theirs}`.execute(trx)
  await sql`update player set action = ${to.action}::bigint, affiliate = ${to.affiliate}::bigint,
      sub_brand = ${to.subBrand}::bigint, subs = null, click_id = null
    where id = any(${ids})`.execute(trx)
  await sql`insert into player_move (player, from_action, to_action, correction)
    select id, ${from.action}::bigint, ${to.action}::bigint, ${correction}::bigint from unnest(${ids}) given (id)
    on conflict (player, from_action) do update set to_action = excluded.to_action,
      correction = excluded.correction`.execute(trx)
  // Back at a link it once left, a player does not leave it any more.
  await sql`delete from player_move where player = any(${ids}) and from_action = ${to.action}::bigint`.execute(trx)
  await movePlaces(writer, { from, to, ids: players.map(({ id }) => id) })
  for (const table of ['cpa_qualification', 'cpa_stage', 'cpa_case'])
    await sql`delete from ${sql.table(table)} where player = any(${ids})`.execute(trx)
  const facts = events.map((event): MovementFact => ({
    ...event,
    brand: brand.id,
    action: from.action,
    ftd: event.isFirstDeposit ? 1 : 0,
    firstVisits: event.isFirstVisit ? 1 : 0,
  }))
  const came = facts.map((fact) => ({ ...fact, affiliate: to.affiliate, action: to.action, subBrand: to.subBrand }))
  await writeMovement(writer, [...negated(rollUp(facts)), ...rollUp(came)].sort(byMovementKey))
  return events.length
}

/** Where moved players did something besides their affiliate: by other links of the former one, no longer at the new. */
async function movePlaces(
  { trx, brand }: IngestContext,
  { from, to, ids }: Pick<PlayerMove, 'from' | 'to'> & { ids: readonly number[] },
): Promise<void> {
  const theirs = idArray(ids)
  await sql`delete from player_place where player = any(${theirs}) and affiliate = ${to.affiliate}::bigint`.execute(trx)
  await sql`update player_place set home = ${to.affiliate}::bigint where player = any(${theirs})`.execute(trx)
  await sql`insert into player_place (player, affiliate, home, action, sub_brand, first_at, first_event, first_day)
    select distinct on (event.player) event.player, event.affiliate, ${to.affiliate}::bigint, event.action,
      event.sub_brand, event.occurred_at, event.event_id, event.day
    from event where event.brand = ${brand.id}::bigint and event.player = any(${theirs})
      and event.affiliate = ${from.affiliate}::bigint
    order by event.player, event.occurred_at, event.event_id
    on conflict (player, affiliate) do nothing`.execute(trx)
}

/** The brand of a link's campaign, as activity is recorded under it. */
export async function brandOfLink(db: Kysely<any>, action: number): Promise<IngestContext['brand'] | undefined> {
  return firstRow(
    db,
    sql<IngestContext['brand']>`select brand.id, brand.slug, brand.site, brand.currency from action
      join campaign on campaign.id = action.campaign join brand on brand.id = campaign.brand
      where action.id = ${action}::bigint`,
  )
}

import { sql } from 'kysely'
import type { EventName } from '#engine/declaration/names.ts'
import type { Product } from '#rules/activity/measures.ts'
import type { Subs } from '#rules/activity/subIds.ts'
import { arrayText, plainArray, textArray } from '#engine/server/database/arrays.ts'
import type { Link, Links } from './links.ts'
import { recordEventHistory } from './recordEventHistory.ts'
import type { Player } from '../players/players.ts'
import type { MovementFact } from '../rollUp/rollUp.ts'
import type { IngestContext } from './ingestContext.ts'

interface AttributedRow {
  day: string
  type: EventName
  product: Product | 'none'
  amount: string
  is_first_deposit: boolean
  is_first_visit: boolean
  sub_brand: number
  affiliate: number
  action: number
}

/**
 * Gives the events that waited for a player's registration to the link it registered by.
 * @returns what that adds to movement
 */
export async function attributeWaiting(
  writer: IngestContext,
  players: Iterable<Player>,
  links: Links,
): Promise<MovementFact[]> {
  const registered = [...players].filter(({ newRegistration, isNew }) => newRegistration && !isNew)
  if (registered.length === 0) return []
  const given = registered.map((player) => ({ player, link: links.byAction.get(player.newRegistration!.action)! }))
  const ids = plainArray(given.map(({ player }) => player.id))
  await recordEventHistory(writer, sql`event.player = any(${ids}::text::bigint[]) and event.action is null`)
  const { rows } = await sql<AttributedRow>`
    with given as materialized (select player, ${linked} from unnest(${ids}::text::bigint[],
      ${linkArrays(given.map(({ link }) => link))}, ${subArrays(given.map(({ player }) => player.subs))})
      as given (player, action, affiliate, sub_brand, domain, subs))
    update event set ${attribution} from given
    where event.brand = ${writer.brand.id} and event.player = given.player and event.action is null
    returning ${attributed}`.execute(writer.trx)
  return rows.map((row) => factOf(writer, row))
}

/** Gives single unattributed events to links. @returns what that adds to movement */
export async function attributeEvents(
  writer: IngestContext,
  given: readonly { eventId: string; day: string; link: Link; subs: Subs | null }[],
): Promise<MovementFact[]> {
  if (given.length === 0) return []
  const ids = textArray(given.map(({ eventId }) => eventId))
  const days = plainArray(given.map(({ day }) => day))
  await recordEventHistory(
    writer,
    sql`(event.event_id, event.day) in (select * from unnest(${ids}::text::text[], ${days}::text::date[])) and event.action is null`,
  )
  const { rows } = await sql<AttributedRow>`
    with given as materialized (select event_id, day, ${linked} from unnest(${ids}::text::text[], ${days}::text::date[],
      ${linkArrays(given.map(({ link }) => link))}, ${subArrays(given.map(({ subs }) => subs))})
      as given (event_id, day, action, affiliate, sub_brand, domain, subs))
    update event set ${attribution} from given
    where event.brand = ${writer.brand.id} and event.event_id = given.event_id and event.day = given.day
      and event.action is null
    returning ${attributed}`.execute(writer.trx)
  return rows.map((row) => factOf(writer, row))
}

const attribution = sql`action = given.action, affiliate = given.affiliate, sub_brand = given.sub_brand,
  unattributed = null, subs = coalesce(event.subs, given.subs),
  domain = case when event.type in ('click', 'registration', 'deposit') then coalesce(event.domain, given.domain) end`
// Read here: workers take no reading of a text within a coalesce.
const linked = sql`action, affiliate, sub_brand, domain, subs::text[] as subs`
const attributed = sql`event.day, event.type, event.product, event.amount, event.is_first_deposit, event.is_first_visit,
  event.sub_brand, event.affiliate, event.action`

const subArrays = (subs: readonly (Subs | null)[]) => sql`${textArray(subs.map(arrayText))}::text::text[]`

function linkArrays(links: readonly Link[]) {
  const ids = (['action', 'affiliate', 'subBrand'] as const).map(
    (name) => sql`${plainArray(links.map((link) => link[name]))}::text::bigint[]`,
  )
  return sql.join([...ids, sql`${textArray(links.map(({ domain }) => domain))}::text::text[]`])
}

function factOf({ brand }: IngestContext, row: AttributedRow): MovementFact {
  const { day, type, product, amount, affiliate, action } = row
  return {
    day,
    brand: brand.id,
    subBrand: row.sub_brand,
    affiliate,
    action,
    product,
    type,
    amount,
    ftd: row.is_first_deposit ? 1 : 0,
    firstVisits: row.is_first_visit ? 1 : 0,
  }
}

import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import type { AnyTables, Database } from '#engine/server/database/connect.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { AdvertiserClickId } from '#rules/activity/advertiserClickIds.ts'

/** What a player did that a network's visit led to. */
interface Conversion {
  /** Of the network's. */
  readonly id: string
  readonly name: 'registration' | 'first_deposit'
  readonly at: Date
  /** Null of a registration. */
  readonly value: string | null
  readonly currency: string
  readonly clickedAt: Date
}

/** What is asked; `to` is inclusive. */
export interface ConversionsQuery {
  readonly from: Day
  readonly to: Day
  readonly actions: readonly number[]
  readonly network: AdvertiserClickId
}

/** Ids of networks are made of these; anything else was made up by a visitor. */
const idPattern = '^[A-Za-z0-9_.~-]+$'
const rowsMax = 100_000

const linksOf = (actor: Actor, actions: readonly number[]) => sql<{ id: number }>`select action.id from action
  where ${scopeCondition({ actor, resource: resources.action, alias: 'action' })}${
    actions.length > 0 ? sql` and action.id = any(${idArray(actions)})` : sql``
  }`

async function readConversions(
  db: Kysely<AnyTables>,
  { links, query: { from, to, network } }: { links: readonly number[]; query: ConversionsQuery },
): Promise<Conversion[]> {
  const came = sql`from player join click visit on visit.click_id = player.click_id and visit.brand = player.brand
    join brand on brand.id = player.brand
    where player.action = any(${idArray(links)}) and visit.advertiser_ids ->> ${network}::text ~ ${idPattern}::text`
  const id = sql`visit.advertiser_ids ->> ${network}::text as id`
  const days = sql`between ${from}::text::date and ${to}::text::date`
  const { rows } = await sql<Conversion>`select * from (
      select ${id}, 'registration' as name, player.registered_at as at, null::text as value, brand.currency,
        visit.occurred_at as "clickedAt" ${came} and player.registered_day ${days}
      union all
      select ${id}, 'first_deposit', player.first_deposit_at, player.first_deposit_amount::text, brand.currency,
        visit.occurred_at ${came} and player.first_deposit_day ${days}
    ) conversion order by at, id, name limit ${rowsMax}`.execute(db)
  return rows
}

const clock = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')}+00:00`
const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000))
const priced = ({ value, currency }: Conversion): string[] => (value === null ? ['', ''] : [value, currency])

interface FileShape {
  readonly head: readonly string[]
  readonly row: (conversion: Conversion) => readonly string[]
}
const ofSearch = (id: string): FileShape => ({
  head: [id, 'Conversion Name', 'Conversion Time', 'Conversion Value', 'Conversion Currency'],
  row: (conversion) => [conversion.id, conversion.name, clock(conversion.at), ...priced(conversion)],
})

/** The columns that each network takes, by the id it gives. */
const shapes: Readonly<Record<AdvertiserClickId, FileShape>> = {
  gclid: ofSearch('Google Click ID'),
  msclkid: ofSearch('Microsoft Click ID'),
  fbclid: {
    head: ['event_name', 'event_time', 'fbc', 'value', 'currency'],
    row: (conversion) => [
      conversion.name,
      seconds(conversion.at),
      `fb.1.${conversion.clickedAt.getTime()}.${conversion.id}`,
      ...priced(conversion),
    ],
  },
  ttclid: {
    head: ['event', 'timestamp', 'ttclid', 'value', 'currency'],
    row: (conversion) => [conversion.name, conversion.at.toISOString(), conversion.id, ...priced(conversion)],
  },
}

/**
 * What came of visits that an advertiser's network named, as the file which that network takes (offline conversions):
 * registrations and first deposits of the period, of links this person sees, the earliest first, at most 100,000.
 */
export async function conversionsFile(
  database: Database,
  { actor, query }: { actor: Actor; query: ConversionsQuery },
): Promise<string> {
  const links = await linksOf(actor, query.actions).execute(readAs(database, actor))
  const found = await readConversions(database.readDb, { links: links.rows.map(({ id }) => id), query })
  const { head, row } = shapes[query.network]
  return [head, ...found.map(row)].map((cells) => `${cells.join(',')}\r\n`).join('')
}

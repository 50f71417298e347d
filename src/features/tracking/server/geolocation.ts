import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import {
  placeMeasures,
  type PlaceName,
  placeNames,
  type PlaceRow,
  type PlacesAnswer,
  type PlaceSums,
  type VisitsAnswer,
} from '../answers/geolocation.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { type CurrencyGroup, inCurrencyGroup, readCurrencyGroups } from '#features/currency/server/currencyGroups.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { eventContribution } from '#features/activity/server/rollUp/eventContribution.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { isDistributed } from '#engine/server/database/citus/isDistributed.ts'
import { scopeCondition, seesAll } from '#engine/records/server/visibility/scope.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

/** What narrows the numbers; texts are whole values. */
export interface GeolocationQuery {
  readonly from: string
  readonly to: string
  readonly actions: readonly number[]
  readonly places: { readonly [Name in PlaceName]?: string }
}

/** Rows beyond these are in the total only. */
const rowsMax = 5_000

interface Places {
  readonly rows: PlaceRow[]
  readonly total: PlaceSums
}

async function readBook(
  db: Kysely<any>,
  { links, query, book }: { links: RawBuilder<unknown>; query: GeolocationQuery; book: CurrencyGroup },
): Promise<Places> {
  // Sums of counts stay counts.
  const added = (of: (name: (typeof placeMeasures)[number]) => RawBuilder<unknown>, count = sql``) =>
    sql.join(
      placeMeasures.map(
        (name) => sql`coalesce(sum(${of(name)}), 0)${name === 'deposits' ? sql`` : count} as ${sql.id(name)}`,
      ),
    )
  const { rows } = await sql<PlaceRow & { is_total: number; deposits: string }>`
    with place as materialized (select domain, country, state, city, ${added(eventContribution)}
      from event where ${sql.join([...conditionsOf(links, query), inCurrencyGroup(sql`brand`, book)], sql` and `)}
      group by domain, country, state, city)
    select domain, country, state, city, 0 as is_total, ${sql.join(placeMeasures.map((name) => sql.id(name)))} from place
    union all select null, null, null, null, 1, ${added((name) => sql.id(name), sql`::bigint`)} from place
    order by is_total desc, clicks desc, deposits desc, domain, country, state, city limit ${rowsMax + 1}`.execute(db)
  const [total, ...parts] = rows.map(({ is_total: _, deposits, ...row }) => ({
    ...row,
    deposits: Number(deposits),
    currency: book.currency,
  }))
  const { domain: _domain, country: _country, state: _state, city: _city, currency: _currency, ...sums } = total!
  return { rows: parts, total: sums }
}

/**
 * Clicks, registrations, FTD and deposits of the links this person sees, by domain, country, state and city, most
 * clicks first, one currency after the other. `to` is inclusive.
 */
export async function readGeolocation(
  database: Database,
  { actor, query }: { actor: Actor; query: GeolocationQuery },
): Promise<Pick<PlacesAnswer, 'rows' | 'total' | 'totals'>> {
  const db = readAs(database, actor)
  const books = await readCurrencyGroups(db)
  const links = await ofLinksOfEvents(db, { actor, query })
  const found: (Places & { currency: string })[] = []
  for (const book of books) found.push({ currency: book.currency, ...(await readBook(db, { links, query, book })) })
  const filled = found.filter(({ rows }) => rows.length > 0)
  const shown = filled.length > 0 ? filled : found.slice(0, 1)
  return {
    rows: shown.flatMap(({ rows }) => rows),
    ...(shown.length === 1 ? { total: shown[0]!.total } : {}),
    totals: shown.map(({ currency, total }) => ({ currency, ...total })),
  }
}

/** How many visits to the links this person sees were somebody's first of a day, and how many are no clicks. */
export async function readVisits(
  database: Database,
  { actor, query: { from, to, actions } }: { actor: Actor; query: GeolocationQuery },
): Promise<VisitsAnswer> {
  const reader = readAs(database, actor)
  const days = sql`day between ${from}::text::date and ${to}::text::date and ${ofLinks(actor, actions)}`
  const [{ rows: apart }, { rows: counted }] = await Promise.all([
    sql<VisitsAnswer['apart'][number]>`
      select kind, counted_by as by, sum(visits)::bigint as visits from visit_count where ${days} and kind <> 'unique'
      group by 1, 2 order by 3 desc, 1, 2 limit 100`.execute(reader),
    sql<{ visits: number }>`select coalesce(sum(unique_clicks), 0)::bigint as visits from movement
      where ${days}`.execute(reader),
  ])
  return { unique: Number(counted[0]!.visits), apart: apart.map((row) => ({ ...row, visits: Number(row.visits) })) }
}

const linksOf = (actor: Actor, actions: readonly number[]) =>
  sql<{ id: number }>`select action.id from action
      where ${scopeCondition({ actor, resource: resources.action, alias: 'action' })}${
        actions.length > 0 ? sql` and action.id = any(${idArray(actions)})` : sql``
      }`

/** The condition that something is of a link that this person sees, and of one that is asked for. */
const ofLinks = (actor: Actor, actions: readonly number[]) => sql`action in (${linksOf(actor, actions)})`

/**
 * The same of events. Where these lie on workers the links are read first: what the policies of links look up for this
 * reader is not found in a statement that asks workers as well, and nothing would be seen.
 */
async function ofLinksOfEvents(
  reading: Kysely<any>,
  { actor, query: { actions } }: { actor: Actor; query: GeolocationQuery },
): Promise<RawBuilder<unknown>> {
  if (seesAll(actor) || !(await isDistributed(reading))) return ofLinks(actor, actions)
  const { rows } = await linksOf(actor, actions).execute(reading)
  return sql`action = any(${idArray(rows.map(({ id }) => id))})`
}

function conditionsOf(links: RawBuilder<unknown>, { from, to, places }: GeolocationQuery): RawBuilder<unknown>[] {
  const conditions = [
    sql`type in ('click', 'registration', 'deposit')`,
    sql`day between ${from}::text::date and ${to}::text::date`,
    links,
  ]
  for (const name of placeNames)
    if (places[name] !== undefined) conditions.push(sql`${sql.id(name)} = ${places[name]}::text`)
  return conditions
}

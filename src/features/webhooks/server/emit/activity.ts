import { type RawBuilder, sql } from 'kysely'
import { idArray, plainArray, textArray } from '#engine/server/database/arrays.ts'
import { withEvents } from '#engine/server/database/citus/gather.ts'
import type { Player } from '#features/activity/server/players/players.ts'
import type { IngestContext } from '#features/activity/server/write/ingestContext.ts'
import { advertiserClickIds } from '#rules/activity/advertiserClickIds.ts'
import { emitSignal, subscriptionsFor } from './emit.ts'

/** The sub ids, which a player keeps from the click that it came by. */
const subs = [1, 2, 3, 4, 5].map((place) => sql`${sql.lit(`sub${place}`)}, player.subs[${sql.lit(place)}]`)

/** What advertisers' networks called the visit by which a player came. */
const advertiserIds = advertiserClickIds.map((name) => sql`${sql.lit(name)}, visit.advertiser_ids ->> ${sql.lit(name)}`)

/**
 * What is known of players: whose they are, and by which visit they came: under the id that the affiliate gave it, else
 * by our own click.
 */
export function knownOfPlayers(): { readonly known: RawBuilder<unknown>; readonly tables: RawBuilder<unknown> } {
  return {
    known: sql`jsonb_build_object('player', player.id, 'brand', player.brand, 'affiliate', player.affiliate,
      'campaign', action.campaign, 'action', player.action,
      'clickId', coalesce(visit.visitor_id, player.click_id, came.click_id), 'country', came.country, ${sql.join([...subs, ...advertiserIds])})`,
    tables: sql`join brand on brand.id = player.brand
      left join action on action.id = player.action
      left join click visit on visit.click_id = player.click_id and visit.brand = player.brand
      left join lateral (select event.click_id, event.country from event
        where event.brand = player.brand and event.player = player.id and event.type = 'registration'
          and event.day = player.registered_day order by event.occurred_at, event.event_id limit 1) came on true`,
  }
}

/** What {@link knownOfPlayers} reads of events. */
export const registrationsOf = (players: readonly number[]): readonly RawBuilder<unknown>[] => [
  sql`select event.* from event where event.type = 'registration' and event.player = any(${idArray(players)})
    and (event.brand, event.day) in (select brand, registered_day from player where id = any(${idArray(players)}))`,
]

/** The players that registered or deposited for the first time in a batch, each once. */
function happenedTo(
  happening: 'registration' | 'firstDeposit',
  players: readonly Player[],
  brand: IngestContext['brand'],
): RawBuilder<unknown> {
  const { known, tables } = knownOfPlayers()
  const isDeposit = happening === 'firstDeposit'
  const amounts = players.map(({ newFirstDeposit }) => (isDeposit ? (newFirstDeposit?.amount ?? null) : null))
  const days = players.map(
    ({ newRegistration, newFirstDeposit }) => (isDeposit ? newFirstDeposit : newRegistration)!.day,
  )
  const moments = players.map(({ newRegistration, newFirstDeposit }) =>
    isDeposit ? new Date(newFirstDeposit!.at).toISOString() : newRegistration!.at,
  )
  return sql`select 'player ' || player.id as order_key, brand.company, array[player.brand] as brands, player.affiliate,
      action.campaign, player.action, given.at, player.id::text as once,
      ${known} || jsonb_build_object('day', given.day, 'amount', given.amount, 'currency', ${brand.currency}::text) as known
    from unnest(${plainArray(players.map(({ id }) => id))}::text::bigint[], ${textArray(moments)}::text::timestamptz[],
      ${textArray(days)}::text::text[], ${textArray(amounts)}::text::numeric[]) as given (player, at, day, amount)
    join player on player.id = given.player ${tables} order by player.id`
}

/**
 * Signals of a batch of activity: who registered, and who deposited for the first time. The players were written before.
 * A batch without either costs nothing, one with them a look at who is told.
 */
export async function emitActivitySignals({ trx, brand }: IngestContext, players: Iterable<Player>): Promise<void> {
  const all = [...players]
  const registered = all.filter(({ newRegistration }) => newRegistration)
  const deposited = all.filter(({ newFirstDeposit, formerFirstDeposit }) => newFirstDeposit && !formerFirstDeposit)
  for (const [happening, concerned] of [
    ['registration', registered],
    ['firstDeposit', deposited],
  ] as const) {
    if (concerned.length === 0 || (await subscriptionsFor(trx, happening)).length === 0) continue
    const events = registrationsOf(concerned.map(({ id }) => id))
    await emitSignal(trx, {
      happening,
      happened: await withEvents(trx, happenedTo(happening, concerned, brand), events),
    })
  }
}

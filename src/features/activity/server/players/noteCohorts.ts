import { sql } from 'kysely'
import { plainArray } from '#engine/server/database/arrays.ts'
import { earliestDay } from '#engine/values/calendar.ts'
import type { IngestContext } from '../write/ingestContext.ts'
import type { Player } from './players.ts'

/**
 * Notes for the sums by cohort that players began who did something before under several affiliates: what they did from
 * that day on counts to another cohort under each of them, and movement changed under one alone.
 */
export async function noteCohorts({ trx, brand }: IngestContext, players: Iterable<Player>): Promise<void> {
  const began = [...players].flatMap(({ id, isNew, newRegistration, newFirstDeposit }) => {
    const [registered, deposited] = [newRegistration?.day, newFirstDeposit?.day]
    const day = registered && deposited ? earliestDay(registered, deposited) : (registered ?? deposited)
    return isNew || day === undefined ? [] : [{ id, day }]
  })
  if (began.length === 0) return
  await sql`with given as (select * from unnest(${plainArray(began.map(({ id }) => id))}::text::bigint[],
      ${plainArray(began.map(({ day }) => day))}::text::date[]) given (player, day)),
    placed as (select given.player, given.day, place.affiliate from given
      join player_place place on place.player = given.player)
    insert into running_mark (day, brand, affiliates)
    select day, ${brand.id}::bigint, array_agg(distinct affiliate) from (select day, affiliate from placed
      union all select placed.day, player.affiliate from placed join player on player.id = placed.player
      where player.affiliate is not null) told group by day`.execute(trx)
}

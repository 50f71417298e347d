import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { buildAction, buildBrand, buildEvent, unique } from './support/activity.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const select = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(test.database.db)).rows

async function setUp(affiliates: number) {
  const brand = await buildBrand(test.database)
  const links = []
  for (let number = 0; number < affiliates; number += 1) links.push(await buildAction(test.database, brand))
  const record = (...events: ReturnType<typeof buildEvent>[]) =>
    recordEvents({ database: test.database, brand, events })
  return { brand, links, record }
}

const bet = (player_ref: string, action_token: string, minute: number) =>
  buildEvent({
    type: 'bet',
    player_ref,
    action_token,
    product: 'bets',
    amount: 1,
    occurred_at: new Date(Date.UTC(2026, 4, 1, 10, minute)).toISOString(),
  })

describe('players of batches that come at once', () => {
  it('are held together by batches that change nothing of them, and by one alone that does', async () => {
    const { brand, links, record } = await setUp(2)
    const [own, other] = links.map(({ token }) => token) as [string, string]
    const refs = [unique('p'), unique('p')]
    await record(...refs.map((ref) => bet(ref, own, 5)))
    const holding = await test.database.db.startTransaction().execute()
    await sql`select 1 from player where brand = ${brand.id} for share`.execute(holding)
    // Neither registers nor is anywhere for the first time: nobody is waited for.
    expect(await record(...refs.map((ref) => bet(ref, own, 6)))).toMatchObject({ accepted: 2 })
    const changing = [
      record(buildEvent({ type: 'registration', player_ref: refs[0]!, action_token: own })),
      record(bet(refs[1]!, other, 7)),
    ]
    const waiting = sql<{ waiting: number }>`select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await eventually(async () => (await select(waiting))[0]!.waiting === 2)
    await holding.rollback().execute()
    expect(await Promise.all(changing)).toMatchObject([{ accepted: 1 }, { accepted: 1 }])
  })

  it('are where their events say, whoever registers or turns up somewhere meanwhile', async () => {
    const { brand, links, record } = await setUp(3)
    const refs = Array.from({ length: 40 }, () => unique('p'))
    const rounds = Array.from({ length: 12 }, (_, round) =>
      refs.map((ref, index) => {
        const { token } = links[(index + round) % links.length]!
        if ((index + round) % 11 === 0)
          return buildEvent({ type: 'registration', player_ref: ref, action_token: token })
        return bet(ref, token, (index * 7 + round * 13) % 30)
      }),
    )
    await Promise.all(rounds.map((events, round) => record(...(round % 2 ? events.toReversed() : events))))
    const places = (from: ReturnType<typeof sql>) =>
      select(sql`select player::text, affiliate::text, home::text,
      to_char(first_at, 'HH24:MI') as at, first_event from (${from}) place order by 1, 2`)
    const told = sql`select distinct on (event.player, event.affiliate) event.player, event.affiliate,
      player.affiliate as home, event.occurred_at as first_at, event.event_id as first_event
      from event join player on player.id = event.player where event.brand = ${brand.id}
      order by event.player, event.affiliate, event.occurred_at, event.event_id collate "C"`
    const kept = sql`select place.* from player_place place join player on player.id = place.player
      where player.brand = ${brand.id}`
    const elsewhere = sql`select * from (${told}) told where affiliate is distinct from home`
    const found = await places(sql`select * from (${kept}) kept where affiliate is distinct from home`)
    expect(found).toEqual(await places(elsewhere))
    expect(found.length).toBeGreaterThan(refs.length)
    expect(await verifyMovement(test.database.db)).toEqual([])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#engine/declaration/actor.ts'
import { importFeed } from '#features/activity/server/feed/importFeed.ts'
import type { FeedSource } from '#features/activity/server/freshness/recordFeed.ts'
import { readFreshness } from '#features/activity/server/freshness/readFreshness.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { buildAction, buildBrand, buildEvent, unique } from './support/activity.ts'
import { writeFeed } from './support/feeds.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const now = new Date('2026-11-28T12:00:00Z')
const source: FeedSource = { via: 'batch', at: now, keyHint: 'abcd' }
const read = async (brand: { id: number }, at = now) =>
  (
    await readFreshness(test.database.db, {
      reader: { kind: 'session', actor: systemActor('test') },
      now: at,
      brands: [brand.id],
    })
  )[0]
const bet = (occurred_at: string, action_token?: string) =>
  buildEvent({ type: 'bet', player_ref: unique('p'), product: 'bets', amount: 1, occurred_at, action_token })

async function setUp() {
  const brand = await buildBrand(test.database)
  return { brand, action: await buildAction(test.database, brand) }
}

describe('how far a brand has told', () => {
  it('is its latest day and event and when and how it came, with each batch', async () => {
    const { brand, action } = await setUp()
    expect(await read(brand)).toBeUndefined()
    const events = [bet('2026-11-27T10:00:00Z', action.token), bet('2026-11-26T23:00:00Z')]
    await recordEvents({ database: test.database, brand, events, source })
    const told = {
      brand: brand.id,
      latest_day: '2026-11-27',
      latest_event_at: '2026-11-27T10:00:00.000Z',
      received_at: now.toISOString(),
      is_late: false,
      may_change_from: null,
      via: 'batch',
      key_hint: 'abcd',
      received_by: null,
    }
    expect(await read(brand)).toMatchObject(told)
    const later = new Date('2026-11-28T13:00:00Z')
    await recordEvents({
      database: test.database,
      brand,
      events: [bet('2026-11-20T10:00:00Z', action.token)],
      source: { via: 'postback', at: later },
    })
    const after = { ...told, received_at: later.toISOString(), via: 'postback', key_hint: null }
    expect(await read(brand)).toMatchObject(after)
  })

  it('is received again where a batch tells nothing new, and takes nothing for told that has no event yet', async () => {
    const { brand, action } = await setUp()
    const events = [bet('2026-11-27T10:00:00Z', action.token)]
    await recordEvents({ database: test.database, brand, events, source })
    const at = new Date('2026-11-28T14:00:00Z')
    const outcome = await recordEvents({ database: test.database, brand, events, source: { ...source, at } })
    expect(outcome).toMatchObject({ accepted: 0, duplicates: 1 })
    expect(await read(brand)).toMatchObject({ latest_day: '2026-11-27', received_at: at.toISOString() })
  })

  it('counts no bet that is dated at its match to come, and no click on our own links', async () => {
    const { brand, action } = await setUp()
    const events = [bet('2026-11-25T10:00:00Z', action.token), bet('2027-06-01T10:00:00Z', action.token)]
    await recordEvents({ database: test.database, brand, events, source })
    const click = buildEvent({ type: 'click', occurred_at: '2026-11-28T10:00:00Z', action_token: action.token })
    await recordEvents({ database: test.database, brand, events: [click], visits: true })
    expect(await read(brand)).toMatchObject({ latest_day: '2026-11-25', latest_event_at: '2026-11-25T10:00:00.000Z' })
  })

  it('is late from the end of the first day that is not here, unless the brand has ended', async () => {
    const { rows } = await sql<{ id: number }>`insert into company (name, time_zone)
      values (${unique('Company ')}, 'America/Sao_Paulo') returning id`.execute(test.database.db)
    const brand = await buildBrand(test.database, { company: rows[0]!.id })
    const events = [bet('2026-11-26T10:00:00Z', (await buildAction(test.database, brand)).token)]
    await recordEvents({ database: test.database, brand, events, source })
    const at = (moment: string) => read(brand, new Date(moment))
    expect(await at('2026-11-28T02:59:59Z')).toMatchObject({ is_late: false, may_change_from: null })
    expect(await at('2026-11-28T03:00:00Z')).toMatchObject({ is_late: true, may_change_from: '2026-11-27' })
    await sql`update brand set authorized_until = '2026-11-26' where id = ${brand.id}`.execute(test.database.db)
    expect(await at('2026-11-30T12:00:00Z')).toMatchObject({ is_late: false, may_change_from: null })
  })

  it('is the latest of batches that are recorded side by side', async () => {
    const { brand, action } = await setUp()
    const days = Array.from({ length: 20 }, (_, index) => String(index + 1).padStart(2, '0'))
    await Promise.all(
      days.map((day) =>
        recordEvents({
          database: test.database,
          brand,
          events: [bet(`2026-11-${day}T10:00:00Z`, action.token)],
          source: { via: 'batch', at: new Date(`2026-11-21T00:00:${day}Z`) },
        }),
      ),
    )
    expect(await read(brand)).toMatchObject({
      latest_day: '2026-11-20',
      latest_event_at: '2026-11-20T10:00:00.000Z',
      received_at: '2026-11-21T00:00:20.000Z',
    })
  })

  it('follows files of events and of daily totals', async () => {
    const [slug, aff] = [unique('fresh-'), unique('aff')]
    const load = (content: string, at: string) =>
      importFeed({
        database: test.database,
        path: writeFeed(content),
        brandSlug: slug,
        actor: systemActor('import'),
        zone: 'UTC',
        now: () => new Date(at),
        createMissing: true,
      })
    const head = 'date,link,affiliate,product,registrations,ftd,deposit_count,deposits,bets,turnover,payout,bonus'
    await load(`${head}\n2026-11-24,${aff}-site,${aff},bets,1,0,0,0,1,10.00,0,0\n`, '2026-11-25T06:00:00Z')
    const { rows } = await sql<{ id: number }>`select id from brand where slug = ${slug}`.execute(test.database.db)
    const brand = rows[0]!
    expect(await read(brand)).toMatchObject({
      latest_day: '2026-11-24',
      latest_event_at: null,
      received_at: '2026-11-25T06:00:00.000Z',
      via: 'totals',
    })
    await load(
      `event_id,type,occurred_at,player_ref,action_token,product,amount,currency\n${unique('e')},bet,2026-11-25T22:00:00Z,p1,${aff}-site,bets,5.00,BRL\n`,
      '2026-11-26T06:00:00Z',
    )
    expect(await read(brand)).toMatchObject({
      latest_day: '2026-11-25',
      latest_event_at: '2026-11-25T22:00:00.000Z',
      received_at: '2026-11-26T06:00:00.000Z',
      via: 'file',
    })
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventChecker } from '#features/activity/server/write/incomingEvent.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { zoneName } from '#engine/server/installation/boundSettings.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { buildAction, buildBrand, buildEvent, buildRaw, unique } from './support/activity.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  await sql`insert into secret (name, value) values (${zoneName}, 'UTC') on conflict (name) do nothing`.execute(
    test.database.db,
  )
})
afterAll(() => test.drop())

/** A brand with a rule, a link that was clicked on the 1st of March at 23:59 and one that is named by its token. */
async function setUp(rule: { attributed_by?: string | null; click_window_days?: number | null }) {
  const { db } = test.database
  const brand = await buildBrand(test.database)
  await db.updateTable('brand').set(rule).where('id', '=', brand.id).execute()
  const [clicked, coded] = [await buildAction(test.database, brand), await buildAction(test.database, brand)]
  const click = unique('click')
  await sql`insert into click (click_id, brand, action, occurred_at)
    values (${click}, ${brand.id}, ${clicked.id}, '2026-03-01T23:59:00Z')`.execute(db)
  /** Whose a player is who registers at a moment. */
  const registers = async (occurred_at: string, names: { click?: boolean; code?: boolean }) => {
    const player_ref = unique('p')
    const event = buildEvent({
      type: 'registration',
      player_ref,
      occurred_at,
      ...(names.code ? { action_token: coded.token } : {}),
      ...(names.click ? { click_id: click } : {}),
    })
    await recordEvents({ database: test.database, brand, events: [event] })
    const { rows } = await sql<{ action: number | null }>`select action from player
      where brand = ${brand.id} and player_ref = ${player_ref}`.execute(db)
    const whose = new Map<number | null, string>([
      [clicked.id, 'click'],
      [coded.id, 'code'],
    ])
    return whose.get(rows[0]!.action) ?? 'nobody'
  }
  return registers
}
const both = { click: true, code: true }

it('a brand that says nothing goes by the code, then by the click, for good', async () => {
  const registers = await setUp({ attributed_by: null, click_window_days: null })
  expect(await registers('2026-03-02T12:00:00Z', both)).toBe('code')
  expect(await registers('2026-12-30T12:00:00Z', { click: true })).toBe('click')
})

it('159: a brand may have the click count before the code', async () => {
  const registers = await setUp({ attributed_by: 'click' })
  expect(await registers('2026-03-02T12:00:00Z', both)).toBe('click')
  expect(await registers('2026-03-02T12:00:00Z', { code: true })).toBe('code')
})

it('158, 160: a click counts to the last second of its last day, and then the code does, or nothing', async () => {
  const registers = await setUp({ attributed_by: 'click', click_window_days: 30 })
  expect(await registers('2026-03-31T23:59:59.999Z', both)).toBe('click')
  expect(await registers('2026-04-01T00:00:00Z', both)).toBe('code')
  expect(await registers('2026-04-01T00:00:00Z', { click: true })).toBe('nobody')
  const sameDay = await setUp({ click_window_days: 0 })
  expect(await sameDay('2026-03-01T23:59:59Z', { click: true })).toBe('click')
  expect(await sameDay('2026-03-02T00:00:00Z', { click: true })).toBe('nobody')
})

it('250, 251: of several clicks the last counts, or the first that still does', async () => {
  const { db } = test.database
  const whoseOf = async (rule: { click_counted?: string | null; click_window_days?: number | null }) => {
    const brand = await buildBrand(test.database)
    await db.updateTable('brand').set(rule).where('id', '=', brand.id).execute()
    const days = ['2026-03-01', '2026-03-10', '2026-03-20']
    const clicks = await Promise.all(
      days.map(async (day) => ({ id: unique('click'), day, action: await buildAction(test.database, brand) })),
    )
    for (const { id, day, action } of clicks)
      await sql`insert into click (click_id, brand, action, occurred_at)
        values (${id}, ${brand.id}, ${action.id}, ${`${day}T12:00:00Z`})`.execute(db)
    const player_ref = unique('p')
    // In the order of nothing, with one that was never seen.
    const click_id = [clicks[1]!.id, 'of-nobody', clicks[2]!.id, clicks[0]!.id].join(', ')
    const event = buildEvent({ type: 'registration', player_ref, occurred_at: '2026-04-01T12:00:00Z', click_id })
    await recordEvents({ database: test.database, brand, events: [event] })
    const { rows } = await sql<{ action: number | null }>`select action from player
      where brand = ${brand.id} and player_ref = ${player_ref}`.execute(db)
    return clicks.find(({ action }) => action.id === rows[0]!.action)?.day ?? null
  }
  expect(await whoseOf({ click_counted: null })).toBe('2026-03-20')
  expect(await whoseOf({ click_counted: 'last', click_window_days: 30 })).toBe('2026-03-20')
  expect(await whoseOf({ click_counted: 'first' })).toBe('2026-03-01')
  // 1 March and 30 days end with 31 March.
  expect(await whoseOf({ click_counted: 'first', click_window_days: 30 })).toBe('2026-03-10')
  expect(await whoseOf({ click_counted: 'first', click_window_days: 11 })).toBeNull()
})

it('takes what it took before whatever it names, and twenty clicks at most', () => {
  const check = eventChecker({ currency: 'BRL', zone: 'UTC', now: new Date('2026-12-31') })
  const named = (click_id: unknown) => {
    const checked = check(buildRaw({ type: 'registration', player_ref: 'p', click_id }))
    return checked.ok ? checked.event.clickId : checked.code
  }
  const longest = 'x'.repeat(100)
  for (const taken of [longest, ','.repeat(100), ' a b ', Array(20).fill(longest).join(', ')])
    expect(named(taken)).toBe(taken)
  for (const refused of [`${longest}x`, 7, Array(21).fill(longest).join(','), `${longest},${longest}x`])
    expect(named(refused)).toBe('invalid_click_id')
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff, homeCompany } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

const now = new Date('2030-01-15T12:00:00Z')

describe('the events behind an amount', () => {
  let office: Office
  let world: World
  beforeAll(async () => {
    office = await openOffice({ now: () => now })
    world = makeWorld(office.database, { now })
    await sql`insert into brand (id, name, slug, site, currency, minimum_payout) overriding system value
      values (1, 'Brand', 'brand', 'https://brand.example', 'BRL', 10) on conflict do nothing`.execute(world.db)
  })
  afterAll(() => office?.close())

  it('are not asked for of a line that names no rule, which is said', async () => {
    const affiliate = await earner()
    const { rows } = await sql<{
      id: number
    }>`with made as (insert into entry (day, affiliate, kind, value, status, currency)
        values ('2030-01-02', ${affiliate}, 'commission', 1, 'pending', 'BRL') returning id)
      insert into entry_line (entry, product, base, amount) select id, 'bets', 10, 1 from made returning entry as id`.execute(
      world.db,
    )
    const root = office.root
    const { status, body } = await root.get(`/api/entry/${rows[0]!.id}/explain`)
    expect([status, body.code]).toEqual([422, 'line_without_rule'])
  })

  let serial = 0
  /** A bet as ingest leaves it: the event, received now, and the movement it makes. */
  async function bet(affiliate: number, day: string, amount: number): Promise<string> {
    const id = `bet-${(serial += 1)}`
    await sql`select make_event_partition(${day}::text::date)`.execute(world.db)
    await sql`insert into event (brand, event_id, type, product, occurred_at, day, action, affiliate, amount)
      values (1, ${id}, 'bet', 'bets', ${day}::text::date, ${day}::text::date, 1, ${affiliate}, ${amount})`.execute(
      world.db,
    )
    await world.activity({ affiliate, day, turnover: amount })
    return id
  }
  const earner = async () =>
    world.affiliate({
      profile: await world.profile([
        {
          productType: 'bets',
          calculation: 'dynamic',
          tiers: [
            { from: 0, percentage: 10 },
            { from: 1000, percentage: 20 },
          ],
        },
      ]),
    })
  const explain = async (entry: number) => (await office.root.get(`/api/entry/${entry}/explain`)).body
  const events = async (entry: number, query = '') => (await office.root.get(`/api/entry/${entry}/events${query}`)).body

  it('are told apart by whether the line saw them: by when it was reckoned and when each was received', async () => {
    const affiliate = await earner()
    const early = await bet(affiliate, '2026-03-05', 1000)
    await world.close('2026-03-05')
    const late = await bet(affiliate, '2026-03-05', 500)
    const [entry] = await world.entries({ affiliate })
    const told = await explain(entry!.id)
    expect(told.computedAt).toMatch(/^\d{4}-.*Z$/)
    expect(told.events).toEqual([
      { product: 'bets', type: 'bet', count: 2, amount: 1500, late: { count: 1, amount: 500 } },
    ])
    expect(await events(entry!.id, '?product=bets&type=bet')).toMatchObject({
      count: 2,
      amount: 1500,
      rows: [
        { eventId: early, amount: 1000, isLate: false, day: '2026-03-05', affiliate },
        { eventId: late, amount: 500, isLate: true },
      ],
    })
    expect(await events(entry!.id, '?limit=1&offset=1')).toMatchObject({ count: 2, rows: [{ eventId: late }] })
    expect(await events(entry!.id, '?product=games')).toEqual({ count: 0, amount: 0, rows: [] })
    await world.close('2026-03-05')
    expect((await explain(entry!.id)).events[0].late).toEqual({ count: 0, amount: 0 })
  })

  it('of an adjustment are those that came late, of whatever day of the period, with the old steps beside the new', async () => {
    const affiliate = await earner()
    await bet(affiliate, '2026-04-02', 600)
    await bet(affiliate, '2026-04-05', 600)
    await world.close('2026-04-01', '2026-04-05')
    const first = (await world.entries({ affiliate })).map(({ id }) => id)
    await world.complete(first)
    const late = await bet(affiliate, '2026-04-02', 300)
    await world.close('2026-04-05')
    const adjustments = (await world.entries({ affiliate })).filter(({ kind }) => kind === 'adjustment')
    const ofDay = async (day: string) => {
      for (const { id } of adjustments) {
        const told = await explain(id)
        if (told.adjustment.sourceDay === day) return told
      }
      return null
    }
    const [ofSecond, ofFifth] = [await ofDay('2026-04-02'), await ofDay('2026-04-05')]
    expect(ofSecond.adjustment.before.map(({ amount }: { amount: number }) => amount)).toEqual([60])
    expect(ofSecond.adjustment.after.map(({ amount }: { amount: number }) => amount)).toEqual([90])
    // The fifth had 400 at 10 % and 200 at 20 %; 300 more before it put 100 of it into the first tier and 500 into the second.
    expect(ofFifth.adjustment).toMatchObject({ amount: 30, before: [{ amount: 80 }], after: [{ amount: 110 }] })
    expect(ofFifth.events).toMatchObject([{ type: 'bet', count: 1, amount: 300 }])
    expect((await events(ofFifth.entry.id)).rows.map(({ eventId }: { eventId: string }) => eventId)).toEqual([late])

    await world.complete(adjustments.map(({ id }) => id))
    const later = await bet(affiliate, '2026-04-05', 100)
    await world.close('2026-04-05')
    const again = (await world.entries({ affiliate })).filter(
      ({ kind, id }) => kind === 'adjustment' && !adjustments.some((each) => each.id === id),
    )
    expect(again).toHaveLength(1)
    const second = await explain(again[0]!.id)
    expect(second.adjustment).toMatchObject({ amount: 20, before: [{ amount: 110 }], after: [{ amount: 130 }] })
    expect((await events(again[0]!.id)).rows.map(({ eventId }: { eventId: string }) => eventId)).toEqual([later])
  })

  it('are for who may read movement and players, of owners in sight', async () => {
    const affiliate = await earner()
    await bet(affiliate, '2026-05-05', 100)
    await world.close('2026-05-05')
    const [entry] = await world.entries({ affiliate })
    const path = `/api/entry/${entry!.id}/events`
    const staff = async (roles: string[]) =>
      buildStaff(office.app, office.root, { company: await homeCompany(office.root), roles })
    expect((await (await staff(['entryByAffiliate'])).get(path)).status).toBe(403)
    expect((await (await staff(['entryByAffiliate', 'activityPerAffiliate'])).get(path)).status).toBe(404)
    expect((await office.nobody.get(path)).status).toBe(401)
    for (const wrong of ['?limit=many', '?product=%27', '?since=now'])
      expect((await office.root.get(`${path}${wrong}`)).status).toBe(400)
  })

  it('leads from one event to its day, entries and payment, and tells which of them had seen it', async () => {
    const affiliate = await earner()
    const early = await bet(affiliate, '2026-06-05', 1000)
    await sql`insert into event_identity (brand, event_id, fingerprint, day)
      values (1, ${early}, gen_random_uuid(), '2026-06-05')`.execute(world.db)
    const trace = async (id: string, client = office.root) => client.get(`/api/event/trace?brand=1&event_id=${id}`)
    expect((await trace(early)).body).toMatchObject({
      event: { eventId: early, type: 'bet', amount: 1000, day: '2026-06-05', currency: 'BRL' },
      attributed: { affiliate: { id: affiliate }, by: 'player' },
      close: { lastClosedAt: null, isWaiting: true },
      entries: [],
    })
    await world.close('2026-06-05')
    const [entry] = await world.entries({ affiliate })
    await world.complete([entry!.id])
    const late = await bet(affiliate, '2026-06-05', 500)
    expect((await trace(late)).body).toMatchObject({
      close: { isWaiting: true },
      entries: [{ id: entry!.id, saw: false }],
    })
    await world.close('2026-06-05')
    const adjustment = (await world.entries({ affiliate })).find(({ kind }) => kind === 'adjustment')!
    const { body } = await trace(late)
    expect(body.close.isWaiting).toBe(false)
    expect(body.entries.map(({ id, saw }: { id: number; saw: boolean }) => [id, saw])).toEqual([
      [entry!.id, false],
      [adjustment.id, true],
    ])
    expect((await trace(early)).body.entries[0]).toMatchObject({ id: entry!.id, saw: true, payment: null })
    await sql`insert into event (brand, event_id, type, occurred_at, day, unattributed)
      values (1, 'nobodys', 'deposit', '2026-06-05', '2026-06-05', 'no_player')`.execute(world.db)
    expect((await trace('nobodys')).body).toMatchObject({ attributed: null, unattributed: 'no_player', entries: [] })
    const staff = async (roles: string[]) =>
      buildStaff(office.app, office.root, { company: await homeCompany(office.root), roles })
    expect((await trace(early, await staff(['entryByAffiliate']))).status).toBe(403)
    expect((await trace(early, await staff(['activityPerAffiliate']))).status).toBe(404)
    expect((await trace('never-heard-of')).status).toBe(404)
    expect((await office.root.get('/api/event/trace?brand=x&event_id=y')).status).toBe(400)
  })

  it('says why a player has not qualified: each rule, what there is, what is missing, since when', async () => {
    const cpa = (atLeast: number) => ({
      productType: 'cpa' as const,
      value: 100,
      triggerCondition: 'deposit',
      triggerOperation: 'sum',
      triggerComparison: `>= ${atLeast}`,
    })
    const affiliate = await world.affiliate({ profile: await world.profile([cpa(100)]) })
    await world.reassign(affiliate, '2026-07-10', { profile: await world.profile([cpa(70)]) })
    const player = await world.player({ affiliate, registered: '2026-07-01' })
    const { rows } = await sql<{ ref: string }>`select player_ref as ref from player where id = ${player}`.execute(
      world.db,
    )
    const ask = async (client = office.root) =>
      client.get(`/api/player/qualification?brand=1&player_ref=${rows[0]!.ref}`)
    const trigger = (body: { rules: { conditions: { code: string }[] }[] }, index: number) =>
      body.rules[index]!.conditions.find(({ code }) => code === 'trigger')
    await world.deposit({ player, affiliate, day: '2026-07-05', amount: 60 })
    await world.close('2026-07-01', '2026-07-31')
    const before = (await ask()).body
    expect(before).toMatchObject({ qualified: [], player: { ref: rows[0]!.ref, affiliate: { id: affiliate } } })
    expect(before.rules.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['not_reached', 'not_reached'])
    expect(trigger(before, 0)).toMatchObject({
      isMet: false,
      actual: 60,
      needed: 100,
      missing: 40,
      condition: 'deposit',
    })
    expect(trigger(before, 1)).toMatchObject({ actual: 60, needed: 70, missing: 10, since: '2026-07-10' })
    await world.deposit({ player, affiliate, day: '2026-07-20', amount: 50 })
    const reached = (await ask()).body
    expect(reached.rules[1].outcome).toBe('waits_for_close')
    // The first rule had ended before: what came later is nothing to it.
    expect(trigger(reached, 0)).toMatchObject({ actual: 60, isMet: false })
    await world.close('2026-07-20')
    const after = (await ask()).body
    expect(after.qualified).toMatchObject([{ day: '2026-07-20', affiliate: { id: affiliate } }])
    expect(after.rules[1]).toMatchObject({ outcome: 'qualified' })
    expect(trigger(after, 1)).toMatchObject({ isMet: true, since: '2026-07-20' })
    const staff = async (roles: string[]) =>
      buildStaff(office.app, office.root, { company: await homeCompany(office.root), roles })
    expect((await ask(await staff(['entryByAffiliate']))).status).toBe(403)
    expect((await ask(await staff(['activityPerAffiliate']))).status).toBe(404)
  })
})

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { importFeed } from '#features/activity/server/feed/importFeed.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { eventChecker } from '#features/activity/server/write/incomingEvent.ts'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { build, buildBrand, buildCompany, buildReward, buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import type { Answer, Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

const folder = resolve(import.meta.dirname, '../../../cases/15-move-in')
const file = (name: string) => readFileSync(resolve(folder, name))
const expected = JSON.parse(file('expected.json').toString())

// The five files are one move: each step goes on from the ones before.
describe('moving in from another system', () => {
  let office: PayoutOffice
  let root: Client
  let author: Client
  let colleague: Client
  let company: BuiltRecord
  let brand: BuiltRecord
  /** Ids here by those of the other system. */
  let ids: Record<string, number>

  const send = async (entity: string, name: string, query: Record<string, string> = {}): Promise<Answer> => {
    const answer = await office.app.inject({
      method: 'POST',
      url: `/api/${entity}/import?${new URLSearchParams({ dryRun: 'false', name, ...query })}`,
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/octet-stream' },
      payload: file(name),
    })
    return { status: answer.statusCode, body: answer.json(), headers: {} }
  }
  const feed = (name: string, createMissing = true) =>
    importFeed({
      database: office.database,
      path: resolve(folder, name),
      brandSlug: brand.slug as string,
      actor: systemActor('import'),
      zone: 'UTC',
      now: () => new Date('2030-03-10T12:00:00Z'),
      createMissing,
    })
  const close = (from: string, to: string) =>
    closeDays({
      database: office.database,
      environment: office.environment,
      from,
      to,
      now: () => new Date('2030-03-10T12:00:00Z'),
      log: () => undefined,
    })
  const pending = async () => {
    const { rows } = await sql<{ value: string; affiliate: number }>`select affiliate, sum(value)::text as value
      from entry where status = 'pending' group by affiliate`.execute(office.database.db)
    const byId = new Map(rows.map(({ affiliate, value }) => [affiliate, value]))
    return Object.fromEntries(Object.entries(ids).flatMap(([old, id]) => (byId.has(id) ? [[old, byId.get(id)]] : [])))
  }
  const record = async (events: readonly Record<string, unknown>[]) => {
    const check = eventChecker({ currency: 'BRL', zone: 'UTC', now: new Date('2030-03-10T12:00:00Z') })
    const checked = events.map((event) => check(event))
    const ready = checked.map((each) => {
      if (!each.ok) throw new Error(each.code)
      return each.event
    })
    const { rows } = await sql<never>`select id, slug, site, currency from brand where id = ${brand.id}`.execute(
      office.database.db,
    )
    return recordEvents({ database: office.database, brand: rows[0]!, events: ready })
  }

  beforeAll(async () => {
    office = await openPayoutOffice()
    root = await office.asRoot()
    company = await buildCompany(root, { approverApartDays: 0 })
    brand = await buildBrand(root, { company: company.id })
    const rewards = await Promise.all(
      ['bets', 'games', 'lotto'].map((productType) =>
        buildReward(root, { company: company.id, productType, subType: 'ngr', percentage: 30, adminFee: 0 }),
      ),
    )
    const cpa = await buildReward(root, {
      company: company.id,
      productType: 'cpa',
      subType: 'player',
      value: 100,
      percentage: null,
      triggerCondition: 'deposit',
      triggerOperation: 'sum',
      triggerComparison: '>= 50',
    })
    await build(root, 'rewardProfile', {
      company: company.id,
      name: 'RevShare 30%',
      rewards: [...rewards, cpa].map(({ id }) => id),
      carryOver: 'full',
    })
    const staff = () =>
      buildStaff(office.app, root, {
        company: company.id,
        allowedBrands: [brand.id],
        roles: ['financial', 'affiliate', 'entryByAffiliate', 'paymentByAffiliate', 'action', 'campaign'],
      })
    author = await staff()
    colleague = await staff()
  })
  afterAll(() => office?.close())

  it('makes the affiliates incomplete, keeps their ids and logins, and suspends who was suspended there', async () => {
    const { body } = await send('affiliate', 'afiliados.xlsx', {
      mapping: JSON.stringify({ defaults: { brands: String(brand.name) }, source: 'old' }),
    })
    expect(body).toMatchObject({ created: 6, refused: [], state: 'done' })
    // Nobody here is called as their account manager there: left empty, and said.
    expect(
      new Set(body.leftEmpty.map(({ field, cell }: { field: string; cell: string }) => `${field} ${cell}`)),
    ).toEqual(new Set(['manager Equipe']))
    const { body: list } = await root.get(
      `/api/affiliate?range=[0,24]&filter=${encodeURIComponent(JSON.stringify({ company: company.id }))}`,
    )
    expect(list.map(({ isComplete }: { isComplete: boolean }) => isComplete)).toEqual(Array(6).fill(false))
    const found = async (q: string) =>
      (await root.get(`/api/affiliate?range=[0,24]&filter=${encodeURIComponent(JSON.stringify({ q }))}`)).body
    ids = {}
    for (const old of ['4101', '4102', '4105', '4107', '4110', '4111']) ids[old] = (await found(old))[0].id
    expect(new Set(Object.values(ids)).size).toBe(6)
    expect(await found('tioescanteio')).toMatchObject([{ id: ids['4102'], email: 'tio@escanteio.example' }])
    expect(list.find(({ id }: { id: number }) => id === ids['4111'])).toMatchObject({ email: null })
    const suspended = await sql<{ record: number }>`select record from suspension where object = 'affiliate'
      and ended_at is null`.execute(office.database.db)
    expect(suspended.rows.map((row) => row.record)).toEqual([ids['4107']])
  })

  it('changes nothing when the same file comes again', async () => {
    const { body } = await send('affiliate', 'afiliados.xlsx', {
      mapping: JSON.stringify({ defaults: { brands: String(brand.name) }, source: 'old' }),
    })
    expect(body).toMatchObject({ created: 0, updated: 0, unchanged: 6, refused: [] })
  })

  it('keeps the totals, the links and the players with their first deposits', async () => {
    expect(await feed('estatisticas-diarias.csv')).toMatchObject({ rows: 10, accepted: 10, refused: [] })
    const players = await feed('jogadores-vinculos.csv')
    expect(players).toMatchObject({ kit: 'players', rows: 7, accepted: 6, reasons: { unknown_action: 1 } })
    expect(players.refused).toMatchObject([{ line: 8, eventId: '' }])
    expect(await feed('jogadores-vinculos.csv')).toMatchObject({ accepted: 0, duplicates: 6 })
    const { rows } = await sql<{ affiliate: number; count: number; deposited: number; subs: string[] }>`
      select affiliate, count(*)::int as count, count(first_deposit_day)::int as deposited,
        array_agg(subs[1] order by player_ref) filter (where subs is not null) as subs
      from player where brand = ${brand.id} group by affiliate order by affiliate`.execute(office.database.db)
    expect(rows).toEqual([
      { affiliate: ids['4101'], count: 3, deposited: 2, subs: ['reels', 'story 2'] },
      { affiliate: ids['4102'], count: 1, deposited: 1, subs: null },
      { affiliate: ids['4105'], count: 1, deposited: 1, subs: null },
      { affiliate: ids['4110'], count: 1, deposited: 1, subs: ['grupo'] },
    ])
    const sums = await sql`select sum(registrations)::int as registrations, sum(ftd)::int as ftd,
      sum(deposits)::text as deposits from movement where brand = ${brand.id}`.execute(office.database.db)
    const { registrations, ftd, deposits } = expected.total
    expect(sums.rows).toEqual([{ registrations, ftd, deposits }])
    expect(await verifyMovement(office.database.db)).toEqual([])
    expect((await office.app.inject({ url: '/t/4101-site' })).statusCode).toBe(302)
  })

  it('owes what the other system owed, in one step, and no day before a second time', async () => {
    await close('2026-08-01', '2026-09-30')
    expect(await pending()).toHaveProperty('4101')
    const content = file('saldos-iniciais.xlsx').toString('base64')
    const { body } = await author.post('/api/entry/opening', { file: { name: 'saldos.xlsx', content } })
    expect(body).toMatchObject({
      totals: [{ currency: 'BRL', value: 850.65 }],
      carried: [{ row: 3, affiliate: '4102', currency: 'BRL', value: -1020 }],
      held: [{ row: 5, affiliate: '4107', value: 41.85 }],
    })
    expect((await colleague.post('/api/entry/opening/approve', { file: body.file })).status).toBe(200)
    expect(await pending()).toEqual(expected.openingBalances)
    await close('2026-08-01', '2026-09-30')
    expect(await pending()).toEqual(expected.openingBalances)
    const { body: again } = await author.post('/api/entry/opening', { file: { name: 'saldos.xlsx', content } })
    expect(again).toMatchObject({ file: null, entries: [], unchanged: 5 })
    const holds = (await author.get(`/api/payment/affiliate/${ids['4107']}/holds`)).body.holds
    expect(holds.map(({ cause, note }: { cause: string; note: string }) => [cause, note])).toContainEqual([
      'by_hand',
      'retido',
    ])
  })

  it('shows the payments of the past, and books, sends and expects none of them', async () => {
    const before = await sql<{ count: number }>`select (select count(*) from posting)::int
      + (select count(*) from payment)::int + (select count(*) from entry)::int as count`.execute(office.database.db)
    const { body } = await send('pastPayment', 'pagamentos.csv', { mapping: JSON.stringify({ source: 'old' }) })
    expect(body).toMatchObject({ created: 4, refused: [] })
    const { rows } = await sql<{ state: string; count: number; value: string }>`select state, count(*)::int as count,
      sum(value)::text as value from past_payment group by state order by state`.execute(office.database.db)
    expect(rows).toEqual([
      { state: 'cancelled', count: 1, value: '28.35' },
      { state: 'paid', count: 2, value: '310.02' },
      { state: 'returned', count: 1, value: '25.02' },
    ])
    const own = await author.get(
      `/api/pastPayment?range=[0,9]&filter=${encodeURIComponent(JSON.stringify({ affiliate: ids['4101'], state: 'paid' }))}`,
    )
    expect(own.body).toMatchObject([{ value: 285, net: 285, withheld: 0, method: 'PIX', paidOn: '2026-09-10' }])
    const { body: document } = await author.get(
      `/api/statement/affiliate/${ids['4101']}/document?from=2026-09-01&to=2026-09-30&language=pt`,
    )
    expect(document.tables.at(-1)).toMatchObject({
      title: 'Pagos pelo sistema anterior, não por aqui',
      rows: [['2026-09-10', 'Pago', expect.stringContaining('PIX'), 285]],
    })
    expect(document.sums.find(({ label }: { label: string }) => label === 'Pago')).toMatchObject({ value: 0 })
    const after = await sql<{ count: number }>`select (select count(*) from posting)::int
      + (select count(*) from payment)::int + (select count(*) from entry)::int as count`.execute(office.database.db)
    expect(after.rows).toEqual(before.rows)
    const question = 'from=2026-09-01&to=2026-09-30&currency=BRL'
    const report = async (more: string) =>
      (await root.get(`/api/report/paymentByAffiliate?${question}&affiliate=${Object.values(ids).join(',')}${more}`))
        .body
    const { rows: reported, total } = await report('')
    expect(reported.find((row: { affiliate: number }) => row.affiliate === ids['4101'])).toMatchObject({
      paid: 0,
      paid_elsewhere: 285,
    })
    expect(total).toMatchObject({ paid: 0, paid_elsewhere: 310.02, entry_value: total.pending })
    expect((await report(`&brand=${brand.id}`)).total.paid_elsewhere).toBe(0)
    expect((await send('pastPayment', 'pagamentos.csv')).body).toMatchObject({ created: 0, unchanged: 4 })
    const { rows: paid } = await sql<{ affiliate: number; value: string }>`select affiliate, sum(value)::text as value
      from past_payment where state = 'paid' group by affiliate`.execute(office.database.db)
    const oldIds = new Map(Object.entries(ids).map(([old, id]) => [id, old]))
    expect(Object.fromEntries(paid.map(({ affiliate, value }) => [oldIds.get(affiliate), value]))).toEqual(
      expected.paid,
    )
  })

  it('pays nobody before the affiliate is complete', async () => {
    const { status, body } = await colleague.post(`/api/payment/affiliate/${ids['4101']}/manual`, {
      paidAt: '2030-03-10',
      reference: 'x',
      note: null,
      currency: 'BRL',
    })
    expect([status, body.code]).toEqual([422, 'incomplete_record'])
  })

  it('earns from the first day on, sets carried losses off first, and counts no acquired player again', async () => {
    const link = (type: string, at: string, more: Record<string, unknown>) => ({
      event_id: `${type}-${at}-${String(more.player_ref)}`,
      type,
      occurred_at: `${at}T10:00:00Z`,
      currency: 'BRL',
      country: null,
      state: null,
      city: null,
      product: null,
      amount: null,
      ...more,
    })
    const bet = (at: string, token: string, amount: string) =>
      link('bet', at, { player_ref: `p-${token}`, action_token: token, product: 'bets', amount })
    await record([
      bet('2026-10-02', '4102-yt', '600.00'),
      bet('2026-11-02', '4102-yt', '500.00'),
      bet('2026-10-02', '4101-site', '100.00'),
      // Acquired there, who deposits enough only now; and whoever had not deposited yet.
      link('deposit', '2026-10-03', { player_ref: 'JX-88121', action_token: null, amount: '80.00' }),
      link('deposit', '2026-10-03', { player_ref: 'JX-88122', action_token: null, amount: '80.00' }),
    ])
    const { rows } = await sql<{ ref: string }>`select player.player_ref as ref from event
      join player on player.id = event.player where event.is_first_deposit`.execute(office.database.db)
    expect(rows).toEqual([{ ref: 'JX-88122' }])
    await close('2026-10-01', '2026-11-30')
    const entries = await sql<{ affiliate: number; day: string; value: string }>`select affiliate, day::text as day,
      value::text as value from entry where kind = 'commission' and value <> 0 order by affiliate, day`.execute(
      office.database.db,
    )
    expect(entries.rows).toEqual([
      { affiliate: ids['4101'], day: '2026-10-02', value: '30.00' },
      { affiliate: ids['4101'], day: '2026-10-03', value: '100.00' },
      // 600.00 and 500.00 less the 1020.00 that were carried.
      { affiliate: ids['4102'], day: '2026-11-02', value: '24.00' },
    ])
  })
})

describe('the day from which a company pays here', () => {
  it('leaves activity of earlier days without commission, and withdraws what is pending of them', async () => {
    const office = await openPayoutOffice()
    try {
      const root = await office.asRoot()
      const company = await buildCompany(root)
      const brand = await buildBrand(root, { company: company.id })
      const owner = await office.owner({ company: company.id, brands: [brand.id] })
      const early = await office.entry(owner.id, '10.00', { day: '2026-09-30' })
      const later = await office.entry(owner.id, '20.00', { day: '2026-10-01' })
      const set = async (movedInOn: string | null) => {
        const { body } = await root.get(`/api/company/${company.id}`)
        return root.put(`/api/company/${company.id}`, { version: body.version, movedInOn })
      }
      expect((await set('2026-10-01')).status).toBe(200)
      const { rows } = await sql<{ id: number }>`select id from entry where affiliate = ${owner.id}`.execute(
        office.database.db,
      )
      expect(rows).toEqual([{ id: later }])
      expect(early).not.toBe(later)
      await sql`update entry set status = 'complete' where id = ${later}`.execute(office.database.db)
      const refused = await set('2026-10-02')
      expect(refused.body.errors).toHaveProperty('movedInOn')
      expect((await set(null)).status).toBe(200)
    } finally {
      await office.close()
    }
  })
})

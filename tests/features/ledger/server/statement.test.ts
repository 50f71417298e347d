import { sql } from 'kysely'
import { read, utils } from 'xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAffiliate,
  buildBrand,
  buildCompany,
  buildPartner,
  type BuiltRecord,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, clientOf } from '#tests/support/office.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** What was owed to an owner, what came and went, and what is owed. */
let office: PayoutOffice
let world: World
let root: Client
let company: BuiltRecord
let brands: BuiltRecord[]
let [maria, joao]: Client[] = []
const today = '2030-03-10'

beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  world = makeWorld(office.database, { now: office.context.now() })
  company = await buildCompany(root)
  brands = [
    await buildBrand(root, { company: company.id }),
    await buildBrand(root, { company: company.id }),
    await buildBrand(root, { company: company.id, currency: 'USD' }),
  ]
  const rights = {
    company: company.id,
    allowedBrands: brands.map(({ id }) => id),
    roles: ['financial', 'paymentByAffiliate', 'entryByAffiliate', 'affiliate'],
  }
  ;[maria, joao] = [await buildStaff(office.app, root, rights), await buildStaff(office.app, root, rights)]
})
afterAll(() => office.close())

async function earner(): Promise<number> {
  const { id } = await buildAffiliate(root, {
    company: company.id,
    brands: brands.map((brand) => brand.id),
    paymentType: 'manual',
  })
  await sql`update affiliate_history set valid_from = '-infinity' where record = ${id}`.execute(office.database.db)
  return id
}
const moved = (affiliate: number, day: string, turnover: number, brand = 0) =>
  world.activity({ affiliate, brand: brands[brand]!.id, day, turnover })
const statement = async (affiliate: number, from: string, to: string, currency = '&currency=BRL') =>
  (await maria!.get(`/api/statement/affiliate/${affiliate}?from=${from}&to=${to}${currency}`)).body
const pay = (affiliate: number, paidAt: string) =>
  maria!.post(`/api/payment/affiliate/${affiliate}/manual`, { paidAt, reference: 'R', currency: 'BRL' })

describe('a statement', () => {
  it('goes from what was owed to what is owed: earned by brand, adjusted with causes, paid on the day that was said', async () => {
    const id = await earner()
    await moved(id, '2030-01-30', 100)
    await moved(id, '2030-02-01', 100)
    await moved(id, '2030-02-01', 50, 1)
    await world.close('2030-01-30', '2030-02-01')
    expect((await pay(id, '2030-02-10')).status).toBe(200)
    await moved(id, '2030-01-30', 20)
    await world.close('2030-01-30')
    const {
      body: { id: asked },
    } = await maria!.post('/api/entry', {
      affiliate: id,
      day: '2030-02-20',
      currency: 'BRL',
      value: -4,
      reason: 'Bank fee',
    })
    expect((await statement(id, '2030-02-01', '2030-02-28')).adjusted).toBe(0)
    await joao!.post(`/api/entry/${asked}/approve`)
    const february = await statement(id, '2030-02-01', '2030-02-28')
    expect(february).toMatchObject({
      owner: { kind: 'affiliate', id },
      currency: 'BRL',
      opening: 30,
      earned: 45,
      adjusted: -4,
      withheld: 0,
      paid: 75,
      closing: -4,
      lines: [
        {
          day: '2030-02-01',
          value: 45,
          products: [{ product: 'bets', rate: 30, amount: 45 }],
          brands: [
            { brand: brands[0]!.id, value: 30 },
            { brand: brands[1]!.id, value: 15 },
          ],
        },
      ],
      adjustments: [
        { day: '2030-02-20', kind: 'adjustment', value: -4, cause: 'by_hand', reason: 'Bank fee', sourceEntry: null },
      ],
      payments: [{ day: '2030-02-10', value: 75, method: 'manual', state: 'settled', reference: 'R' }],
    })
    const march = await statement(id, '2030-03-01', today)
    expect(march).toMatchObject({
      opening: -4,
      earned: 0,
      adjusted: 6,
      paid: 0,
      closing: 2,
      adjustments: [{ day: today, value: 6, cause: 'late_activity', sourceDay: '2030-01-30' }],
    })
    for (const { opening, earned, adjusted, withheld, paid, closing } of [february, march])
      expect(Math.round((opening + earned + adjusted - withheld - paid) * 100)).toBe(Math.round(closing * 100))
  })

  it('is of one currency: where there are several, somebody says which', async () => {
    const id = await earner()
    await moved(id, '2030-02-01', 100)
    await world.close('2030-02-01')
    expect(await statement(id, '2030-02-01', '2030-02-28', '')).toMatchObject({ currency: 'BRL', closing: 30 })
    await moved(id, '2030-02-02', 10, 2)
    await world.close('2030-02-02')
    expect(await statement(id, '2030-02-01', '2030-02-28', '')).toMatchObject({
      code: 'currencies_differ',
      values: { currencies: 'BRL, USD' },
    })
    expect((await statement(id, '2030-02-01', '2030-02-28', '&currency=')).code).toBe('currencies_differ')
    expect(await statement(id, '2030-02-01', '2030-02-28', '&currency=USD')).toMatchObject({
      currency: 'USD',
      opening: 0,
      earned: 3,
      closing: 3,
    })
  })

  it('counts money that came back as it went, and as it came back', async () => {
    const id = await earner()
    await moved(id, '2030-02-01', 100)
    await world.close('2030-02-01')
    const payment = (await pay(id, '2030-02-10')).body.id as number
    const [entry] = await world.entries({ affiliate: id })
    const { db } = office.database
    await sql`update payment set state = 'returned' where id = ${payment}`.execute(db)
    const {
      rows: [back],
    } = await sql<{
      id: number
    }>`insert into entry (day, affiliate, kind, value, currency, status) values (${today}::text::date, ${id},
      'adjustment', 30, 'BRL', 'pending') returning id`.execute(db)
    await sql`insert into entry_adjustment (entry, source_entry, number, reason) values (${back!.id}, ${entry!.id}, 1,
      'payment_returned')`.execute(db)
    expect(await statement(id, '2030-02-01', today)).toMatchObject({
      opening: 0,
      earned: 30,
      adjusted: 30,
      paid: 30,
      closing: 30,
      adjustments: [{ cause: 'payment_returned' }],
      payments: [{ state: 'returned' }],
    })
  })

  it('is read whole or not at all, by who sees its owner', async () => {
    const id = await earner()
    await moved(id, '2030-02-01', 100)
    await moved(id, '2030-02-01', 100, 1)
    await world.close('2030-02-01')
    const days = '?from=2030-02-01&to=2030-02-28&currency=BRL'
    const some = await buildStaff(office.app, root, {
      company: company.id,
      allowedBrands: [brands[0]!.id],
      roles: ['entryByAffiliate'],
    })
    expect((await some.get(`/api/statement/affiliate/${id}${days}`)).body.code).toBe('partly_visible')
    const other = await buildCompany(root)
    const abroad = await buildStaff(office.app, root, {
      company: other.id,
      allowedBrands: [],
      roles: ['entryByAffiliate'],
    })
    expect((await abroad.get(`/api/statement/affiliate/${id}${days}`)).status).toBe(404)
    const clerk = await buildStaff(office.app, root, {
      company: company.id,
      allowedBrands: [brands[0]!.id],
      roles: ['affiliate'],
    })
    expect((await clerk.get(`/api/statement/affiliate/${id}${days}`)).status).toBe(403)
    expect((await root.get(`/api/statement/affiliate/${id}${days}`)).body.closing).toBe(60)
  })

  it.each([
    ['', 'from required, to required'],
    ['?from=2030-02-01&to=2030-02-30', 'to invalid_date'],
    ['?from=2030-02-02&to=2030-02-01', 'to before_begin'],
    ['?from=2029-01-01&to=2030-02-01', 'to too_many_days'],
    ['?from=2030-02-01&to=2030-02-02&currency=XXX&day=1', 'day unknown_property, currency invalid_choice'],
  ])('is refused for %s', async (query, expected) => {
    const { status, body } = await maria!.get(`/api/statement/affiliate/1${query}`)
    expect([
      status,
      Object.entries(body.details as Record<string, { code: string }[]>)
        .map(([field, [problem]]) => `${field} ${problem!.code}`)
        .join(', '),
    ]).toEqual([400, expected])
  })
})

describe('a statement in words', () => {
  it("is in its owner's language, or in the one that is asked for: by brand, by deal and in order", async () => {
    const id = await earner()
    await moved(id, '2030-02-01', 100)
    await moved(id, '2030-02-01', 50, 1)
    await world.close('2030-02-01')
    expect((await pay(id, '2030-02-10')).status).toBe(200)
    const { body: record } = await maria!.get(`/api/affiliate/${id}`)
    const changed = await root.put(`/api/affiliate/${id}`, { ...record, language: 'es' })
    expect([changed.status, changed.body.language]).toEqual([200, 'es'])
    const path = `/api/statement/affiliate/${id}/document?from=2030-02-01&to=2030-02-28&currency=BRL`
    const { body } = await maria!.get(path)
    expect([body.language, body.title]).toEqual(['es', 'Extracto'])
    expect(body.sums.map(({ value }: { value: number }) => value)).toEqual([0, 45, 0, 0, -45, 0])
    const [byBrand, byDeal, movements] = body.tables as { rows: unknown[][] }[]
    expect(byBrand!.rows.map((row) => row[1])).toEqual([30, 15])
    expect(byDeal!.rows).toEqual([[expect.any(String), expect.any(String), 30, null, 45]])
    expect(movements!.rows).toEqual([
      ['2030-02-01', 'Ganado', expect.any(String), 45, 45],
      ['2030-02-10', 'Pagado', 'R', -45, 0],
    ])
    expect((await maria!.get(`${path}&language=en`)).body.title).toBe('Statement')
    expect((await maria!.get(`${path}&language=fr`)).status).toBe(400)
  })

  it('says of what came later why it did, where that is known', async () => {
    const id = await earner()
    await moved(id, '2030-02-03', 100)
    await world.close('2030-02-03')
    expect((await pay(id, '2030-02-10')).status).toBe(200)
    await sql`update reward_history set percentage = percentage + 5`.execute(office.database.db)
    await sql`insert into dirty_day (affiliate, day) values (${id}, '2030-02-03') on conflict do nothing`.execute(
      office.database.db,
    )
    await world.close('2030-02-03')
    await sql`update reward_history set percentage = percentage - 5`.execute(office.database.db)
    const path = `/api/statement/affiliate/${id}/document?from=2030-03-01&to=${today}&currency=BRL&language=en`
    const { body } = await maria!.get(path)
    const [, , movements] = body.tables as { rows: unknown[][] }[]
    expect(movements!.rows).toEqual([[today, 'Adjustments', 'New version of a rule, 03/02/2030', 5, 5]])
  })

  it('is a workbook of numbers: what it comes to, by brand, by deal, and in order', async () => {
    const id = await earner()
    await moved(id, '2030-02-01', 100)
    await world.close('2030-02-01')
    const { rawPayload } = await office.app.inject({
      url: `/api/statement/affiliate/${id}/workbook?from=2030-02-01&to=2030-02-28&currency=BRL&language=en`,
      headers: { authorization: `Bearer ${maria!.token}` },
    })
    const { Sheets, SheetNames } = read(rawPayload)
    expect(SheetNames).toEqual(['Statement', 'Earned by brand', 'Earned by deal', 'Transactions'])
    const rows = utils.sheet_to_json<unknown[]>(Sheets['Statement']!, { header: 1 })
    expect(rows).toContainEqual(['Earned', 30])
    expect(rows.at(-1)).toEqual(['Closing balance', 30])
  })
})

describe("a partner's own statement", () => {
  it("is read by its access key, with its proof and as a file, and nobody else's is", async () => {
    const [own, other] = [
      await buildPartner(root, { company: company.id }),
      await buildPartner(root, { company: company.id }),
    ]
    await office.entry(own.id, '12.34', { kind: 'partner', day: '2030-02-05' })
    const { body: made } = await root.post(`/api/partner/${own.id}/access_key`, { label: 'K', scope: 'signIn' })
    const { body: session } = await office.nobody.post('/login/partner', { token: made.key })
    const partner = clientOf(office.app, session.accessToken)
    const days = '?from=2030-02-01&to=2030-02-28&currency=BRL'
    expect((await partner.get(`/api/statement/partner/${own.id}${days}`)).body).toMatchObject({
      earned: 12.34,
      closing: 12.34,
    })
    // Staff issued the same before: the partner's proof is a line of its own, which names none of them.
    expect((await root.get(`/api/statement/partner/${own.id}/proof${days}`)).status).toBe(200)
    const proof = (await partner.get(`/api/statement/partner/${own.id}/proof${days}`)).body
    expect(proof.statement.closing).toBe(12.34)
    expect(JSON.stringify(proof)).not.toContain('@office.test')
    expect((await partner.get(`/api/statement/partner/${own.id}/workbook${days}`)).status).toBe(200)
    expect((await partner.get(`/api/statement/partner/${other.id}${days}`)).status).toBe(404)
    expect((await partner.get(`/api/statement/partner/${other.id}/proof${days}`)).status).toBe(404)
    expect((await office.nobody.get(`/api/statement/partner/${own.id}${days}`)).status).toBe(401)
  })
})

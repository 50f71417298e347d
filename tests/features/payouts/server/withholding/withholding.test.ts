import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taxes } from '#resources/taxes.ts'
import type { ListedTaxTable } from '#features/payouts/answers/taxes.ts'
import { tablesFor, withhold } from '#rules/payouts/withholding.ts'
import { buildCompany, buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** Taxes that are kept back when somebody is paid. The numbers are examples and no law. */
let office: PayoutOffice
let root: Client
let company: number

beforeAll(async () => {
  office = await openPayoutOffice({ withGateway: true })
  office.gateway!.behave(() => ({ outcome: 'settled' }))
  root = await office.asRoot()
  const { id } = await office.owner()
  company = (await root.get(`/api/affiliate/${id}`)).body.company
})
afterAll(() => office.close())

const load = (values: Record<string, unknown>, by = root) =>
  by.post(`/api/tax?company=${company}`, {
    tax: 'irrf',
    ownerKind: 'cpf',
    from: '2030-01-01',
    brackets: [{ from: 0, rate: 10 }],
    source: 'An example',
    ...values,
  })

/** An owner with an entry, of a kind and a town. */
async function owner(value: string, documentType: 'cpf' | 'cnpj' = 'cpf', municipality: string | null = null) {
  const { id } = await office.owner({})
  await sql`update affiliate set document_type = ${documentType}, municipality = ${municipality}
    where id = ${id}`.execute(office.database.db)
  return { id, entry: await office.entry(id, value, { day: '2030-02-01' }) }
}
const statement = async (id: number) =>
  (await root.get(`/api/statement/affiliate/${id}?from=2030-01-01&to=2030-03-10&currency=BRL`)).body
const ledger = async (id: number): Promise<Record<string, string>> => {
  const { rows } = await sql<{ account: string; amount: string }>`select account, sum(amount) as amount from posting
    where affiliate = ${id} group by 1 having sum(amount) <> 0 order by 1`.execute(office.database.db)
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

describe('a payment', () => {
  it('sends everything where no table holds', async () => {
    const { id } = await owner('200.00', 'cnpj')
    expect((await root.post(`/api/payment/affiliate/${id}`)).status).toBe(200)
    expect([...office.gateway!.payouts.values()].at(-1)).toMatchObject({ amount: '200.00' })
    expect(await statement(id)).toMatchObject({ withheld: 0, paid: 200 })
  })

  it('sends what is left: gross, taxes and net stand in statement and ledger', async () => {
    expect((await load({})).status).toBe(200)
    expect((await load({ tax: 'inss', brackets: [{ from: 0, rate: 20 }], ceiling: 30 })).status).toBe(200)
    const { id } = await owner('200.00')
    const [row] = (await root.get(`/api/payment/owners?owner=affiliate-${id}`)).body.rows
    expect(row).toMatchObject({ pendingValue: 200, net: 153, withheld: [{ tax: 'inss' }, { tax: 'irrf', value: 17 }] })
    const paid = await root.post(`/api/payment/affiliate/${id}`)
    expect(paid.status).toBe(200)
    expect((await root.get(`/api/payment/${paid.body.id}`)).body).toMatchObject({
      value: 200,
      net: 153,
      withheld: [
        { tax: 'inss', base: 200, rate: 20, value: 30 },
        { tax: 'irrf', base: 170, rate: 10, value: 17 },
      ],
    })
    // INSS 20 % of 200, at most 30; IRRF 10 % of what is left.
    expect([...office.gateway!.payouts.values()].at(-1)).toMatchObject({ amount: '153.00' })
    const answer = await statement(id)
    expect(answer).toMatchObject({
      earned: 200,
      withheld: 47,
      paid: 153,
      closing: 0,
      payments: [
        {
          value: 153,
          withheld: [
            { tax: 'inss', base: 200, rate: 20, value: 30 },
            { tax: 'irrf', base: 170, rate: 10, value: 17 },
          ],
        },
      ],
    })
    expect(await ledger(id)).toMatchObject({ withheld: '-47.00', cash: '-153.00' })
    const proof = await root.get(`/api/statement/affiliate/${id}/proof?from=2030-01-01&to=2030-03-10&currency=BRL`)
    expect(proof.status).toBe(200)
    const document = await root.get(`/api/statement/affiliate/${id}/document?from=2030-01-01&to=2030-03-10&language=en`)
    expect(document.body.tables.at(-1).rows).toContainEqual([
      '2030-03-10',
      'Tax withheld',
      'IRRF 10% of 170.00',
      -17,
      153,
    ])
  })

  it('is taxed by the tables of its day, whenever they were loaded', async () => {
    await load({ from: '2030-03-01', brackets: [{ from: 0, rate: 50 }] })
    await load({ from: '2031-01-01', brackets: [{ from: 0, rate: 99 }] })
    const { id } = await owner('100.00')
    await sql`update affiliate set payment_type = 'manual' where id = ${id}`.execute(office.database.db)
    const paid = { paidAt: '2030-02-20', reference: 'R', currency: 'BRL' }
    const { status, body } = await root.post(`/api/payment/affiliate/${id}/manual`, paid)
    expect([status, body.code]).toEqual([200, undefined])
    // INSS 20 and, in February, IRRF 10 % of 80.
    expect(await statement(id)).toMatchObject({ withheld: 28, paid: 72 })
  })

  it('is taxed by its municipality, or by the table that holds everywhere', async () => {
    await load({ tax: 'iss', ownerKind: 'cnpj', brackets: [{ from: 0, rate: 2 }] })
    await load({ tax: 'iss', ownerKind: 'cnpj', municipality: 'São Paulo', brackets: [{ from: 0, rate: 5 }] })
    for (const [municipality, withheld] of [
      ['SÃO PAULO', 5],
      ['Recife', 2],
      [null, 2],
    ] as const) {
      const { id } = await owner('100.00', 'cnpj', municipality)
      await root.post(`/api/payment/affiliate/${id}`)
      expect((await statement(id)).withheld).toBe(withheld)
    }
  })

  it('that came back opens the whole amount again, and nothing is owed to the state', async () => {
    const { id } = await owner('100.00', 'cnpj')
    await root.post(`/api/payment/affiliate/${id}`)
    const [payment] = await office.payments(id)
    const [body, headers] = office.gateway!.webhook({ id: payment!.transferId, state: 'returned', amount: '98.00' })
    await office.app.inject({ method: 'POST', url: '/payouts/webhook', payload: body, headers })
    expect(await statement(id)).toMatchObject({ adjusted: 100, withheld: 2, paid: 98, closing: 100 })
    expect(await ledger(id)).toEqual({ cost: '100.00', payable: '-100.00' })
  })
})

describe('a payment of a partner', () => {
  const partner = async (values: Record<string, unknown>) => {
    const made = await office.payablePartner({ company, ...values })
    return { ...made, entry: await office.entry(made.id, '100.00', { kind: 'partner', day: '2030-02-01' }) }
  }
  const days = 'from=2030-01-01&to=2030-03-10&currency=BRL'
  const statementOf = async (id: number) => (await root.get(`/api/statement/partner/${id}?${days}`)).body

  it('is taxed as a person or a company is, in its municipality: in the list, sent, in statement and ledger', async () => {
    await load({ tax: 'iss', ownerKind: 'cnpj', municipality: 'Olinda', brackets: [{ from: 0, rate: 3 }] })
    const { id } = await partner({ documentType: 'cnpj', document: '11222333000181', municipality: 'olinda' })
    const [row] = (await root.get(`/api/payment/owners?owner=partner-${id}`)).body.rows
    expect(row).toMatchObject({ pendingValue: 100, net: 97, withheld: [{ tax: 'iss', value: 3 }] })
    const paid = await root.post(`/api/payment/partner/${id}`)
    expect(paid.status).toBe(200)
    expect([...office.gateway!.payouts.values()].at(-1)).toMatchObject({ amount: '97.00' })
    expect(await statementOf(id)).toMatchObject({
      earned: 100,
      withheld: 3,
      paid: 97,
      closing: 0,
      payments: [{ withheld: [{ tax: 'iss', base: 100, rate: 3, value: 3 }] }],
    })
    const { rows } = await sql<{ account: string; amount: string }>`select account, sum(amount) as amount from posting
      where partner = ${id} group by 1 having sum(amount) <> 0 order by 1`.execute(office.database.db)
    expect(rows).toContainEqual({ account: 'withheld', amount: '-3.00' })
    expect((await root.get(`/api/statement/partner/${id}/proof?${days}`)).status).toBe(200)
  })

  it('by hand is taxed by the tables of the day on which it was paid', async () => {
    const { id } = await partner({ documentType: 'cpf', document: '52998224725' })
    await sql`update partner set payment_type = 'manual' where id = ${id}`.execute(office.database.db)
    const paid = { paidAt: '2030-02-20', reference: 'R', currency: 'BRL' }
    expect((await root.post(`/api/payment/partner/${id}/manual`, paid)).status).toBe(200)
    expect(await statementOf(id)).toMatchObject({ withheld: 28, paid: 72 })
  })

  it('who has no document is sent whole, and one that is wrong is not taken', async () => {
    const { id } = await partner({})
    await root.post(`/api/payment/partner/${id}`)
    expect(await statementOf(id)).toMatchObject({ withheld: 0, paid: 100 })
    const wrong = await root.put(`/api/partner/${id}`, { documentType: 'cnpj', document: '11222333000182' })
    expect([wrong.status, Object.keys(wrong.body.details ?? {})]).toEqual([400, ['document']])
  })
})

describe('a payment of which taxes would leave nothing', () => {
  it('is refused and leaves nothing behind, while others of the same call are paid', async () => {
    await load({ ownerKind: 'cnpj', from: '2030-01-02', brackets: [{ from: 0, rate: 100 }] })
    const [all, some] = [await owner('40.00', 'cnpj'), await owner('40.00')]
    for (const { id } of [all, some])
      await sql`update affiliate set payment_type = 'manual' where id = ${id}`.execute(office.database.db)
    const { body } = await root.post('/api/entry/payment', { ids: [all.entry, some.entry], paidAt: '2030-02-20' })
    expect(body).toMatchObject({ changed: [some.entry], refused: [{ id: all.entry, code: 'nothing_left' }] })
    expect(await office.payments(all.id)).toEqual([])
    expect([await office.statusOf(all.entry), await office.statusOf(some.entry)]).toEqual(['pending', 'complete'])
    expect(await statement(all.id)).toMatchObject({ paid: 0, closing: 40 })
  })
})

describe('the register of taxes', () => {
  it('keeps the versions by their days, replaces one of the same day, and the log says both', async () => {
    await load({ tax: 'inss', ownerKind: 'cnpj', brackets: [{ from: 0, rate: 1 }] })
    await load({ tax: 'inss', ownerKind: 'cnpj', brackets: [{ from: 0, rate: 0 }] })
    const { body } = await root.get(`/api/tax?company=${company}`)
    const found = body.filter(
      (each: { tax: string; ownerKind: string }) => each.tax === 'inss' && each.ownerKind === 'cnpj',
    )
    expect(found).toMatchObject([
      { from: '2030-01-01', brackets: [{ from: 0, rate: 0, deduct: 0 }], source: 'An example' },
    ])
    const { rows } = await sql<{ changes: { before: { brackets: unknown }; after: { brackets: unknown } }[] }>`
      select changes from activity_log where operation = 'loadTax' order by id desc limit 1`.execute(office.database.db)
    expect(rows[0]!.changes[0]).toMatchObject({
      before: { brackets: [{ rate: 1 }] },
      after: { brackets: [{ rate: 0 }] },
    })
  })

  it.each([
    [{ tax: 'vat' }, 'tax'],
    [{ ownerKind: 'passport' }, 'ownerKind'],
    [{ from: '2030-02-30' }, 'from'],
    [{ brackets: [] }, 'brackets'],
    [
      {
        brackets: [
          { from: 5, rate: 1 },
          { from: 5, rate: 2 },
        ],
      },
      'brackets',
    ],
    [{ brackets: [{ from: 0, rate: 101 }] }, 'brackets'],
    [{ brackets: [{ from: 0, rate: 1, more: 1 }] }, 'brackets'],
    [{ ceiling: -1 }, 'ceiling'],
    [{ municipality: 'Recife' }, 'municipality'],
    [{ source: '' }, 'source'],
    [{ more: 1 }, 'more'],
    [{ tax: { toString: 1 } }, 'tax'],
    [{ source: 'half a \uD800 pair' }, 'source'],
    [{ tax: 'iss', municipality: 'Reci\u0000fe' }, 'municipality'],
  ])('refuses %j', async (values, field) => {
    const { status, body } = await load(values)
    expect([status, Object.keys(body.details ?? body.errors)]).toEqual([400, [field]])
  })

  it('is for whoever pays, of their own company', async () => {
    const other = await buildCompany(root)
    const abroad = await buildStaff(office.app, root, { company: other.id, allowedBrands: [], roles: ['financial'] })
    expect((await load({}, abroad)).status).toBe(404)
    expect((await abroad.get('/api/tax')).body).toEqual([])
    const own = { company, allowedBrands: [], roles: ['financial'] }
    expect((await load({}, await buildStaff(office.app, root, own))).body.code).toBe('partly_visible')
    const clerk = await buildStaff(office.app, root, { company: other.id, allowedBrands: [], roles: ['affiliate'] })
    expect((await clerk.get('/api/tax')).status).toBe(403)
  })
})

describe('a trial on a page', () => {
  it('keeps back what a payment of that day keeps back, by the tables that are listed, and says who loaded them', async () => {
    await load({ tax: 'iss', ownerKind: 'cnpj', municipality: 'Natal', brackets: [{ from: 0, rate: 3.3333 }] })
    await load({
      tax: 'irrf',
      ownerKind: 'cnpj',
      from: '2030-01-02',
      brackets: [
        { from: 0, rate: 1.5 },
        { from: 70, rate: 7.5, deduct: 2.25 },
      ],
    })
    const tables: readonly ListedTaxTable[] = (await root.get(`/api/tax?company=${company}`)).body
    expect(tables.find(({ municipality }) => municipality === 'natal')).toMatchObject({ loadedBy: 'root@office.test' })
    for (const [amount, ownerKind, municipality] of [
      ['33.33', 'cnpj', 'natal'],
      ['70.00', 'cnpj', ' NATAL '],
      ['1234.56', 'cnpj', 'Recife'],
      ['250.05', 'cpf', null],
    ] as const) {
      const { id } = await owner(amount, ownerKind, municipality)
      expect((await root.post(`/api/payment/affiliate/${id}`)).status).toBe(200)
      const payment = { ownerKind, municipality: municipality ?? '', currency: 'BRL', day: '2030-03-10' }
      const { lines } = withhold(amount, tablesFor(payment, { tables, taxes }))
      const [paid] = (await statement(id)).payments
      expect(paid.withheld.map(({ tax, value }: { tax: string; value: number }) => [tax, value]).toSorted()).toEqual(
        lines.map(({ tax, value }) => [tax, Number(value)]).toSorted(),
      )
      expect(paid.withheld.length).toBeGreaterThan(0)
    }
  })

  it('tells whoever is tied to a partner no colleague’s name', async () => {
    const { id: partner } = await office.payablePartner({ company })
    const tied = await buildStaff(office.app, root, { company, allowedBrands: [], roles: ['financial'], partner })
    const { status, body } = await tied.get('/api/tax')
    expect([status, body.length > 0, JSON.stringify(body).includes('root@office.test')]).toEqual([200, true, false])
  })
})

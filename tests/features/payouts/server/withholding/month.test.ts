import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#engine/values/calendar.ts'
import { roleKeys } from '#resources/roles.ts'
import { buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** Taxes of a payee's month, however its payments are split. The numbers are examples and no law. */
let office: PayoutOffice
let root: Client
let company: number

const tables = [
  { tax: 'inss', brackets: [{ from: 0, rate: 11 }], ceiling: 908.85 },
  {
    tax: 'irrf',
    brackets: [
      { from: 0, rate: 0 },
      { from: 2428.81, rate: 7.5, deduct: 182.16 },
      { from: 2826.66, rate: 15, deduct: 394.16 },
      { from: 3751.06, rate: 22.5, deduct: 675.49 },
      { from: 4664.69, rate: 27.5, deduct: 908.73 },
    ],
  },
]

beforeAll(async () => {
  office = await openPayoutOffice({ withGateway: true })
  office.gateway!.behave(() => ({ outcome: 'settled' }))
  root = await office.asRoot()
  const { id } = await office.owner()
  company = (await root.get(`/api/affiliate/${id}`)).body.company
  for (const table of tables) {
    const { status } = await root.post(`/api/tax?company=${company}`, {
      ownerKind: 'cpf',
      from: '2026-01-01',
      source: 'An example',
      ...table,
    })
    expect(status).toBe(200)
  }
})
afterAll(() => office.close())

let entries = 0
/** Another day each time: an owner has one entry a day. */
const entryDay = () => addDays('2025-01-01', (entries += 1))

let cpfs = 100_000_000
/** A CPF that nobody had yet, with its check digits. */
function freshCpf(): string {
  cpfs += 1
  const digits = [...String(cpfs)].map(Number)
  for (const length of [10, 11]) {
    const sum = digits.reduce((all, digit, index) => all + digit * (length - index), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}

async function payee(paymentType: 'manual' | 'automatic' = 'manual', document = freshCpf()): Promise<number> {
  const { id } = await office.owner({})
  await sql`update affiliate set document_type = 'cpf', document = ${document}, payment_type = ${paymentType}
    where id = ${id}`.execute(office.database.db)
  return id
}

const withheldOf = (payment: { withheld: { tax: string; value: number }[] }) =>
  Object.fromEntries(payment.withheld.map(({ tax, value }) => [tax, value]))

/** Pays by hand on a day; says what was kept back of it. */
async function pay(id: number, day: string, gross: string) {
  await office.entry(id, gross, { day: entryDay() })
  const said = { paidAt: day, reference: 'R', currency: 'BRL' }
  const { status, body } = await root.post(`/api/payment/affiliate/${id}/manual`, said)
  expect([status, body.code]).toEqual([200, undefined])
  const payment = (await root.get(`/api/payment/${body.id}`)).body
  return { ...withheldOf(payment), net: payment.net, id: body.id }
}
const days = (month: string, others: string[]) => others.map((day) => `${month}-${day}`)

describe('what is withheld of payments by hand', () => {
  it.each([
    ['tax-p1', [['2026-11-20', '12000.00', 908.85, 2141.34, 8949.81]]],
    [
      'tax-p2',
      days('2026-11', ['05', '10', '12', '17', '20']).map((day, index) => [
        day,
        '2400.00',
        [264, 264, 264, 116.85, 0][index],
        [0, 285.71, 567.76, 627.87, 660][index],
        [2136, 1850.29, 1568.24, 1655.28, 1740][index],
      ]),
    ],
    [
      'tax-p3',
      [
        ['2026-10-30', '3000.00', 330, 18.09, 2651.91],
        ['2026-11-03', '1800.00', 198, 0, 1602],
        ['2026-11-13', '900.00', 99, 0, 801],
        ['2026-11-24', '3300.00', 363, 559.77, 2377.23],
      ],
    ],
  ] as [string, [string, string, number, number, number][]][])(
    'adds up over the month of the payee: %s',
    async (_, cases) => {
      const id = await payee()
      for (const [day, gross, inss, irrf, net] of cases)
        expect(await pay(id, day, gross)).toMatchObject({ ...(inss && { inss }), ...(irrf && { irrf }), net })
    },
  )

  it('adds up over affiliates of one CPF, and over no other', async () => {
    const document = freshCpf()
    const [one, other, stranger] = [await payee('manual', document), await payee('manual', document), await payee()]
    expect(await pay(one, '2026-11-05', '10000.00')).toMatchObject({ inss: 908.85 })
    const second = await pay(other, '2026-11-06', '2000.00')
    expect(second).not.toHaveProperty('inss')
    expect(second).toMatchObject({ irrf: 550 })
    expect(await pay(stranger, '2026-11-06', '2000.00')).toMatchObject({ inss: 220 })
  })
})

describe('a payment by the gateway', () => {
  const send = async (id: number, gross: string) => {
    await office.entry(id, gross, { day: entryDay() })
    const { status, body } = await root.post(`/api/payment/affiliate/${id}`)
    expect([status, body.code]).toEqual([200, undefined])
    return (await root.get(`/api/payment/${body.id}`)).body
  }

  it('that came back gives back what it took of the month', async () => {
    const document = freshCpf()
    const id = await payee('automatic', document)
    expect(withheldOf(await send(id, '8000.00'))).toMatchObject({ inss: 880 })
    const [payment] = await office.payments(id)
    const amount = String((await root.get(`/api/payment/${payment!.id}`)).body.net)
    const [body, headers] = office.gateway!.webhook({ id: payment!.transferId, state: 'returned', amount })
    await office.app.inject({ method: 'POST', url: '/payouts/webhook', payload: body, headers })
    // The 8,000.00 are owed again, and the month of the payee is empty.
    const other = await payee('manual', document)
    expect(await pay(other, '2030-03-10', '100.00')).toMatchObject({ inss: 11 })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from payment_taxed
      where payment = ${payment!.id} and voided is not null`.execute(office.database.db)
    expect(rows[0]!.count).toBe(1)
  })

  it('beside another of the same payee sees it: two at once withhold what one would', async () => {
    const document = freshCpf()
    const ids = [await payee('automatic', document), await payee('automatic', document)]
    for (const id of ids) await office.entry(id, '6000.00', { day: entryDay() })
    const answers = await Promise.all(ids.map((id) => root.post(`/api/payment/affiliate/${id}`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const payments = await Promise.all(
      answers.map(async ({ body }) => (await root.get(`/api/payment/${body.id}`)).body),
    )
    const sum = (tax: string) =>
      payments.reduce((all, payment) => all + Math.round(((withheldOf(payment) as never)[tax] ?? 0) * 100), 0)
    expect([sum('inss'), sum('irrf')]).toEqual([90_885, 214_134])
  })
})

describe('the report of a month', () => {
  const report = async (month: string, document: string) => {
    const { status, body } = await root.get(`/api/tax/report?company=${company}&month=${month}`)
    expect(status).toBe(200)
    return body.rows.filter((row: { document: string }) => row.document === document)
  }

  it('adds up what was withheld by tax and payee, as a page and as a file', async () => {
    const document = freshCpf()
    const ids = [await payee('manual', document), await payee('manual', document)]
    await pay(ids[0]!, '2026-10-30', '3000.00')
    await pay(ids[0]!, '2026-11-05', '10000.00')
    await pay(ids[1]!, '2026-11-30', '2000.00')
    expect(await report('2026-10', document)).toMatchObject([
      { tax: 'inss', gross: 3000, payments: 1, withheld: 330, givenBack: 0, total: 330 },
      { tax: 'irrf', withheld: 18.09 },
    ])
    expect(await report('2026-11', document)).toMatchObject([
      { tax: 'inss', gross: 12_000, payments: 2, total: 908.85 },
      { tax: 'irrf', gross: 12_000, total: 2141.34 },
    ])
    const file = await root.get(`/api/tax/report/export?company=${company}&month=2026-10&language=en`)
    expect(file.status).toBe(200)
    expect((await root.get(`/api/tax/report?company=${company}&month=2026-13`)).status).toBe(400)
  })

  it('of a month that is over stays as it is: what comes back is given back in the present one', async () => {
    const document = freshCpf()
    const id = await payee('automatic', document)
    await office.entry(id, '3000.00', { day: entryDay() })
    const paid = await root.post(`/api/payment/affiliate/${id}`)
    const [payment] = await office.payments(id)
    // It was made and sent in February.
    await sql`update payment_taxed set day = '2030-02-10', month = '2030-02-01'
      where payment = ${paid.body.id}`.execute(office.database.db)
    const before = await report('2030-02', document)
    expect(before).toMatchObject([
      { tax: 'inss', total: 330 },
      { tax: 'irrf', total: 18.09 },
    ])
    const amount = String((await root.get(`/api/payment/${payment!.id}`)).body.net)
    const [body, headers] = office.gateway!.webhook({ id: payment!.transferId, state: 'returned', amount })
    await office.app.inject({ method: 'POST', url: '/payouts/webhook', payload: body, headers })
    expect(await report('2030-02', document)).toEqual(before)
    expect(await report('2030-03', document)).toMatchObject([
      { tax: 'inss', payments: 0, gross: -3000, withheld: 0, givenBack: 330, total: -330 },
      { tax: 'irrf', total: -18.09 },
    ])
  })
})

describe('a payment that is made in one month and approved in the next', () => {
  it('is taxed in the month in which it goes, with what its payee is paid there, and stands in that report', async () => {
    const document = freshCpf()
    const [waiting, other] = [await payee('automatic', document), await payee('manual', document)]
    const { body: home } = await root.get(`/api/company/${company}`)
    const limit = { version: home.version, approvalAbove: 7000, approverAgeDays: 0 }
    expect((await root.put(`/api/company/${company}`, limit)).status).toBe(200)
    await office.entry(waiting, '8000.00', { day: entryDay() })
    const { brands } = (await root.get(`/api/affiliate/${waiting}`)).body
    const rights = { company, allowedBrands: brands, roles: [...roleKeys] }
    const maker = await buildStaff(office.app, root, rights)
    const made = await maker.post(`/api/payment/affiliate/${waiting}`)
    expect([made.status, made.body.code]).toEqual([200, undefined])
    const asMade = (await root.get(`/api/payment/${made.body.id}`)).body
    expect([asMade.state, withheldOf(asMade)]).toMatchObject(['created', { inss: 880 }])

    office.pass({ hours: 24 * 25 })
    root = await office.asRoot()
    expect(await pay(other, '2030-04-02', '3000.00')).toMatchObject({ inss: 330, irrf: 18.09 })
    const approver = await buildStaff(office.app, root, rights)
    const approved = await approver.post(`/api/payment/${made.body.id}/approve`)
    expect([approved.status, approved.body.code]).toEqual([200, undefined])

    const payment = (await root.get(`/api/payment/${made.body.id}`)).body
    expect(payment.state).toBe('settled')
    // INSS up to the ceiling of the month: 908.85 less the 330.00 of the other; IRRF of 10,091.15 less 18.09.
    expect(withheldOf(payment)).toEqual({ inss: 578.85, irrf: 1848.25 })
    expect(Number([...office.gateway!.payouts.values()].at(-1)!.amount)).toBe(payment.net)
    const { rows } = await sql<{ day: string; month: string }>`select date_trunc('month', day)::date::text as day,
      month::text as month from payment_taxed where payment = ${made.body.id}`.execute(office.database.db)
    expect(rows).toEqual([{ day: '2030-04-01', month: '2030-04-01' }])
  })
})

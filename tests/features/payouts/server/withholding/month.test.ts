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
async function pay(id: number, day: string, gross: string, currency = 'BRL') {
  await office.entry(id, gross, { day: entryDay(), currency })
  const said = { paidAt: day, reference: 'R', currency }
  const { status, body } = await root.post(`/api/payment/affiliate/${id}/manual`, said)
  expect([status, body.code]).toEqual([200, undefined])
  const payment = (await root.get(`/api/payment/${body.id}`)).body
  return { ...withheldOf(payment), net: payment.net, id: body.id }
}
const days = (month: string, others: string[]) => others.map((day) => `${month}-${day}`)

/**
 * Months as people write them: who (a, b and c are affiliates of one CPF, x is somebody else), day, gross, INSS and IRRF
 * kept back of that payment, currency; in the order in which the payments are recorded.
 */
const months: readonly (readonly [string, readonly string[]])[] = [
  ['a payment of which INSS alone is kept back', ['a 2026-11-20 2000.00 220.00 0.00']],
  ['one cent', ['a 2026-11-20 0.01 0.00 0.00']],
  ['the ceiling to the cent', ['a 2026-11-02 8262.27 908.85 1113.46', 'a 2026-11-03 0.01 0.00 0.00']],
  [
    'below the ceiling by a cent, and over it',
    ['a 2026-11-02 8262.20 908.84 1113.44', 'a 2026-11-03 500.00 0.01 137.50', 'a 2026-11-04 500.00 0.00 137.50'],
  ],
  ['the lower edge of a bracket after INSS', ['a 2026-11-02 2729.00 300.19 0.00', 'a 2026-11-03 0.01 0.00 0.00']],
  ['the edge of the second bracket', ['a 2026-11-02 3176.02 349.36 29.84', 'a 2026-11-30 1.00 0.11 0.13']],
  ['the edge of the last bracket', ['a 2026-11-02 5241.22 576.53 374.06', 'a 2026-11-06 100.00 11.00 24.47']],
  [
    'twelve of a thousand',
    [
      'a 2026-11-01 1000.00 110.00 0.00',
      'a 2026-11-02 1000.00 110.00 0.00',
      'a 2026-11-03 1000.00 110.00 18.09',
      'a 2026-11-04 1000.00 110.00 121.75',
      'a 2026-11-05 1000.00 110.00 185.92',
      'a 2026-11-06 1000.00 110.00 234.01',
      'a 2026-11-07 1000.00 110.00 244.75',
      'a 2026-11-08 1000.00 110.00 244.75',
      'a 2026-11-09 1000.00 28.85 267.07',
      'a 2026-11-10 1000.00 0.00 275.00',
      'a 2026-11-11 1000.00 0.00 275.00',
      'a 2026-11-12 1000.00 0.00 275.00',
    ],
  ],
  [
    'a large one after small ones',
    ['a 2026-11-03 100.00 11.00 0.00', 'a 2026-11-04 200.00 22.00 0.00', 'a 2026-11-05 50000.00 875.85 12673.84'],
  ],
  ['a small one after a large one', ['a 2026-11-03 50000.00 908.85 12591.34', 'a 2026-11-05 100.00 0.00 27.50']],
  [
    'the last day of a month and the first of the next',
    ['a 2026-10-31 6000.00 660.00 559.77', 'a 2026-11-01 6000.00 660.00 559.77'],
  ],
  [
    'three months, mixed in the order of recording',
    [
      'a 2026-11-10 3000.00 330.00 18.09',
      'a 2026-09-10 3000.00 330.00 18.09',
      'a 2026-10-10 3000.00 330.00 18.09',
      'a 2026-09-30 3000.00 330.00 541.68',
      'a 2026-10-31 5000.00 550.00 1031.18',
      'a 2026-11-30 2500.00 275.00 419.31',
    ],
  ],
  [
    'recorded late, out of order in one month',
    ['a 2026-11-25 4000.00 440.00 139.84', 'a 2026-11-05 4000.00 440.00 909.43', 'a 2026-11-15 4000.00 28.85 1092.07'],
  ],
  [
    'three affiliates of one CPF',
    ['a 2026-11-05 4000.00 440.00 139.84', 'b 2026-11-05 4000.00 440.00 909.43', 'c 2026-11-05 4000.00 28.85 1092.07'],
  ],
  [
    'the same gross in halves with odd cents',
    ['a 2026-11-05 3333.33 366.67 50.84', 'a 2026-11-06 3333.34 366.66 672.10', 'a 2026-11-07 3333.33 175.52 868.40'],
  ],
  ['new year', ['a 2026-12-31 9000.00 908.85 1316.34', 'a 2027-01-01 9000.00 908.85 1316.34']],
  ['February', ['a 2026-02-28 9000.00 908.85 1316.34', 'a 2026-03-01 100.00 11.00 0.00']],
  ['a leap of two brackets in one payment', ['a 2026-11-05 2500.00 275.00 0.00', 'a 2026-11-06 2000.00 220.00 225.64']],
  ['a million', ['a 2026-11-05 1000000.00 908.85 273841.34']],
  [
    'below every bracket, all month',
    ['a 2026-11-05 900.00 99.00 0.00', 'a 2026-11-12 900.00 99.00 0.00', 'a 2026-11-19 900.00 99.00 0.00'],
  ],
  [
    'the edge of the last bracket, and a cent',
    ['a 2026-11-02 5241.23 576.54 374.06', 'a 2026-11-06 100.00 11.00 24.47'],
  ],
  [
    'an odd cent in nine parts',
    [
      'a 2026-11-01 1111.11 122.22 0.00',
      'a 2026-11-02 1111.11 122.22 0.00',
      'a 2026-11-03 1111.11 122.23 50.84',
      'a 2026-11-04 1111.11 122.22 163.67',
      'a 2026-11-05 1111.11 122.22 236.48',
      'a 2026-11-06 1111.11 122.22 271.95',
      'a 2026-11-07 1111.11 122.22 271.94',
      'a 2026-11-08 1111.11 53.30 290.90',
      'a 2026-11-09 1111.11 0.00 305.55',
    ],
  ],
  [
    'dollars, of which no table speaks, between reais',
    ['a 2026-11-03 3000.00 330.00 18.09', 'a 2026-11-04 9000.00 0.00 0.00 USD', 'a 2026-11-05 1800.00 198.00 267.62'],
  ],
  [
    'another person in between',
    ['a 2026-11-03 3000.00 330.00 18.09', 'x 2026-11-04 9000.00 908.85 1316.34', 'a 2026-11-05 1800.00 198.00 267.62'],
  ],
]

describe('what is withheld of payments by hand', () => {
  it.each(months)('adds up over the month: %s', async (_, payments) => {
    const document = freshCpf()
    const ids: Record<string, number> = {}
    for (const payment of payments) {
      const [who, day, gross, inss, irrf, currency] = payment.split(' ') as [
        string,
        string,
        string,
        string,
        string,
        string?,
      ]
      ids[who] ??= await payee('manual', who === 'x' ? freshCpf() : document)
      const kept = await pay(ids[who], day, gross, currency)
      const of = (tax: string) => Number((kept as Record<string, unknown>)[tax] ?? 0)
      expect([payment, of('inss'), of('irrf')]).toEqual([payment, Number(inss), Number(irrf)])
      expect(kept.net).toBeCloseTo(Number(gross) - Number(inss) - Number(irrf), 6)
    }
  })

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

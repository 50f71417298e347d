import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TrialBalance } from '#features/ledger/answers/ledger.ts'
import { asOwner } from '#tests/support/database.ts'
import { buildAffiliate, buildBrand, buildCompany, type BuiltRecord, buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** The ledger: every cent twice, whoever writes entries and payments. */
let office: PayoutOffice
let root: Client
let company: BuiltRecord
let brands: BuiltRecord[]
let maria: Client
const today = '2030-03-10'

beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  company = await buildCompany(root)
  brands = [await buildBrand(root, { company: company.id }), await buildBrand(root, { company: company.id })]
  maria = await buildStaff(office.app, root, {
    company: company.id,
    allowedBrands: brands.map(({ id }) => id),
    roles: ['financial', 'paymentByAffiliate', 'entryByAffiliate', 'affiliate'],
  })
})
afterAll(() => office.close())

const owner = (paymentType: 'manual' | 'automatic') => {
  const values = { company: company.id, brands: brands.map(({ id }) => id), paymentType }
  return paymentType === 'manual' ? buildAffiliate(root, values) : office.owner(values)
}
const trial = async (from: string, to: string) =>
  (await maria.get(`/api/ledger?from=${from}&to=${to}`)).body as TrialBalance
/** Accounts with what moved on some days: `cost Brand 10 0`. */
const moves = async (from: string, to: string) => {
  const { totals } = await trial(from, to)
  for (const { opening, debit, credit, closing } of totals) expect([opening, debit, closing]).toEqual([0, credit, 0])
  return totals.flatMap(({ currency, rows }) =>
    rows
      .filter(({ debit, credit }) => debit !== 0 || credit !== 0)
      .map(({ account, brand, debit, credit }) =>
        [currency, account, brand && brands.findIndex(({ id }) => id === brand.id), debit, credit].join(' '),
      ),
  )
}

describe('the ledger', () => {
  it('posts what is earned by brand, what is paid by hand, and keeps currencies apart', async () => {
    const { id } = await owner('manual')
    await sql`with made as (insert into entry (day, affiliate, kind, value, currency, status)
        values ('2029-01-02', ${id}, 'commission', 30, 'BRL', 'pending') returning id)
      insert into entry_part (entry, brand, value) select made.id, part.brand, part.value
        from made, (values (${brands[0]!.id}::bigint, 20), (${brands[1]!.id}::bigint, 10)) part (brand, value)`.execute(
      office.database.db,
    )
    await office.entry(id, '7.00', { day: '2029-01-02', currency: 'USD' })
    expect(await moves('2029-01-01', '2029-01-31')).toEqual([
      'BRL cost 0 20 0',
      'BRL cost 1 10 0',
      'BRL payable  0 30',
      'USD cost  7 0',
      'USD payable  0 7',
    ])
    const paid = { paidAt: '2029-02-05', reference: 'R', currency: 'BRL' }
    expect((await root.post(`/api/payment/affiliate/${id}/manual`, paid)).status).toBe(200)
    expect(await moves('2029-02-01', '2029-02-28')).toEqual(['BRL payable  30 0', 'BRL cash  0 30'])
    const { totals } = await trial('2029-02-01', '2029-02-28')
    const payable = totals[0]!.rows.find(({ account }) => account === 'payable')
    expect([payable!.opening, payable!.closing]).toEqual([-30, 0])
  })

  it('has what was sent on its way until it is settled, and what came back owed again', async () => {
    const { id } = await owner('automatic')
    await office.entry(id, '15.00', { day: '2029-06-01' })
    const { status, body } = await root.post(`/api/payment/affiliate/${id}`)
    expect(status).toBe(200)
    expect(await moves(today, today)).toEqual(['BRL transit  15 0', 'BRL cash  0 15'])
    const { db } = office.database
    await sql`update payment set state = 'settled', paid_at = '2030-03-11T10:00:00Z' where id = ${body.id}`.execute(db)
    expect(await moves('2030-03-11', '2030-03-11')).toEqual(['BRL payable  15 0', 'BRL transit  0 15'])
    await sql`with back as (insert into entry (day, affiliate, kind, value, currency, status)
        values ('2030-03-12', ${id}, 'adjustment', 15, 'BRL', 'pending') returning id)
      insert into entry_adjustment (entry, source_entry, number, reason)
        select back.id, (select min(id) from entry where affiliate = ${id}), 1, 'payment_returned' from back`.execute(
      db,
    )
    expect(await moves('2030-03-12', '2030-03-12')).toEqual(['BRL payable  0 15', 'BRL cash  15 0'])
  })

  it('follows corrections by postings of their own, and takes nothing back', async () => {
    const { id } = await owner('manual')
    const entry = await office.entry(id, '5.00', { day: '2028-05-01' })
    const { db } = office.database
    await sql`update entry set value = 8 where id = ${entry}`.execute(db)
    await sql`delete from entry where id = ${entry}`.execute(db)
    const { rows } = await sql<{ account: string; amount: string }>`select account, amount from posting
      where entry = ${entry} order by id`.execute(db)
    expect(rows.map(({ account, amount }) => `${account} ${amount}`).sort()).toEqual(
      ['cost 5.00', 'payable -5.00', 'cost 3.00', 'payable -3.00', 'cost -8.00', 'payable 8.00'].sort(),
    )
    const tables = asOwner(office.database)
    await expect(sql`update posting set amount = 1 where entry = ${entry}`.execute(tables)).rejects.toThrow(
      'What is posted stays',
    )
    await expect(
      sql`insert into posting (day, currency, account, amount) values ('2028-05-01', 'BRL', 'cash', 1)`.execute(tables),
    ).rejects.toThrow('out of balance by 1.00')
  })

  it('keeps an advance until a payment is net of it', async () => {
    const { id } = await owner('manual')
    const db = office.database.db
    await sql`insert into entry (day, affiliate, kind, value, currency, status)
      values ('2028-08-01', ${id}, 'advance', 300, 'BRL', 'pending')`.execute(db)
    const pay = (paidAt: string) =>
      root.post(`/api/payment/affiliate/${id}/manual`, { paidAt, reference: 'R', currency: 'BRL' })
    expect((await pay('2028-08-02')).status).toBe(200)
    await sql`update entry set day = '2028-08-02' where affiliate = ${id} and kind = 'adjustment'`.execute(db)
    expect(await moves('2028-08-01', '2028-08-30')).toEqual([
      'BRL advanced  300 0',
      'BRL advancedAgainst  0 300',
      'BRL payable  600 300',
      'BRL cash  0 300',
    ])
    await office.entry(id, '350.00', { day: '2028-09-01' })
    expect((await pay('2028-09-02')).body).toMatchObject({ value: 50 })
    expect(await moves('2028-09-01', '2028-09-30')).toEqual([
      'BRL cost  350 0',
      'BRL advanced  0 300',
      'BRL advancedAgainst  300 0',
      'BRL payable  50 350',
      'BRL cash  0 50',
    ])
  })

  it('counts what is carried over beside, and nobody owes it', async () => {
    const { id } = await owner('manual')
    const { db } = office.database
    const kept = (balance: string) =>
      sql`insert into carried_balance (affiliate, currency, period_start, balances)
        values (${id}, 'BRL', '2027-05-01', ${balance}::text::jsonb) on conflict (affiliate, currency, period_start)
        do update set balances = excluded.balances`.execute(db)
    await kept('{"bets":"-20.00","games":"-1.50"}')
    expect(await moves('2027-05-01', '2027-05-31')).toEqual(['BRL carried  21.5 0', 'BRL carriedAgainst  0 21.5'])
    await kept('{}')
    const { rows } = await sql<{ sum: string }>`select sum(amount) as sum from posting where affiliate = ${id}
      group by account`.execute(db)
    expect(rows.map(({ sum }) => Number(sum))).toEqual([0, 0])
  })

  it('is a file by the plan of accounts, in the language asked for', async () => {
    const { id } = await owner('manual')
    const entry = await office.entry(id, '12.34', { day: '2026-05-01' })
    const { body, headers } = await maria.get('/api/ledger/export?from=2026-05-01&to=2026-05-31&language=pt')
    expect(headers['content-disposition']).toBe('attachment; filename="ledger-2026-05-01-2026-05-31.csv"')
    const lines = (body as string).trim().split('\r\n')
    expect(lines[0]).toContain('"Número da conta","Conta"')
    expect(lines.slice(1).map((line) => line.split('","').slice(1, 10))).toEqual([
      [
        '01/05/2026',
        '4.1.1.01',
        'Comissões de afiliados e parceiros',
        '',
        expect.any(String),
        `Lançamento ${entry}`,
        'BRL',
        '12,34',
        '',
      ],
      [
        '01/05/2026',
        '2.1.3.01',
        'A pagar a afiliados e parceiros',
        '',
        expect.any(String),
        `Lançamento ${entry}`,
        'BRL',
        '',
        '12,34',
      ],
    ])
  })

  it('is read by who sees all of a company, and of no other', async () => {
    const days = 'from=2029-01-01&to=2029-01-31'
    const some = await buildStaff(office.app, root, {
      company: company.id,
      allowedBrands: [brands[0]!.id],
      roles: ['financial'],
    })
    expect((await some.get(`/api/ledger?${days}`)).body.code).toBe('partly_visible')
    const other = await buildCompany(root)
    expect((await maria.get(`/api/ledger?company=${other.id}&${days}`)).status).toBe(404)
    expect((await root.get(`/api/ledger?company=${other.id}&${days}`)).body).toMatchObject({
      company: { id: other.id },
      totals: [],
    })
    expect((await root.get(`/api/ledger?company=${company.id}&${days}`)).body.totals).toHaveLength(2)
    const clerk = await buildStaff(office.app, root, { company: company.id, allowedBrands: [], roles: ['affiliate'] })
    expect((await clerk.get(`/api/ledger?${days}`)).status).toBe(403)
    expect((await maria.get('/api/ledger?from=2029-02-02&to=2029-02-01&company=x')).status).toBe(400)
  })
})

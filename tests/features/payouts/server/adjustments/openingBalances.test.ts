import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBrand, buildCompany, buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
let root: Client
let author: Client
let colleague: Client
let owner: BuiltRecord
let company: BuiltRecord
let brand: BuiltRecord
beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  company = await buildCompany(root, { approverApartDays: 0 })
  brand = await buildBrand(root, { company: company.id })
  owner = await office.owner({ company: company.id, brands: [brand.id] })
  const staff = () =>
    buildStaff(office.app, root, {
      company: company.id,
      allowedBrands: [brand.id],
      roles: ['financial', 'affiliate', 'entryByAffiliate'],
    })
  author = await staff()
  colleague = await staff()
})
afterAll(() => office?.close())

const fileOf = (content: string | Buffer) => ({
  file: { name: 'balances.csv', content: Buffer.from(content).toString('base64') },
})
const table = (...rows: string[]) => ['ID afiliado;Saldo a pagar (R$);Data do saldo', ...rows, ''].join('\r\n')
const statusesOf = async (affiliate: number) =>
  (
    await sql<{ value: string; status: string }>`select value::text as value, status from entry
      where affiliate = ${affiliate} and kind = 'adjustment' order by id`.execute(office.database.db)
  ).rows.map(({ value, status }) => [value, status])

describe('a file of opening balances', () => {
  it('is read as other systems head it, and the columns that are not read are named', async () => {
    const other = await office.owner({ company: brand.company, brands: [brand.id] })
    const file = fileOf(`Affiliate,User ID,Balance,Carry over,Date\nAna,${other.token},0.00,-10.50,2029-09-30\n`)
    const { body } = await author.post('/api/entry/opening/preview', file)
    expect(body).toMatchObject({ carried: [{ value: -10.5 }], ignored: ['Affiliate'] })
  })

  it('without days is of the day before the first here, and asks for it where none is said', async () => {
    const firm = await buildCompany(root, { movedInOn: '2029-11-01' })
    const site = await buildBrand(root, { company: firm.id })
    const [moved, other] = [
      await office.owner({ company: firm.id, brands: [site.id] }),
      await office.owner({ company: company.id, brands: [brand.id] }),
    ]
    const file = (token: unknown) => fileOf(`Affiliate ID;Balance\r\n${String(token)};R$ 1.234,56\r\nTotal;\r\n`)
    const { body } = await root.post('/api/entry/opening', file(moved.token))
    expect(body).toMatchObject({ totals: [{ currency: 'BRL', value: 1234.56 }] })
    const { rows } = await sql`select day::text as day from entry where id = ${body.entries[0]}`.execute(
      office.database.db,
    )
    expect(rows).toEqual([{ day: '2029-10-31' }])
    const asked = await root.post('/api/entry/opening/preview', file(other.token))
    expect(Object.keys(asked.body.errors)).toEqual(['rows.2.day'])
    const wrong = await root.post('/api/entry/opening/preview', fileOf('Nome;Telefone\nAna;1\n'))
    expect(wrong.body.errors.file).toContain('Nome, Telefone')
  })

  it('becomes entries that another person approves at once, and writes nothing a second time', async () => {
    const file = fileOf(table(`${owner.token};1.429,14;30/09/2029`))
    const tried = await author.post('/api/entry/opening/preview', file)
    expect(tried.body).toMatchObject({ totals: [{ currency: 'BRL', value: 1429.14 }], carried: [], held: [] })
    expect(await statusesOf(owner.id)).toEqual([])
    const { body, status } = await author.post('/api/entry/opening', file)
    expect(status).toBe(200)
    expect(body.entries).toHaveLength(1)
    expect(await statusesOf(owner.id)).toEqual([['1429.14', 'awaiting_approval']])
    expect((await author.post('/api/entry/opening/approve', { file: body.file })).body.code).toBe('approver_not_apart')
    expect(await statusesOf(owner.id)).toEqual([['1429.14', 'awaiting_approval']])
    expect((await colleague.post('/api/entry/opening/approve', { file: body.file })).body).toEqual({
      approved: body.entries,
    })
    expect(await statusesOf(owner.id)).toEqual([['1429.14', 'pending']])
    expect((await author.post('/api/entry/opening', file)).body).toMatchObject({
      file: null,
      entries: [],
      unchanged: 1,
    })
    expect((await colleague.post('/api/entry/opening/approve', { file: body.file })).status).toBe(404)
  })

  it('writes nothing where a row is wrong, and names the rows', async () => {
    const other = await office.owner({ company: company.id, brands: [brand.id] })
    const { status, body } = await author.post(
      '/api/entry/opening',
      fileOf(
        table(`${other.token};10,00;30/09/2029`, `nobody-knows;10,00;30/09/2029`, `${owner.token};7,00;30/09/2029`),
      ),
    )
    expect(status).toBe(400)
    expect(Object.keys(body.errors)).toEqual(['rows.3.affiliate', 'rows.4.affiliate'])
    expect(await statusesOf(other.id)).toEqual([])
  })

  it('may state two currencies, in a column each or a row each, and names the row of one that no brand has', async () => {
    const firm = await buildCompany(root, {})
    const sites = [
      await buildBrand(root, { company: firm.id }),
      await buildBrand(root, { company: firm.id, currency: 'USD' }),
    ]
    const moved = await office.owner({ company: firm.id, brands: sites.map(({ id }) => id) })
    const preview = async (text: string) => (await root.post('/api/entry/opening/preview', fileOf(text))).body
    const totals = [
      { currency: 'BRL', value: 1234.5 },
      { currency: 'USD', value: -20 },
    ]
    const token = String(moved.token)
    expect(
      await preview(
        `Affiliate ID;Balance (BRL);Balance (USD);Date\n${token};1.234,50;(20,00);31/10/2029\nTotal;1.234,50;;\n`,
      ),
    ).toMatchObject({ totals, ignored: [] })
    expect(
      await preview(
        `Affiliate ID;Currency;Balance;Date\n${token};BRL;1.234,50;2029-10-31\n${token};USD;-20;2029-10-31\n`,
      ),
    ).toMatchObject({ totals })
    expect(
      Object.keys((await preview(`Affiliate ID;Currency;Balance;Date\n${token};EUR;1;2029-10-31\n`)).errors),
    ).toEqual(['rows.2.currency'])
    expect(
      (await preview(`Affiliate ID;Balance BRL;Date\n${token};1,00;2029-10-31\n${token};2,00;2029-10-31\n`)).details,
    ).toEqual({ 'rows.3.affiliate': [{ code: 'import_repeated', values: { row: 2 } }] })
  })

  it('reads days with the month first where one of them shows it', async () => {
    const other = await office.owner({ company: company.id, brands: [brand.id] })
    const file = `Affiliate ID,Balance,Date\n${String(other.token)},10.00,10/05/2029\n${owner.token},1429.14,10/31/2029\n`
    const { body } = await author.post('/api/entry/opening', fileOf(file))
    const { rows } = await sql`select day::text as day from entry where id = ${body.entries[0]}`.execute(
      office.database.db,
    )
    expect(rows).toEqual([{ day: '2029-10-05' }])
  })

  it('of the case of a move owes what the other system owed, by its ids, and names what is carried', async () => {
    const balances = { 4101: '429.14', 4102: '0.00', 4105: '56.33', 4107: '41.85', 4110: '323.33' }
    const made = new Map<number, string>()
    for (const id of [4101, 4102, 4105, 4107, 4110]) {
      const affiliate = await office.owner({ company: company.id, brands: [brand.id] })
      made.set(affiliate.id, String(id))
      await sql`insert into external_id (object, record, company, source, value, created_at)
        values ('affiliate', ${affiliate.id}, ${company.id}, 'old', ${String(id)}, now())`.execute(office.database.db)
    }
    const path = resolve(import.meta.dirname, '../../../../cases/15-move-in/saldos-iniciais.xlsx')
    const { body } = await author.post('/api/entry/opening', fileOf(readFileSync(path)))
    expect(body).toMatchObject({
      totals: [{ currency: 'BRL', value: 850.65 }],
      carried: [{ row: 3, affiliate: '4102', value: -1020 }],
    })
    expect((await colleague.post('/api/entry/opening/approve', { file: body.file })).status).toBe(200)
    const { rows } = await sql<{ affiliate: number; value: string }>`select affiliate, value::text as value from entry
      where status = 'pending' and affiliate in (select unnest(${`{${[...made.keys()].join(',')}}`}::text::bigint[]))`.execute(
      office.database.db,
    )
    expect(Object.fromEntries(rows.map(({ affiliate, value }) => [made.get(affiliate), value]))).toEqual(balances)
  })
})

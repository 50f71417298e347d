import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import { build, buildAffiliate, buildBrand, buildCompany, buildReward, buildStaff } from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

const manyCount = 20_000
let office: Office
let address: string
let ownBrand: number
let staff: Client
let affiliateId: number
beforeAll(async () => {
  office = await openOffice()
  const {
    root,
    database: { db },
  } = office
  const company = (await buildCompany(root)).id
  const [own, other] = [
    await buildBrand(root, { company, name: 'Own brand' }),
    await buildBrand(root, { company, name: 'Other brand' }),
  ]
  ownBrand = own.id
  staff = await buildStaff(office.app, root, { company, allowedBrands: [own.id], roles: ['affiliate'] })
  affiliateId = (
    await buildAffiliate(root, {
      name: '=HYPERLINK("http://evil")',
      alias: 'Ação',
      brands: [own.id, other.id],
      documentType: 'cpf',
      document: '52998224725',
      cpf: '52998224725',
      email: 'one@example.test',
    })
  ).id
  await buildAffiliate(root, { name: 'Zebra', brands: [own.id] })
  await buildAffiliate(root, { name: 'Foreign', brands: [other.id] })
  await sql`insert into campaign (name, brand) select 'Campaign ' || lpad(n::text, 6, '0'), ${own.id}::integer
    from generate_series(1, ${manyCount}::integer) n`.execute(db)
  address = await office.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => office.close())

const exportPath = (entity: string, query: Record<string, unknown> = {}) =>
  `/api/${entity}/export?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('&')}`
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const openTransactions = async () =>
  (
    await sql<{
      count: number
    }>`select count(*)::integer as count from pg_stat_activity where datname = current_database()
      and state like 'idle in transaction%'`.execute(office.database.db)
  ).rows[0]!.count
const listen = (query: Record<string, unknown>, signal?: AbortSignal) =>
  fetch(`${address}${exportPath('campaign', query)}`, {
    headers: { authorization: `Bearer ${office.root.token}` },
    signal,
  })

describe('a list as CSV', () => {
  test('has heads and labels in the language that was asked for, names for references, and no formula', async () => {
    const columns = ['name', 'alias', 'paymentType', 'brands', 'isComplete']
    const { status, body, headers } = await office.root.get(
      exportPath('affiliate', { language: 'pt', columns, filter: { id: [affiliateId] } }),
    )
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'x-total-count': '1',
      'cache-control': 'no-store',
    })
    expect(headers['content-disposition']).toMatch(/^attachment; filename="affiliate-\d{4}-\d\d-\d\d\.csv"$/)
    expect(body).toBe(
      '\uFEFF"Nome","Apelido","Tipo de pagamento","Marcas","Cadastro completo"\r\n"\'=HYPERLINK(""http://evil"")","Ação","Manual","Own brand, Other brand","sim"\r\n',
    )
    const english = (
      await office.root.get(exportPath('affiliate', { language: 'en', columns, filter: { id: [affiliateId] } }))
    ).body as string
    expect(english).toContain('"Name","Alias","Payment type","Brands","Ready to pay"\r\n')
  })
  test('has every column one may read where none are named, the id first, in the order of the declaration', async () => {
    const head = (
      (await office.root.get(exportPath('campaign', { language: 'en', filter: { id: [1] } }))).body as string
    ).split('\r\n')[0]
    expect(head).toBe('\uFEFF"Id","Name","Brand","Promo code","Last day","Suspended","Created","Updated"')
  })
  test('writes money and moments as people of the language read them', async () => {
    const { id } = await buildBrand(office.root, { minimumPayout: 1234.5 })
    const line = (
      await office.root.get(
        exportPath('brand', { language: 'es', columns: ['minimumPayout', 'createdAt'], filter: { id: [id] } }),
      )
    ).body as string
    expect(line.split('\r\n')[1]).toMatch(/^"1234,50","\d\d\/\d\d\/\d{4} \d\d:\d\d"$/)
  })
})

describe('the other forms', () => {
  test("lines of JSON have the fields' own names, whatever the language", async () => {
    const { body, headers } = await office.root.get(
      exportPath('affiliate', {
        format: 'ndjson',
        language: 'es',
        columns: ['name', 'brands', 'paymentType'],
        filter: { id: [affiliateId] },
      }),
    )
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    expect(linesOf(body)).toEqual([
      { name: '=HYPERLINK("http://evil")', brands: 'Own brand, Other brand', paymentType: 'Manual' },
    ])
  })
  test('a table names its columns and criteria before its rows', async () => {
    const filter = {
      paymentType: ['manual'],
      brands: [ownBrand],
      createdAt_gte: '2020-01-31',
      name_like: 'Zeb',
      q: 'bra',
    }
    const [head, ...rows] = linesOf(
      (
        await office.root.get(
          exportPath('affiliate', { format: 'table', language: 'en', columns: ['name', 'cpf'], filter }),
        )
      ).body,
    )
    expect(head).toMatchObject({
      name: 'Affiliates',
      total: 1,
      columns: [
        { key: 'name', label: 'Name', kind: 'text' },
        { key: 'cpf', label: 'CPF', kind: 'text' },
      ],
    })
    expect(head.criteria.rows).toEqual(
      expect.arrayContaining([
        ['', '1 row with the current filters'],
        ['Payment type', 'Manual'],
        ['Brands', 'Own brand'],
        ['Created', '31/01/2020 – …'],
        ['Name', '“Zeb”'],
        ['Search', '“bra”'],
        ['Columns', 'Name = name'],
        ['', 'CPF = cpf'],
      ]),
    )
    expect(rows).toEqual([['Zebra', expect.stringMatching(/^\d{11}$/)]])
  })
  test('a workbook holds the rows and, on a second sheet, what was asked for', async () => {
    const answer = await office.app.inject({
      url: exportPath('affiliate', {
        format: 'xlsx',
        language: 'pt',
        columns: ['id', 'name', 'cpf', 'createdAt'],
        sort: ['name', 'DESC'],
        filter: { name: 'Zebra' },
      }),
      headers: { authorization: `Bearer ${office.root.token}` },
    })
    const { SheetNames, Sheets } = read(answer.rawPayload)
    expect(SheetNames).toEqual(['Afiliados', 'Critérios'])
    expect(utils.sheet_to_json(Sheets['Afiliados']!, { header: 1 })).toEqual([
      ['Id', 'Nome', 'CPF', 'Criado em'],
      [expect.any(Number), 'Zebra', expect.stringMatching(/^\d{11}$/), expect.any(Number)],
    ])
    expect(utils.sheet_to_json(Sheets['Critérios']!, { header: 1 }).flat()).toEqual(
      expect.arrayContaining(['Nome', 'Zebra']),
    )
  })
})

describe('rights', () => {
  test('nobody exports without a session, or without the role to list', async () => {
    expect((await office.nobody.get(exportPath('affiliate'))).status).toBe(401)
    expect((await staff.get(exportPath('campaign'))).status).toBe(403)
  })
  test("only records in one's scope are in the file, and what they refer to outside it has no name", async () => {
    const rows = linesOf(
      (
        await staff.get(
          exportPath('affiliate', { format: 'ndjson', columns: ['name', 'brands'], sort: ['name', 'ASC'] }),
        )
      ).body,
    )
    expect(rows).toEqual([
      { name: '=HYPERLINK("http://evil")', brands: expect.stringMatching(/^Own brand, #\d+$/) },
      { name: 'Zebra', brands: 'Own brand' },
    ])
  })
  test('a field one may not see is no column, and is refused as one that does not exist', async () => {
    const [head] = linesOf((await staff.get(exportPath('affiliate', { format: 'table', language: 'en' }))).body)
    expect(head.columns.map(({ key }: { key: string }) => key)).not.toContain('paymentKey')
    const [hidden, unknown] = [
      await staff.get(exportPath('affiliate', { columns: ['paymentKey'] })),
      await staff.get(exportPath('affiliate', { columns: ['noSuchField'] })),
    ]
    expect([hidden.status, hidden.body.code, hidden.body.details.paymentKey]).toEqual([
      unknown.status,
      unknown.body.code,
      unknown.body.details.noSuchField,
    ])
  })
  test.each([
    [{ format: 'pdf' }, 'invalid_request'],
    [{ language: 'fr' }, 'validation_failed'],
    [{ columns: 'name' }, 'invalid_request'],
    [{ columns: [] }, 'invalid_request'],
    [{ columns: [{}] }, 'validation_failed'],
    [{ range: [0, 9] }, 'validation_failed'],
    [{ page: '1' }, 'validation_failed'],
    [{ filter: '{' }, 'invalid_request'],
    [{ sort: ['name', 'UP'] }, 'invalid_request'],
  ])('%j is refused before anything is written', async (query, code) => {
    const { status, body } = await office.root.get(exportPath('affiliate', query))
    expect([status, body.code]).toEqual([
      400,
      code === 'validation_failed' && 'language' in query ? 'invalid_language' : code,
    ])
  })
})

describe('a long list', () => {
  test('is whole and in the order of the list, as it stood when the export began', async () => {
    const answer = await listen({ format: 'ndjson', columns: ['name'], sort: ['name', 'DESC'] })
    expect(answer.headers.get('x-total-count')).toBe(String(manyCount))
    await build(office.root, 'campaign', { name: 'AAA begun later', brand: ownBrand })
    const names = linesOf(await answer.text()).map(({ name }) => name)
    expect(names).toHaveLength(manyCount)
    expect(names).toEqual(names.toSorted().reverse())
    await sql`delete from campaign where name like 'AAA%'`.execute(office.database.db)
  })
  test('is read no further once whoever asked has gone', async () => {
    for (const format of ['csv', 'xlsx', 'table']) {
      const controller = new AbortController()
      const answer = await listen({ format }, controller.signal)
      await answer.body!.getReader().read()
      controller.abort()
      await expect.poll(openTransactions).toBe(0)
    }
  })
  test('waits for others: beyond four at once one is told to try later', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => listen({ format: 'csv' })))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect([statuses.slice(0, 4), statuses.at(-1)]).toEqual([[200, 200, 200, 200], 429])
    for (const answer of answers)
      if (answer.status === 200) expect((await answer.text()).split('\r\n')).toHaveLength(manyCount + 2)
      else expect(JSON.parse(await answer.text()).code).toBe('too_many_requests')
    const answer = await listen({ format: 'csv', filter: { id: [1] } })
    expect([answer.status, (await answer.text()).split('\r\n').length]).toEqual([200, 3])
  })
})

test('rows inside a record are one cell', async () => {
  const { id } = await buildReward(office.root, {
    calculation: 'dynamic',
    percentage: null,
    value: null,
    tierMode: 'marginal',
    tiers: [{ from: 0, percentage: 10 }],
  })
  const [row] = linesOf(
    (await office.root.get(exportPath('reward', { format: 'ndjson', columns: ['tiers'], filter: { id: [id] } }))).body,
  )
  expect(JSON.parse(row.tiers)).toMatchObject([{ from: 0, percentage: 10, value: null }])
})

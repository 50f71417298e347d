import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#resources/index.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { recordColumns, tableAs } from '#engine/records/server/query/columns.ts'
import { selectionOf } from '#engine/records/server/query/selection.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { prepareSchema } from '#cli/support/prepareSchema.ts'
import { asOwner, asSuperuser, createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

const rowCount = 100_000
const resource = resources.affiliate as unknown as AnyResource
let office: Office
beforeAll(async () => {
  office = await openOffice()
  const { db } = office.database
  await sql`insert into affiliate (name, alias, token, cpf, email) select md5(n::text), null, 'af-' || md5('t' || n),
    lpad((n::bigint * 7919)::text, 11, '0'), 'person' || n || '@example.test'
    from generate_series(1, ${rowCount}::integer) n`.execute(db)
  await sql`insert into affiliate (name, token, cpf, email) values ('Ação Ímpar 100%', 'af-needle', '52998224725',
    'needle@example.test')`.execute(db)
  // An index takes new rows into a list of pending ones first; upkeep merges them in.
  await sql.raw('vacuum analyze affiliate').execute(asOwner(office.database))
}, 120_000)
afterAll(() => office.close())

/** The plan of a page of 25 as the list asks for it. */
async function planOf(filter: Record<string, unknown>): Promise<string> {
  const context = { database: office.database, environment: office.environment, now: () => new Date() }
  const actor = systemActor('test')
  const { where, order } = await selectionOf(
    { context, actor, resource, origin: '' },
    { filter: JSON.stringify(filter), sort: '["name","ASC"]' },
  )
  const { rows } = await sql<{
    'QUERY PLAN': string
  }>`explain select ${recordColumns({ resource, actor })} from ${tableAs(resource)} where ${where} order by ${order}
    limit 25`.execute(office.database.db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('searching 100,000 names', () => {
  test.each([{ q: 'Ímpar' }, { q: 'needle' }, { q: '529.982.247-25' }, { q: '100%' }])(
    '%j reads the indexes of every searched field',
    async (filter) => {
      const plan = await planOf(filter)
      for (const field of ['name', 'alias', 'token', 'cpf', 'email'])
        expect(plan).toContain(`Bitmap Index Scan on affiliate_${field}_search`)
      expect(plan).not.toContain('Seq Scan on affiliate')
      expect(
        (await office.root.get(`/api/affiliate?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body.map(
          ({ token }: { token: string }) => token,
        ),
      ).toEqual(['af-needle'])
    },
  )
  test.each([
    ['name_like', 'ímpar', 'name'],
    ['email_like', 'NEEDLE', 'email'],
    ['token_like', 'eedl', 'token'],
  ])('%s reads the index of its field, whatever the case', async (key, value, field) => {
    expect(await planOf({ [key]: value })).toContain(`Bitmap Index Scan on affiliate_${field}_search`)
    expect(
      (await office.root.get(`/api/affiliate?filter=${encodeURIComponent(JSON.stringify({ [key]: value }))}`)).body,
    ).toHaveLength(1)
  })
  // What a page answers says nothing of its plan: the index itself counts how often it was read.
  const scans = async () => {
    const { rows } = await sql<{ scans: number }>`select pg_stat_get_numscans('affiliate_name_search'::regclass)::int
      as scans`.execute(office.database.db)
    return rows[0]!.scans
  }
  test.each([
    // Nothing is due to it.
    ['payees', (q: string) => `/api/payment/owners?q=${encodeURIComponent(q)}`, '[]'],
    [
      'pickers',
      (q: string) => `/api/affiliate?filter=${encodeURIComponent(JSON.stringify({ q }))}&range=[0,24]`,
      'Ação Ímpar 100%',
    ],
    ['the palette', (q: string) => `/api/search?q=${encodeURIComponent(q)}`, 'Ação Ímpar 100%'],
  ])('%s read the index of names, typed without accents', async (_, pathOf, found) => {
    const before = await scans()
    const { status, body } = await office.root.get(pathOf('acao impar'))
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining(found)])
    // A session tells what it read with a later transaction.
    const again = async () => {
      await office.root.get(pathOf('acao impar'))
      return scans()
    }
    await expect.poll(again, { timeout: 15_000, interval: 1_100 }).toBeGreaterThan(before)
  })
  test('Ctrl+K finds among them', async () => {
    const { body } = await office.root.get(`/api/search?q=${encodeURIComponent('ímpar')}`)
    expect(body[0]).toMatchObject({ resource: 'affiliate', records: [{ name: 'Ação Ímpar 100%' }] })
  })
})

describe('a server that does not allow the extension', () => {
  let given: TestDatabase
  const lines: string[] = []
  // An owner who may create no role is told so at every start: see fence.test.ts.
  const log = (line: string) => void (line.includes('second fence') || lines.push(line))
  const indexes = async () =>
    (
      await sql<{ name: string }>`select indexname as name from pg_indexes where indexname like '%\\_search'`.execute(
        given.database.db,
      )
    ).rows.length
  beforeAll(async () => {
    given = await createTestDatabase({ empty: true })
  })
  afterAll(async () => {
    await sql.raw('drop owned by limited cascade').execute(asSuperuser(given.database))
    await given.drop()
    await sql.raw('drop role limited').execute(asSuperuser(office.database))
  })

  test('starts all the same and says what to ask for; the indexes are made once it is there', async () => {
    const db = asSuperuser(given.database)
    await sql.raw("create role limited login password 'secret'").execute(db)
    await sql.raw('grant all on schema public to limited').execute(db)
    const address = new URL(given.url)
    address.username = 'limited'
    address.password = 'secret'
    await prepareSchema({ url: address.href, ownerUrl: undefined, isEmbedded: false, fence: undefined, log })
    expect(lines.filter((line) => line.includes('pg_trgm'))).toEqual([
      expect.stringMatching(/^Searching long lists is slower .*permission denied.*CREATE EXTENSION pg_trgm/),
    ])
    expect(await indexes()).toBe(0)

    await sql.raw('create extension pg_trgm').execute(db)
    lines.length = 0
    await prepareSchema({ url: address.href, ownerUrl: undefined, isEmbedded: false, fence: undefined, log })
    expect(lines.some((line) => line.includes('affiliate_name_search'))).toBe(true)
    expect(await indexes()).toBeGreaterThan(20)
    lines.length = 0
    await prepareSchema({ url: address.href, ownerUrl: undefined, isEmbedded: false, fence: undefined, log })
    expect(lines).toEqual([])
  })
})

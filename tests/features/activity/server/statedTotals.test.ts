import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#engine/declaration/actor.ts'
import { importFeed } from '#features/activity/server/feed/importFeed.ts'
import { buildBrand, buildCompany, buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { writeFeed } from './support/feeds.ts'

describe('totals that somebody states of months', () => {
  let office: Office
  let brand: BuiltRecord
  const path = () => `/api/brand/${brand.id}/feed/control`
  const state = (body: unknown) => office.root.put(path(), body)
  beforeAll(async () => {
    office = await openOffice()
    brand = await buildBrand(office.root)
    await importFeed({
      database: office.database,
      path: writeFeed('date;affiliate;token;registrations;ftd;ggr\n2026-08-30;a1;a1-x;7;3;100.00\n'),
      brandSlug: brand.slug as string,
      actor: systemActor('import'),
      zone: 'UTC',
      now: () => new Date('2026-11-20T12:00:00Z'),
      createMissing: true,
    })
  })
  afterAll(() => office.close())

  it('are compared with what is booked, typed one by one', async () => {
    const totals = [
      { month: '2026-08', measure: 'registrations', value: '9' },
      { month: 'ago/26', measure: 'ggr', value: '100.00' },
    ]
    const { status, body } = await state({ totals })
    expect(status).toBe(200)
    expect(body).toEqual([
      { month: '2026-08', measure: 'registrations', theirs: '9', ours: '7', difference: '-2', isStated: true },
      { month: '2026-08', measure: 'ggr', theirs: '100.00', ours: '100.00', difference: '0.00', isStated: true },
    ])
    expect((await office.root.get(path())).body).toEqual(body)
    const { rows } = await sql`select changes from activity_log where object = 'brand' and object_id = ${brand.id}
      and operation = 'update'`.execute(office.database.db)
    expect(JSON.stringify(rows)).toContain('statedTotals')
  })

  it('are read from a table as it is copied from a spreadsheet, and replace what was stated before', async () => {
    const { body } = await state({
      table: 'Mês\tCadastros\tFTD\tGross revenue\nago/26\t7\t3\t1.100,50\n09/2026\t-\t1\t\n',
    })
    expect(
      body.map(({ month, measure, theirs, difference }: Record<string, string>) => [
        month,
        measure,
        theirs,
        difference,
      ]),
    ).toEqual([
      ['2026-08', 'registrations', '7', '0'],
      ['2026-08', 'ftd', '3', '0'],
      ['2026-08', 'ggr', '1100.50', '-1000.50'],
      ['2026-09', 'ftd', '1', '-1'],
    ])
  })

  it('are taken back with null', async () => {
    const none = ['registrations', 'ftd', 'ggr'].flatMap((measure) =>
      ['2026-08', '2026-09'].map((month) => ({ month, measure, value: null })),
    )
    expect((await state({ totals: none })).body).toEqual([])
  })

  it('are refused where a month or number cannot be read, cell by cell', async () => {
    const totals = [
      { month: '2026-13', measure: 'ftd', value: '1' },
      { month: '2026-08', measure: 'ftd', value: '1.5' },
    ]
    const { status, body } = await state({ totals })
    expect([status, Object.keys(body.errors)]).toEqual([400, ['totals.1.month', 'totals.2.value']])
    expect((await state({ table: 'a;b\n1;2\n' })).body.errors).toHaveProperty('table')
    expect((await state({ totals: [{ month: '2026-08', measure: 'evil', value: 1 }] })).status).toBe(400)
  })

  it('are stated by who may change the brand', async () => {
    const other = await buildCompany(office.root)
    const theirs = await buildBrand(office.root, { company: other.id })
    const given = { company: other.id, allowedBrands: [theirs.id] }
    const foreign = await buildStaff(office.app, office.root, { ...given, roles: ['brand'] })
    const without = await buildStaff(office.app, office.root, { ...given, roles: ['affiliate'] })
    const body = { totals: [{ month: '2026-08', measure: 'ftd', value: 1 }] }
    expect((await foreign.put(path(), body)).status).toBe(404)
    expect((await without.put(`/api/brand/${theirs.id}/feed/control`, body)).status).toBe(403)
  })
})

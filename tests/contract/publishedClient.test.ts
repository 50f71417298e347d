import simpleRestProvider from 'ra-data-simple-rest'
import { fetchUtils } from 'react-admin'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildBrand, buildCampaign, buildCompany } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { readOnlyEntities, writableEntities } from './entities.ts'

let office: Office
let client: ReturnType<typeof simpleRestProvider>
const page = (perPage: number, number = 1) => ({ page: number, perPage })

beforeAll(async () => {
  office = await openOffice()
  const address = await office.app.listen({ port: 0, host: '127.0.0.1' })
  client = simpleRestProvider(`${address}/api`, (url, options = {}) =>
    fetchUtils.fetchJson(url, { ...options, user: { authenticated: true, token: `Bearer ${office.root.token}` } }),
  )
})
afterAll(() => office.close())

describe.each(writableEntities)('the published ra-data-simple-rest client on $name', ({ name, build, text }) => {
  test('creates, reads, lists, changes and removes records', async () => {
    const first = await build(office.root)
    const second = await build(office.root)
    const sorted = { field: 'id', order: 'ASC' } as const
    const { data: one } = await client.getOne(name, { id: first.id })
    // A link's address begins with the host under which the reader reached the server.
    expect({ ...one, address: null }).toEqual({ ...first, address: null })
    const list = await client.getList(name, { pagination: page(1000), sort: sorted, filter: {} })
    expect(list.data.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]))
    expect(list.total).toBe(list.data.length)
    const many = await client.getMany(name, { ids: [second.id, first.id] })
    expect(many.data.map(({ id }) => id).toSorted((one_, other) => one_ - other)).toEqual([first.id, second.id])
    const value = `Changed ${first.id}`
    const changed = await client.update(name, {
      id: first.id,
      data: { ...one, [text.field]: value },
      previousData: one,
    })
    expect(changed.data).toMatchObject({ id: first.id, [text.field]: value, version: first.version + 1 })
    const removed = await client.delete(name, { id: first.id, previousData: first })
    expect(removed.data).toMatchObject({ id: first.id, [text.field]: value })
    await expect(client.getOne(name, { id: first.id })).rejects.toMatchObject({ status: 404 })
  })

  test('changes and removes many at once', async () => {
    const records = [await build(office.root), await build(office.root), await build(office.root)]
    const ids = records.map(({ id }) => id)
    const same = await client.updateMany(name, { ids, data: {} })
    expect(same.data).toEqual(ids)
    const removed = await client.deleteMany(name, { ids })
    expect(removed.data).toEqual(ids)
    expect((await client.getMany(name, { ids })).data).toEqual([])
  })
})

describe.each(readOnlyEntities.map((name) => ({ name })))(
  'the published client on $name, which the server alone writes',
  ({ name }) => {
    test('lists, and is refused to write', async () => {
      const list = await client.getList(name, {
        pagination: page(25),
        sort: { field: 'id', order: 'DESC' },
        filter: {},
      })
      expect(list.total).toBeGreaterThanOrEqual(list.data.length)
      // An entry can be asked for, as an adjustment, a correction as well, and a period made; of nothing they are not.
      await expect(client.create(name, { data: {} })).rejects.toMatchObject({
        status: ['entry', 'period', 'correction'].includes(name) ? 400 : 403,
      })
      await expect(client.update(name, { id: 1, data: {}, previousData: { id: 1 } })).rejects.toMatchObject({
        status: 403,
      })
      await expect(client.delete(name, { id: 1, previousData: { id: 1 } })).rejects.toMatchObject({ status: 403 })
    })
  },
)

describe('the published client on long lists', () => {
  test('gets 1,000 records by their ids, and pages through them with a stable order and the right total', async () => {
    const brand = await buildBrand(office.root)
    const { rows } = await office.database.db
      .insertInto('campaign')
      .values(Array.from({ length: 1000 }, () => ({ name: 'Tie', brand: brand.id })))
      .returning('id')
      .execute()
      .then((inserted) => ({ rows: inserted }))
    const ids = rows.map(({ id }) => id as number)
    const many = await client.getMany('campaign', { ids })
    expect(many.data).toHaveLength(1000)
    const seen: number[] = []
    for (let number = 1; number <= 4; number += 1) {
      const { data, total } = await client.getList('campaign', {
        pagination: page(250, number),
        sort: { field: 'name', order: 'ASC' },
        filter: { brand: brand.id },
      })
      expect(total).toBe(1000)
      seen.push(...data.map(({ id }) => id as number))
    }
    expect(seen).toEqual(ids.toSorted((first, second) => first - second))
    const beyond = await client.getList('campaign', {
      pagination: page(250, 9),
      sort: { field: 'name', order: 'ASC' },
      filter: { brand: brand.id },
    })
    expect(beyond).toMatchObject({ data: [], total: 1000 })
  })

  test('may name 1,000 ids of the longest kind', async () => {
    const ids = Array.from({ length: 1000 }, (_, number) => 9_007_199_254_740_991 - number)
    expect((await client.getMany('campaign', { ids })).data).toEqual([])
  })

  test('gets the records that refer to another one', async () => {
    const brand = await buildBrand(office.root)
    const campaign = await buildCampaign(office.root, { brand: brand.id })
    await buildCampaign(office.root)
    const found = await client.getManyReference('campaign', {
      target: 'brand',
      id: brand.id,
      pagination: page(25),
      sort: { field: 'id', order: 'DESC' },
      filter: {},
    })
    expect(found).toMatchObject({ data: [{ id: campaign.id }], total: 1 })
  })

  test('gets an empty list with a total of 0', async () => {
    const company = await buildCompany(office.root)
    const found = await client.getList('brand', {
      pagination: page(25),
      sort: { field: 'id', order: 'ASC' },
      filter: { company: company.id },
    })
    expect(found).toMatchObject({ data: [], total: 0 })
  })
})

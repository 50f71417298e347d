import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#engine/server/database/connect.ts'
import { listPath } from '#tests/contract/entities.ts'
import { asSuperuser } from '#tests/support/database.ts'
import { buildAffiliate, buildBrand, buildCampaign, buildCompany, buildStaff } from '#tests/support/builders.ts'
import { type Client, openTwoServers, type TwoServers } from '#tests/support/office.ts'

let servers: TwoServers
let made: { readonly database: Database }
let second: Database
let one: Client
let other: Client
beforeAll(async () => {
  servers = await openTwoServers()
  second = servers.databases[1]
  made = { database: servers.databases[0] }
  ;[one, other] = servers.clients
})
afterAll(() => servers.close())

const totalOf = async (client: Client, entity: string, filter: unknown = {}) =>
  Number((await client.get(listPath(entity, { filter, range: [0, 0] }))).headers['content-range']!.split('/')[1])

describe('the total of a list', () => {
  test('follows every write at once, of whatever server and of plain SQL', async () => {
    const brand = await buildBrand(one)
    for (const client of [one, other]) expect(await totalOf(client, 'campaign', { brand: brand.id })).toBe(0)
    const campaign = await buildCampaign(other, { brand: brand.id })
    for (const client of [one, other, one]) expect(await totalOf(client, 'campaign', { brand: brand.id })).toBe(1)
    await sql`insert into campaign (name, brand) select 'Plain', ${brand.id} from generate_series(1, 9)`.execute(
      made.database.db,
    )
    for (const client of [one, other, one]) expect(await totalOf(client, 'campaign', { brand: brand.id })).toBe(10)
    await one.delete(`/api/campaign/${campaign.id}`)
    for (const client of [other, one]) expect(await totalOf(client, 'campaign', { brand: brand.id })).toBe(9)
  })

  test('is not touched by a write that is not committed, and follows its commit', async () => {
    const brand = await buildBrand(one)
    const total = () => totalOf(one, 'campaign', { brand: brand.id })
    await made.database.db.transaction().execute(async (transaction) => {
      await sql`insert into campaign (name, brand) values ('Open', ${brand.id})`.execute(transaction)
      // Counted while the write is under way, and used again: its snapshot has not seen the write.
      for (let round = 0; round < 3; round += 1) expect(await total()).toBe(0)
    })
    expect(await total()).toBe(1)
  })

  test('of staff follows what their scope hangs on', async () => {
    const company = await buildCompany(one)
    const [first, later] = [
      await buildBrand(one, { company: company.id }),
      await buildBrand(one, { company: company.id }),
    ]
    const staff = await buildStaff(servers.apps[0], one, {
      company: company.id,
      allowedBrands: [first.id, later.id],
      roles: ['campaign', 'affiliate', 'partner'],
    })
    await buildCampaign(one, { brand: later.id })
    expect(await totalOf(staff, 'campaign')).toBe(1)
    await sql`update brand set company = company + 1000000 where id = ${later.id}`.execute(made.database.db)
    expect(await totalOf(staff, 'campaign')).toBe(0)
    const before = await totalOf(staff, 'affiliate')
    await buildAffiliate(one, { brands: [first.id] })
    expect(await totalOf(staff, 'affiliate')).toBe(before + 1)
  })

  test('never lags behind what was committed, under writes and lists at once', async () => {
    const brand = await buildBrand(one)
    let committed = 0
    const writes = async () => {
      for (let number = 0; number < 40; number += 1) {
        await sql`insert into campaign (name, brand) values ('Busy', ${brand.id})`.execute(second.db)
        committed += 1
      }
    }
    const lists = async (client: Client) => {
      for (let number = 0; number < 40; number += 1) {
        const least = committed
        const total = await totalOf(client, 'campaign', { brand: brand.id })
        expect(total).toBeGreaterThanOrEqual(least)
      }
    }
    await Promise.all([writes(), lists(one), lists(other), lists(one)])
    expect(await totalOf(one, 'campaign', { brand: brand.id })).toBe(40)
  })

  test('is remembered: a write that leaves no trace in table_change is not noticed, the next one that does is', async () => {
    const brand = await buildBrand(one)
    const total = () => totalOf(one, 'campaign', { brand: brand.id })
    expect(await total()).toBe(0)
    await asSuperuser(made.database)
      .transaction()
      .execute(async (transaction) => {
        await sql`set local session_replication_role = replica`.execute(transaction)
        await sql`insert into campaign (name, brand) values ('Unnoticed', ${brand.id})`.execute(transaction)
      })
    expect(await total()).toBe(0)
    await buildCampaign(one, { brand: brand.id })
    expect(await total()).toBe(2)
  })
})

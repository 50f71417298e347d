import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listPath } from '#tests/contract/entities.ts'
import { type BuiltRecord, buildBrand, buildCampaign, buildCompany, buildStaff } from '#tests/support/builders.ts'
import { type Client, openTwoServers, type TwoServers } from '#tests/support/office.ts'

let servers: TwoServers
let root: Client
beforeAll(async () => {
  servers = await openTwoServers()
  root = servers.clients[0]
})
afterAll(() => servers.close())

interface Staff {
  readonly one: Client
  readonly other: Client
  readonly id: number
  readonly brands: readonly BuiltRecord[]
  readonly campaign: BuiltRecord
}

/** Somebody with two brands whose session both servers know already, from lists and records they were shown. */
async function knownStaff(): Promise<Staff> {
  const company = await buildCompany(root)
  const brands = [await buildBrand(root, { company: company.id }), await buildBrand(root, { company: company.id })]
  const campaign = await buildCampaign(root, { brand: brands[1]!.id })
  const staff = await buildStaff(servers.apps[0], root, {
    company: company.id,
    allowedBrands: brands.map(({ id }) => id),
    roles: ['campaign', 'brand'],
  })
  const [one, other] = servers.both(staff)
  for (const client of [one, other, one, other]) {
    expect((await client.get(listPath('campaign', {}))).body).toHaveLength(1)
    expect((await client.get(`/api/campaign/${campaign.id}`)).status).toBe(200)
  }
  return { one, other, id: (await one.get('/api/me')).body.id as number, brands, campaign }
}

/** What a list and a record are answered by each server: the code of an error, else the status. */
const outcomes = async ({ one, other, campaign }: Staff) => {
  const answers = []
  for (const client of [one, other])
    for (const path of [listPath('campaign', {}), `/api/campaign/${campaign.id}`]) answers.push(await client.get(path))
  return answers.map(({ status, body }) => (status === 200 ? 200 : body.code))
}
const four = <Outcome>(outcome: Outcome) => [outcome, outcome, outcome, outcome]

describe('reading with a session the server knows', () => {
  test('ends with the session, at every server at once', async () => {
    const staff = await knownStaff()
    expect((await staff.other.post('/logout')).status).toBeLessThan(300)
    expect(await outcomes(staff)).toEqual(four('session_expired'))
  })

  test('ends with the user', async () => {
    const staff = await knownStaff()
    await root.delete(`/api/user/${staff.id}`)
    expect(await outcomes(staff)).toEqual(four('session_expired'))
  })

  test('takes a role away with the next request, and gives one with the next request', async () => {
    const staff = await knownStaff()
    await sql`update "user" set roles = '{brand}' where id = ${staff.id}`.execute(servers.databases[0].db)
    expect(await outcomes(staff)).toEqual(four('forbidden'))
    await sql`update "user" set roles = '{brand,campaign}' where id = ${staff.id}`.execute(servers.databases[0].db)
    expect(await outcomes(staff)).toEqual(four(200))
  })

  test('narrows to the brands that are left', async () => {
    const staff = await knownStaff()
    await sql`update "user" set allowed_brands = ${[staff.brands[0]!.id]}::bigint[] where id = ${staff.id}`.execute(
      servers.databases[1].db,
    )
    for (const client of [staff.one, staff.other]) expect((await client.get(listPath('campaign', {}))).body).toEqual([])
    expect((await staff.one.get(`/api/campaign/${staff.campaign.id}`)).status).toBe(404)
  })

  test('is over when its time is over, whatever was known', async () => {
    const staff = await knownStaff()
    await sql`update session set expires_at = now() - interval '1 second' where user_id = ${staff.id}`.execute(
      servers.databases[0].db,
    )
    expect(await outcomes(staff)).toEqual(four('session_expired'))
  })

  test('answers errors of the request as ever', async () => {
    const { one } = await knownStaff()
    expect((await one.get('/api/campaign/999999999')).status).toBe(404)
    expect((await one.get(listPath('campaign', { filter: { nothing: 1 } }))).status).toBe(400)
    expect((await one.get(listPath('user', {}))).status).toBe(403)
  })
})

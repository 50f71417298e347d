import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBrand, buildCampaign, buildStaff } from '#tests/support/builders.ts'
import { openTwoServers, type TwoServers } from '#tests/support/office.ts'
import { type Listening, listenAt } from './listening.ts'

let servers: TwoServers
let addresses: string[]
const heard: Listening[] = []

beforeAll(async () => {
  servers = await openTwoServers()
  addresses = await Promise.all(servers.apps.map((app) => app.listen({ port: 0, host: '127.0.0.1' })))
})
afterAll(async () => {
  for (const { leave } of heard) leave()
  await servers?.close()
})

async function at(server: 0 | 1, token: string | undefined, open: string): Promise<Listening> {
  const listening = await listenAt(addresses[server]!, token, open)
  heard.push(listening)
  return listening
}

/** A campaign, and a colleague of root who may read it. */
async function campaignAndColleague() {
  const [root] = servers.clients
  const brand = await buildBrand(root)
  const staff = await buildStaff(servers.apps[0], root, {
    roles: ['campaign'],
    company: brand.company,
    allowedBrands: [brand.id],
  })
  return { root, brand, staff, open: `campaign/${(await buildCampaign(root, { brand: brand.id })).id}` }
}

const named = { kind: 'open', names: [expect.any(String)] }
const alone = { kind: 'open', names: [] }

describe('who else has a record open, at several servers', () => {
  it('is told of people at another server as they come and as they leave', async () => {
    const { root, staff, open } = await campaignAndColleague()
    const mine = await at(0, root.token, open)
    expect(await mine.next()).toEqual(alone)
    const theirs = await at(1, staff.token, open)
    expect(await theirs.next()).toEqual(named)
    expect(await mine.next()).toEqual(named)
    theirs.leave()
    expect(await mine.next()).toEqual(alone)
  })

  it('is no longer told of whom a server that died said nothing again', async () => {
    const { root, open } = await campaignAndColleague()
    const [, record] = open.split('/')
    const [{ db }] = servers.databases
    await sql`insert into record_open (object, record, server, "user", name, seen_at) values
      ('campaign', ${record}::bigint, gen_random_uuid(), 999, 'Of a server that died', now() - interval '30 seconds')`.execute(
      db,
    )
    expect(await (await at(0, root.token, open)).next()).toEqual(alone)
  })

  it('names nobody to whom the record was taken meanwhile', async () => {
    const { root, brand, staff, open } = await campaignAndColleague()
    const theirs = await at(1, staff.token, open)
    expect(await theirs.next()).toEqual(alone)
    const other = await buildBrand(root, { company: brand.company })
    const { rows } = await sql<{ id: number }>`select id from "user" order by id desc limit 1`.execute(
      servers.databases[0].db,
    )
    await sql`update "user" set allowed_brands = array[${other.id}::bigint] where id = ${rows[0]!.id}`.execute(
      servers.databases[0].db,
    )
    await at(0, root.token, open)
    expect(await theirs.next()).toEqual(alone)
  })
})

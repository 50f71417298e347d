import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveEvent } from '#engine/live/answers/live.ts'
import {
  buildAccessKey,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildPartner,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'
import { listenAt } from './listening.ts'

let office: Office
let address: string
const leaves: (() => void)[] = []

beforeAll(async () => {
  office = await openOffice()
  address = await office.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const leave of leaves) leave()
  // Those that nobody asks anything of any more would be waited for.
  office?.app.server.closeAllConnections()
  await office?.close()
})

/** Listens as a page does. @returns the next event; null once the stream has ended */
async function listening(client: Client, open = ''): Promise<() => Promise<LiveEvent | null>> {
  const { next, leave } = await listenAt(address, client.token, open)
  leaves.push(leave)
  return next
}

describe('what others do', () => {
  it('is told as it happens, of records in one’s scope alone, and never of one’s own writes', async () => {
    const [mine, other] = [await buildBrand(office.root), await buildBrand(office.root)]
    const staff = await buildStaff(office.app, office.root, {
      roles: ['campaign'],
      company: mine.company,
      allowedBrands: [mine.id],
    })
    const [heard, ownHeard] = [await listening(staff), await listening(office.root)]
    await buildCampaign(office.root, { brand: other.id })
    const { id } = await buildCampaign(office.root, { brand: mine.id })
    expect(await heard()).toEqual({ kind: 'changed', resource: 'campaign', ids: [id], by: expect.any(String) })
    const { id: second } = await buildCampaign(staff, { brand: mine.id })
    expect(await ownHeard()).toMatchObject({ resource: 'campaign', ids: [second] })
  })

  it('tells root that a job began and went on, and nobody else', async () => {
    const brand = await buildBrand(office.root)
    const staff = await buildStaff(office.app, office.root, {
      roles: ['campaign'],
      company: brand.company,
      allowedBrands: [brand.id],
    })
    const { nextJob, leave } = await listenAt(address, staff.token)
    const root = await listenAt(address, office.root.token)
    leaves.push(root.leave)
    const isTold = nextJob()
    await sql`insert into job (kind, state) values ('cleanUp', 'running')`.execute(office.database.db)
    expect(await root.nextJob()).toEqual({ kind: 'job' })
    await sql`update job set progress = '{"done": 1, "total": 2}' where kind = 'cleanUp'`.execute(office.database.db)
    expect(await root.nextJob()).toEqual({ kind: 'job' })
    await sql`delete from job where kind = 'cleanUp'`.execute(office.database.db)
    leave()
    expect(await isTold.catch(() => null)).toBeNull()
  })

  it('tells how far a feed file is to whoever uploaded it, and nobody else', async () => {
    const brand = await buildBrand(office.root)
    const staff = await buildStaff(office.app, office.root, {
      roles: ['brand'],
      company: brand.company,
      allowedBrands: [brand.id],
    })
    const [own, root] = [await listenAt(address, staff.token), await listenAt(address, office.root.token)]
    leaves.push(own.leave)
    const isTold = root.nextUpload()
    const { db } = office.database
    const { id: me } = (await staff.get('/api/me')).body
    // As the job leaves them, which takes none that is still being received.
    const { rows } = await sql<{ id: number }>`insert into feed_upload (brand, file_name, create_missing, created_by,
      created_by_name, created_at, updated_at) values (${brand.id}, 'a.csv', false, ${me}, 'Bia', now(), now())
      returning id`.execute(db)
    const { id } = rows[0]!
    expect(await own.nextUpload()).toMatchObject({ kind: 'upload', brand: brand.id, id, step: 'check' })
    await sql`update feed_upload set progress = '{"rows": 7}' where id = ${id}`.execute(db)
    expect(await own.nextUpload()).toMatchObject({ id, progress: { rows: 7 } })
    await sql`update feed_upload set state = 'done', progress = null, finished_at = now() where id = ${id}`.execute(db)
    expect(await own.nextUpload()).toMatchObject({ id, state: 'done', progress: null })
    root.leave()
    expect(await isTold.catch(() => null)).toBeNull()
  })

  it('says who else has a record open, to whoever may read it', async () => {
    const [brand, other] = [await buildBrand(office.root), await buildBrand(office.root)]
    const staff = await buildStaff(office.app, office.root, {
      roles: ['campaign'],
      company: brand.company,
      allowedBrands: [brand.id],
    })
    const campaign = (await buildCampaign(office.root, { brand: brand.id })).id
    const hidden = (await buildCampaign(office.root, { brand: other.id })).id
    const root = await listening(office.root, `campaign/${campaign}`)
    expect(await root()).toEqual({ kind: 'open', names: [] })
    await listening(staff, `campaign/${hidden}`)
    const there = await listening(staff, `campaign/${campaign}`)
    expect(await there()).toEqual({ kind: 'open', names: [expect.any(String)] })
    expect(await root()).toEqual({ kind: 'open', names: [expect.any(String)] })
  })

  it('ends with the session, and is for whoever is signed in', async () => {
    const brand = await buildBrand(office.root)
    const staff = await buildStaff(office.app, office.root, {
      roles: ['campaign'],
      company: brand.company,
      allowedBrands: [brand.id],
    })
    const heard = await listening(staff)
    expect((await staff.post('/logout', {})).status).toBe(200)
    expect(await heard()).toBeNull()
    expect((await office.nobody.get('/api/live')).status).toBe(401)
    expect((await office.root.get('/api/live?closed=1')).status).toBe(400)
  }, 40_000)

  it('is asked by no more tabs than somebody has, and about nothing that is no record', async () => {
    const brand = await buildBrand(office.root)
    const staff = await buildStaff(office.app, office.root, {
      roles: ['campaign'],
      company: brand.company,
      allowedBrands: [brand.id],
    })
    for (const none of ['constructor/1', '__proto__/1', 'toString/7']) await listening(staff, encodeURIComponent(none))
    const ask = async () => {
      const stop = new AbortController()
      leaves.push(() => stop.abort())
      const headers = { authorization: `Bearer ${staff.token}` }
      return fetch(`${address}/api/live`, { headers, signal: stop.signal })
    }
    // All are held: an answer that is collected as garbage closes its connection.
    const answers = [await ask()]
    while (answers.length < 25 && answers.at(-1)!.status === 200) answers.push(await ask())
    expect([answers.at(-1)!.status, answers.at(-1)!.headers.get('retry-after')]).toEqual([429, '15'])
    await listening(office.root)
  })

  it('names no colleague to whoever signed in with a partner’s key', async () => {
    const affiliate = await buildAffiliate(office.root, { brands: [(await buildBrand(office.root)).id] })
    const partner = await buildPartner(office.root, { affiliates: [affiliate.id] })
    const key = await buildAccessKey(office.root, 'partner', partner.id, { scope: 'signIn' })
    const { body } = await office.nobody.post('/login/partner', { token: key })
    const heard = await listening({ ...office.nobody, token: body.accessToken as string })
    const order = { affiliate: affiliate.id, day: '2026-01-05', currency: 'BRL', value: 10, reason: 'Bonus' }
    const { status, body: entry } = await office.root.post('/api/entry', order)
    expect(status).toBe(200)
    // That the affiliate came under the partner may be told after it began to listen.
    let event = await heard()
    while (event?.kind === 'changed' && event.resource === 'affiliate') event = await heard()
    expect(event).toEqual({ kind: 'changed', resource: 'entry', ids: [entry.id], by: '' })
  })
})

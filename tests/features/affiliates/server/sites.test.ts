import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leafHash } from '#lib/merkleLog/merkleTree.ts'
import { isIncluded } from '#lib/merkleLog/proofs.ts'
import {
  buildAccessKey,
  buildAffiliate,
  buildAffiliateSite,
  buildBrand,
  type BuiltRecord,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let affiliate: BuiltRecord
let neighbour: BuiltRecord
let own: Client
let theirs: Client
let staff: Client & { readonly user: BuiltRecord }
let colleague: Client
let third: Client
let outsider: Client

async function signedIn(of: BuiltRecord): Promise<Client> {
  const token = await buildAccessKey(office.root, 'affiliate', of.id, { scope: 'signIn' })
  return clientOf(office.app, (await office.nobody.post('/login/affiliate', { token })).body.accessToken)
}

beforeAll(async () => {
  office = await openOffice()
  const { app, root } = office
  const brand = await buildBrand(root)
  const company = brand.company as number
  const other = await buildBrand(root, { company })
  affiliate = await buildAffiliate(root, { name: 'Nina', company, brands: [brand.id] })
  neighbour = await buildAffiliate(root, { name: 'Olga', company, brands: [brand.id] })
  own = await signedIn(affiliate)
  theirs = await signedIn(neighbour)
  const roles = ['affiliate']
  staff = await buildStaff(app, root, { company, allowedBrands: [brand.id], roles: [...roles, 'home'] })
  colleague = await buildStaff(app, root, { company, allowedBrands: [brand.id], roles })
  third = await buildStaff(app, root, { company, allowedBrands: [brand.id], roles })
  outsider = await buildStaff(app, root, { company, allowedBrands: [other.id], roles })
})
afterAll(() => office.close())

let last = 0
async function declare(values: object = {}): Promise<BuiltRecord> {
  const given = { address: `nina-${(last += 1)}.example`, kind: 'website', language: 'pt', usage: 'Reviews' }
  const { status, body } = await own.post('/api/affiliateSite', { ...given, ...values })
  expect([status, body.state]).toEqual([200, 'waiting'])
  return body
}
const read = async (id: number) => (await staff.get(`/api/affiliateSite/${id}`)).body
const approve = async (id: number, by: Client = staff) =>
  by.post(`/api/affiliateSite/${id}/approve`, { version: (await read(id)).version })
const refuse = async (id: number, reason: unknown, by: Client = staff) =>
  by.post(`/api/affiliateSite/${id}/refuse`, { version: (await read(id)).version, reason })

describe('an affiliate', () => {
  test('declares its sites, each once, for itself alone', async () => {
    const site = await declare({ address: 'blog.nina.example/odds' })
    expect(site).toMatchObject({ address: 'https://blog.nina.example/odds', kind: 'website', usage: 'Reviews' })
    expect((await read(site.id)).affiliate).toBe(affiliate.id)
    const again = await own.post('/api/affiliateSite', { address: site.address, kind: 'blog', usage: 'Again' })
    expect([again.status, Object.keys(again.body.errors)]).toEqual([409, ['address']])
    const others = await own.post('/api/affiliateSite', {
      address: 'x.example',
      kind: 'blog',
      usage: 'X',
      affiliate: neighbour.id,
    })
    expect(others.status).toBe(403)
    for (const address of ['javascript:alert(1)', 'data:text/html,x', 'ftp://x.example', 'https://a@b.example', ''])
      expect((await own.post('/api/affiliateSite', { address, kind: 'blog', usage: 'X' })).status, address).toBe(400)
  })

  test('reads what was decided and why, but not by whom', async () => {
    const site = await declare()
    expect((await refuse(site.id, 'No page is there')).body).toEqual({ state: 'refused' })
    const { body } = await own.get(`/api/affiliateSite/${site.id}`)
    expect(body).toMatchObject({ state: 'refused', reason: 'No page is there' })
    expect(body).not.toHaveProperty('decidedBy')
    const { decisions } = (await own.get(`/api/portal/site/${site.id}/decision`)).body
    expect(decisions).toMatchObject([{ decision: 'refused', reason: 'No page is there' }])
    expect(JSON.stringify(decisions)).not.toContain(String(staff.user.email))
    expect((await staff.get(`/api/affiliateSite/${site.id}/decision`)).body.decisions).toMatchObject([
      { decision: 'refused', decidedBy: staff.user.email, declaredBy: 'Nina' },
    ])
  })

  test('waits again once it changes something; what was approved stays as it was', async () => {
    const site = await declare()
    await approve(site.id)
    const { version } = (await own.get(`/api/affiliateSite/${site.id}`)).body
    const { body } = await own.put(`/api/affiliateSite/${site.id}`, { version, usage: 'Something else' })
    expect(body).toMatchObject({ state: 'waiting', decidedAt: null, reason: null })
    await approve(site.id)
    const { decisions } = (await own.get(`/api/portal/site/${site.id}/decision`)).body
    expect(decisions.map(({ declaration }: BuiltRecord) => (declaration as BuiltRecord).usage)).toEqual([
      'Something else',
      'Reviews',
    ])
    for (const change of [{ state: 'refused' }, { reason: 'X' }, { affiliate: neighbour.id }])
      expect([400, 403]).toContain((await own.put(`/api/affiliateSite/${site.id}`, change)).status)
  })

  test('decides nothing, removes nothing, and sees nothing of its neighbour', async () => {
    const site = await declare()
    expect((await approve(site.id, own)).status).toBe(403)
    expect((await refuse(site.id, 'R', own)).status).toBe(403)
    expect((await own.delete(`/api/affiliateSite/${site.id}`)).status).toBe(403)
    expect((await own.get(`/api/affiliateSite/${site.id}/proof`)).status).toBe(403)
    expect((await theirs.get(`/api/affiliateSite/${site.id}`)).status).toBe(404)
    expect((await theirs.get(`/api/portal/site/${site.id}/decision`)).status).toBe(404)
    expect((await theirs.put(`/api/affiliateSite/${site.id}`, { usage: 'Mine' })).status).toBe(404)
    expect((await theirs.get('/api/affiliateSite')).body).toEqual([])
  })
})

describe('staff', () => {
  test('decide once, about what they looked at, within their brands', async () => {
    const site = await declare()
    expect((await approve(site.id, outsider)).status).toBe(404)
    expect((await outsider.get(`/api/affiliateSite/${site.id}/decision`)).status).toBe(404)
    expect((await outsider.get(`/api/affiliateSite/${site.id}/proof`)).status).toBe(404)
    const path = `/api/affiliateSite/${site.id}`
    expect((await staff.post(`${path}/approve`, { version: 7 })).body.code).toBe('stale_version')
    for (const body of [{}, { version: 'x' }, { version: 1, more: 1 }, null, []])
      expect((await staff.post(`${path}/approve`, body)).status).toBe(400)
    expect((await refuse(site.id, undefined)).status).toBe(400)
    expect((await staff.get(`${path}/proof`)).body.code).toBe('site_never_approved')
    expect((await approve(site.id)).body).toEqual({ state: 'approved' })
    expect((await approve(site.id)).body.code).toBe('site_not_waiting')
    expect((await refuse(site.id, 'R')).body.code).toBe('site_not_waiting')
  })

  test('do not approve themselves what they declared for an affiliate', async () => {
    const site = await buildAffiliateSite(staff, { affiliate: affiliate.id })
    expect((await approve(site.id)).body.code).toBe('approver_not_apart')
    expect((await approve(site.id, colleague)).status).toBe(200)
  })

  test('do not approve themselves what they imported', async () => {
    const address = `https://${crypto.randomUUID()}.example`
    const imported = await office.app.inject({
      method: 'POST',
      url: '/api/affiliateSite/import?dryRun=false',
      headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'text/csv' },
      payload: `address;affiliate;kind;usage\n${address};#${affiliate.id};blog;Reviews\n`,
    })
    expect(imported.json()).toMatchObject({ created: 1, refused: [] })
    const [site] = (await staff.get(`/api/affiliateSite?filter=${encodeURIComponent(JSON.stringify({ address }))}`))
      .body
    expect(site.authors).toEqual([staff.user.id])
    expect((await approve(site.id)).body.code).toBe('approver_not_apart')
    expect((await approve(site.id, colleague)).status).toBe(200)
  })

  test('approve nothing that they wrote of since it was approved, also where the affiliate wrote after them', async () => {
    const site = await declare()
    await approve(site.id)
    const change = async (by: Client, usage: string) =>
      by.put(`/api/affiliateSite/${site.id}`, { version: (await read(site.id)).version, usage })
    expect((await change(staff, 'Of staff')).status).toBe(200)
    expect((await change(own, 'Of the affiliate')).status).toBe(200)
    expect((await read(site.id)).authors).toEqual([staff.user.id])
    expect((await own.get(`/api/affiliateSite/${site.id}`)).body).not.toHaveProperty('authors')
    expect((await approve(site.id)).body.code).toBe('approver_not_apart')
    expect((await refuse(site.id, 'Not so')).status).toBe(200)
    await change(colleague, 'Of a colleague')
    for (const author of [staff, colleague])
      expect((await approve(site.id, author)).body.code).toBe('approver_not_apart')
    // Root made the key by which the affiliate declared it.
    expect((await approve(site.id, office.root)).body.code).toBe('approver_not_apart')
    expect((await approve(site.id, third)).status).toBe(200)
    expect((await read(site.id)).authors).toEqual([])
  })

  test('are told on the home page that sites wait', async () => {
    await declare()
    const { items } = (await staff.get('/api/dashboard/inbox')).body
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from affiliate_site
      where state = 'waiting'`.execute(office.database.db)
    expect(items.find(({ kind }: { kind: string }) => kind === 'sites')).toMatchObject({ count: rows[0]!.count })
  })
})

test('an approval is proved: what was declared, from its line of the log to the signed head', async () => {
  const site = await declare({ usage: 'What is proved' })
  await approve(site.id)
  const { declaration, line, salt, index, path, head } = (await staff.get(`/api/affiliateSite/${site.id}/proof`)).body
  expect(declaration).toMatchObject({ affiliate: affiliate.token, address: site.address, usage: 'What is proved' })
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const names = Object.keys(declaration).toSorted()
  const digest = sha256(`{${names.map((name) => `"${name}":${JSON.stringify(declaration[name])}`).join(',')}}`)
  const { line: said, changed, commitments } = JSON.parse(line.slice(0, line.indexOf('\n')))
  expect(said).toMatchObject({ operation: 'approve', object: 'affiliateSite', objectId: String(site.id) })
  expect(changed[0]).toBe('declaration')
  expect(commitments['changes.0']).toBe(sha256(`${salt}\nchanges.0\n{"after":"${digest}","before":null}`))
  const [, size, root] = head.split('\n')
  const proof = (path as string[]).map((hash) => Buffer.from(hash, 'base64'))
  const leaf = leafHash(Buffer.from(line))
  expect(isIncluded({ leaf, index, size: Number(size), root: Buffer.from(root, 'base64'), proof })).toBe(true)
})

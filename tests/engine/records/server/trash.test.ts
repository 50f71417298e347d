import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BuiltRecord,
  builtPassword,
  buildAffiliate,
  buildAffiliateUser,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildPartner,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let root: Client
let company: BuiltRecord
let brand: BuiltRecord

const trashOf = async (client: Client = root) =>
  (await client.get('/api/trash')).body as { id: number; object: string; record: number; name: string }[]
const itemOf = async (object: string, record: number, client: Client = root) =>
  (await trashOf(client)).find((item) => item.object === object && item.record === record)
const read = async (path: string) => (await root.get(path)).body

beforeAll(async () => {
  office = await openOffice()
  root = office.root
  company = await buildCompany(root)
  brand = await buildBrand(root, { company: company.id })
})
afterAll(() => office?.close())

describe('a removed record', () => {
  it('comes back identical, with its history, notes and keys, and in what names it', async () => {
    const partner = await buildPartner(root, { company: company.id })
    const affiliate = await buildAffiliate(root, { brands: [brand.id], partner: partner.id })
    const path = `/api/affiliate/${affiliate.id}`
    await root.post(`${path}/note`, { text: 'Remember', files: [{ name: 'a.txt', content: 'aGVsbG8=' }] })
    await root.post(`${path}/access_key`, { label: 'Reports' })
    const all = async () => ({
      record: await read(path),
      history: await read(`${path}/history`),
      notes: (await read(`${path}/note`)).notes,
      keys: await read(`${path}/access_key`),
      namedBy: await read(`/api/partner/${partner.id}`),
    })
    const before = await all()
    expect(before.namedBy.affiliates).toEqual([affiliate.id])
    expect((await root.delete(path)).status).toBe(200)
    expect((await root.get(path)).status).toBe(404)
    expect((await read(`/api/partner/${partner.id}`)).affiliates).toEqual([])
    const item = await itemOf('affiliate', affiliate.id)
    expect(item?.name).toBe(affiliate.name)
    const back = await root.post(`/api/trash/${item!.id}/restore`, {})
    expect([back.status, back.body]).toEqual([200, before.record])
    expect(await all()).toEqual(before)
    expect(before.history.length * before.notes.length * before.keys.length).toBe(1)
    expect(await itemOf('affiliate', affiliate.id)).toBeUndefined()
    // It is a record like any other again.
    expect((await root.put(path, { version: before.record.version, alias: 'again' })).status).toBe(200)
  })

  it('stays away where something has its place, or what it named is gone, and says so', async () => {
    const affiliate = await buildAffiliate(root, { brands: [brand.id] })
    await root.delete(`/api/affiliate/${affiliate.id}`)
    await buildAffiliate(root, { brands: [brand.id], cpf: affiliate.cpf })
    const taken = await itemOf('affiliate', affiliate.id)
    expect((await root.post(`/api/trash/${taken!.id}/restore`, {})).body.code).toBe('trash_place_taken')
    const other = await buildBrand(root, { company: company.id })
    const campaign = await buildCampaign(root, { brand: other.id })
    await root.delete(`/api/campaign/${campaign.id}`)
    await root.delete(`/api/brand/${other.id}`)
    const item = await itemOf('campaign', campaign.id)
    expect((await root.post(`/api/trash/${item!.id}/restore`, {})).body.code).toBe('trash_reference_gone')
    expect((await root.post(`/api/trash/${(await itemOf('brand', other.id))!.id}/restore`, {})).status).toBe(200)
    expect((await root.post(`/api/trash/${item!.id}/restore`, {})).status).toBe(200)
  })

  it('is brought back by root and by whoever removed it, and by nobody else', async () => {
    const staff = () =>
      buildStaff(office.app, root, { company: company.id, allowedBrands: [brand.id], roles: ['campaign'] })
    const [one, other] = [await staff(), await staff()]
    const campaign = await buildCampaign(root, { brand: brand.id })
    expect((await one.delete(`/api/campaign/${campaign.id}`)).status).toBe(200)
    const item = await itemOf('campaign', campaign.id, one)
    expect(await trashOf(other)).toEqual([])
    expect((await other.post(`/api/trash/${item!.id}/restore`, {})).status).toBe(404)
    expect((await one.post(`/api/trash/${item!.id}/restore`, {})).status).toBe(200)
  })

  it('is gone after 30 days', async () => {
    const campaign = await buildCampaign(root, { brand: brand.id })
    await root.delete(`/api/campaign/${campaign.id}`)
    const item = await itemOf('campaign', campaign.id)
    await sql`update trash set removed_at = removed_at - interval '31 days' where id = ${item!.id}`.execute(
      office.database.db,
    )
    expect(await itemOf('campaign', campaign.id)).toBeUndefined()
    expect((await root.post(`/api/trash/${item!.id}/restore`, {})).status).toBe(404)
  })
})

describe('rights in the trash', () => {
  const staff = (roles: string[], by: Client = root) =>
    buildStaff(office.app, by, { company: company.id, allowedBrands: [brand.id], roles })
  const restore = async (by: Client, object: string, record: number) => {
    const { status, body } = await by.post(`/api/trash/${(await itemOf(object, record))!.id}/restore`, {})
    return status === 200 ? 200 : `${status} ${body.code}`
  }

  it('do not come back with a user, by somebody who lost them', async () => {
    const [ana, bea] = [await staff(['user', 'financial']), await staff(['user', 'financial'])]
    expect((await ana.delete(`/api/user/${bea.user.id}`)).status).toBe(200)
    expect((await root.put(`/api/user/${ana.user.id}`, { roles: ['user'] })).status).toBe(200)
    expect(await restore(ana, 'user', bea.user.id)).toBe('403 forbidden')
    expect(await itemOf('user', bea.user.id)).toBeDefined()
    expect(await restore(root, 'user', bea.user.id)).toBe(200)
  })

  it('sleep: a user, and the people of an affiliate, come back suspended, and the log says so', async () => {
    const bea = await staff(['user'])
    expect((await root.delete(`/api/user/${bea.user.id}`)).status).toBe(200)
    expect(await restore(root, 'user', bea.user.id)).toBe(200)
    expect(await read(`/api/user/${bea.user.id}`)).toMatchObject({ suspended: true })
    const signIn = await office.nobody.post('/login', { email: bea.user.email, password: builtPassword })
    expect(signIn.body.code).toBe('user_suspended')
    const affiliate = await buildAffiliate(root, { brands: [brand.id] })
    const person = await buildAffiliateUser(root, { affiliate: affiliate.id })
    expect((await root.delete(`/api/affiliate/${affiliate.id}`)).status).toBe(200)
    expect(await restore(root, 'affiliate', affiliate.id)).toBe(200)
    expect(await restore(root, 'affiliateUser', person.id)).toBe(200)
    expect(await read(`/api/affiliateUser/${person.id}`)).toMatchObject({ suspended: true })
    const { rows } = await sql`select changes from activity_log where operation = 'restore' and object = 'user'
      and object_id = ${String(bea.user.id)}`.execute(office.database.db)
    expect(rows).toEqual([{ changes: [{ field: 'suspended', before: null, after: true }] }])
  })

  it('make an author of who restores: of the user, of the people and of the keys of an affiliate', async () => {
    const affiliate = await buildAffiliate(root, { brands: [brand.id] })
    const person = await buildAffiliateUser(root, { affiliate: affiliate.id })
    await root.post(`/api/affiliate/${affiliate.id}/access_key`, { label: 'Site' })
    const ana = await staff(['affiliate', 'entryByAffiliate', 'financial'])
    expect((await ana.delete(`/api/affiliate/${affiliate.id}`)).status).toBe(200)
    expect(await restore(ana, 'affiliate', affiliate.id)).toBe(200)
    expect(await restore(ana, 'affiliateUser', person.id)).toBe(200)
    const { rows } = await sql<{ object: string; author: number }>`select object, author from authorship
      where what = 'restored' and author = ${ana.user.id} order by object`.execute(office.database.db)
    expect(rows.map(({ object }) => object)).toEqual(['accessKey', 'affiliateUser'])
  })
})

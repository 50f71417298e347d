import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAffiliate, buildBrand, buildCompany, buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

describe('external ids', () => {
  let office: Office
  let staff: Client
  let brand: BuiltRecord
  let ana: BuiltRecord
  const idOf = (affiliate: BuiltRecord) => `/api/affiliate/${affiliate.id}/external_id`
  const found = async (client: Client, q: string) =>
    (
      await client.get(
        `/api/affiliate?sort=${encodeURIComponent('["id","ASC"]')}&range=[0,24]&filter=${encodeURIComponent(JSON.stringify({ q }))}`,
      )
    ).body.map(({ id }: BuiltRecord) => id)
  beforeAll(async () => {
    office = await openOffice()
    brand = await buildBrand(office.root)
    ana = await buildAffiliate(office.root, { brands: [brand.id], name: 'Ana' })
    staff = await buildStaff(office.app, office.root, {
      company: brand.company,
      allowedBrands: [brand.id],
      roles: ['affiliate', 'campaign'],
    })
  })
  afterAll(() => office.close())

  it('are set, read, replaced and taken away, one a system', async () => {
    expect((await staff.put(idOf(ana), { source: 'affilka', value: '4101' })).body).toEqual({
      source: 'affilka',
      value: '4101',
    })
    await staff.put(idOf(ana), { source: 'netrefer', value: 'N-1' })
    await staff.put(idOf(ana), { source: 'affilka', value: '4102' })
    expect((await staff.get(idOf(ana))).body).toEqual([
      { source: 'affilka', value: '4102' },
      { source: 'netrefer', value: 'N-1' },
    ])
    await staff.put(idOf(ana), { source: 'netrefer', value: null })
    expect((await staff.get(idOf(ana))).body).toHaveLength(1)
    const { body } = await office.root.get(
      `/api/activityLog?range=[0,0]&filter={"object":"affiliate","objectId":"${ana.id}"}`,
    )
    expect(body[0].changes).toEqual([{ field: 'externalId', before: 'N-1', after: null }])
  })

  it('find their record in the list, with a total that follows, and in the palette', async () => {
    expect(await found(staff, '77-X')).toEqual([])
    await staff.put(idOf(ana), { source: 'myaffiliates', value: '77-X' })
    expect(await found(staff, '77-X')).toEqual([ana.id])
    const { body } = await staff.get('/api/search?q=77-X')
    expect(JSON.stringify(body)).toContain('"name":"Ana"')
  })

  it('belong to one record of a company and system, and are free for other companies', async () => {
    const bia = await buildAffiliate(office.root, { brands: [brand.id] })
    await staff.put(idOf(ana), { source: 'old', value: '9' })
    const refused = await staff.put(idOf(bia), { source: 'old', value: '9' })
    expect([refused.status, refused.body.details]).toEqual([409, { value: [{ code: 'already_taken' }] }])
    const company = await buildCompany(office.root)
    const elsewhere = await buildAffiliate(office.root, {
      brands: [(await buildBrand(office.root, { company: company.id })).id],
    })
    expect((await office.root.put(idOf(elsewhere), { source: 'old', value: '9' })).status).toBe(200)
    expect((await staff.get(idOf(elsewhere))).status).toBe(404)
  })

  it('go with a removed record and come back with it', async () => {
    const caio = await buildAffiliate(office.root, { brands: [brand.id] })
    await office.root.put(idOf(caio), { source: 'old', value: '55' })
    await office.root.delete(`/api/affiliate/${caio.id}`)
    const again = await buildAffiliate(office.root, { brands: [brand.id] })
    expect((await office.root.put(idOf(again), { source: 'old', value: '55' })).status).toBe(200)
    await office.root.put(idOf(again), { source: 'old', value: null })
    const [item] = (await office.root.get('/api/trash')).body
    expect((await office.root.post(`/api/trash/${item.id}/restore`, {})).status).toBe(200)
    expect((await office.root.get(idOf(caio))).body).toEqual([{ source: 'old', value: '55' }])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BuiltRecord,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildPartner,
  buildStaff,
  buildSubBrand,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let company: BuiltRecord
let brand: BuiltRecord
let affiliate: BuiltRecord
const cpf = '52998224725'
beforeAll(async () => {
  office = await openOffice()
  company = await buildCompany(office.root, { name: 'Searchers' })
  brand = await buildBrand(office.root, { company: company.id, name: 'Brisa Bets' })
  affiliate = await buildAffiliate(office.root, {
    brands: [brand.id],
    name: 'Conceição Araújo',
    cpf,
    document: cpf,
    email: 'conceicao@mail.example',
  })
})
afterAll(() => office.close())

const search = (text: string, client: Client = office.root) => client.get(`/api/search?q=${encodeURIComponent(text)}`)
/** The ids found of one kind. */
async function found(resource: string, text: string, client: Client = office.root): Promise<number[]> {
  const { body } = await search(text, client)
  return body.find((group: any) => group.resource === resource)?.records.map(({ id }: any) => id) ?? []
}
const staffWith = (roles: string[], values = {}) =>
  buildStaff(office.app, office.root, { company: company.id, allowedBrands: [brand.id], roles, ...values })

describe('the search', () => {
  test.each(['Conceição', 'conceição ara', '529.982.247-25', '52998224725', 'conceicao@mail'])(
    'finds an affiliate by %s',
    async (text) => {
      expect(await found('affiliate', text)).toEqual([affiliate.id])
    },
  )

  test('finds an affiliate by its token, and says by what it was found', async () => {
    const { body } = await search(affiliate.token as string)
    expect(body[0]).toEqual({
      resource: 'affiliate',
      hasMore: false,
      records: [{ id: affiliate.id, name: 'Conceição Araújo', field: 'token', value: affiliate.token }],
    })
  })

  test('finds campaigns, links, brands, sub brands and partners', async () => {
    const campaign = await buildCampaign(office.root, { brand: brand.id, name: 'Zebra Cup' })
    const link = await buildAction(office.root, { campaign: campaign.id, affiliate: affiliate.id, name: 'Zebra Link' })
    const partner = await buildPartner(office.root, { name: 'Zebra Partner', company: company.id })
    const subBrand = await buildSubBrand(office.root, { brand: brand.id, name: 'Zebra Sub', partners: [partner.id] })
    const { body } = await search('zebra')
    expect(
      Object.fromEntries(body.map(({ resource, records }: any) => [resource, records.map(({ id }: any) => id)])),
    ).toEqual({ campaign: [campaign.id], action: [link.id], partner: [partner.id], subBrand: [subBrand.id] })
    expect(await found('brand', 'brisa')).toEqual([brand.id])
  })

  test('shows a few of a kind, says that there are more, and puts whole matches first', async () => {
    for (let number = 0; number < 6; number += 1)
      await buildCampaign(office.root, { brand: brand.id, name: `Aaa Quokka ${number}` })
    const whole = await buildCampaign(office.root, { brand: brand.id, name: 'Quokka' })
    const { body } = await search('quokka')
    expect(body).toHaveLength(1)
    expect(body[0].records).toHaveLength(5)
    expect(body[0].records[0].id).toBe(whole.id)
    expect(body[0].hasMore).toBe(true)
  })

  test("finds nothing of what one may not list, nor outside one's scope", async () => {
    const staff = await staffWith(['campaign'])
    expect(await found('affiliate', 'Conceição', staff)).toEqual([])
    const stranger = await buildStaff(office.app, office.root, { roles: ['affiliate'] })
    expect(await found('affiliate', cpf, stranger)).toEqual([])
    expect(await found('affiliate', cpf, await staffWith(['affiliate']))).toEqual([affiliate.id])
  })

  test('never looks through the log, whoever asks', async () => {
    expect((await search('root@office')).body.map(({ resource }: any) => resource)).toEqual(['user'])
  })

  test.each(['%', '_%', '\\', "'; drop table affiliate", 'a\u0000b', '🦓', '  x  '])(
    'takes %j for what it is',
    async (text) => {
      const { status, body } = await search(text)
      expect([status, body]).toEqual([200, []])
    },
  )

  test('needs a session, one text of at most 100 characters, and nothing else', async () => {
    expect((await search('abc', office.nobody)).status).toBe(401)
    expect((await office.root.get('/api/search')).status).toBe(400)
    expect((await office.root.get('/api/search?q=a&q=b')).status).toBe(400)
    expect((await search('x'.repeat(101))).status).toBe(400)
    expect((await office.root.get('/api/search?q=abc&size=1000')).status).toBe(400)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAffiliate, buildBrand, buildCampaign, buildCompany, buildStaff } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { listPath } from '#tests/contract/entities.ts'

let office: Office
let company: number
beforeAll(async () => {
  office = await openOffice()
  company = (await buildCompany(office.root)).id
})
afterAll(() => office.close())

const path = (entity: string, id: number, embed: unknown) =>
  `${listPath(entity, { filter: { id: [id] } })}&embed=${encodeURIComponent(JSON.stringify(embed))}`

describe('a list that is asked for names', () => {
  test('brings those of what each record refers to, the first three of several', async () => {
    const brands = await Promise.all(
      ['Azul', 'Breu', 'Cinza', 'Dourado'].map((name) => buildBrand(office.root, { name, company })),
    )
    const affiliate = await buildAffiliate(office.root, { company, brands: brands.map(({ id }) => id) })
    const {
      body: [record],
    } = await office.root.get(path('affiliate', affiliate.id, ['brands', 'rewardProfile', 'partner']))
    expect(Object.values(record.names.brands)).toHaveLength(3)
    expect(record.names).toMatchObject({
      brands: { [record.brands[0]]: expect.any(String) },
      rewardProfile: { [record.rewardProfile]: expect.any(String) },
      partner: {},
    })
    expect(
      (await office.root.get(listPath('affiliate', { filter: { id: [affiliate.id] } }))).body[0],
    ).not.toHaveProperty('names')
  })

  test('names nothing that this person may not see', async () => {
    const [mine, other] = [await buildBrand(office.root, { company }), await buildBrand(office.root, { company })]
    const affiliate = await buildAffiliate(office.root, { company, brands: [mine.id, other.id] })
    const staff = await buildStaff(office.app, office.root, { company, allowedBrands: [mine.id], roles: ['affiliate'] })
    const {
      body: [record],
    } = await staff.get(path('affiliate', affiliate.id, ['brands']))
    expect(Object.keys(record.names.brands)).toEqual([String(mine.id)])
  })

  test('refuses what is no reference this person reads', async () => {
    const campaign = await buildCampaign(office.root)
    for (const embed of [['name'], ['nothing'], [1], 'brand', { brand: 1 }])
      expect((await office.root.get(path('campaign', campaign.id, embed))).status).toBe(400)
  })
})

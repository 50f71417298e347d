import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildReward,
  buildRewardProfile,
  uniqueCpf,
} from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { listPath, readOnlyEntities, writableEntities } from './entities.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const everyEntity = [...writableEntities.map(({ name }) => name), ...readOnlyEntities].map((name) => ({ name }))

async function idsOf(entity: string, filter: unknown, sort: unknown = ['id', 'ASC']): Promise<number[]> {
  const answer = await office.root.get(listPath(entity, { sort, range: [0, 99], filter }))
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.map(({ id }: { id: number }) => id)
}

describe.each(everyEntity)('a malformed list of $name', ({ name }) => {
  test.each([
    ['a filter that is no JSON', `filter={`],
    ['a filter that is a list', `filter=[]`],
    ['a filter that is a text', `filter="x"`],
    ['a filter that is null is no filter of its own', `filter=3`],
    ['a field that is not there', `filter={"nothing":1}`],
    ['a prototype as a field', `filter={"__proto__":{"a":1}}`],
    ['the constructor as a field', `filter={"constructor":1}`],
    ['an object as a value', `filter={"id":{"a":1}}`],
    ['a text as an id', `filter={"id":"x"}`],
    ['an id out of range', `filter={"id":99999999999999999999}`],
    ['a list inside a list', `filter={"id":[[1]]}`],
    ['a null byte in a search', `filter={"q":"a\\u0000b"}`],
    ['half a surrogate pair in a search', `filter={"q":"\\ud800"}`],
    ['a search that is a list', `filter={"q":["a"]}`],
    ['1,001 ids', `filter={"id":[${Array.from({ length: 1001 }, (_, index) => index + 1).join(',')}]}`],
    ['a sort that is no JSON', `sort=name`],
    ['a sort by a field that is not there', `sort=["nothing","ASC"]`],
    ['a sort in no direction', `sort=["id","UP"]`],
    ['a sort with a third part', `sort=["id","ASC","x"]`],
    ['a sort by a prototype', `sort=["__proto__","ASC"]`],
    ['a sort by SQL', `sort=["id; drop table brand","ASC"]`],
    ['a sort by a list', `sort=[["id"],"ASC"]`],
    ['a range that is no JSON', `range=0-24`],
    ['a range of texts', `range=["0","24"]`],
    ['a negative range', `range=[-1,24]`],
    ['a range that ends before it begins', `range=[24,0]`],
    ['a range of more than 1,000', `range=[0,1000]`],
    ['a range beyond what numbers hold', `range=[0,1e400]`],
    ['a part of a range', `range=[0.5,1]`],
    ['a parameter that is not there', `sort=["id","ASC"]&nothing=1`],
    ['a filter given twice', `filter={}&filter={}`],
  ])('is refused with 400 and says why: %s', async (_title, query) => {
    const answer = await office.root.get(
      `/api/${name}?${query
        .split('&')
        .map((part) => {
          const at = part.indexOf('=')
          return `${part.slice(0, at)}=${encodeURIComponent(part.slice(at + 1))}`
        })
        .join('&')}`,
    )
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  })

  test.each(['0', '-1', 'x', '1.5', '99999999999999999999', '9223372036854775807', '%00', "1'--"])(
    'has no record %s',
    async (id) => {
      expect((await office.root.get(`/api/${name}/${id}`)).status).toBe(404)
    },
  )
})

describe('filters', () => {
  test.each([
    ['affiliate', { id: 'x' }, 'id', 'Must be the id of a record'],
    ['affiliate', { createdAt_gte: 'soon' }, 'createdAt', 'Must be a moment, ISO 8601'],
    ['affiliate', { isComplete: 'x' }, 'isComplete', 'Must be true or false'],
    ['affiliate', { paymentType: 'gold' }, 'paymentType', 'Must be one of: automatic, manual'],
    ['reward', { percentage_gte: 'x' }, 'percentage', 'Must be a number'],
    ['entry', { day_gte: '2026-02-30' }, 'day', 'Must be a day, YYYY-MM-DD'],
  ])('of another type say in words what is missing: %s %j', async (entity, filter, field, message) => {
    const answer = await office.root.get(listPath(entity, { filter }))
    expect([answer.status, answer.body.errors]).toEqual([400, { [field]: message }])
  })

  test('find by value, by any of several, and what is empty', async () => {
    const [first, second, third] = [
      await buildBrand(office.root),
      await buildBrand(office.root),
      await buildBrand(office.root),
    ]
    const one = await buildCampaign(office.root, { brand: first.id, promoCode: 'SUMMER' })
    const two = await buildCampaign(office.root, { brand: second.id, promoCode: null })
    expect(await idsOf('campaign', { brand: first.id })).toEqual([one.id])
    expect(await idsOf('campaign', { brand: String(first.id) })).toEqual([one.id])
    expect(await idsOf('campaign', { brand: [first.id, second.id, third.id] })).toEqual([one.id, two.id])
    expect(await idsOf('campaign', { brand: [first.id, second.id], promoCode: null })).toEqual([two.id])
    expect(await idsOf('campaign', { brand: [first.id, second.id], promoCode: [null, 'SUMMER'] })).toEqual([
      one.id,
      two.id,
    ])
    expect(await idsOf('campaign', { brand: [] })).toEqual([])
    expect(await idsOf('campaign', { brand: first.id, promoCode: 'summer' })).toEqual([])
  })

  test('find a part of a text whatever its case, with % and _ standing for themselves', async () => {
    const brand = await buildBrand(office.root)
    const percent = await buildCampaign(office.root, { brand: brand.id, name: '100% Bonus_A' })
    const plain = await buildCampaign(office.root, { brand: brand.id, name: '100 Bonus A' })
    expect(await idsOf('campaign', { brand: brand.id, name_like: 'bonus' })).toEqual([percent.id, plain.id])
    expect(await idsOf('campaign', { brand: brand.id, name_like: '0%' })).toEqual([percent.id])
    expect(await idsOf('campaign', { brand: brand.id, name_like: 's_a' })).toEqual([percent.id])
    expect(await idsOf('campaign', { brand: brand.id, q: '%' })).toEqual([percent.id])
    expect(await idsOf('campaign', { brand: brand.id, q: '\\' })).toEqual([])
    expect(await idsOf('campaign', { brand: brand.id, q: '' })).toEqual([percent.id, plain.id])
  })

  test('compare amounts, days and moments, bounds included', async () => {
    const company = await buildCompany(office.root)
    const brands = [0, 10, 20.5].map((minimumPayout) => buildBrand(office.root, { company: company.id, minimumPayout }))
    const [none, ten, twenty] = (await Promise.all(brands)).map(({ id }) => id)
    expect(await idsOf('brand', { company: company.id, minimumPayout_gte: 10 })).toEqual(
      [ten, twenty].toSorted((first, second) => first! - second!),
    )
    expect(await idsOf('brand', { company: company.id, minimumPayout_lte: '10' })).toEqual(
      [none, ten].toSorted((first, second) => first! - second!),
    )
    expect(await idsOf('brand', { company: company.id, minimumPayout: 20.5 })).toEqual([twenty])
    const today = new Date().toISOString().slice(0, 10)
    expect(await idsOf('brand', { company: company.id, createdAt_gte: today, createdAt_lte: today })).toHaveLength(3)
    expect(await idsOf('brand', { company: company.id, createdAt_gte: '2999-01-01T00:00:00Z' })).toEqual([])
    for (const filter of [
      { minimumPayout: 'x' },
      { minimumPayout_gte: [1] },
      { createdAt_gte: 'yesterday' },
      { createdAt_gte: '2026-02-30' },
      { currency: 'XXX' },
      { name_like: 3.5e300 },
    ]) {
      expect([filter, (await office.root.get(listPath('brand', { filter }))).status]).toEqual([
        filter,
        'name_like' in filter ? 200 : 400,
      ])
    }
  })

  test('find records that name any of several others', async () => {
    const [one, two] = [await buildBrand(office.root), await buildBrand(office.root)]
    const both = await buildAffiliate(office.root, { brands: [one.id, two.id] })
    const first = await buildAffiliate(office.root, { brands: [one.id] })
    expect(await idsOf('affiliate', { brands: two.id })).toEqual([both.id])
    expect(await idsOf('affiliate', { brands: [one.id, two.id] })).toEqual([both.id, first.id])
    expect(await idsOf('affiliate', { brands: [one.id, two.id], partner: null })).toEqual([both.id, first.id])
  })

  test('find a CPF however it is written, and an e-mail whatever its case', async () => {
    const cpf = uniqueCpf()
    const affiliate = await buildAffiliate(office.root, { cpf, email: `Case.${cpf}@Example.test` })
    const dotted = `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`
    expect(await idsOf('affiliate', { cpf: dotted })).toEqual([affiliate.id])
    expect(await idsOf('affiliate', { q: dotted })).toEqual([affiliate.id])
    expect(await idsOf('affiliate', { email: `CASE.${cpf}@example.TEST` })).toEqual([affiliate.id])
  })

  test('ids bring every record whatever the range, and unknown ids nothing', async () => {
    const records = [await buildCompany(office.root), await buildCompany(office.root), await buildCompany(office.root)]
    const answer = await office.root.get(
      listPath('company', { range: [0, 0], filter: { id: [...records.map(({ id }) => id), 999_999_999] } }),
    )
    expect(answer.body).toHaveLength(3)
    expect(answer.headers['content-range']).toBe('company 0-2/3')
  })
})

describe('sorting', () => {
  test('breaks ties by id in the direction asked for', async () => {
    const brand = await buildBrand(office.root)
    const ids: number[] = []
    for (let number = 0; number < 3; number += 1)
      ids.push((await buildCampaign(office.root, { brand: brand.id, name: 'Same' })).id)
    expect(await idsOf('campaign', { brand: brand.id }, ['name', 'ASC'])).toEqual(ids)
    expect(await idsOf('campaign', { brand: brand.id }, ['name', 'DESC'])).toEqual(ids.toReversed())
    expect(await idsOf('campaign', { brand: brand.id }, ['id', 'desc'])).toEqual(ids.toReversed())
  })

  test('puts names in the order people expect, whatever case and accents', async () => {
    const brand = await buildBrand(office.root)
    for (const name of ['Zebra', 'azul', 'Água', 'abelha', 'Éden', 'eco'])
      await buildCampaign(office.root, { brand: brand.id, name })
    const { body } = await office.root.get(listPath('campaign', { filter: { brand: brand.id }, sort: ['name', 'ASC'] }))
    const sorted = ['abelha', 'Água', 'azul', 'eco', 'Éden', 'Zebra']
    expect(body.map(({ name }: { name: string }) => name)).toEqual(sorted)
    expect(
      (await office.root.get(`/api/campaign?brand=${brand.id}`)).body.map(({ name }: { name: string }) => name),
    ).toEqual(sorted)
  })
})

describe('the range of an answer', () => {
  test('names the entity, the positions and the total', async () => {
    const brand = await buildBrand(office.root)
    for (let number = 0; number < 3; number += 1) await buildCampaign(office.root, { brand: brand.id })
    const range = async (asked: [number, number]) =>
      (await office.root.get(listPath('campaign', { range: asked, filter: { brand: brand.id } }))).headers[
        'content-range'
      ]
    expect(await range([0, 1])).toBe('campaign 0-1/3')
    expect(await range([2, 3])).toBe('campaign 2-2/3')
    expect(await range([50, 74])).toBe('campaign 50-50/3')
    const empty = await office.root.get(listPath('campaign', { filter: { brand: 999_999_999 } }))
    expect(empty.headers['content-range']).toBe('campaign 0-0/0')
  })
})

describe('options', () => {
  test('are id and name, narrowed by a field', async () => {
    const brand = await buildBrand(office.root)
    const [beta, alpha] = [
      await buildCampaign(office.root, { brand: brand.id, name: 'Beta' }),
      await buildCampaign(office.root, { brand: brand.id, name: 'Alpha' }),
    ]
    const answer = await office.root.get(`/api/campaign?brand=${brand.id}`)
    expect(answer.body).toEqual([
      { id: alpha.id, name: 'Alpha' },
      { id: beta.id, name: 'Beta' },
    ])
    expect((await office.root.get('/api/campaign?nothing=1')).status).toBe(400)
    expect((await office.root.get('/api/campaign?brand=x')).status).toBe(400)
  })

  test('of document types begin with email', async () => {
    expect((await office.root.get('/api/document_type')).body[0]).toEqual({ id: 'email', name: 'email' })
  })

  test.each([
    'document_type',
    'payment_type',
    'payment_key_type',
    'product_type',
    'role',
    'language',
    'country',
    'state',
    'city',
  ])('of %s are there for whoever is signed in', async (name) => {
    const answer = await office.root.get(`/api/${name}`)
    expect(answer.status).toBe(200)
    expect(answer.body[0]).toEqual({ id: expect.anything(), name: expect.any(String) })
    expect((await office.nobody.get(`/api/${name}`)).status).toBe(401)
  })

  test('of states and cities follow the country and the state', async () => {
    expect((await office.root.get('/api/state?country=BR')).body).toHaveLength(27)
    expect((await office.root.get('/api/state?country=PT')).body).toEqual([])
    expect((await office.root.get('/api/city?state=SP')).body).toContainEqual({ id: 'São Paulo', name: 'São Paulo' })
    expect((await office.root.get('/api/city?state=__proto__')).body).toEqual([])
    expect((await office.root.get('/api/city?nothing=SP')).status).toBe(400)
  })

  test("of all affiliates and of all links are in the specification's words", async () => {
    const brand = await buildBrand(office.root)
    const campaign = await buildCampaign(office.root, { brand: brand.id })
    const affiliate = await buildAffiliate(office.root, { brands: [brand.id] })
    const action = await buildAction(office.root, { campaign: campaign.id, affiliate: affiliate.id })
    expect((await office.root.get(`/api/affiliate/all?idBrand=${brand.id}`)).body).toEqual([
      { id: affiliate.id, token: affiliate.token, name: affiliate.name },
    ])
    for (const path of ['/action/all', '/api/action/all']) {
      expect((await office.root.get(path)).body).toContainEqual({
        action_id: action.id,
        action_name: action.name,
        affiliate_token: affiliate.token,
        campaign_name: campaign.name,
      })
    }
    expect((await office.root.get('/api/affiliate/all?nothing=1')).status).toBe(400)
    const all = (await office.root.get('/api/affiliate/all')).body
    expect((await office.root.get('/api/affiliate/all?idBrand=')).body).toEqual(all)
    const wrong = await office.root.get('/api/affiliate/all?idBrand=x')
    expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([
      400,
      'invalid_brand',
      { idBrand: 'Invalid brand' },
    ])
  })
})

describe('references', () => {
  test('a reward profile takes four rewards of four different products', async () => {
    const rewards = (
      await Promise.all(
        ['bets', 'games', 'lotto', 'cpa'].map((productType) => buildReward(office.root, { productType })),
      )
    ).map(({ id }) => id)
    const secondBets = await buildReward(office.root, { productType: 'bets' })
    expect((await buildRewardProfile(office.root, { rewards })).rewards).toEqual(rewards)
    const same = await office.root.post('/api/rewardProfile', {
      name: 'Twice',
      rewards: [...rewards.slice(0, 3), secondBets.id],
    })
    expect([same.status, same.body.code]).toEqual([422, 'products_must_differ'])
    const three = await office.root.post('/api/rewardProfile', { name: 'Three', rewards: rewards.slice(0, 3) })
    expect(three.status).toBe(400)
  })
})

describe('a change', () => {
  test.each([
    ['null', null],
    ['a text', '1'],
    ['half a number', 1.5],
    ['one that is not there yet', 99],
  ])('is refused when its version is not the stored one: %s', async (_title, version) => {
    const brand = await buildBrand(office.root)
    const stale = await office.root.put(`/api/brand/${brand.id}`, { name: 'Other', version })
    expect([stale.status, stale.body.code, stale.body.current]).toEqual([409, 'stale_version', brand])
  })
})

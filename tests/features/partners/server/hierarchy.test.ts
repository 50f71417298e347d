import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BuiltRecord,
  buildAffiliate,
  buildBrand,
  buildCompany,
  buildPartner,
  buildStaff,
  buildSubBrand,
  partnerLevelId,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let company: BuiltRecord
let brand: BuiltRecord
let top: BuiltRecord
let middle: BuiltRecord
let bottom: BuiltRecord
beforeAll(async () => {
  office = await openOffice()
  const { root } = office
  company = await buildCompany(root)
  brand = await buildBrand(root, { company: company.id })
  top = await buildPartner(root, { name: 'Top', company: company.id, percentage: 30, abatement: 10 })
  middle = await buildPartner(root, {
    name: 'Middle',
    partnerLevel: await partnerLevelId(root, 2, company.id),
    parent: top.id,
    percentage: 20,
  })
  bottom = await buildPartner(root, {
    name: 'Bottom',
    partnerLevel: await partnerLevelId(root, 3, company.id),
    parent: middle.id,
    percentage: 12.5,
  })
  await buildAffiliate(root, { brands: [brand.id], partner: bottom.id })
  await buildAffiliate(root, { brands: [brand.id] })
  await buildSubBrand(root, { brand: brand.id, name: 'Sub', partners: [top.id] })
})
afterAll(() => office.close())

const staffWith = (roles: string[], values = {}) =>
  buildStaff(office.app, office.root, { company: company.id, allowedBrands: [brand.id], roles, ...values })
const hierarchy = (client: Client = office.root) => client.get('/api/partner/hierarchy')
const named = (body: any, name: string) => body.partners.find((partner: any) => partner.name === name)

describe('the partner hierarchy', () => {
  test('names levels and partners with their place, rates, and what hangs on them', async () => {
    const { status, body } = await hierarchy()
    expect(status).toBe(200)
    expect(body.levels.filter((level: any) => level.company === company.id).map(({ level }: any) => level)).toEqual([
      1, 2, 3,
    ])
    expect(body.levels[0].expression).toBe('(ngr - affiliate_reward - abatment) * percentage')
    expect(named(body, 'Top')).toMatchObject({
      parent: null,
      percentage: 30,
      abatement: 10,
      affiliateCount: 0,
      subBrands: [{ id: expect.any(Number), name: 'Sub' }],
    })
    expect(named(body, 'Middle')).toMatchObject({ parent: top.id, percentage: 20, subBrands: [] })
    expect(named(body, 'Bottom')).toMatchObject({
      parent: middle.id,
      percentage: 12.5,
      affiliateCount: 1,
      version: expect.any(Number),
    })
    expect(body.freeAffiliates.map(({ count }: { count: number }) => count)).toEqual([1])
  })

  test('shows staff tied to a partner what is below it', async () => {
    const staff = await staffWith(['partner'], { partner: middle.id })
    const { body } = await hierarchy(staff)
    expect(body.partners.map(({ name }: any) => name)).toEqual(['Bottom', 'Middle'])
  })

  test('hides from another company the partners of somebody else, and counts only affiliates in sight', async () => {
    const stranger = await buildStaff(office.app, office.root, { roles: ['partner'] })
    const { body } = await hierarchy(stranger)
    expect(body.partners).toEqual([])
    expect(body.freeAffiliates).toEqual([])
  })

  test('keeps formulas from whoever may not read levels, and all of it from whoever may not list partners', async () => {
    expect((await hierarchy(await staffWith(['partner']))).body.levels[0].expression).toBeNull()
    expect((await hierarchy(await staffWith(['affiliate', 'partnerLevel']))).status).toBe(403)
    expect((await hierarchy(office.nobody)).status).toBe(401)
  })

  test("follows a move through the record's own update", async () => {
    const other = await buildPartner(office.root, { name: 'Other', company: company.id })
    const { version } = named((await hierarchy()).body, 'Middle')
    expect((await office.root.put(`/api/partner/${middle.id}`, { parent: other.id, version })).status).toBe(200)
    expect(named((await hierarchy()).body, 'Middle').parent).toBe(other.id)
    expect((await office.root.put(`/api/partner/${middle.id}`, { parent: top.id, version })).status).toBe(409)
  })
})

describe('a formula that is tried', () => {
  const evaluate = (body: unknown, client: Client = office.root) => client.post('/api/partnerLevel/evaluate', body)
  const result = async (expression: string, values?: object) =>
    (await evaluate({ expression, ...(values ? { values } : {}) })).body.result

  test('has the results of domain.md, vectors 9 and 10', async () => {
    expect(
      await result('(ngr - affiliate_reward - abatment) * percentage', {
        ngr: 1000,
        affiliate_reward: 300,
        abatment: 70,
        percentage: 0.3,
      }),
    ).toBe(189)
    expect(await result('value * percentage', { value: 189, percentage: 0.2 })).toBe(37.8)
  })

  test("takes the example's amounts for words without a value", async () => {
    expect(await result('(ngr - affiliate_reward - abatment) * percentage')).toBe(189)
    expect(await result('gross_value', { ngr: 1 })).toBe(700)
  })

  test('is rounded half away from zero, also below it', async () => {
    expect(await result('ngr', { ngr: '2.345' })).toBe(2.35)
    expect(await result('ngr', { ngr: '-2.345' })).toBe(-2.35)
  })

  test('answers 422 with place and reason where it cannot be read', async () => {
    const { status, body } = await evaluate({ expression: 'ngr + ngrx' })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'invalid_calculation_expression',
      message: 'Invalid calculation expression',
      values: { reason: 'unknown_word', position: 6, length: 4, word: 'ngrx', suggestion: 'ngr' },
    })
    expect(body.errors.expression).toBe('Invalid calculation expression')
  })

  test('answers 422 where it divides by zero with these amounts', async () => {
    expect(await evaluate({ expression: '1 / (ngr - value)', values: { ngr: 5, value: 5 } })).toMatchObject({
      status: 422,
      body: { values: { reason: 'division_by_zero' } },
    })
  })

  test.each([
    '',
    ' ',
    'process.exit()',
    'a = 1',
    'import("fs")',
    '['.repeat(200),
    `1${'+1'.repeat(400)}`,
    '1e999999',
    'ngr ^ 1000000',
  ])('answers 422 for %j', async (expression) => {
    expect((await evaluate({ expression })).status).toBe(422)
  })

  test.each([
    [{}],
    [{ expression: 5 }],
    [{ expression: null }],
    [[]],
    ['text'],
    [{ expression: '1', values: [] }],
    [{ expression: '1', values: { ngr: 'abc' } }],
    [{ expression: '1', values: { ngrx: 1 } }],
    [{ expression: '1', values: { ngr: null } }],
    [{ expression: '1', values: { ngr: 1e300 } }],
    [{ expression: '1', values: { __proto__x: 1 } }],
    [{ expression: '1', more: 1 }],
  ])('answers 400 for %j', async (body) => {
    expect((await evaluate(body)).status).toBe(400)
  })

  test('is tried by whoever works with partner levels', async () => {
    expect((await evaluate({ expression: '1' }, await staffWith(['partnerLevel']))).status).toBe(200)
    expect((await evaluate({ expression: '1' }, await staffWith(['partner']))).status).toBe(403)
    expect((await evaluate({ expression: '1' }, office.nobody)).status).toBe(401)
  })
})

describe("a level's formula", () => {
  const save = (expression: string) =>
    office.root.post('/api/partnerLevel', { name: `Tried ${expression}`, level: 1, expression })

  test.each([
    ['1/0', 2],
    ['ngr/(ggr-ggr)', 5],
    ['ngr + 1 / (2 - 2)', 11],
  ])('that never has a result is not saved: %s', async (expression, position) => {
    const { status, body } = await save(expression)
    expect(status).toBe(422)
    expect(body.errors).toEqual({ expression: 'Invalid calculation expression' })
    expect(body).toMatchObject({
      code: 'invalid_calculation_expression',
      values: { reason: 'division_by_zero', position },
    })
    expect((await office.root.post('/api/partnerLevel/evaluate', { expression })).body.values).toMatchObject({
      reason: 'division_by_zero',
      position,
    })
    const level = await office.root.post('/api/partnerLevel', {
      name: `Sound ${expression}`,
      level: 1,
      expression: 'ngr',
    })
    const put = await office.root.put(`/api/partnerLevel/${level.body.id}`, { ...level.body, expression })
    expect(put.status).toBe(422)
  })

  test.each(['ngr / ggr', 'ngr / (ggr - 1200)', 'ngr > 0 ? ngr / ngr : 0', 'percentage * 100'])(
    'that has one for some month is: %s',
    async (expression) => {
      expect((await save(expression)).status).toBe(200)
    },
  )
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  build,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildPartner,
  buildReward,
  buildRewardProfile,
  buildUser,
  partnerLevelId,
  uniqueCpf,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice, rootCredentials, signInAs } from '#tests/support/office.ts'
import { listPath } from '#tests/contract/entities.ts'

let office: Office
const firstDay = '2026-11-10'
let today = firstDay
beforeAll(async () => {
  office = await openOffice({ now: () => new Date(`${today}T12:00:00Z`) })
})
afterAll(() => office.close())

/** Does something on a later day, with a session of that day. */
async function onDay(day: string, work: (root: Client) => Promise<unknown>): Promise<void> {
  today = day
  await work(await signInAs(office.app, rootCredentials))
  today = firstDay
}

const logOf = async (object: string, id: number) =>
  (await office.root.get(listPath('activityLog', { filter: { object, objectId: String(id) }, sort: ['id', 'ASC'] })))
    .body as { operation: string; changes: unknown[]; batch: string | null }[]

async function historyOf(table: string, id: number): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select *, valid_from::text as valid_from, valid_to::text as valid_to from ${sql.table(table)} history
    where record = ${id} order by history.valid_from`.execute(office.database.db)
  return rows
}

describe('a change', () => {
  test('is refused when it is based on an older version, and says what changed since and by whom', async () => {
    const brand = await buildBrand(office.root, { minimumPayout: 5 })
    await office.root.put(`/api/brand/${brand.id}`, { minimumPayout: 7, version: 1 })
    const stale = await office.root.put(`/api/brand/${brand.id}`, { name: 'Late', version: 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_version'])
    expect(stale.body.current).toMatchObject({ minimumPayout: 7, version: 2 })
    expect(stale.body.changesSince).toEqual([
      {
        at: expect.any(String),
        actor: expect.stringContaining('root@office.test'),
        changes: [{ field: 'minimumPayout', before: 5, after: 7 }],
      },
    ])
  })

  test('of twenty at once on one version is taken once', async () => {
    const brand = await buildBrand(office.root)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        office.root.put(`/api/brand/${brand.id}`, { minimumPayout: number + 1, version: 1 }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ])
    expect(await logOf('brand', brand.id)).toHaveLength(2)
  })

  test('that changes nothing writes nothing', async () => {
    const brand = await buildBrand(office.root)
    const same = await office.root.put(`/api/brand/${brand.id}`, { ...brand })
    expect([same.status, same.body]).toEqual([200, brand])
    expect(await logOf('brand', brand.id)).toHaveLength(1)
  })

  test('keeps what it does not name, refuses unknown properties, and takes read-only ones unchanged', async () => {
    const action = await buildAction(office.root, { utmMedium: 'mail' })
    const changed = await office.root.put(`/api/action/${action.id}`, { name: 'New name' })
    expect(changed.body).toMatchObject({ name: 'New name', utmMedium: 'mail', token: action.token })
    expect((await office.root.put(`/api/action/${action.id}`, { nothing: 1 })).status).toBe(400)
    expect(
      (
        await office.root.put(`/api/action/${action.id}`, {
          id: action.id,
          createdAt: action.createdAt,
          address: 'https://else.example',
        })
      ).status,
    ).toBe(200)
    expect((await office.root.put(`/api/action/${action.id}`, { id: action.id + 1 })).status).toBe(400)
  })

  test.each([
    '',
    '[]',
    '"text"',
    '3',
    'null',
    '{"name":',
    '{"__proto__":{"root":true}}',
    '{"constructor":{"prototype":{}}}',
    '{"name":{"a":1}}',
    '{"name":["a"]}',
  ])('of another shape is refused with 400: %s', async (payload) => {
    const brand = await buildBrand(office.root)
    for (const [method, url] of [
      ['PUT', `/api/brand/${brand.id}`],
      ['POST', '/api/brand'],
    ] as const) {
      const answer = await office.app.inject({
        method,
        url,
        payload,
        headers: { authorization: `Bearer ${office.root.token}`, 'content-type': 'application/json' },
      })
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([
        400,
        expect.arrayContaining(['code', 'message']),
      ])
    }
  })

  test('nested deeper than any stack is refused', async () => {
    const brand = await buildBrand(office.root)
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const reward = await buildReward(office.root)
    for (const [entity, id, field] of [
      ['brand', brand.id, 'name'],
      ['reward', reward.id, 'tiers'],
      ['reward', reward.id, 'percentage'],
      ['brand', brand.id, 'nothing'],
    ] as const) {
      const answer = await office.app.inject({
        method: 'PUT',
        url: `/api/${entity}/${id}`,
        payload: `{"${field}":${deep}}`,
        headers: { authorization: `Bearer ${office.root.token}`, 'content-type': 'application/json' },
      })
      expect([field, answer.statusCode]).toEqual([field, 400])
    }
  })

  test('of too much at once is refused with 413', async () => {
    const answer = await office.root.post('/api/brand', { name: 'x'.repeat(1_100_000) })
    expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large'])
  })
})

describe('a value that must be unique', () => {
  test('is refused at its field, all of them at once', async () => {
    const first = await buildAffiliate(office.root)
    const answer = await office.root.post('/api/affiliate', {
      name: 'Second',
      cpf: first.cpf,
      email: String(first.email).toUpperCase(),
      documentType: 'cpf',
      document: first.cpf,
      rewardProfile: first.rewardProfile,
      brands: first.brands,
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'already_taken'])
    expect(Object.keys(answer.body.details).toSorted()).toEqual(['cpf', 'email'])
  })

  test("of a user's e-mail has the specification's messages: of the new record, and at the field", async () => {
    const company = await buildCompany(office.root)
    const answer = await office.root.post('/api/user', {
      name: 'Again',
      email: 'root@office.test',
      password: 'Passable-Word-7',
      passwordConfirmation: 'Passable-Word-7',
      company: company.id,
    })
    const errors = { root: { serverError: 'User already registered' }, email: 'email is already registered' }
    expect(answer).toMatchObject({ status: 409, body: { message: 'User already registered', errors } })
    const { id, version } = await buildUser(office.root, { company: company.id })
    const moved = await office.root.put(`/api/user/${id}`, { version, email: 'root@office.test' })
    expect([moved.status, moved.body.message]).toEqual([409, 'email is already registered'])
  })

  test('is taken by one of ten who want it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => office.root.post('/api/company', { name: 'Wanted' })),
    )
    expect(answers.map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect(answers.find(({ status }) => status === 409)!.body.details.name[0].code).toBe('already_taken')
  })
})

describe('what the server makes itself', () => {
  test('slugs follow the name and count on', async () => {
    const company = (await buildCompany(office.root)).id
    for (const slug of ['verao-sol', 'verao-sol-2', 'verao-sol-3'])
      expect((await buildBrand(office.root, { company, name: 'Verão & Sol' })).slug).toBe(slug)
    expect((await buildBrand(office.root, { company, name: '日本' })).slug).toBe('brand')
  })

  test('slugs of ten equal names at once differ', async () => {
    const company = (await buildCompany(office.root)).id
    const brands = await Promise.all(
      Array.from({ length: 10 }, () => buildBrand(office.root, { company, name: 'Rush' })),
    )
    expect(new Set(brands.map(({ slug }) => slug)).size).toBe(10)
  })

  test('tokens cannot be guessed, begin with their kind, may be chosen once, and stay', async () => {
    const affiliate = await buildAffiliate(office.root)
    expect(affiliate.token).toMatch(/^af[0-9a-z]{20}$/)
    expect((await buildAffiliate(office.root, { token: 'chosen-one' })).token).toBe('chosen-one')
    expect((await office.root.put(`/api/affiliate/${affiliate.id}`, { token: 'another-one' })).status).toBe(400)
  })
})

describe('dated fields', () => {
  test('keep every value with its days: the first from the beginning, a change from the day it is made, a second one on that day in its place', async () => {
    const reward = await buildReward(office.root, { percentage: 10 })
    const id = reward.id
    await office.root.put(`/api/reward/${id}`, { name: 'Only the name' })
    expect(await historyOf('reward_history', id)).toMatchObject([
      { valid_from: '-infinity', valid_to: null, percentage: '10.0000' },
    ])
    await onDay('2026-11-12', async (root) => {
      await root.put(`/api/reward/${id}`, { percentage: 20 })
      await root.put(`/api/reward/${id}`, { percentage: 25.5, name: 'Twice a day' })
    })
    await onDay('2026-11-15', (root) => root.put(`/api/reward/${id}`, { adminFee: 5 }))
    expect(await historyOf('reward_history', id)).toMatchObject([
      { valid_from: '-infinity', valid_to: '2026-11-12', percentage: '10.0000' },
      { valid_from: '2026-11-12', valid_to: '2026-11-15', percentage: '25.5000' },
      { valid_from: '2026-11-15', valid_to: null, percentage: '25.5000', admin_fee: '5.0000' },
    ])
  })

  test('of an affiliate made without a profile hold from the beginning once the first profile is given', async () => {
    const profile = await buildRewardProfile(office.root)
    const {
      rows: [row],
    } = await sql<{
      id: number
    }>`insert into affiliate (name, token, company) values ('Imported', 'imported-1', ${profile.company})
      returning id`.execute(office.database.db)
    await sql`insert into affiliate_history (record, valid_from) values (${row!.id}, '-infinity')`.execute(
      office.database.db,
    )
    const brand = await buildBrand(office.root)
    const cpf = uniqueCpf()
    const filled = await office.root.put(`/api/affiliate/${row!.id}`, {
      rewardProfile: profile.id,
      brands: [brand.id],
      cpf,
      email: 'imported@example.test',
      documentType: 'cpf',
      document: cpf,
    })
    expect([filled.status, filled.body.isComplete]).toEqual([200, true])
    expect(await historyOf('affiliate_history', row!.id)).toMatchObject([
      { valid_from: '-infinity', valid_to: null, reward_profile: profile.id },
    ])
  })
})

describe("a partner's affiliates", () => {
  test('belong to it from the beginning when they were made the same day without one; later, from the day on', async () => {
    const [fresh, old] = [await buildAffiliate(office.root), await buildAffiliate(office.root)]
    const partner = await buildPartner(office.root, { affiliates: [fresh.id] })
    expect(await historyOf('affiliate_history', fresh.id)).toMatchObject([
      { valid_from: '-infinity', valid_to: null, partner: partner.id },
    ])
    await onDay('2026-11-19', (root) => root.put(`/api/affiliate/${old.id}`, { partner: partner.id }))
    expect(await historyOf('affiliate_history', old.id)).toMatchObject([
      { valid_from: '-infinity', partner: null },
      { valid_from: '2026-11-19', partner: partner.id },
    ])
  })

  test('are the affiliates that name the partner: written on either side, kept once', async () => {
    const [one, two] = [await buildAffiliate(office.root), await buildAffiliate(office.root)]
    const partner = await buildPartner(office.root, { affiliates: [one.id] })
    expect((await office.root.get(`/api/affiliate/${one.id}`)).body.partner).toBe(partner.id)
    await office.root.put(`/api/affiliate/${two.id}`, { partner: partner.id })
    const both = (await office.root.get(`/api/partner/${partner.id}`)).body
    expect([both.affiliates, both.version]).toEqual([[one.id, two.id], 2])
    expect(
      (await office.root.put(`/api/partner/${partner.id}`, { name: 'Stale form', affiliates: [one.id], version: 1 }))
        .status,
    ).toBe(409)
    await office.root.put(`/api/partner/${partner.id}`, { affiliates: [two.id] })
    expect((await office.root.get(`/api/affiliate/${one.id}`)).body.partner).toBe(null)
    expect(await office.root.get(listPath('partner', { filter: { affiliates: [two.id] } }))).toMatchObject({
      body: [{ id: partner.id }],
    })
    expect(await office.root.get(listPath('partner', { filter: { affiliates: one.id } }))).toMatchObject({ body: [] })
    expect((await logOf('affiliate', one.id)).at(-1)).toMatchObject({
      changes: [{ field: 'partner', before: partner.id, after: null }],
    })
  })

  test('belong to one partner: another one is refused, and so is one named twice', async () => {
    const affiliate = await buildAffiliate(office.root)
    await buildPartner(office.root, { affiliates: [affiliate.id] })
    const answer = await office.root.post('/api/partner', {
      name: 'Second',
      partnerLevel: await partnerLevelId(office.root),
      percentage: 1,
      affiliates: [affiliate.id],
    })
    expect([answer.status, answer.body.message]).toEqual([409, 'Partner already associated'])
    const brand = await buildBrand(office.root)
    const partner = await buildPartner(office.root)
    const twice = await office.root.post('/api/subBrand', {
      name: 'S',
      site: 'https://s.example',
      brand: brand.id,
      partners: [partner.id, partner.id],
    })
    expect([twice.status, twice.body.message]).toEqual([409, 'Partner already selected'])
  })

  test('go to one of five partners who take the same one at once', async () => {
    const affiliate = await buildAffiliate(office.root)
    const level = await partnerLevelId(office.root)
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, number) =>
        office.root.post('/api/partner', {
          name: `Taker ${number}`,
          partnerLevel: level,
          percentage: 1,
          affiliates: [affiliate.id],
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([
      200, 409, 409, 409, 409,
    ])
  })
})

describe('hierarchies', () => {
  test('have three levels, a parent on the level above, and no circles', async () => {
    const [one, two, three] = [
      await partnerLevelId(office.root, 1),
      await partnerLevelId(office.root, 2),
      await partnerLevelId(office.root, 3),
    ]
    const top = await buildPartner(office.root, { partnerLevel: one })
    const middle = await buildPartner(office.root, { partnerLevel: two, parent: top.id })
    const bottom = await buildPartner(office.root, { partnerLevel: three, parent: middle.id })
    const refused = async (path: string, values: unknown) => (await office.root.put(path, values)).body.code
    expect(await refused(`/api/partner/${bottom.id}`, { parent: top.id })).toBe('partner_level_parent')
    expect(await refused(`/api/partner/${bottom.id}`, { parent: null })).toBe('partner_level_parent')
    expect(await refused(`/api/partner/${top.id}`, { parent: middle.id })).toBe('partner_level_parent')
    expect(await refused(`/api/partner/${middle.id}`, { partnerLevel: one, parent: null })).toBe('partner_level_parent')
    expect(await refused(`/api/partnerLevel/${two}`, { level: 3 })).toBe('partner_level_parent')
    expect((await office.root.post('/api/partnerLevel', { name: 'Odd', level: 3, parent: one })).body.code).toBe(
      'partner_level_parent',
    )
  })

  test('calculate with formulas that can be read', async () => {
    const answer = await office.root.post('/api/partnerLevel', {
      name: 'Bad formula',
      level: 1,
      parent: null,
      expression: 'ngrx * 2',
    })
    expect([answer.status, answer.body.message]).toEqual([422, 'Invalid calculation expression'])
  })
})

describe('a removal', () => {
  test('is refused while something refers to the record, and says what and how many', async () => {
    const brand = await buildBrand(office.root)
    const campaign = await buildCampaign(office.root, { brand: brand.id })
    await buildCampaign(office.root, { brand: brand.id })
    const answer = await office.root.delete(`/api/brand/${brand.id}`)
    expect([answer.status, answer.body.code, answer.body.values]).toEqual([
      409,
      'still_referenced',
      { count: 2, resource: 'campaign' },
    ])
    expect((await office.root.delete(`/api/campaign/${campaign.id}`)).body).toEqual(campaign)
    expect((await office.root.put(`/api/campaign/${campaign.id}`, { name: 'Gone' })).status).toBe(404)
    expect((await office.root.delete(`/api/campaign/${campaign.id}`)).status).toBe(404)
    expect((await logOf('campaign', campaign.id)).map(({ operation }) => operation)).toEqual(['create', 'remove'])
  })

  test('is refused once the record has movement', async () => {
    const action = await buildAction(office.root)
    const { brand } = (await office.root.get(`/api/campaign/${String(action.campaign)}`)).body
    await sql`insert into movement (day, brand, affiliate, action, product, turnover) values ('2026-11-01', ${brand},
      ${action.affiliate}, ${action.id}, 'bets', 10)`.execute(office.database.db)
    for (const path of [`action/${action.id}`, `affiliate/${String(action.affiliate)}`, `brand/${String(brand)}`]) {
      expect([path, (await office.root.delete(`/api/${path}`)).body.code]).toEqual([path, 'has_history'])
    }
  })

  test('and a reference to the record at the same time cannot both succeed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const brand = await buildBrand(office.root)
      const [made, removed] = await Promise.all([
        office.root.post('/api/campaign', { name: 'Race', brand: brand.id }),
        office.root.delete(`/api/brand/${brand.id}`),
      ])
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([made.status, removed.status])
    }
  })
})

describe("a link's domain", () => {
  test('is an address of its brand', async () => {
    const brand = await buildBrand(office.root, { site: 'https://www.own.example' })
    const campaign = await buildCampaign(office.root, { brand: brand.id })
    expect(
      (await buildAction(office.root, { campaign: campaign.id, domain: 'https://promo.own.example/landing' })).domain,
    ).toBe('https://promo.own.example/landing')
    const affiliate = await buildAffiliate(office.root, { brands: [brand.id] })
    for (const domain of [
      'https://evil.example',
      'https://notown.example',
      'https://own.example.evil.test',
      'https://evil.test/own.example',
      'https://own.example@evil.test',
    ]) {
      const answer = await office.root.post('/api/action', {
        name: 'L',
        campaign: campaign.id,
        affiliate: affiliate.id,
        domain,
      })
      expect([domain, answer.status >= 400]).toEqual([domain, true])
    }
  })
})

describe('text', () => {
  test('is kept byte for byte', async () => {
    const company = await build(office.root, 'company', {
      name: '  \u202Eמזל\u200B 𝄞 O\'Brien "<script>" \\ %_ ñ n\u0303\t',
    })
    expect((await office.root.get(`/api/company/${company.id}`)).body.name).toBe(
      '  \u202Eמזל\u200B 𝄞 O\'Brien "<script>" \\ %_ ñ n\u0303\t',
    )
  })
})

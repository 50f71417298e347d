import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profiles } from '#resources/roles.ts'
import { actorOfSession } from '#engine/auth/server/session/readSession.ts'
import { visibleBrands } from '#engine/records/server/visibility/scope.ts'
import { listPath } from '#tests/contract/entities.ts'
import {
  buildAccessKey,
  buildCampaign,
  type BuiltRecord,
  buildAffiliate,
  buildBrand,
  buildCompany,
  buildPartner,
  buildReward,
  buildRewardProfile,
  buildStaff,
  homeCompany,
  partnerLevelId,
  uniqueCpf,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'

const names = ['reward', 'rewardProfile', 'partnerLevel', 'partner', 'affiliate'] as const
type Owned = Readonly<Record<(typeof names)[number] | 'brand', BuiltRecord>> & { readonly company: BuiltRecord }

let office: Office
let own: Owned
let foreign: Owned
/** A manager of the second company. */
let manager: Client

async function buildOwned(root: Client, name: string): Promise<Owned> {
  const company = await buildCompany(root, { name })
  const of = { company: company.id }
  const brand = await buildBrand(root, of)
  const rewards: BuiltRecord[] = []
  for (const productType of ['bets', 'games', 'lotto', 'cpa'])
    rewards.push(await buildReward(root, { ...of, productType, name: `Foundation ${productType}` }))
  const rewardProfile = await buildRewardProfile(root, {
    ...of,
    name: 'Foundation',
    rewards: rewards.map(({ id }) => id),
  })
  const partner = await buildPartner(root, { ...of, name: 'Foundation partner' })
  const affiliate = await buildAffiliate(root, {
    brands: [brand.id],
    rewardProfile: rewardProfile.id,
    partner: partner.id,
    name: 'Foundation affiliate',
  })
  const partnerLevel = (await root.get(`/api/partnerLevel/${await partnerLevelId(root, 1, company.id)}`)).body
  return { company, brand, reward: rewards[0]!, rewardProfile, partner, affiliate, partnerLevel }
}

beforeAll(async () => {
  office = await openOffice()
  foreign = await buildOwned(office.root, 'First')
  own = await buildOwned(office.root, 'Second')
  manager = await buildStaff(office.app, office.root, {
    company: own.company.id,
    allowedBrands: [own.brand.id],
    roles: profiles.Manager,
  })
})
afterAll(() => office?.close())

test("a partner's session sees no brand of another company, though an affiliate below it names one from before", async () => {
  const key = await buildAccessKey(office.root, 'partner', own.partner.id, { scope: 'signIn' })
  await sql`update affiliate set brands = brands || ${foreign.brand.id}::bigint where id = ${own.affiliate.id}`.execute(
    office.database.db,
  )
  const { body } = await office.nobody.post('/login/partner', { token: key })
  expect(body.user.allowedBrands).toEqual([own.brand.id])
  const { sessionId: _, ...actor } = actorOfSession({ id: '', kind: 'partner' }, body.user)
  const { rows } = await sql<{ id: number }>`${visibleBrands(actor)}`.execute(office.database.db)
  expect(rows).toEqual([{ id: own.brand.id }])
  const options = await clientOf(office.app, body.accessToken as string).get('/api/brand?q=')
  expect(JSON.stringify(options.body)).not.toContain(foreign.brand.name)
  await sql`update affiliate set brands = array_remove(brands, ${foreign.brand.id}::bigint)
    where id = ${own.affiliate.id}`.execute(office.database.db)
})

test("a link of one company's campaign is no other company's affiliate's, whoever makes it", async () => {
  const campaign = await buildCampaign(office.root, { brand: own.brand.id })
  const link = (affiliate: number) =>
    office.root.post('/api/action', { name: 'Across', campaign: campaign.id, affiliate })
  expect((await link(foreign.affiliate.id)).body).toMatchObject({ code: 'invalid_affiliate' })
  expect((await link(own.affiliate.id)).status).toBe(200)
})

describe.each(names.map((name) => ({ name })))('a manager of another company, and $name', ({ name }) => {
  test('finds nothing to read, change or remove', async () => {
    const path = `/api/${name}/${foreign[name].id}`
    const stored = (await office.root.get(path)).body
    expect((await manager.get(path)).status).toBe(404)
    expect((await manager.put(path, { name: 'Taken over' })).status).toBe(404)
    expect((await manager.delete(path)).status).toBe(404)
    expect((await manager.get(`${path}/history`)).status).toBe(404)
    expect((await office.root.get(path)).body).toEqual(stored)
  })

  test('finds it in no list, option, export or search, and the own one in all of them', async () => {
    const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
    const answers = [
      idsOf((await manager.get(listPath(name, { filter: {}, range: [0, 999] }))).body),
      idsOf((await manager.get(`/api/${name}?q=`)).body),
      String((await manager.get(`/api/${name}/export?format=ndjson`)).body)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id as number),
    ]
    for (const ids of answers)
      expect([ids.includes(own[name].id), ids.includes(foreign[name].id)]).toEqual([true, false])
    expect((await manager.get(listPath(name, { filter: { id: [foreign[name].id] } }))).body).toEqual([])
    const found = (await manager.get(`/api/search?q=${name === 'partnerLevel' ? 'Manager' : 'Foundation'}`)).body as {
      resource: string
      records: { id: number }[]
    }[]
    expect(idsOf(found.find(({ resource }) => resource === name)?.records ?? [])).not.toContain(foreign[name].id)
  })

  test('makes records of the own company, whether it is named or left out, and of no other', async () => {
    const values = {
      reward: { productType: 'bets' },
      rewardProfile: { rewards: own.rewardProfile.rewards },
      partnerLevel: { level: 1, parent: null },
      partner: { partnerLevel: own.partnerLevel.id, percentage: 1 },
      affiliate: {
        cpf: uniqueCpf(),
        email: 'one@example.test',
        documentType: 'passport',
        document: 'AB123456',
        rewardProfile: own.rewardProfile.id,
        brands: [own.brand.id],
      },
    }[name]
    const whole = {
      name: `Made ${name}`,
      ...(name === 'reward' ? { subType: 'ngr', calculation: 'fixed', percentage: 1 } : {}),
      ...values,
    }
    const refused = await manager.post(`/api/${name}`, { ...whole, company: foreign.company.id })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_company'])
    const made = await manager.post(`/api/${name}`, whole)
    expect([made.status, made.body.company]).toEqual([200, own.company.id])
    expect(
      (await manager.put(`/api/${name}/${made.body.id}`, { company: foreign.company.id })).body.details.company[0].code,
    ).toBe('create_only')
    expect((await manager.delete(`/api/${name}/${made.body.id}`)).status).toBe(200)
    expect((await manager.post(`/api/${name}`, { ...whole, company: own.company.id })).status).toBe(200)
  })
})

describe('naming what belongs to another company', () => {
  test.each([
    ['rewardProfile', () => ({ rewards: foreign.rewardProfile.rewards }), 'invalid_reward'],
    ['partnerLevel', () => ({ parent: foreign.partnerLevel.id, level: 2 }), 'invalid_partner_level'],
    ['partner', () => ({ partnerLevel: foreign.partnerLevel.id }), 'invalid_partner_level'],
    ['partner', () => ({ parent: foreign.partner.id }), 'invalid_partner'],
    ['partner', () => ({ affiliates: [own.affiliate.id, foreign.affiliate.id] }), 'invalid_affiliate'],
    ['affiliate', () => ({ rewardProfile: foreign.rewardProfile.id }), 'invalid_reward_profile'],
    ['affiliate', () => ({ partner: foreign.partner.id }), 'invalid_partner'],
    ['affiliate', () => ({ brands: [own.brand.id, foreign.brand.id] }), 'invalid_brand'],
  ] as const)(
    'in a %s is refused as if it were not there, to its own people and to root',
    async (name, values, code) => {
      for (const client of [manager, office.root]) {
        const { status, body } = await client.put(`/api/${name}/${own[name].id}`, values())
        expect([status, body.code]).toEqual([400, code])
      }
      const missing = Object.fromEntries(
        Object.entries(values()).map(([field, value]) => [
          field,
          Array.isArray(value)
            ? value.map(() => 999_999).map((id, index) => id + index)
            : field === 'level'
              ? value
              : 999_999,
        ]),
      )
      expect((await manager.put(`/api/${name}/${own[name].id}`, missing)).body.code).toBe(code)
    },
  )

  test('in a sub brand or a user is refused, too', async () => {
    const subBrand = await office.root.post('/api/subBrand', {
      name: 'Sub',
      site: 'https://sub.example',
      brand: own.brand.id,
      partners: [foreign.partner.id],
    })
    expect([subBrand.status, subBrand.body.code]).toEqual([400, 'invalid_partner'])
    const password = 'Passable-Word-7'
    const user = await office.root.post('/api/user', {
      name: 'Tied',
      email: 'tied@example.test',
      password,
      passwordConfirmation: password,
      company: own.company.id,
      partner: foreign.partner.id,
    })
    expect([user.status, user.body.code]).toEqual([400, 'invalid_partner'])
  })

  test('in a trial finds nothing', async () => {
    for (const name of ['reward', 'rewardProfile', 'partnerLevel'] as const) {
      expect(
        (await manager.post(`/api/${name}/${foreign[name].id}/what_if`, { month: '2026-03', values: {} })).status,
      ).toBe(404)
    }
    const rewards = foreign.rewardProfile.rewards as number[]
    const tried = await manager.post(`/api/rewardProfile/${own.rewardProfile.id}/what_if`, {
      month: '2026-03',
      values: { rewards },
    })
    expect([tried.status, tried.body.code]).toEqual([400, 'invalid_reward'])
  })

  test('in the hierarchy shows neither levels nor partners', async () => {
    const { body } = await manager.get('/api/partner/hierarchy')
    expect(new Set(body.levels.map(({ company }: { company: number }) => company))).toEqual(new Set([own.company.id]))
    expect(body.partners.map(({ id }: { id: number }) => id)).not.toContain(foreign.partner.id)
  })
})

describe('a CPF or e-mail that another company has', () => {
  test('is no obstacle, and in the own company it is', async () => {
    const cpf = uniqueCpf()
    const values = { name: 'Same', cpf, email: 'same@example.test', documentType: 'cpf', document: cpf }
    const of = ({ rewardProfile, brand }: Owned) => ({ rewardProfile: rewardProfile.id, brands: [brand.id] })
    expect(
      (await office.root.post('/api/affiliate', { ...values, ...of(foreign), company: foreign.company.id })).status,
    ).toBe(200)
    expect((await manager.post('/api/affiliate', { ...values, ...of(own) })).status).toBe(200)
    const again = await manager.post('/api/affiliate', { ...values, ...of(own) })
    expect([again.status, again.body.details]).toMatchObject([
      409,
      { cpf: [{ code: 'already_taken' }], email: [{ code: 'already_taken' }] },
    ])
  })

  test('and names and slugs of rules likewise', async () => {
    expect([own.rewardProfile.name, own.reward.slug]).toEqual([foreign.rewardProfile.name, foreign.reward.slug])
    expect(
      (await manager.post('/api/rewardProfile', { name: 'Foundation', rewards: own.rewardProfile.rewards })).body
        .details.name[0].code,
    ).toBe('already_taken')
  })
})

describe('a company', () => {
  test("is root's own where root names none", async () => {
    expect((await buildReward(office.root)).company).toBe(await homeCompany(office.root))
  })

  test('begins with the three levels, and takes them with it when it goes unused', async () => {
    const company = await buildCompany(office.root)
    const levels = (
      await office.root.get(listPath('partnerLevel', { filter: { company: company.id }, sort: ['level', 'ASC'] }))
    ).body as BuiltRecord[]
    expect(levels.map(({ name, level }) => [name, level])).toEqual([
      ['Manager', 1],
      ['Promoter', 2],
      ['Partner', 3],
    ])
    expect((await office.root.delete(`/api/company/${company.id}`)).status).toBe(200)
    expect((await office.root.get(`/api/partnerLevel/${levels[0]!.id}`)).status).toBe(404)
    expect((await office.root.delete(`/api/company/${own.company.id}`)).body.code).toBe('still_referenced')
    expect((await office.root.get(`/api/partnerLevel/${own.partnerLevel.id}`)).status).toBe(200)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import {
  type BuiltRecord,
  buildAccessKey,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildPartner,
  buildStaff,
  buildSubBrand,
  buildUser,
  partnerLevelId,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'
import { listPath } from '#tests/contract/entities.ts'

/** Everything one brand has. */
interface World {
  company: BuiltRecord
  brand: BuiltRecord
  campaign: BuiltRecord
  affiliate: BuiltRecord
  action: BuiltRecord
  partner: BuiltRecord
  subBrand: BuiltRecord
  user: BuiltRecord
}

let office: Office
let own: World
let foreign: World
let staff: Client

async function buildWorld(root: Client): Promise<World> {
  const company = await buildCompany(root)
  const brand = await buildBrand(root, { company: company.id })
  const campaign = await buildCampaign(root, { brand: brand.id })
  const affiliate = await buildAffiliate(root, { brands: [brand.id] })
  const action = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  const partner = await buildPartner(root, { affiliates: [affiliate.id] })
  const subBrand = await buildSubBrand(root, { brand: brand.id, partners: [partner.id] })
  const user = await buildUser(root, { company: company.id, allowedBrands: [brand.id] })
  return {
    company,
    brand,
    campaign,
    affiliate: (await root.get(`/api/affiliate/${affiliate.id}`)).body,
    action,
    partner,
    subBrand,
    user,
  }
}

beforeAll(async () => {
  office = await openOffice()
  own = await buildWorld(office.root)
  foreign = await buildWorld(office.root)
  staff = await buildStaff(office.app, office.root, {
    company: own.company.id,
    allowedBrands: [own.brand.id],
    roles: roleKeys,
  })
})
afterAll(() => office.close())

const scoped = (['brand', 'campaign', 'affiliate', 'action', 'partner', 'subBrand', 'user'] as const).map((name) => ({
  name,
}))

describe.each(scoped)('staff with every role, and $name', ({ name }) => {
  test('see and list the records of their own brand', async () => {
    expect((await staff.get(`/api/${name}/${own[name].id}`)).status).toBe(200)
    const listed = (await staff.get(listPath(name, { filter: {}, range: [0, 999] }))).body.map(
      ({ id }: { id: number }) => id,
    )
    expect(listed).toContain(own[name].id)
    expect(listed).not.toContain(foreign[name].id)
  })

  test('find nothing of another company: read, list, options, change, removal', async () => {
    const { id } = foreign[name]
    expect((await staff.get(`/api/${name}/${id}`)).status).toBe(404)
    expect((await staff.get(listPath(name, { filter: { id: [id] } }))).body).toEqual([])
    expect((await staff.get(`/api/${name}?id=${id}`)).body).toEqual([])
    expect((await staff.put(`/api/${name}/${id}`, { name: 'Taken over' })).status).toBe(404)
    expect((await staff.delete(`/api/${name}/${id}`)).status).toBe(name === 'brand' ? 403 : 404)
    expect((await office.root.get(`/api/${name}/${id}`)).body.name).toBe(foreign[name].name)
  })
})

describe('references to another company', () => {
  test.each([
    ['campaign', () => ({ name: 'C', brand: foreign.brand.id }), 'invalid_brand'],
    ['action', () => ({ name: 'A', campaign: foreign.campaign.id, affiliate: own.affiliate.id }), 'invalid_campaign'],
    ['action', () => ({ name: 'A', campaign: own.campaign.id, affiliate: foreign.affiliate.id }), 'invalid_affiliate'],
    [
      'subBrand',
      () => ({ name: 'S', site: 'https://s.example', brand: own.brand.id, partners: [foreign.partner.id] }),
      'invalid_partner',
    ],
    [
      'user',
      () => ({
        name: 'U',
        email: 'u@x.example',
        password: 'Passable-Word-7',
        passwordConfirmation: 'Passable-Word-7',
        company: foreign.company.id,
      }),
      'invalid_company',
    ],
    [
      'user',
      () => ({
        name: 'U',
        email: 'u@x.example',
        password: 'Passable-Word-7',
        passwordConfirmation: 'Passable-Word-7',
        company: own.company.id,
        allowedBrands: [foreign.brand.id],
      }),
      'invalid_allowed_brands',
    ],
  ] as const)('are refused in a new %s as if there were none', async (entity, values, code) => {
    const answer = await staff.post(`/api/${entity}`, values())
    expect([answer.status, answer.body.code]).toEqual([400, code])
  })

  test('cannot be given away: a campaign stays with a brand its editor sees', async () => {
    const answer = await staff.put(`/api/campaign/${own.campaign.id}`, { brand: foreign.brand.id })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_brand'])
  })

  test('that were there before may stay, and cannot be taken away unseen', async () => {
    const built = await buildAffiliate(office.root, { brands: [own.brand.id] })
    const brands = [own.brand.id, foreign.brand.id]
    // Made before records belonged to a company.
    await office.database.db.updateTable('affiliate').set({ brands }).where('id', '=', built.id).execute()
    const shared = { ...built, brands }
    const kept = await staff.put(`/api/affiliate/${shared.id}`, { name: 'Renamed', brands: shared.brands })
    expect([kept.status, kept.body.name, kept.body.brands]).toEqual([200, 'Renamed', shared.brands])
    expect((await staff.put(`/api/affiliate/${shared.id}`, { brands: [own.brand.id] })).body.code).toBe('invalid_brand')
    expect((await staff.put(`/api/affiliate/${shared.id}`, { brands: [foreign.brand.id] })).body.code).toBe(
      'invalid_brand',
    )
  })

  test('of all affiliates and all links show the own ones only', async () => {
    const affiliates = (await staff.get('/api/affiliate/all')).body.map(({ id }: { id: number }) => id)
    expect(affiliates).toContain(own.affiliate.id)
    expect(affiliates).not.toContain(foreign.affiliate.id)
    const ofForeign = (await staff.get(`/api/affiliate/all?idBrand=${foreign.brand.id}`)).body.map(
      ({ id }: { id: number }) => id,
    )
    expect(ofForeign).not.toContain(foreign.affiliate.id)
    const links = (await staff.get('/action/all')).body.map(({ action_id: id }: { action_id: number }) => id)
    expect([links.includes(own.action.id), links.includes(foreign.action.id)]).toEqual([true, false])
  })
})

describe('entries and payments', () => {
  test('are seen by whoever sees the affiliate they belong to, or the partner', async () => {
    const owners = {
      ownAffiliate: { affiliate: own.affiliate.id },
      ownPartner: { partner: own.partner.id },
      foreignAffiliate: { affiliate: foreign.affiliate.id },
      foreignPartner: { partner: foreign.partner.id },
    }
    for (const entity of ['entry', 'payment'] as const) {
      const ids: Record<string, number> = {}
      for (const [name, owner] of Object.entries(owners)) {
        const common = { ...owner, value: 10, currency: 'BRL' }
        const values =
          entity === 'entry'
            ? { ...common, day: '2026-01-02', kind: 'adjustment', status: 'pending' }
            : { ...common, method: 'manual', state: 'created' }
        ids[name] = (
          await office.database.db.insertInto(entity).values(values).returning('id').executeTakeFirstOrThrow()
        ).id as number
      }
      const listed = (await staff.get(listPath(entity, { filter: { id: Object.values(ids) }, sort: ['id', 'ASC'] })))
        .body
      expect(listed.map(({ id }: { id: number }) => id)).toEqual([ids.ownAffiliate, ids.ownPartner])
      expect(listed[0]).toMatchObject({ value: 10, attempts: [] })
      expect((await staff.get(`/api/${entity}/${ids.foreignPartner}`)).status).toBe(404)
      expect((await staff.get(`/api/${entity}/${ids.ownPartner}`)).status).toBe(200)
    }
  })
})

describe("whoever signs in with a partner's access key", () => {
  test('sees the entries and affiliates below that partner and nothing else', async () => {
    const { body } = await office.nobody.post('/login/partner', {
      token: await buildAccessKey(office.root, 'partner', own.partner.id, { scope: 'signIn' }),
    })
    const holder = clientOf(office.app, body.accessToken as string)
    const entryOf = async (owner: Record<string, unknown>) =>
      (
        await office.database.db
          .insertInto('entry')
          .values({ ...owner, day: '2026-01-03', kind: 'adjustment', value: 1, currency: 'BRL', status: 'pending' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id as number
    const [seen, partners, hidden] = [
      await entryOf({ affiliate: own.affiliate.id }),
      await entryOf({ partner: own.partner.id }),
      await entryOf({ affiliate: foreign.affiliate.id }),
    ]
    const listed = (
      await holder.get(listPath('entry', { filter: { id: [seen, partners, hidden] }, sort: ['id', 'ASC'] }))
    ).body
    expect(listed.map(({ id }: { id: number }) => id)).toEqual([seen, partners])
    // What is declared for partners: tests/features/portal/server/declared.test.ts.
    const below = (await holder.get(listPath('affiliate', { filter: {} }))).body
    expect(below.map(({ id }: { id: number }) => id)).toEqual([own.affiliate.id])
    for (const entity of ['affiliate', 'partner', 'campaign', 'user', 'brand'] as const) {
      const isDeclared = entity === 'affiliate'
      expect([entity, (await holder.get(listPath(entity, { filter: {} }))).status]).toEqual([
        entity,
        isDeclared ? 200 : 403,
      ])
      expect([entity, (await holder.put(`/api/${entity}/${own[entity].id}`, { name: 'X' })).status]).toEqual([
        entity,
        403,
      ])
    }
    const options = await holder.get('/api/affiliate/all')
    expect(options.body.map(({ id }: { id: number }) => id)).toEqual([own.affiliate.id])
  })
})

describe('staff with an empty list of brands', () => {
  test('see no brand and nothing of it', async () => {
    const bare = await buildStaff(office.app, office.root, {
      company: own.company.id,
      allowedBrands: [],
      roles: roleKeys,
    })
    for (const name of ['brand', 'campaign', 'affiliate', 'action', 'subBrand'] as const) {
      expect([name, (await bare.get(`/api/${name}/${own[name].id}`)).status]).toEqual([name, 404])
    }
  })
})

describe('a user tied to a partner', () => {
  test('sees the affiliates below that partner and below the partners under it, and nothing beside', async () => {
    const [level2, brand] = [await partnerLevelId(office.root, 2, own.company.id), own.brand.id]
    const deep = await buildAffiliate(office.root, { brands: [brand] })
    const beside = await buildAffiliate(office.root, { brands: [brand] })
    const above = await buildPartner(office.root, { company: own.company.id })
    const below = await buildPartner(office.root, { partnerLevel: level2, parent: above.id, affiliates: [deep.id] })
    const client = await buildStaff(office.app, office.root, {
      company: own.company.id,
      allowedBrands: [brand],
      roles: roleKeys,
      partner: above.id,
    })
    expect((await client.get(`/api/affiliate/${deep.id}`)).status).toBe(200)
    expect((await client.get(`/api/affiliate/${beside.id}`)).status).toBe(404)
    expect((await client.get(`/api/partner/${below.id}`)).status).toBe(200)
    expect((await client.get(`/api/partner/${own.partner.id}`)).status).toBe(404)
    expect((await client.get(`/api/action/${own.action.id}`)).status).toBe(404)
    const given = await client.put(`/api/affiliate/${deep.id}`, { partner: null })
    expect([given.status, given.body.code]).toEqual([400, 'invalid_partner'])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildReward,
  buildRewardProfile,
  buildStaff,
} from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** The office's clock stands at noon of this day. */
const today = '2030-03-10'

describe('the head of a record', () => {
  let office: PayoutOffice
  let root: Client
  const headOf = (id: number, client: Client = root, resource = 'affiliate') =>
    client.get(`/api/${resource}/${id}/head`)
  const staffOf = async (brands: readonly number[], roles: readonly string[]) => {
    const company = (await root.get(`/api/brand/${brands[0]}`)).body.company
    return buildStaff(office.app, root, { company, allowedBrands: brands, roles })
  }

  beforeAll(async () => {
    office = await openPayoutOffice()
    root = await office.asRoot()
  })
  afterAll(() => office?.close())

  it('says what was earned this month beside the same days of the month before, day by day', async () => {
    const { id } = await office.owner()
    await office.entry(id, '0.10', { day: '2030-03-01' })
    await office.entry(id, '0.20', { day: '2030-03-09' })
    await office.entry(id, '5.00', { day: '2030-02-10' })
    await office.entry(id, '7.00', { day: '2030-02-11' })
    const { status, body } = await headOf(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ from: '2030-03-01', to: today })
    const [earned] = body.figures.earned
    expect(earned).toMatchObject({ currency: 'BRL', value: 0.3, before: 5, count: 2 })
    expect(earned.days).toHaveLength(30)
    expect(earned.days.at(-1)).toEqual({ day: today, value: 0 })
    expect(earned.days.find(({ day }: { day: string }) => day === '2030-02-11')).toEqual({
      day: '2030-02-11',
      value: 7,
    })
    // What is pending has no days: all of it is.
    expect(body.figures.pending).toEqual([{ currency: 'BRL', value: 12.3, count: 4 }])
  })

  it('never adds two currencies up', async () => {
    const { id } = await office.owner()
    await office.entry(id, '10.00', { day: '2030-03-02' })
    await office.entry(id, '20.00', { day: '2030-03-03', currency: 'EUR' })
    const { body } = await headOf(id)
    expect(
      body.figures.earned.map(({ currency, value }: { currency: string; value: number }) => [currency, value]),
    ).toEqual([
      ['BRL', 10],
      ['EUR', 20],
    ])
    expect(body.payout.map(({ currency }: { currency: string }) => currency).toSorted()).toEqual(['BRL', 'EUR'])
  })

  it('says whether the owner can be paid, as the page of payments does, and where the close stopped', async () => {
    const { id } = await office.owner()
    await office.entry(id, '40.00')
    await sql`insert into close_problem (day, owner_kind, owner, code, message)
      values ('2030-03-08', 'affiliate', ${id}, 'invalid_expression', 'The formula fails')`.execute(office.database.db)
    const { body } = await headOf(id)
    const listed = (await root.get(`/api/payment/owners?owner=affiliate-${id}`)).body.rows
    expect(body.payout).toEqual(listed)
    expect(body.stopped).toEqual({ day: '2030-03-08', code: 'invalid_expression', message: 'The formula fails' })
  })

  it('holds nothing that the reader may not see', async () => {
    const brand = await buildBrand(root)
    const { id } = await office.owner({ brands: [brand.id] })
    await office.entry(id, '40.00')
    const registers = (await headOf(id, await staffOf([brand.id], ['affiliate']))).body
    expect(registers.figures).toEqual({})
    expect(registers).not.toHaveProperty('payout')
    expect(registers).not.toHaveProperty('stopped')
    const entries = (await headOf(id, await staffOf([brand.id], ['affiliate', 'entryByAffiliate']))).body
    expect(Object.keys(entries.figures)).toEqual(['earned', 'pending'])
    expect(entries).not.toHaveProperty('payout')
    expect((await headOf(id, await staffOf([brand.id], ['entryByAffiliate']))).status).toBe(403)
  })

  it('is not there for whoever does not see the record', async () => {
    const { id } = await office.owner({ brands: [(await buildBrand(root)).id] })
    const elsewhere = await staffOf([(await buildBrand(root)).id], ['affiliate', 'entryByAffiliate'])
    expect((await headOf(id, elsewhere)).status).toBe(404)
    expect((await headOf(999_999_999)).status).toBe(404)
    expect((await root.get('/api/affiliate/x/head')).status).toBe(400)
  })

  it('of a campaign reads what its links brought, for whoever may open the report', async () => {
    const brand = await buildBrand(root)
    const campaign = await buildCampaign(root, { brand: brand.id })
    const { body } = await headOf(campaign.id, root, 'campaign')
    expect(Object.keys(body.figures)).toEqual(['ngr', 'reward', 'ftd'])
    expect((await headOf(campaign.id, await staffOf([brand.id], ['campaign']), 'campaign')).body.figures).toEqual({})
  })
})

describe('the head of a deal', () => {
  let office: PayoutOffice
  let root: Client

  beforeAll(async () => {
    office = await openPayoutOffice()
    root = await office.asRoot()
  })
  afterAll(() => office?.close())

  /** A reward in two profiles, which three and one affiliates have. */
  async function shared() {
    const company = (await buildCompany(root)).id
    const brands = [await buildBrand(root, { company }), await buildBrand(root, { company })]
    const reward = await buildReward(root, { company, productType: 'bets' })
    const rest: number[] = []
    for (const productType of ['games', 'lotto', 'cpa'])
      rest.push((await buildReward(root, { company, productType })).id)
    const rewards = [reward.id, ...rest]
    const profiles = [
      await buildRewardProfile(root, { company, rewards }),
      await buildRewardProfile(root, { company, rewards }),
    ]
    for (const [profile, brand] of [
      [0, 0],
      [0, 0],
      [0, 1],
      [1, 1],
    ] as const)
      await buildAffiliate(root, { company, brands: [brands[brand]!.id], rewardProfile: profiles[profile]!.id })
    return { company, brands, reward, profiles }
  }

  const figuresOf = async (client: Client, path: string) => (await client.get(`/api/${path}/head`)).body.figures

  it('counts who has it: the profiles that hold a reward, the affiliates with any of them, and those of a profile', async () => {
    const { reward, profiles } = await shared()
    expect(await figuresOf(root, `reward/${reward.id}`)).toEqual({
      affiliates: [{ currency: null, value: 4 }],
      profiles: [{ currency: null, value: 2 }],
    })
    expect(await figuresOf(root, `rewardProfile/${profiles[0]!.id}`)).toEqual({
      affiliates: [{ currency: null, value: 3 }],
    })
  })

  it('counts what the reader sees, and tells nothing to whoever may not list them', async () => {
    const { company, brands, reward } = await shared()
    const seen = { company, allowedBrands: [brands[1]!.id] }
    const manager = await buildStaff(office.app, root, { ...seen, roles: ['reward', 'rewardProfile', 'affiliate'] })
    const typist = await buildStaff(office.app, root, { ...seen, roles: ['reward'] })
    const path = `reward/${reward.id}`
    expect((await figuresOf(manager, path)).affiliates).toEqual([{ currency: null, value: 2 }])
    expect(await figuresOf(typist, path)).toEqual({})
  })
})

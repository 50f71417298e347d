import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildReward,
  buildRewardProfile,
} from '#tests/support/builders.ts'
import { clientOf, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice({ now: () => new Date('2026-11-20T12:00:00Z'), variables: { BUSINESS_TIME_ZONE: 'UTC' } })
})
afterAll(() => office.close())

/** Two brands with a campaign and a link each, of one affiliate. */
async function makePlaces() {
  const { root } = office
  const [one, other] = [await buildBrand(root, { currency: 'BRL' }), await buildBrand(root, { currency: 'BRL' })]
  const campaign = await buildCampaign(root, { brand: one.id, promoCode: 'Verao10' })
  const otherCampaign = await buildCampaign(root, { brand: other.id })
  return { one, other, campaign, otherCampaign }
}

type Places = Awaited<ReturnType<typeof makePlaces>>

async function makeAffiliate({ one, other, campaign, otherCampaign }: Places, reward: number) {
  const { root } = office
  const rewards = [reward]
  const own = (await root.get(`/api/reward/${reward}`)).body.productType
  for (const productType of ['bets', 'games', 'lotto', 'cpa'].filter((product) => product !== own)) {
    const paysNothing = productType === 'cpa' ? { value: 0 } : { percentage: 0 }
    rewards.push((await buildReward(root, { productType, ...paysNothing })).id)
  }
  const profile = await buildRewardProfile(root, { rewards })
  const affiliate = await buildAffiliate(root, { brands: [one.id, other.id], rewardProfile: profile.id })
  const link = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  const otherLink = await buildAction(root, { campaign: otherCampaign.id, affiliate: affiliate.id })
  return { profile, affiliate, link, otherLink }
}

let serial = 0

async function tell(brand: number, token: unknown, country: string, deeds: readonly [day: string, amount: number][]) {
  const { key } = (await office.root.post(`/api/brand/${brand}/ingest_key`)).body
  const player_ref = `placed-${(serial += 1)}`
  const client = clientOf(office.app, key)
  const { body } = await client.post('/ingest/events', [
    {
      event_id: `placed-${(serial += 1)}`,
      type: 'registration',
      occurred_at: '2026-10-01T09:00:00Z',
      player_ref,
      action_token: token,
      country,
    },
    ...deeds.map(([day, amount]) => ({
      event_id: `placed-${(serial += 1)}`,
      type: 'bet',
      product: 'games',
      occurred_at: `${day}T12:00:00Z`,
      player_ref,
      amount,
    })),
  ])
  expect(body.accepted).toBe(deeds.length + 1)
  return { brand: client, ref: player_ref }
}

const close = (from: string, to: string) =>
  closeDays({
    database: office.database,
    environment: { businessTimeZone: 'UTC' },
    from,
    to,
    now: () => new Date('2026-11-20T12:00:00Z'),
    log: () => {},
  })

const share = { productType: 'games', subType: 'ngr', percentage: 30 }

describe('overrides by the API', () => {
  it('are kept, and refused for the same, for nothing, and for what is not there', async () => {
    const { root } = office
    const { one, other, campaign } = await makePlaces()
    const overrides = [
      { brand: one.id, percentage: 45 },
      { campaign: campaign.id, country: 'BR', percentage: 50 },
    ]
    const stored = await buildReward(root, { ...share, overrides })
    const { body } = await root.get(`/api/reward/${stored.id}`)
    expect(body.overrides).toMatchObject(overrides)
    const refused = async (rows: readonly object[]) => {
      const answer = await root.put(`/api/reward/${stored.id}`, { version: body.version, overrides: rows })
      return [answer.status, answer.body.errors]
    }
    expect(await refused([...overrides, { brand: one.id, percentage: 20 }])).toMatchObject([
      400,
      { 'overrides.2.brand': 'Is for the same as row 1' },
    ])
    expect(Object.keys((await refused([{ percentage: 20 }]))[1])).toEqual(['overrides.0.brand'])
    const missing = await refused([
      { brand: 999_999, percentage: 20 },
      { brand: other.id, campaign: campaign.id, percentage: 20 },
    ])
    expect([missing[0], Object.keys(missing[1])]).toEqual([400, ['overrides.0.brand', 'overrides.1.campaign']])
    expect((await root.delete(`/api/campaign/${campaign.id}`)).body.holders).toMatchObject([{ resource: 'reward' }])
  })

  it('pay each place at its rate, from the day they hold on; entries, brands and a trial say the same', async () => {
    const { root } = office
    const places = await makePlaces()
    const reward = await buildReward(root, {
      ...share,
      overrides: [
        { brand: places.other.id, percentage: 45 },
        { brand: places.other.id, country: 'PT', percentage: 10 },
        { promoCode: 'VERAO10', percentage: 50 },
      ],
    })
    const { affiliate, link, otherLink } = await makeAffiliate(places, reward.id)
    await tell(places.one.id, link['token'], 'BR', [
      ['2026-10-02', 100],
      ['2026-10-03', 10.05],
    ])
    await tell(places.other.id, otherLink['token'], 'BR', [['2026-10-03', 200]])
    await tell(places.other.id, otherLink['token'], 'PT', [['2026-10-03', 300]])
    await close('2026-10-01', '2026-10-31')
    const filter = encodeURIComponent(JSON.stringify({ affiliate: affiliate.id }))
    const { body: entries } = await root.get(`/api/entry?sort=["day","ASC"]&range=[0,99]&filter=${filter}`)
    const paid = entries.filter(({ value }: { value: number }) => value !== 0)
    // 50; 5.025 + 90 + 30 = 125.025, of which the 50 of 50.00 are paid: 175.025 in all
    expect(paid.map(({ day, value }: { day: string; value: number }) => `${day} ${value}`)).toEqual([
      '2026-10-02 50',
      '2026-10-03 125.03',
    ])
    const { body: explained } = await root.get(`/api/entry/${paid[1].id}/explain`)
    const [line] = explained.lines
    expect(line.isReproduced).toBe(true)
    const steps = line.after.steps.filter(({ kind }: { kind: string }) => kind === 'override')
    expect(
      steps.map(({ names, percentage, base, amount }: Record<string, unknown>) => [names, percentage, base, amount]),
    ).toEqual([
      [[places.other['name']], 45, 200, 90],
      [[places.other['name'], 'PT'], 10, 300, 30],
      [['VERAO10'], 50, 110.05, 55.025],
    ])
    const ofBrand = async ({ id }: { id: number }) => {
      const asked = `from=2026-10-01&to=2026-10-31&affiliate=${affiliate.id}&brand=${id}`
      return (await root.get(`/api/report/affiliateActivity?${asked}`)).body.total.affiliate_reward
    }
    expect([await ofBrand(places.one), await ofBrand(places.other)]).toEqual([55.03, 120])
    const attempt = async (values: object) => {
      const { body } = await root.post(`/api/reward/${reward.id}/what_if`, { month: '2026-10', values })
      return [body.then, body.now]
    }
    expect(await attempt({})).toEqual([175.03, 175.03])
    // 33.015 + 90 + 90
    expect(await attempt({ overrides: [{ link: otherLink.id, country: 'BR', percentage: 45 }] })).toEqual([
      175.03, 213.02,
    ])
    // All registered on the 1st: 45 % of 610.05; before the 1st nobody did: 30 %, half a cent
    expect(await attempt({ overrides: [{ registeredBefore: '2026-10-02', percentage: 45 }] })).toEqual([175.03, 274.52])
    expect(await attempt({ overrides: [{ registeredBefore: '2026-10-01', percentage: 45 }] })).toEqual([175.03, 183.02])
  })

  it('pay a player by its link, country or code, and take back what was paid', async () => {
    const { root } = office
    const places = await makePlaces()
    const rule = {
      productType: 'cpa',
      value: 100,
      triggerCondition: null,
      triggerOperation: null,
      triggerComparison: null,
      conditions: [{ fact: 'wagerSum', amount: 50 }],
      clawBack: 'barred',
      overrides: [
        { country: 'PT', value: 40 },
        { promoCode: 'verao10', value: 150 },
      ],
    }
    const reward = await buildReward(root, rule)
    const { affiliate, link, otherLink } = await makeAffiliate(places, reward.id)
    await tell(places.one.id, link['token'], 'PT', [['2026-10-02', 60]])
    const { brand, ref } = await tell(places.one.id, link['token'], 'BR', [['2026-10-02', 60]])
    await tell(places.other.id, otherLink['token'], 'PT', [['2026-10-02', 60]])
    await tell(places.other.id, otherLink['token'], 'BR', [['2026-10-02', 60]])
    await tell(places.other.id, otherLink['token'], 'BR', [['2026-10-02', 49]])
    await close('2026-10-01', '2026-10-02')
    await brand.post('/ingest/events', [
      {
        event_id: `placed-${(serial += 1)}`,
        type: 'barred',
        occurred_at: '2026-10-04T12:00:00Z',
        player_ref: ref,
        reason: 'fraud',
      },
    ])
    await close('2026-10-03', '2026-10-05')
    const filter = encodeURIComponent(JSON.stringify({ affiliate: affiliate.id }))
    const { body: entries } = await root.get(`/api/entry?sort=["day","ASC"]&range=[0,99]&filter=${filter}`)
    const paid = entries.filter(({ value }: { value: number }) => value !== 0)
    // 150 + 150 + 40 + 100, then one of the code less
    expect(paid.map(({ day, value }: { day: string; value: number }) => `${day} ${value}`)).toEqual([
      '2026-10-02 440',
      '2026-10-04 -150',
    ])
    const { body: explained } = await root.get(`/api/entry/${paid[0].id}/explain`)
    const line = explained.lines.find(({ product }: { product: string }) => product === 'cpa')
    const steps = line.after.steps.filter(({ kind }: { kind: string }) => /override|rate/.test(kind))
    expect(
      steps.map(({ names, value, base, amount }: Record<string, unknown>) => [names ?? null, value, base, amount]),
    ).toEqual([
      [null, 100, 1, 100],
      [['PT'], 40, 1, 40],
      [['verao10'], 150, 2, 300],
    ])
    expect(line.isReproduced).toBe(true)
    const { body: tried } = await root.post(`/api/reward/${reward.id}/what_if`, {
      month: '2026-10',
      values: { overrides: [{ link: otherLink.id, value: 10 }] },
    })
    // 2 x 100 + 2 x 10, less the 100 of who was barred
    expect([tried.then, tried.now]).toEqual([290, 120])
    const { body: old } = await root.post(`/api/reward/${reward.id}/what_if`, {
      month: '2026-10',
      values: {
        overrides: [
          { registeredBefore: '2026-10-02', value: 10 },
          { country: 'PT', registeredBefore: '2026-10-01', value: 1 },
        ],
      },
    })
    expect([old.then, old.now]).toEqual([290, 30])
  })
})

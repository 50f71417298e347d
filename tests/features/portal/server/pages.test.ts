import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  build,
  buildAction,
  buildAffiliate,
  type BuiltRecord,
  buildBrand,
  buildCampaign,
  buildReward,
  buildRewardProfile,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'
import { makeWorld } from '#tests/support/money/world.ts'

let office: Office
let affiliate: BuiltRecord
let own: Client

beforeAll(async () => {
  office = await openOffice()
  const { root } = office
  const brand = await buildBrand(root, { name: 'Aurora', minimumPayout: 1000 })
  const company = brand.company as number
  const campaign = await buildCampaign(root, { brand: brand.id })
  const other = await buildAffiliate(root, { name: 'Olga', company, brands: [brand.id] })
  const othersLink = await buildAction(root, { campaign: campaign.id, affiliate: other.id, name: 'Not hers' })
  const bets = await buildReward(root, {
    name: 'Bets of the house',
    company,
    productType: 'bets',
    percentage: 30,
    overrides: [
      { brand: brand.id, percentage: 35 },
      { link: othersLink.id, percentage: 45 },
    ],
  })
  const rest = await Promise.all(
    ['games', 'lotto', 'cpa'].map((productType) => buildReward(root, { company, productType })),
  )
  const rewardProfile = await buildRewardProfile(root, { company, rewards: [bets.id, ...rest.map(({ id }) => id)] })
  affiliate = await buildAffiliate(root, {
    name: 'Nina',
    company,
    brands: [brand.id],
    rewardProfile: rewardProfile.id,
    paymentType: 'manual',
  })
  const link = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  const world = makeWorld(office.database, { now: new Date() })
  const day = new Date().toISOString().slice(0, 10)
  await world.activity({ affiliate: affiliate.id, brand: brand.id, action: link.id, day, turnover: 1000 })
  await world.close(day, day)
  await build(root, 'terms', { name: 'Terms 1', company, holdsFrom: day, text: 'Be honest.' })
  const { body } = await root.post(`/api/affiliate/${affiliate.id}/access_key`, { label: 'Portal', scope: 'signIn' })
  const session = await office.nobody.post('/login/affiliate', { token: body.key })
  own = clientOf(office.app, session.body.accessToken)
})
afterAll(() => office.close())

describe("an affiliate's own pages", () => {
  test('begin with what was earned, what is pending and why it is not paid', async () => {
    const { status, body } = await own.get('/api/portal/overview')
    expect(status).toBe(200)
    expect(body.sums).toEqual([{ currency: 'BRL', earned: 350, earnedBefore: 0, pending: 350, paid: 0 }])
    expect(body.payouts).toMatchObject([{ currency: 'BRL', dueValue: 350, status: 'manual', payment: null }])
    expect(body.terms).toMatchObject({ name: 'Terms 1', acceptedAt: null })
  })

  test('say since when it is kept what was known, of which moment on changes can be asked', async () => {
    const { knownSince } = (await own.get('/api/portal/overview')).body
    const changes = async (since: string) =>
      (await own.get(`/api/report/affiliateDetail/changes?from=2030-01-01&to=2030-01-02&since=${since}`)).status
    expect([await changes(knownSince), await changes('2000-01-01T00:00:00Z')]).toEqual([200, 422])
  })

  test('say the deal as far as it concerns the affiliate, without what others have', async () => {
    const { body } = await own.get('/api/portal/deal')
    const bets = body.rewards.find(({ productType }: BuiltRecord) => productType === 'bets')
    expect(bets).toMatchObject({ percentage: 30, overrides: [{ percentage: 35 }] })
    expect(bets.overrides).toHaveLength(1)
    expect(Object.values(body.names.brand)).toEqual(['Aurora'])
    expect(JSON.stringify(body)).not.toMatch(/Not hers|company|slug/)
    expect(body.versions).toMatchObject([{ from: null }])
  })

  test('take the acceptance of the terms in force, once', async () => {
    const { terms } = (await own.get('/api/portal/overview')).body
    const accepted = await own.post(`/api/portal/terms/${terms.id}/accept`, {})
    expect([accepted.status, typeof accepted.body.acceptedAt]).toEqual([200, 'string'])
    expect((await own.post(`/api/portal/terms/${terms.id}/accept`, {})).status).toBeGreaterThanOrEqual(400)
    expect((await own.get('/api/termsAcceptance')).body).toMatchObject([{ terms: terms.id }])
  })

  test('say what held before as it was, and what was accepted while it did', async () => {
    const bets = (await office.root.get('/api/reward?filter={"name_like":"Bets of the house"}')).body[0]
    const { status } = await office.root.put(`/api/reward/${bets.id}`, { version: bets.version, percentage: 40 })
    expect(status).toBe(200)
    const { body } = await own.get('/api/portal/deal')
    const told = body.versions.map(({ from, until, rewards, accepted }: any) => ({
      from,
      until,
      bets: rewards.find(({ productType }: BuiltRecord) => productType === 'bets'),
      accepted: accepted.map(({ name }: { name: string }) => name),
    }))
    expect(told).toMatchObject([
      { until: null, bets: { percentage: 40 }, accepted: ['Terms 1'] },
      { from: null, until: told[0].from, bets: { percentage: 30, overrides: [{ percentage: 35 }] }, accepted: [] },
    ])
    expect(JSON.stringify(body)).not.toMatch(/Not hers|company|slug/)
  })

  test('prove a statement without the names of the operator’s people', async () => {
    const day = new Date().toISOString().slice(0, 10)
    const { status, body } = await own.get(`/api/statement/affiliate/${affiliate.id}/proof?from=${day}&to=${day}`)
    expect([status, body.statement.closing]).toEqual([200, 350])
    expect(JSON.stringify(body.statement)).not.toContain('@')
  })

  test('are nobody else’s', async () => {
    expect((await office.root.get('/api/portal/overview')).status).toBe(403)
    expect((await office.nobody.get('/api/portal/deal')).status).toBe(401)
  })
})

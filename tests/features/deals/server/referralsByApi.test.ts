import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { buildAffiliate, buildBrand, buildReward, buildRewardProfile } from '#tests/support/builders.ts'
import { type Client, type Office, openOffice, rootCredentials, signInAs } from '#tests/support/office.ts'
import { makeWorld } from '#tests/support/money/world.ts'

let office: Office
let root: Client
beforeAll(async () => {
  office = await openOffice()
  root = await signInAs(office.app, rootCredentials)
})
afterAll(() => office?.close())

async function chainOf(length: number) {
  const brand = await buildBrand(root, { currency: 'BRL' })
  const rewards = [(await buildReward(root, { productType: 'bets', subType: 'ngr', adminFee: 0, percentage: 30 })).id]
  for (const productType of ['games', 'lotto', 'cpa']) rewards.push((await buildReward(root, { productType })).id)
  const referralShares = [
    { level: 1, percentage: 5 },
    { level: 2, percentage: 2 },
  ]
  const profile = await buildRewardProfile(root, { rewards, referralShares })
  const ids: number[] = []
  for (let place = 0; place < length; place += 1) {
    const referredBy = ids.at(-1) ?? null
    ids.push((await buildAffiliate(root, { brands: [brand.id], rewardProfile: profile.id, referredBy })).id)
  }
  return { brand: brand.id, profile: profile.id, ids }
}

const set = async (path: string, id: number, values: object) => {
  const { version } = (await root.get(`/api/${path}/${id}`)).body as { version: number }
  return root.put(`/api/${path}/${id}`, { version, ...values })
}

it('refuses that somebody was referred by itself, or by whom it referred', async () => {
  const { ids } = await chainOf(3)
  const [first, , third] = ids
  for (const referredBy of [first, third]) {
    const refused = await set('affiliate', first!, { referredBy })
    expect([refused.status, refused.body.code]).toEqual([422, 'referral_cycle'])
  }
  expect((await set('affiliate', third!, { referredBy: first })).status).toBe(200)
  const { body } = await root.get(`/api/affiliate?filter=${JSON.stringify({ referredBy: first })}`)
  expect((body as { id: number }[]).map(({ id }) => id).toSorted()).toEqual([ids[1], third].toSorted())
})

it('refuses a level that is said twice', async () => {
  const { profile } = await chainOf(1)
  const twice = [
    { level: 1, percentage: 5 },
    { level: 1, percentage: 6 },
  ]
  const refused = await set('rewardProfile', profile, { referralShares: twice })
  expect(refused.status).toBe(400)
  expect(Object.keys(refused.body.errors)).toEqual(['referralShares.1.level'])
})

it('explains an entry by what each referred affiliate earned, level by level', async () => {
  const { brand, ids } = await chainOf(3)
  const world = makeWorld(office.database)
  await world.activity({ affiliate: ids[1]!, day: '2026-03-03', turnover: 1000, brand })
  await world.activity({ affiliate: ids[2]!, day: '2026-03-03', turnover: 500, brand })
  const range = { from: '2026-03-03', to: '2026-03-03' }
  const { database, environment } = office
  await closeDays({ database, environment, ...range, now: () => new Date('2026-03-04T12:00:00Z'), log: () => {} })
  const asked = { affiliate: ids[0], kind: 'referral' }
  const [entry] = (await root.get(`/api/entry?filter=${JSON.stringify(asked)}`)).body as { id: number; value: number }[]
  // 5 % of 300 and 2 % of 150.
  expect(entry!.value).toBe(18)
  const { body } = await root.get(`/api/entry/${entry!.id}/explain`)
  expect(body).toMatchObject({ total: 18, events: [], lines: [{ product: 'referral', base: 450, amount: 18 }] })
  expect(body.lines[0]).toMatchObject({ isReproduced: true, rate: null })
  expect(body.lines[0].after.steps).toEqual([
    { kind: 'referral', level: 1, of: 'commission', percentage: 5, base: 300, amount: 15 },
    { kind: 'referral', level: 2, of: 'commission', percentage: 2, base: 150, amount: 3 },
  ])
  expect(body.below.map(({ affiliate, reward }: { affiliate: number; reward: number }) => [affiliate, reward])).toEqual(
    [
      [ids[1], 300],
      [ids[2], 150],
    ],
  )
})

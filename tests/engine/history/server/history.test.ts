import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildAffiliate,
  buildBrand,
  buildCompany,
  buildPartner,
  buildReward,
  buildRewardProfile,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice, rootCredentials, signInAs } from '#tests/support/office.ts'

let office: Office
/** The root user, signed in on the present day: a day later the session would be over. */
let root: Client
let now = new Date('2026-03-10T12:00:00Z')
beforeAll(async () => {
  office = await openOffice({ now: () => now })
  root = office.root
})
afterAll(() => office.close())

/** The days from here on are this one. */
async function goTo(day: string): Promise<void> {
  now = new Date(`${day}T12:00:00Z`)
  root = await signInAs(office.app, rootCredentials)
}
const historyOf = (resource: string, id: number, client = root) => client.get(`/api/${resource}/${id}/history`)

describe('the history of dated fields', () => {
  test('begins with what holds from the beginning of time', async () => {
    const partner = await buildPartner(root, { percentage: 30, abatement: 5 })
    const { status, body } = await historyOf('partner', partner.id)
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: expect.any(Number),
        validFrom: null,
        validTo: null,
        changedBy: 'root@office.test',
        changedAt: expect.any(String),
        correction: null,
        values: { partnerLevel: partner.partnerLevel, parent: null, percentage: 30, abatement: 5 },
      },
    ])
  })

  test('shows each change from its day on, the newest first, with who made it', async () => {
    await goTo('2026-03-10')
    const reward = await buildReward(root, { percentage: 30 })
    await goTo('2026-03-12')
    const staff = await buildStaff(office.app, root, { company: reward.company, roles: ['reward'] })
    expect((await staff.put(`/api/reward/${reward.id}`, { percentage: 35 })).status).toBe(200)
    const { body } = await historyOf('reward', reward.id)
    expect(
      body.map(({ validFrom, validTo, values, changedBy }: any) => [validFrom, validTo, values.percentage, changedBy]),
    ).toEqual([
      ['2026-03-12', null, 35, staff.user.email],
      [null, '2026-03-12', 30, 'root@office.test'],
    ])
    await goTo('2026-03-10')
  })

  test('keeps one row for two changes on one day', async () => {
    const reward = await buildReward(root, { percentage: 30 })
    await goTo('2026-03-12')
    for (const percentage of [31, 32]) await root.put(`/api/reward/${reward.id}`, { percentage })
    const { body } = await historyOf('reward', reward.id)
    expect(body.map(({ values }: any) => values.percentage)).toEqual([32, 30])
    await goTo('2026-03-10')
  })

  test('is kept by whoever may read the record: 403 without the role, 404 outside the scope', async () => {
    const company = await buildCompany(root)
    const brand = await buildBrand(root, { company: company.id })
    const affiliate = await buildAffiliate(root, { brands: [brand.id] })
    const own = await buildStaff(office.app, root, {
      company: company.id,
      allowedBrands: [brand.id],
      roles: ['affiliate'],
    })
    const other = await buildStaff(office.app, root, { roles: ['affiliate'] })
    const without = await buildStaff(office.app, root, {
      company: company.id,
      allowedBrands: [brand.id],
      roles: ['campaign'],
    })
    expect((await historyOf('affiliate', affiliate.id, own)).body).toHaveLength(1)
    expect((await historyOf('affiliate', affiliate.id, other)).status).toBe(404)
    expect((await historyOf('affiliate', affiliate.id, without)).status).toBe(403)
    expect((await historyOf('affiliate', affiliate.id, office.nobody)).status).toBe(401)
  })

  test('shows a change that was made on the other side of a relation', async () => {
    const [partner, profile] = [await buildPartner(root), await buildRewardProfile(root)]
    const affiliate = await buildAffiliate(root, { rewardProfile: profile.id })
    await goTo('2026-03-20')
    await root.put(`/api/partner/${partner.id}`, { affiliates: [affiliate.id] })
    const { body } = await historyOf('affiliate', affiliate.id)
    expect(body.map(({ validFrom, values }: any) => [validFrom, values])).toEqual([
      ['2026-03-20', { rewardProfile: profile.id, partner: partner.id, referredBy: null }],
      [null, { rewardProfile: profile.id, partner: null, referredBy: null }],
    ])
    await goTo('2026-03-10')
  })

  test.each(['abc', '0', '-1', '99999999', '9223372036854775808', '1%00'])('answers 404 for the id %s', async (id) => {
    expect((await root.get(`/api/partner/${id}/history`)).status).toBe(404)
  })

  test('exists only where something is dated', async () => {
    const brand = await buildBrand(root)
    expect((await historyOf('brand', brand.id)).status).toBe(404)
  })
})

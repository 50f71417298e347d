import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAffiliate,
  buildBrand,
  buildCompany,
  buildPeriod,
  buildRewardProfile,
  buildStaff,
} from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { lateActivity } from '#features/commission/server/close/adjustEntry.ts'
import { recompute } from '#features/commission/server/corrections/recomputeDays.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

/** Days long before anything moved: nothing is due there, nobody waits for them, and none before 2000 is taken. */
let office: PayoutOffice
let world: World
let root: Client
beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  world = makeWorld(office.database, { now: office.context.now() })
})
afterAll(() => office.close())

async function place() {
  const { id: company } = await buildCompany(root)
  const { id: brand } = await buildBrand(root, { company })
  const profile = await buildRewardProfile(root, { company })
  const { id: affiliate } = await buildAffiliate(root, { company, brands: [brand], rewardProfile: profile.id })
  const roles = ['financial', 'affiliate', 'reward', 'rewardProfile', 'paymentByAffiliate', 'entryByAffiliate']
  const rights = { company, allowedBrands: [brand], roles }
  const [maria, joao] = [await buildStaff(office.app, root, rights), await buildStaff(office.app, root, rights)]
  return { brand, affiliate, reward: (profile.rewards as number[])[0]!, maria, joao }
}

describe('days before anything moved', () => {
  it('are closed, and corrected from, without being reckoned one by one', async () => {
    const { brand, affiliate, reward, maria } = await place()
    await world.activity({ affiliate, brand, day: '2030-01-02', turnover: 100 })
    const closed = await world.close('2000-01-01', '2030-01-03')
    expect(closed).toMatchObject({ days: 10_961, newDays: 10_961 })
    expect((await world.entries({ affiliate })).map(({ day, value }) => [day, value])).toEqual([
      ['2030-01-02', '30.00'],
    ])
    const order = { object: 'reward', id: reward, values: { percentage: 40 }, validFrom: '2000-01-01', reason: 'R' }
    const { status, body } = await maria.post('/api/correction/preview', order)
    expect([status, body.totals]).toEqual([200, [expect.objectContaining({ was: 30, wouldBe: 40, days: 1 })]])
  })

  it('are no days before 2000, whoever names them', async () => {
    const { affiliate, maria } = await place()
    const early = '1999-12-31'
    const value = { affiliate, day: early, currency: 'BRL', value: 1, reason: 'R' }
    const codes = [
      (await root.post('/api/job/dailyClose/run', { from: early, to: '2030-01-01' })).body.details.from,
      (await maria.post('/api/entry', value)).body.details.day,
      (await maria.post('/api/period', { from: early, to: '2000-01-31' })).body.details.from,
      (await maria.post(`/api/payment/affiliate/${affiliate}/manual`, { paidAt: early, currency: 'BRL' })).body.details
        .paidAt,
    ].map(([problem]) => [problem.code, problem.values.day])
    expect(codes).toEqual(Array.from({ length: 4 }, () => ['before_first_entry', '2000-01-01']))
  })
})

describe('what is asked of a close', () => {
  it('is days, or nothing at all', async () => {
    for (const body of [[], ['2030-01-01'], 'x', 7])
      expect([body, (await root.post('/api/job/dailyClose/run', body as object)).status]).toEqual([body, 400])
  })
})

describe('a period', () => {
  it('is a year long at most', async () => {
    const { maria } = await place()
    const asked = async (to: string) => (await maria.post('/api/period', { from: '2028-01-01', to })).body
    expect((await asked('9999-12-31')).details.to[0]).toEqual({ code: 'too_many_days', values: { days: 366 } })
    expect(await asked('2028-12-31')).toMatchObject({ to: '2028-12-31', state: 'open' })
  })

  it('that is locked says so to whoever locks it as well', async () => {
    const { maria, joao } = await place()
    const { id } = await buildPeriod(maria, { from: '2030-02-01', to: '2030-02-28' })
    expect((await maria.post(`/api/period/${id}/check`, {})).status).toBe(200)
    const answers = await Promise.all([1, 2, 3].map(() => joao.post(`/api/period/${id}/lock`, {})))
    expect(answers.map(({ body }) => body.code ?? body.state).toSorted()).toEqual([
      'locked',
      'period_is_locked',
      'period_is_locked',
    ])
  })
})

describe('a correction that takes longer than it may', () => {
  it('says of corrections that it is too large, and changes nothing', async () => {
    const { brand, affiliate } = await place()
    await world.activity({ affiliate, brand, day: '2030-01-02', turnover: 100 })
    await world.close('2030-01-02')
    const entries = await world.entries({ affiliate })
    const asked = recompute(world.db, {
      affiliates: [affiliate],
      partners: false,
      from: '2030-01-01',
      today: '2030-03-10',
      actor: systemActor('test'),
      cause: lateActivity,
      until: performance.now() - 1,
    })
    await expect(asked).rejects.toMatchObject({
      code: 'correction_too_large',
      message: expect.stringMatching(/^This correction/),
    })
    expect(await world.entries({ affiliate })).toEqual(entries)
  })
})

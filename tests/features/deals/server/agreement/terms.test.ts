import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import { addDays } from '#engine/values/calendar.ts'
import {
  build,
  buildAffiliate,
  buildBrand,
  buildCompany,
  buildReward,
  buildRewardProfile,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, clientOf } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** What a company and its affiliates agreed upon protects them: nothing worse holds before they accepted it. */
let office: PayoutOffice
let root: Client
let today: string

beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  today = office.context.now().toISOString().slice(0, 10)
})
afterAll(() => office.close())

/** A company with one affiliate on a deal of 30 % of bets, and two people of it. */
async function place() {
  const company = (await buildCompany(root)).id
  const brand = await buildBrand(root, { company })
  const rewards: number[] = []
  for (const productType of ['bets', 'games', 'lotto', 'cpa'])
    rewards.push((await buildReward(root, { company, productType })).id)
  const profile = await buildRewardProfile(root, { company, rewards })
  const affiliate = await buildAffiliate(root, { company, brands: [brand.id], rewardProfile: profile.id })
  const rights = { company, allowedBrands: [brand.id], roles: [...roleKeys] }
  const people = [await buildStaff(office.app, root, rights), await buildStaff(office.app, root, rights)] as const
  return { company, brand, rewards, bets: rewards[0]!, profile, affiliate, people }
}

const write = (company: number, values: object = {}) =>
  build(root, 'terms', {
    company,
    name: 'Terms',
    holdsFrom: today,
    text: 'The deal is as the profile says.',
    ...values,
  })
const accept = (affiliate: number, terms: number, values: object = {}) =>
  root.post('/api/termsAcceptance', { affiliate, terms, ...values })
const cut = (reward: number, values: object = { percentage: 25 }) => root.put(`/api/reward/${reward}`, values)

describe('terms', () => {
  it('are numbered one after the other, and stay as they were written', async () => {
    const { company } = await place()
    const [first, second] = [await write(company), await write(company, { name: 'Next' })]
    const { body } = await root.get(`/api/terms/${second.id}`)
    expect([(await root.get(`/api/terms/${first.id}`)).body.number, body.number]).toEqual([1, 2])
    expect((await root.put(`/api/terms/${second.id}`, { text: 'Otherwise' })).status).toBe(403)
  })

  it('begin today or later', async () => {
    const { company } = await place()
    const past = { company, name: 'Past', holdsFrom: addDays(today, -1), text: 'Since yesterday' }
    expect(await root.post('/api/terms', past)).toMatchObject({ status: 422, body: { code: 'terms_begin_in_past' } })
  })

  it('are read by nobody of another company', async () => {
    const [one, other] = [await place(), await place()]
    const { id } = await write(one.company)
    expect((await one.people[0].get(`/api/terms/${id}`)).status).toBe(200)
    expect((await other.people[0].get(`/api/terms/${id}`)).status).toBe(404)
  })
})

describe('an acceptance', () => {
  it('says who accepted which version when, and who says so', async () => {
    const { company, affiliate, people } = await place()
    const { id, number } = (await root.get(`/api/terms/${(await write(company)).id}`)).body
    const answer = await people[0].post('/api/termsAcceptance', { affiliate: affiliate.id, terms: id, note: 'By post' })
    const read = (await root.get(`/api/termsAcceptance/${answer.body.id}`)).body
    expect(read).toMatchObject({ affiliate: affiliate.id, terms: id, note: 'By post' })
    expect(new Date(read.acceptedAt).getTime()).toBe(office.context.now().getTime())
    expect(read.recordedBy).not.toBe('')
    expect(number).toBe(1)
  })

  it('is made once, of terms of the same company, neither in the future nor before they were written', async () => {
    const [{ company, affiliate }, other] = [await place(), await place()]
    const terms = await write(company)
    const foreign = await write(other.company)
    const codeOf = async (given: Promise<{ body: { code?: string } }>) => (await given).body.code ?? 'taken'
    expect(await codeOf(accept(affiliate.id, foreign.id))).toBe('terms_of_another_company')
    const early = await accept(affiliate.id, terms.id, { acceptedAt: '2999-01-01T00:00:00Z' })
    expect(early).toMatchObject({ status: 400, body: { details: { acceptedAt: [{ code: 'in_future' }] } } })
    expect(await codeOf(accept(affiliate.id, terms.id, { acceptedAt: '2020-01-01T00:00:00Z' }))).toBe(
      'terms_not_written',
    )
    expect(await codeOf(accept(affiliate.id, terms.id))).toBe('taken')
    expect(await codeOf(accept(affiliate.id, terms.id))).toBe('terms_accepted_already')
  })

  it('stays, and so do terms that somebody accepted', async () => {
    const { company, affiliate } = await place()
    const terms = await write(company)
    const { body } = await accept(affiliate.id, terms.id)
    expect((await root.delete(`/api/termsAcceptance/${body.id}`)).status).toBe(403)
    expect((await root.delete(`/api/terms/${terms.id}`)).status).toBe(409)
  })
})

describe('an affiliate with its own key', () => {
  const keyOf = async (affiliate: number): Promise<string> =>
    (await root.post(`/api/affiliate/${affiliate}/access_key`, { label: 'Own', scope: 'signIn' })).body.key
  const nobody = () => clientOf(office.app)
  const read = (key: string) => nobody().get(`/api/terms/in_force?affiliateToken=${key}`)

  it('reads the terms in force and accepts them, once, and the log says by whom', async () => {
    const { company, affiliate } = await place()
    const key = await keyOf(affiliate.id)
    expect((await read(key)).body).toEqual({ terms: null })
    const { id } = await write(company)
    expect((await read(key)).body.terms).toMatchObject({ id, number: 1, holdsFrom: today, acceptedAt: null })
    const accepting = () => nobody().post(`/api/terms/${id}/accept`, { affiliateToken: key })
    const { status, body } = await accepting()
    expect([status, body.acceptedAt]).toEqual([200, office.context.now().toISOString()])
    expect((await accepting()).body.code).toBe('terms_accepted_already')
    const filter = encodeURIComponent(JSON.stringify({ affiliate: affiliate.id }))
    const [kept] = (await root.get(`/api/termsAcceptance?filter=${filter}`)).body
    expect(kept).toMatchObject({ terms: id, recordedBy: `affiliate:${affiliate.token}` })
  })

  it('accepts no terms of another company, and nobody accepts without a key', async () => {
    const [one, other] = [await place(), await place()]
    const [own, foreign] = [await write(one.company), await write(other.company)]
    const key = await keyOf(one.affiliate.id)
    const codeOf = async (terms: number, affiliateToken: string) =>
      (await nobody().post(`/api/terms/${terms}/accept`, { affiliateToken })).body.code
    expect(await codeOf(foreign.id, key)).toBe('terms_of_another_company')
    expect(await codeOf(own.id, one.affiliate.token)).toBe('unknown_token')
    expect(await codeOf(own.id, 'ak_of_nobody_at_all_really')).toBe('unknown_token')
  })
})

describe('a worse rule', () => {
  it('is free where a company has no terms in force', async () => {
    const { company, bets } = await place()
    await write(company, { holdsFrom: addDays(today, 1) })
    expect((await cut(bets)).status).toBe(200)
  })

  it('is refused while its affiliates have not accepted the terms in force, and taken once they have', async () => {
    const { company, bets, affiliate } = await place()
    const terms = await write(company)
    expect(await cut(bets)).toMatchObject({
      status: 422,
      body: { code: 'worse_than_accepted', values: { count: 1 }, errors: { percentage: expect.any(String) } },
    })
    await accept(affiliate.id, terms.id)
    expect((await cut(bets)).status).toBe(200)
    await write(company, { name: 'Next' })
    expect((await cut(bets, { percentage: 20 })).body.code).toBe('worse_than_accepted')
  })

  it('is refused for what a profile holds, and for another profile of an affiliate', async () => {
    const { company, rewards, profile, affiliate } = await place()
    const poor = (await buildReward(root, { company, productType: 'bets', percentage: 10 })).id
    const others = await buildRewardProfile(root, { company, rewards: [poor, ...rewards.slice(1)] })
    await write(company)
    const codes = [
      await root.put(`/api/rewardProfile/${profile.id}`, { rewards: [poor, ...rewards.slice(1)] }),
      await root.put(`/api/rewardProfile/${profile.id}`, { carryOver: 'full' }),
      await root.put(`/api/affiliate/${affiliate.id}`, { rewardProfile: others.id }),
    ].map(({ status, body }) => [status, body.code, Object.keys(body.errors)])
    expect(codes).toEqual([
      [422, 'worse_than_accepted', ['rewards']],
      [422, 'worse_than_accepted', ['carryOver']],
      [422, 'worse_than_accepted', ['rewardProfile']],
    ])
  })

  it('is one that carries more of a loss, not one that carries less', async () => {
    const { company, rewards } = await place()
    const profile = await buildRewardProfile(root, { company, rewards, carryOver: 'full', carryAtMost: 500 })
    await buildAffiliate(root, { company, rewardProfile: profile.id })
    await write(company)
    const put = async (values: object) => {
      const { status, body } = await root.put(`/api/rewardProfile/${profile.id}`, values)
      return status === 200 ? 200 : [body.code, Object.keys(body.errors)]
    }
    expect(await put({ carryAtMost: 600 })).toEqual(['worse_than_accepted', ['carryAtMost']])
    expect(await put({ carryAtMost: null })).toEqual(['worse_than_accepted', ['carryAtMost']])
    expect(await put({ carryAtMost: 400, carryMonths: 3, carryAbove: 50, carriedPart: 'chargebacks' })).toBe(200)
    expect(await put({ carryMonths: 4, carryAbove: 40 })).toEqual([
      'worse_than_accepted',
      ['carryAbove', 'carryMonths'],
    ])
    expect(await put({ carriedPart: 'all' })).toEqual(['worse_than_accepted', ['carriedPart']])
    expect(await put({ carryOver: 'none' })).toBe(200)
  })

  it('is not one that pays as much of everything, nor one that nobody has', async () => {
    const { company, bets } = await place()
    const unused = (await buildReward(root, { company })).id
    await write(company)
    expect((await cut(bets, { percentage: 35, name: 'More' })).status).toBe(200)
    expect((await cut(unused)).status).toBe(200)
  })

  it('is refused from a day before the acceptance on, and taken from its day on', async () => {
    const { company, bets, affiliate, people } = await place()
    const terms = await write(company)
    await accept(affiliate.id, terms.id)
    const order = { object: 'reward', id: bets, values: { percentage: 20 }, reason: 'Signed so' }
    const past = await people[0].post('/api/correction', { ...order, validFrom: addDays(today, -3) })
    expect(past).toMatchObject({ status: 422, body: { code: 'worse_than_accepted' } })
    expect((await cut(bets, { percentage: 20 })).status).toBe(200)
  })

  it('is forced by two people, from a past day or from today on, and the log says so', async () => {
    const { company, bets, people } = await place()
    await write(company)
    for (const [day, percentage] of [
      [addDays(today, -2), 28],
      [today, 22],
    ] as const) {
      const order = { object: 'reward', id: bets, values: { percentage }, reason: 'Agreed by phone', validFrom: day }
      expect((await people[0].post('/api/correction', order)).status).toBeGreaterThanOrEqual(400)
      const asked = await people[0].post('/api/correction', { ...order, force: true })
      expect(asked).toMatchObject({ status: 200, body: { forced: true, state: 'waiting' } })
      const path = `/api/correction/${asked.body.id}/approve`
      const { digest } = (await people[1].get(`/api/correction/${asked.body.id}/preview`)).body
      expect((await people[0].post(path, { digest })).body.code).toBe('approver_not_apart')
      expect(await people[1].post(path, { digest })).toMatchObject({ status: 200, body: { state: 'posted' } })
      expect((await root.get(`/api/reward/${bets}`)).body.percentage).toBe(percentage)
    }
  })
})

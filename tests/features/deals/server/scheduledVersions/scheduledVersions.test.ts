import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { beginDue } from '#features/deals/server/scheduledVersions/beginDue.ts'
import {
  build,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildReward,
  buildRewardProfile,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice, rootCredentials, signInAs } from '#tests/support/office.ts'

/** A deal is given a version from a day to come, and back. */
let office: Office
let root: Client
let now = new Date('2026-11-10T12:00:00Z')
beforeAll(async () => {
  office = await openOffice({ now: () => now })
  root = office.root
})
afterAll(() => office.close())

const contextOf = () => ({ database: office.database, environment: office.environment, now: () => now })
async function goTo(day: string): Promise<void> {
  now = new Date(`${day}T12:00:00Z`)
  root = await signInAs(office.app, rootCredentials)
}
const close = async (day: string) => {
  await beginDue(contextOf())
  const { database, environment } = office
  await closeDays({ database, environment, from: day, to: day, now: () => now, log: () => {} })
}

let serial = 0
/** A company with an affiliate that earns 30 % of what players lose at bets. */
async function place() {
  const company = (await buildCompany(root)).id
  const brand = await buildBrand(root, { company, currency: 'BRL' })
  const bets = await buildReward(root, { company, productType: 'bets', subType: 'ngr', percentage: 30, adminFee: 0 })
  const rewards = [bets.id]
  for (const productType of ['games', 'lotto', 'cpa'])
    rewards.push((await buildReward(root, { company, productType })).id)
  const profile = await buildRewardProfile(root, { company, rewards })
  const affiliate = await buildAffiliate(root, { company, brands: [brand.id], rewardProfile: profile.id })
  const campaign = await buildCampaign(root, { brand: brand.id })
  const action = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  const { key } = (await root.post(`/api/brand/${brand.id}/ingest_key`)).body
  const bet = async (day: string, amount: number) => {
    const event = { event_id: `s-${(serial += 1)}`, type: 'bet', occurred_at: `${day}T10:00:00Z`, product: 'bets' }
    const told = { ...event, player_ref: 'p', action_token: action['token'], amount, currency: 'BRL' }
    await clientOf(office.app, key).post('/ingest/events', [told])
  }
  const values = async () => {
    const filter = encodeURIComponent(JSON.stringify({ affiliate: affiliate.id }))
    const { body } = await root.get(`/api/entry?range=[0,99]&sort=["day","ASC"]&filter=${filter}`)
    return body.map(({ day, value }: { day: string; value: number }) => `${day} ${value}`)
  }
  return { company, brand, bets, profile, affiliate, bet, values }
}
const schedule = (reward: number, body: object, client = root) => client.post(`/api/reward/${reward}/scheduled`, body)
const scheduledOf = async (reward: number) => (await root.get(`/api/reward/${reward}/scheduled`)).body
const percentageOf = async (reward: number) => (await root.get(`/api/reward/${reward}`)).body.percentage

describe('a version from a day to come', () => {
  it('is used by the close of its first day, and what was before comes back on the day that was said', async () => {
    await goTo('2026-11-10')
    const { bets, bet, values } = await place()
    const asked = { values: { percentage: 40 }, validFrom: '2026-11-12', validUntil: '2026-11-14' }
    const answer = await schedule(bets.id, asked)
    expect(answer).toMatchObject({
      status: 200,
      body: { ...asked, state: 'waiting', scheduledBy: rootCredentials.email },
    })
    expect(await percentageOf(bets.id)).toBe(30)
    for (const day of ['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14']) {
      await goTo(day)
      await bet(day, 100)
      await close(day)
    }
    expect(await values()).toEqual(['2026-11-11 30', '2026-11-12 40', '2026-11-13 40', '2026-11-14 30'])
    const { body: history } = await root.get(`/api/reward/${bets.id}/history`)
    expect(history.map((row: any) => [row.validFrom, row.validTo, row.values.percentage])).toEqual([
      ['2026-11-14', null, 30],
      ['2026-11-12', '2026-11-14', 40],
      [null, '2026-11-12', 30],
    ])
    expect(await scheduledOf(bets.id)).toMatchObject([{ state: 'ended', problem: null }])
  })

  it('holds from its own day on also where no server ran then', async () => {
    await goTo('2026-11-10')
    const { bets, bet, values } = await place()
    await schedule(bets.id, { values: { percentage: 40 }, validFrom: '2026-11-12' })
    for (const day of ['2026-11-11', '2026-11-12', '2026-11-13']) await bet(day, 100)
    await goTo('2026-11-14')
    for (const day of ['2026-11-11', '2026-11-12', '2026-11-13']) await close(day)
    expect(await values()).toEqual(['2026-11-11 30', '2026-11-12 40', '2026-11-13 40'])
  })

  it('has days that were closed without it closed again', async () => {
    await goTo('2026-11-10')
    const { bets, bet, values } = await place()
    await schedule(bets.id, { values: { percentage: 40 }, validFrom: '2026-11-12' })
    await bet('2026-11-12', 100)
    await goTo('2026-11-13')
    const { database, environment } = office
    const days = { from: '2026-11-12', to: '2026-11-12' }
    await closeDays({ database, environment, ...days, now: () => now, log: () => {} })
    expect(await values()).toEqual(['2026-11-12 30'])
    await close('2026-11-13')
    expect(await values()).toEqual(['2026-11-12 40'])
  })

  it('comes to what a trial of the same values said', async () => {
    await goTo('2026-11-10')
    const { bets, bet, values } = await place()
    await bet('2026-11-10', 100)
    await close('2026-11-10')
    const days = { from: '2026-11-10', to: '2026-11-10' }
    const trial = (await root.post(`/api/reward/${bets.id}/what_if`, { ...days, values: { percentage: 40 } })).body
    await schedule(bets.id, { values: { percentage: 40 }, validFrom: '2026-11-12' })
    await goTo('2026-11-12')
    await bet('2026-11-12', 100)
    await close('2026-11-12')
    expect(await values()).toEqual(['2026-11-10 30', '2026-11-12 40'])
    expect([trial.then, trial.now]).toEqual([30, 40])
  })

  it('keeps what somebody changes meanwhile when it ends', async () => {
    await goTo('2026-11-10')
    const { bets } = await place()
    await schedule(bets.id, {
      values: { percentage: 40, adminFee: 5 },
      validFrom: '2026-11-12',
      validUntil: '2026-11-14',
    })
    await goTo('2026-11-12')
    await beginDue(contextOf())
    await goTo('2026-11-13')
    expect((await root.put(`/api/reward/${bets.id}`, { percentage: 45 })).status).toBe(200)
    await goTo('2026-11-14')
    await beginDue(contextOf())
    expect((await root.get(`/api/reward/${bets.id}`)).body).toMatchObject({ percentage: 45, adminFee: 0 })
  })

  it('is withdrawn before it begins, and not after', async () => {
    await goTo('2026-11-10')
    const { bets } = await place()
    const first = (await schedule(bets.id, { values: { percentage: 40 }, validFrom: '2026-11-12' })).body
    const second = (await schedule(bets.id, { values: { percentage: 50 }, validFrom: '2026-11-13' })).body
    const withdraw = (id: number) => root.delete(`/api/reward/${bets.id}/scheduled/${id}`)
    expect((await withdraw(first.id)).body).toMatchObject({ state: 'withdrawn', withdrawnBy: rootCredentials.email })
    await goTo('2026-11-13')
    await beginDue(contextOf())
    expect(await percentageOf(bets.id)).toBe(50)
    expect(await withdraw(second.id)).toMatchObject({ status: 409, body: { code: 'schedule_begun' } })
  })

  it('is refused where it says nothing, of today, of what has no dates, or stands in another', async () => {
    await goTo('2026-11-10')
    const { bets } = await place()
    const codeOf = async (body: object) => {
      const { status, body: answer } = await schedule(bets.id, body)
      return [
        status,
        answer.code === 'validation_failed' ? Object.values(answer.details as object)[0][0].code : answer.code,
      ]
    }
    const values = { percentage: 40 }
    expect(await codeOf({ values: { percentage: 30 }, validFrom: '2026-11-12' })).toEqual([
      422,
      'schedule_changes_nothing',
    ])
    expect((await schedule(bets.id, { values, validFrom: '2026-11-10' })).status).toBe(400)
    expect((await schedule(bets.id, { values: { name: 'Other' }, validFrom: '2026-11-12' })).status).toBe(400)
    expect((await schedule(bets.id, { values: { percentage: 'a' }, validFrom: '2026-11-12' })).status).toBe(400)
    expect((await schedule(bets.id, { values, validFrom: '2026-11-12', validUntil: '2026-11-12' })).status).toBe(400)
    expect((await schedule(bets.id, { values, validFrom: '2026-11-12', validUntil: '2026-11-20' })).status).toBe(200)
    expect(await codeOf({ values: { adminFee: 9 }, validFrom: '2026-11-15' })).toEqual([409, 'schedule_overlaps'])
    expect((await schedule(bets.id, { values: { adminFee: 9 }, validFrom: '2026-11-20' })).status).toBe(200)
  })

  it('that is worse than what was accepted by then waits until it is accepted', async () => {
    await goTo('2026-11-10')
    const { bets, company, affiliate, profile, brand } = await place()
    await schedule(bets.id, { values: { percentage: 20 }, validFrom: '2026-11-12' })
    const terms = await build(root, 'terms', { company, name: 'Terms', holdsFrom: '2026-11-10', text: 'The deal.' })
    const worse = await schedule(bets.id, { values: { percentage: 10 }, validFrom: '2026-11-15' })
    expect(worse).toMatchObject({ status: 422, body: { code: 'worse_than_accepted' } })
    await goTo('2026-11-12')
    await beginDue(contextOf())
    expect(await percentageOf(bets.id)).toBe(30)
    expect(await scheduledOf(bets.id)).toMatchObject([{ state: 'waiting', problem: 'worse_than_accepted' }])
    await goTo('2026-11-14')
    await root.post('/api/termsAcceptance', { affiliate: affiliate.id, terms: terms.id })
    await beginDue(contextOf())
    expect(await percentageOf(bets.id)).toBe(20)
    const { body } = await root.get(`/api/reward/${bets.id}/history`)
    expect(body[0]).toMatchObject({ validFrom: '2026-11-14', values: { percentage: 20 } })
    // What was accepted is what held on the day of the acceptance: the version that began by it.
    const accepted = { affiliate: affiliate.id, terms: 'Terms', number: 1, acceptedAt: '2026-11-14T12:00:00.000Z' }
    const told = (await root.get(`/api/reward/${bets.id}/accepted`)).body
    expect(told).toEqual([{ ...accepted, name: affiliate['name'], version: body[0].id }])
    expect((await root.get(`/api/rewardProfile/${profile.id}/accepted`)).body).toMatchObject([accepted])
    const staff = await buildStaff(office.app, root, { company, allowedBrands: [brand.id], roles: ['reward'] })
    expect((await staff.get(`/api/reward/${bets.id}/accepted`)).status).toBe(403)
  })

  it('of a profile, and of the profile an affiliate has, begins as well', async () => {
    await goTo('2026-11-10')
    const { profile, affiliate, company, bets } = await place()
    const other = await buildRewardProfile(root, {
      company,
      rewards: profile['rewards'] as number[],
      carryOver: 'full',
    })
    const path = { validFrom: '2026-11-12' }
    await root.post(`/api/rewardProfile/${profile.id}/scheduled`, { ...path, values: { carryOver: 'full' } })
    await root.post(`/api/affiliate/${affiliate.id}/scheduled`, { ...path, values: { rewardProfile: other.id } })
    await goTo('2026-11-12')
    await beginDue(contextOf())
    expect((await root.get(`/api/rewardProfile/${profile.id}`)).body.carryOver).toBe('full')
    expect((await root.get(`/api/affiliate/${affiliate.id}`)).body.rewardProfile).toBe(other.id)
    expect(await percentageOf(bets.id)).toBe(30)
  })

  it('is made and seen by whoever may change and see the record', async () => {
    await goTo('2026-11-10')
    const [one, other] = [await place(), await place()]
    const roles = { company: one.company, allowedBrands: [one.brand.id] }
    const staff = await buildStaff(office.app, root, { ...roles, roles: ['reward'] })
    const without = await buildStaff(office.app, root, { ...roles, roles: ['brand'] })
    const asked = { values: { percentage: 40 }, validFrom: '2026-11-12' }
    expect((await schedule(one.bets.id, asked, staff)).status).toBe(200)
    expect((await staff.get(`/api/reward/${one.bets.id}/scheduled`)).body).toHaveLength(1)
    expect((await schedule(other.bets.id, asked, staff)).status).toBe(404)
    expect((await staff.get(`/api/reward/${other.bets.id}/scheduled`)).status).toBe(404)
    expect((await schedule(one.bets.id, asked, without)).status).toBe(403)
  })
})

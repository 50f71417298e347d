import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildReward,
  buildRewardProfile,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice, rootCredentials, signInAs } from '#tests/support/office.ts'

let office: Office
let root: Client
let at = new Date('2030-03-10T12:00:00Z')
beforeAll(async () => {
  office = await openOffice({ now: () => at, variables: { BUSINESS_TIME_ZONE: 'America/Sao_Paulo' } })
  root = await signInAs(office.app, rootCredentials)
})
afterAll(() => office?.close())

async function turnTo(day: string) {
  at = new Date(`${day}T12:00:00Z`)
  root = await signInAs(office.app, rootCredentials)
}

/** An affiliate with 30 % of NGR on bets and 100 for each first deposit, whose brand tells of events. */
async function programme(cpaWords: object = {}) {
  const brand = await buildBrand(root, { currency: 'BRL' })
  const cpa = await buildReward(root, {
    productType: 'cpa',
    value: 100,
    triggerCondition: 'first_deposit',
    triggerOperation: 'first',
    triggerComparison: '>= 20',
    ...cpaWords,
  })
  const bets = await buildReward(root, { productType: 'bets', subType: 'ngr', adminFee: 0, percentage: 30 })
  const rewards = [cpa.id, bets.id]
  for (const productType of ['games', 'lotto']) rewards.push((await buildReward(root, { productType })).id)
  const profile = await buildRewardProfile(root, { rewards })
  const affiliate = await buildAffiliate(root, { brands: [brand.id], rewardProfile: profile.id })
  const campaign = await buildCampaign(root, { brand: brand.id })
  const action = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  const { key } = (await root.post(`/api/brand/${brand.id}/ingest_key`)).body
  const ingest = clientOf(office.app, key)
  let serial = 0
  return {
    affiliate: affiliate.id,
    tell: async (events: readonly object[]) =>
      (
        await ingest.post(
          '/ingest/events',
          events.map((event) => ({ event_id: `end-${(serial += 1)}`, ...event })),
        )
      ).body,
    /** A registration, a first deposit of 20 and a bet of 10 that is lost. */
    play: (player_ref: string, day: string, names: object = { action_token: action['token'] }) => [
      { type: 'registration', occurred_at: `${day}T10:00:00-03:00`, player_ref, ...names },
      { type: 'deposit', occurred_at: `${day}T11:00:00-03:00`, player_ref, amount: 20 },
      { type: 'bet', occurred_at: `${day}T23:59:59-03:00`, player_ref, product: 'bets', amount: 10 },
    ],
    bet: (player_ref: string, day: string, amount: number) => ({
      type: 'bet',
      occurred_at: `${day}T12:00:00-03:00`,
      player_ref,
      product: 'bets',
      amount,
    }),
    set: async (values: object) => {
      const { version } = (await root.get(`/api/affiliate/${affiliate.id}`)).body as { version: number }
      return root.put(`/api/affiliate/${affiliate.id}`, { version, ...values })
    },
  }
}

/** What each day earned, by day. */
async function earnedOf(affiliate: number, { from, to }: { from: string; to: string }) {
  for (let month = from; month <= to; month = nextMonth(month)) {
    const last = new Date(Date.parse(`${nextMonth(month)}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
    const closed = await closeDays({
      database: office.database,
      environment: office.environment,
      from: month,
      to: last < to ? last : to,
      now: () => at,
      log: () => {},
    })
    expect(closed.problems).toEqual([])
  }
  const { body } = await root.get(`/api/entry?filter=${JSON.stringify({ affiliate })}&sort=["day","ASC"]&range=[0,99]`)
  return Object.fromEntries((body as { day: string; value: number }[]).map(({ day, value }) => [day, value]))
}
const nextMonth = (day: string) => {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 10)
}

it('155: after the last day nobody new counts, and players sent before earn for so many months', async () => {
  const { affiliate, tell, play, bet, set } = await programme()
  const ended = { afterEnd: 'months', noticeOn: '2030-03-01', endsOn: '2030-03-31', keptMonths: 1 }
  expect((await set({ ...ended, endsOn: '2030-03-09' })).body.errors).toMatchObject({ endsOn: expect.any(String) })
  expect((await set(ended)).status).toBe(200)
  expect(await tell(play('kept', '2030-03-31'))).toMatchObject({ accepted: 3, unattributed: 0 })
  // A day later the link brings nobody: none of it is lost, and none of it is the affiliate's.
  await turnTo('2030-05-10')
  expect(await tell(play('late', '2030-04-01'))).toMatchObject({ accepted: 3, unattributed: 3 })
  await tell([bet('kept', '2030-04-30', 100), bet('kept', '2030-05-01', 1000)])
  // 100 + 30 % of 10; 30 % of 100 a month after; then nothing.
  expect(await earnedOf(affiliate, { from: '2030-03-01', to: '2030-05-05' })).toEqual({
    '2030-03-31': 103,
    '2030-04-30': 30,
  })
  // What is over stays as it is.
  const later = await set({ endsOn: '2030-12-31' })
  expect([later.status, later.body.code]).toEqual([422, 'contract_is_over'])
})

it('156, 157: nothing is earned after the last day, or everything on players sent before', async () => {
  await turnTo('2030-06-01')
  const [nothing, forGood] = [await programme(), await programme()]
  await nothing.set({ afterEnd: 'nothing', endsOn: '2030-06-10' })
  await forGood.set({ afterEnd: 'forGood', endsOn: '2030-06-10' })
  for (const { tell, play, bet } of [nothing, forGood])
    await tell([...play('one', '2030-06-10'), bet('one', '2030-06-11', 100), bet('one', '2030-08-11', 100)])
  await turnTo('2030-09-01')
  const range = { from: '2030-06-01', to: '2030-08-31' }
  expect(await earnedOf(nothing.affiliate, range)).toEqual({ '2030-06-10': 103 })
  expect(await earnedOf(forGood.affiliate, range)).toEqual({ '2030-06-10': 103, '2030-06-11': 30, '2030-08-11': 30 })
})

it('161: what is held at the end is void where nothing is earned after it, and counts where players earn on', async () => {
  await turnTo('2030-10-01')
  const held = { holdDays: 10 }
  const [nothing, months, forGood] = [await programme(held), await programme(held), await programme(held)]
  await nothing.set({ afterEnd: 'nothing', endsOn: '2030-10-10' })
  await months.set({ afterEnd: 'months', keptMonths: 1, endsOn: '2030-10-10' })
  await forGood.set({ afterEnd: 'forGood', endsOn: '2030-10-10' })
  // Met on 30 September and 1 October: held to 10 October, the last day, and to the day after.
  for (const { tell, play } of [nothing, months, forGood])
    await tell([...play('first', '2030-09-30'), ...play('second', '2030-10-01')])
  await turnTo('2030-12-01')
  const range = { from: '2030-09-01', to: '2030-11-30' }
  const shares = { '2030-09-30': 3, '2030-10-01': 3 }
  expect(await earnedOf(nothing.affiliate, range)).toEqual({ ...shares, '2030-10-10': 100 })
  for (const { affiliate } of [months, forGood])
    expect(await earnedOf(affiliate, range)).toEqual({ ...shares, '2030-10-10': 100, '2030-10-11': 100 })
})

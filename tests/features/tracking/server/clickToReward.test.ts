import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jobs } from '#app/server/jobs/index.ts'
import { JobRunner } from '#engine/jobs/server/jobRunner.ts'
import {
  buildAction,
  buildAffiliate,
  buildReward,
  buildRewardProfile,
  type BuiltRecord,
} from '#tests/support/builders.ts'
import { type Client, clientOf } from '#tests/support/office.ts'
import { unique } from '#tests/features/activity/server/support/activity.ts'
import { openSignalOffice, openSink, type Sink } from '#tests/features/webhooks/server/support.ts'

/*
 * The whole way of a visitor, each step over HTTP: a click with sub ids, what the brand's platform tells of it, the
 * close, the postback to the affiliate's own program, and the report by sub id.
 */
let office: Awaited<ReturnType<typeof openSignalOffice>>
let sink: Sink
let ingest: Client
beforeAll(async () => {
  office = await openSignalOffice()
  sink = await openSink()
  ingest = clientOf(office.app, (await office.root.post(`/api/brand/${office.brand.id}/ingest_key`)).body.key)
})
afterAll(async () => {
  sink.close()
  await office.close()
  expect(office.errors).toEqual([])
})

/** An affiliate whose CPA is said, with a link. */
async function advertiser(cpa: Record<string, unknown>): Promise<{ affiliate: BuiltRecord; link: BuiltRecord }> {
  const { root } = office
  const rewards: number[] = []
  for (const productType of ['bets', 'games', 'lotto', 'cpa'])
    rewards.push((await buildReward(root, { productType, ...(productType === 'cpa' ? cpa : {}) })).id)
  const rewardProfile = (await buildRewardProfile(root, { rewards })).id
  const affiliate = await buildAffiliate(root, { brands: [office.brand.id], rewardProfile })
  return { affiliate, link: await buildAction(root, { campaign: office.campaign.id, affiliate: affiliate.id }) }
}

/** Somebody follows a link, from an address. @returns the id that the brand's site is told */
async function follow(link: BuiltRecord, parameters: Record<string, string>, remoteAddress = '198.51.100.1') {
  const url = `/t/${String(link.token)}?${new URLSearchParams(parameters)}`
  const { headers } = await office.app.inject({ url, remoteAddress })
  return new URL(headers.location!).searchParams.get('click_id')!
}

const today = () => office.context.now().toISOString().slice(0, 10)

/** What the platform tells of a player: registered by a click, and deposits one after the other. */
async function tell(clickId: string, deposits: readonly number[]): Promise<void> {
  const at = `${today()}T12`
  const player_ref = unique('player')
  const event = (type: string, minute: number, more: object) => ({
    event_id: unique('event'),
    type,
    player_ref,
    occurred_at: `${at}:${String(minute).padStart(2, '0')}:00Z`,
    ...more,
  })
  await office.app.flushClicks!()
  const events = [
    event('registration', 1, { click_id: clickId }),
    ...deposits.map((amount, index) => event('deposit', index + 2, { amount, currency: 'BRL' })),
  ]
  const { body } = await ingest.post('/ingest/events', events)
  expect([body.accepted, body.unattributed, body.rejected]).toEqual([events.length, 0, []])
}

/** The day is over, and closed. */
async function endDay(): Promise<void> {
  const day = today()
  await office.pass(86_400)
  expect((await office.root.post('/api/job/dailyClose/run', { from: day, to: day })).status).toBe(200)
  await new JobRunner({ context: office.context, jobs, log: { info() {}, warn() {}, error() {} } }).runDue()
}

const period = 'from=2030-03-01&to=2030-03-31'
const report = async (name: string, { id }: BuiltRecord, query = '', client = office.root) =>
  (await client.get(`/api/report/${name}?${period}&affiliate=${id}${query}`)).body
const columns = ['sub1', 'clicks', 'registrations', 'ftd', 'deposits', 'qty_cpa', 'cpa_reward'] as const
const told = (rows: Record<string, unknown>[]) =>
  rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])))

/** The same from the tables: events, who qualified, and what the reward pays for a player. */
async function bySql({ id }: BuiltRecord) {
  const { rows } = await sql<Record<string, unknown>>`
    with moved as (select subs[1] as sub1, type, amount as moved, is_first_deposit from event where affiliate = ${id}),
    paid as (select player.subs[1] as sub1, count(*)::integer as players, sum(reward.value)::float8 as amount
      from cpa_qualification found join player on player.id = found.player join reward on reward.id = found.reward
      where found.affiliate = ${id} group by 1)
    select moved.sub1, count(*) filter (where type = 'click')::integer as clicks,
      count(*) filter (where type = 'registration')::integer as registrations,
      count(*) filter (where is_first_deposit)::integer as ftd,
      coalesce(sum(moved.moved) filter (where type = 'deposit'), 0)::float8 as deposits,
      coalesce(max(paid.players), 0)::integer as qty_cpa, coalesce(max(paid.amount), 0) as cpa_reward
    from moved left join paid on paid.sub1 is not distinct from moved.sub1 group by moved.sub1 order by moved.sub1`.execute(
    office.database.db,
  )
  return rows
}

it('a click with a sub id comes back as a postback and as money by that sub id, as SQL says', async () => {
  const { affiliate, link } = await advertiser({ value: 250 })
  await office.target({
    kind: 'postbackGet',
    affiliate: affiliate.id,
    signals: ['registration', 'firstDeposit', 'cpaQualified'],
    address: `${sink.url}pb?e={signal}&cid={click_id}&s1={sub1}&s2={sub2}&a={amount}&c={currency}&d={day}`,
  })
  const letter = await follow(link, { sub1: 'letter & co', sub2: 'top', click_id: 'theirs/1' })
  const banner = await follow(link, { sub1: 'banner' })
  await follow(link, { sub1: 'banner' }, '198.51.100.2')
  await follow(link, { sub1: 'banner' }, '198.51.100.2')
  const plain = await follow(link, {}, '198.51.100.3')
  await tell(letter, [50.5, 20])
  await tell(await follow(link, { sub1: 'letter & co' }), [30])
  await tell(banner, [])
  await tell(plain, [10])
  await endDay()
  await office.sender().drain()

  const calls = sink.got.map(({ url }) => Object.fromEntries(new URL(url, 'http://sink').searchParams))
  const ofLetter = calls.filter(({ cid }) => cid === 'theirs/1')
  const known = { cid: 'theirs/1', s1: 'letter & co', s2: 'top', d: '2030-03-10' }
  expect(ofLetter).toEqual([
    { ...known, e: 'registration', a: '', c: '' },
    { ...known, e: 'firstDeposit', a: '50.5', c: 'BRL' },
    { ...known, e: 'cpaQualified', a: '250', c: 'BRL' },
  ])
  expect(calls.map(({ e }) => e).filter((name) => name === 'cpaQualified')).toHaveLength(3)

  const { rows, total } = await report('subIds', affiliate, '&rows=sub1')
  expect(told(rows)).toEqual(await bySql(affiliate))
  expect(told(rows).map(({ sub1, cpa_reward }) => [sub1, cpa_reward])).toEqual([
    ['banner', 0],
    ['letter & co', 500],
    [null, 250],
  ])
  expect(rows.map((row: any) => row.unique_clicks)).toEqual([1, 1, 1])
  expect(total).toMatchObject({ clicks: 6, unique_clicks: 3, registrations: 4, ftd: 3, qty_cpa: 3, cpa_reward: 750 })
  const [entry] = (await office.root.get(`/api/entry?filter=${JSON.stringify({ affiliate: affiliate.id })}`)).body
  expect(entry).toMatchObject({ value: 750, day: '2030-03-10' })
  const { key } = (await office.root.post(`/api/affiliate/${affiliate.id}/access_key`, { label: 'own' })).body
  const own = await office.nobody.get(`/api/report/subIds?${period}&affiliateToken=${key}&rows=sub1`)
  expect(told(own.body.rows)).toEqual(told(rows))
})

it.each<[string, { tiers?: number[]; bands?: number[]; tierMode?: string; bandFact?: string }, number]>([
  ['tiers that lift what was', { tierMode: 'whole', tiers: [1, 100, 3, 120] }, 4 * 120],
  ['tiers whose sum is no multiple', { tierMode: 'marginal', tiers: [1, 10, 3, 10.01] }, 40.02],
  ['values by the size of the first deposit', { bandFact: 'firstDeposit', bands: [1, 40, 50, 90] }, 260],
])('money by sub id adds up to the cent with %s', async (_what, { tiers, bands, ...said }, earned) => {
  const steps = (given: readonly number[]) => [0, 2].map((at) => ({ from: given[at], value: given[at + 1] }))
  const terms = tiers
    ? { ...said, calculation: 'dynamic', value: null, tiers: steps(tiers) }
    : { ...said, value: 5, bands: steps(bands!) }
  const { affiliate, link } = await advertiser(terms)
  for (const [sub1, amount] of [
    ['a', 10],
    ['b', 20],
    ['c', 60],
    ['', 70],
  ] as const)
    await tell(await follow(link, { sub1 }), [amount])
  await endDay()
  const { rows, total } = await report('subIds', affiliate, '&rows=sub1')
  const whole = await report('cpa', affiliate, '&rows=affiliate')
  expect([total.cpa_reward, whole.total.cpa_reward]).toEqual([earned, earned])
  const shown = rows.map((row: any) => row.cpa_reward) as number[]
  expect(Math.round(shown.reduce((sum, value) => sum + value * 100, 0))).toBe(Math.round(earned * 100))
  if (bands) expect(shown).toEqual([40, 40, 90, 90])
  else expect(Math.max(...shown) - Math.min(...shown)).toBeLessThanOrEqual(0.01)
  const players = await report('cpa', affiliate, '&rows=player')
  expect(players.total.cpa_reward).toBe(earned)
  const knownAt = `&rows=sub1&knownAt=${new Date(Date.now() + 1000).toISOString()}`
  expect((await report('subIds', affiliate, knownAt)).rows.map((row: any) => row.cpa_reward)).toEqual(shown)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { hostileStrings } from '#tests/contract/hostileStrings.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildRewardProfile,
  buildStaff,
  type BuiltRecord,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'

const now = () => new Date('2026-11-20T12:00:00Z')
let office: Office
let affiliate: BuiltRecord
let action: BuiltRecord
let brand: BuiltRecord
let ingest: Client

beforeAll(async () => {
  office = await openOffice({ now, variables: { BUSINESS_TIME_ZONE: 'UTC' } })
  brand = await buildBrand(office.root, { currency: 'BRL' })
  affiliate = await buildAffiliate(office.root, {
    brands: [brand.id],
    rewardProfile: (await buildRewardProfile(office.root)).id,
  })
  const campaign = await buildCampaign(office.root, { brand: brand.id })
  action = await buildAction(office.root, { campaign: campaign.id, affiliate: affiliate.id })
  ingest = clientOf(office.app, (await office.root.post(`/api/brand/${brand.id}/ingest_key`)).body.key)
})
afterAll(() => office.close())

/** A visit with sub ids, and the id that the brand's site is told. */
async function visit(parameters: Record<string, string> | string): Promise<string> {
  const answer = await office.app.inject({ url: `/t/${action.token}?${new URLSearchParams(parameters)}` })
  return new URL(answer.headers.location!).searchParams.get('click_id')!
}

let serial = 0
const event = (type: string, player_ref: string, more: Record<string, unknown> = {}) => ({
  event_id: `e${(serial += 1)}`,
  type,
  player_ref,
  occurred_at: '2026-11-20T13:00:00Z',
  ...(type === 'deposit' ? { amount: 50 } : {}),
  ...(type === 'bet' ? { amount: 10, product: 'bets' } : {}),
  ...more,
})
async function tell(...events: Record<string, unknown>[]) {
  await office.app.flushClicks!()
  const { body } = await ingest.post('/ingest/events', events)
  expect([body.accepted, body.rejected]).toEqual([events.length, []])
}
const report = async (query: string) =>
  (await office.root.get(`/api/report/subIds?from=2026-11-01&to=2026-11-30&affiliate=${affiliate.id}${query}`)).body
const told = (rows: Record<string, unknown>[]) =>
  rows.map(({ sub1, clicks, registrations, ftd, deposits, turnover, qty_cpa }) => ({
    sub1,
    clicks,
    registrations,
    ftd,
    deposits,
    turnover,
    qty_cpa,
  }))

describe('sub ids', () => {
  it('pass from the click through registration, first deposit and CPA to the report, as SQL says', async () => {
    const first = await visit({ sub1: 'newsletter', sub2: 'top', click_id: 'their-1' })
    const second = await visit({ sub1: 'banner', sub5: 'x' })
    await visit({ sub1: 'banner' })
    const plain = await visit({})
    await tell(
      event('registration', 'anna', { click_id: first }),
      event('deposit', 'anna'),
      event('bet', 'anna'),
      event('registration', 'bert', { click_id: second, action_token: action.token }),
      event('deposit', 'bert'),
      event('registration', 'carl', { click_id: plain }),
      event('bet', 'carl'),
      // A promo code without a click: the link's affiliate, and no sub id.
      event('registration', 'dora', { action_token: action.token }),
      // The platform itself may name one.
      event('registration', 'emil', { action_token: action.token, sub1: 'newsletter' }),
      event('deposit', 'emil'),
    )
    await closeDays({
      database: office.database,
      environment: { businessTimeZone: 'UTC' },
      from: '2026-11-20',
      to: '2026-11-20',
      now,
      log: () => {},
    })
    const none = { clicks: 0, registrations: 0, ftd: 0, deposits: 0, turnover: 0, qty_cpa: 0 }
    const { rows, total } = await report('')
    expect(told(rows)).toEqual([
      { ...none, sub1: 'banner', clicks: 2, registrations: 1, ftd: 1, deposits: 50, qty_cpa: 1 },
      { ...none, sub1: 'newsletter', clicks: 1, registrations: 2, ftd: 2, deposits: 100, turnover: 10, qty_cpa: 2 },
      { ...none, sub1: null, clicks: 1, registrations: 2, turnover: 10 },
    ])
    const bySql = await sql`select sub1, clicks, registrations, ftd, deposits, turnover,
        (select count(*)::integer from cpa_qualification join player on player.id = cpa_qualification.player
          where player.subs[1] is not distinct from sub1) as qty_cpa
      from (select subs[1] as sub1, count(*) filter (where type = 'click')::integer as clicks,
        count(*) filter (where type = 'registration')::integer as registrations,
        count(*) filter (where is_first_deposit)::integer as ftd,
        coalesce(sum(amount) filter (where type = 'deposit'), 0)::float8 as deposits,
        coalesce(sum(amount) filter (where type = 'bet'), 0)::float8 as turnover
      from event where action = ${action.id} group by 1) told order by sub1`.execute(office.database.db)
    expect(told(rows)).toEqual(bySql.rows)
    const whole = await office.root.get(
      `/api/report/cpa?from=2026-11-01&to=2026-11-30&affiliate=${affiliate.id}&rows=affiliate`,
    )
    for (const name of ['clicks', 'registrations', 'ftd', 'deposits', 'qty_cpa'])
      expect([name, total[name]]).toEqual([name, whole.body.total[name]])
  })

  it('narrow a report and its files, also by what has none', async () => {
    expect(told((await report('&sub1=banner')).rows)).toMatchObject([{ sub1: 'banner', clicks: 2 }])
    expect(told((await report('&sub1=none')).rows)).toMatchObject([{ sub1: null, clicks: 1, registrations: 2 }])
    expect((await report('&sub1=banner&rows=sub5')).rows.map((row: any) => [row.sub5, row.clicks])).toEqual([
      ['x', 1],
      [null, 1],
    ])
    expect((await report('&sub2=top&rows=day')).rows).toMatchObject([{ day: '2026-11-20', clicks: 1, turnover: 10 }])
    expect((await report('&sub1=banner&sub1=newsletter&rows=affiliate')).rows).toMatchObject([{ clicks: 3, ftd: 3 }])
    expect((await office.root.get('/api/report/subIds?from=2026-11-01&to=2026-11-30&sub1=%00')).status).toBe(400)
    const knownAt = await report(`&knownAt=${new Date(Date.now() + 1000).toISOString()}`)
    expect(told(knownAt.rows)).toEqual(told((await report('')).rows))
  })

  it('are read by the affiliate with its key, and by nobody who does not see the brand', async () => {
    const { key } = (await office.root.post(`/api/affiliate/${affiliate.id}/access_key`, { label: 'mine' })).body
    const own = await office.nobody.get(`/api/report/subIds?from=2026-11-01&to=2026-11-30&affiliateToken=${key}`)
    expect(own.body.rows).toHaveLength(3)
    const stranger = await buildStaff(office.app, office.root, { roles: ['activityPerAffiliate'] })
    expect((await stranger.get('/api/report/subIds?from=2026-11-01&to=2026-11-30')).body.rows).toEqual([])
  })

  it('come to players whose registration finds its owner later', async () => {
    const click = await visit({ sub1: 'late' })
    await office.app.flushClicks!()
    await sql`update click set action = 0 where click_id = ${click}`.execute(office.database.db)
    await tell(event('registration', 'fred', { click_id: click }), event('deposit', 'fred'))
    await sql`update click set action = ${action.id} where click_id = ${click}`.execute(office.database.db)
    expect((await office.root.post('/api/event/reattribute', {})).body.attributed).toBe(2)
    expect((await report('&sub1=late')).rows).toMatchObject([{ registrations: 1, ftd: 1, clicks: 1 }])
  })

  it('keep whatever a visitor brings along, and never lead anywhere else', async () => {
    const site = new URL(brand.site as string).host
    const answers = await Promise.all(
      hostileStrings.map((text) => {
        const parameters = new URLSearchParams({ sub1: text, sub5: text, click_id: text, to: `/${text}` })
        return office.app.inject({ url: `/t/${action.token}?${parameters}` })
      }),
    )
    for (const { statusCode, headers } of answers)
      expect([statusCode, new URL(headers.location!).host]).toEqual([302, site])
    await office.app.flushClicks!()
    const { rows } = await sql<{ kept: number }>`select count(*)::integer as kept from event
      where action = ${action.id} and length(subs[1]) <= 255`.execute(office.database.db)
    expect(rows[0]!.kept).toBeGreaterThan(400)
    expect((await report('')).rows.length).toBeGreaterThan(300)
    const long = { ...event('registration', 'greta', { action_token: action.token }), sub2: 'x'.repeat(256) }
    expect((await ingest.post('/ingest/events', [long])).body.rejected).toEqual([{ index: 0, code: 'invalid_sub' }])
  })
})

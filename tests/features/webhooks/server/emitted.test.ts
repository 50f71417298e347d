import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobs } from '#app/server/jobs/index.ts'
import { JobRunner } from '#engine/jobs/server/jobRunner.ts'
import { SignalSender } from '#features/webhooks/server/queue/sender.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildPartner,
  buildStaff,
  type BuiltRecord,
} from '#tests/support/builders.ts'
import { type Client, clientOf } from '#tests/support/office.ts'
import { unique } from '#tests/features/activity/server/support/activity.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'
import { openSink, type Sink } from './support.ts'

/*
 * Each signal that is not about a visit, raised by what really happens: people and jobs do it over HTTP, and a program
 * outside is told.
 */
let office: PayoutOffice
let world: World
let root: Client
let sink: Sink
const errors: unknown[] = []
beforeAll(async () => {
  office = await openPayoutOffice({ variables: { SIGNAL_INSIDE_HOSTS: '127.0.0.1' } })
  sink = await openSink()
  root = await office.asRoot()
  world = makeWorld(office.database, { now: office.context.now() })
})
beforeEach(async () => {
  await sql`delete from signal_target`.execute(office.database.db)
  sink.got.length = 0
})
afterAll(async () => {
  sink.close()
  await office.close()
  expect(errors).toEqual([])
})

async function target(brand: BuiltRecord, signals: readonly string[], values: object = {}): Promise<void> {
  const { company, id } = brand
  const given = { name: unique('target'), company, brands: [id], kind: 'webhook', address: sink.url, signals }
  const { status, body } = await root.post('/api/signalTarget', { ...given, ...values })
  expect([status, body.details]).toEqual([200, undefined])
}

interface Told {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** What was told since it was asked before, by name and in its order. */
async function told(): Promise<Told[]> {
  await new SignalSender(office.context, { failed: (error) => void errors.push(error) }).drain()
  const all = sink.got.splice(0).map(({ body }) => JSON.parse(body) as Told)
  return all.toSorted((one, other) => (one.type < other.type ? -1 : one.type > other.type ? 1 : 0))
}

async function run(job: string, input: object): Promise<void> {
  expect((await root.post(`/api/job/${job}/run`, input)).status).toBe(200)
  await new JobRunner({ context: office.context, jobs, log: { info() {}, warn() {}, error() {} } }).runDue()
}

/** A company with a brand, and an affiliate below a partner. */
async function place() {
  const company = (await buildCompany(root)).id
  const brand = await buildBrand(root, { company })
  const partner = await buildPartner(root, { company, percentage: 10 })
  const affiliate = await buildAffiliate(root, { company, brands: [brand.id], partner: partner.id })
  await sql`update affiliate_history set valid_from = '-infinity' where record = ${affiliate.id}`.execute(
    office.database.db,
  )
  await sql`update partner_history set valid_from = '-infinity' where record = ${partner.id}`.execute(
    office.database.db,
  )
  return { company, brand, partner, affiliate }
}

const january = { from: '2030-01-01', to: '2030-01-31' }

describe('the close of days', () => {
  it('tells of entries that are added and corrected, and a locked period of itself and of statements', async () => {
    const { company, brand, partner, affiliate } = await place()
    await target(brand, ['entryChanged', 'periodLocked', 'statementReady'])
    const bet = { affiliate: affiliate.id, brand: brand.id, day: '2030-01-02', turnover: 100 }
    await world.activity(bet)
    await run('dailyClose', january)
    const entry = { day: '2030-01-02', currency: 'BRL', change: 'added' }
    expect((await told()).map(({ type, data }) => ({ type, ...data }))).toMatchObject([
      { ...entry, type: 'entryChanged', affiliate: affiliate.id, partner: null, value: 30 },
      { ...entry, type: 'entryChanged', affiliate: null, partner: partner.id, value: 7 },
    ])
    await world.activity({ ...bet, turnover: 10 })
    await run('dailyClose', january)
    expect((await told()).map(({ data }) => [data.affiliate, data.partner, data.change, data.value])).toEqual([
      [affiliate.id, null, 'corrected', 33],
      [null, partner.id, 'corrected', 7.7],
    ])

    const roles = ['financial', 'paymentByAffiliate', 'entryByAffiliate', 'affiliate', 'partner']
    const rights = { company, allowedBrands: [brand.id], roles }
    const [maria, joao] = [await buildStaff(office.app, root, rights), await buildStaff(office.app, root, rights)]
    // Made by the job that closes.
    const [period] = (await maria.get(`/api/period?filter=${JSON.stringify(january)}`)).body
    expect((await maria.post(`/api/period/${period.id}/check`, { accept: [] })).status).toBe(200)
    expect(await told()).toEqual([])
    expect((await joao.post(`/api/period/${period.id}/lock`, {})).status).toBe(200)
    expect(await told()).toMatchObject([
      { type: 'periodLocked', data: { id: period.id, ...january, state: 'locked' } },
      { type: 'statementReady', data: { ...january, period: period.id, affiliate: affiliate.id, partner: null } },
      { type: 'statementReady', data: { ...january, period: period.id, affiliate: null, partner: partner.id } },
    ])
  })

  it('tells of what is a partner’s nobody who does not see all that is below it', async () => {
    const { company, brand, partner, affiliate } = await place()
    const other = await buildBrand(root, { company })
    await target(brand, ['entryChanged'], { brands: [other.id] })
    await world.activity({ affiliate: affiliate.id, brand: brand.id, day: '2030-01-03', turnover: 100 })
    await run('dailyClose', january)
    expect(await told()).toEqual([])
    await target(brand, ['entryChanged'], { brands: [other.id, brand.id] })
    await world.activity({ affiliate: affiliate.id, brand: brand.id, day: '2030-01-04', turnover: 100 })
    await run('dailyClose', january)
    expect((await told()).map(({ data }) => [data.affiliate, data.partner])).toEqual([
      [affiliate.id, null],
      [null, partner.id],
    ])
    const staff = await buildStaff(office.app, root, { company, allowedBrands: [other.id], roles: ['manager'] })
    const { body } = await staff.get('/api/signalDelivery?range=[0,99]')
    expect(body.map(({ said }: { said: { partner: number } | null }) => said?.partner)).toEqual([undefined])
  })
})

describe('people', () => {
  it('tell that a payment key is another one, of affiliates and partners', async () => {
    const { brand, partner, affiliate } = await place()
    await target(brand, ['keyChanged'])
    for (const [name, { id }] of [
      ['affiliate', affiliate],
      ['partner', partner],
    ] as const) {
      const { version } = (await root.get(`/api/${name}/${id}`)).body
      const key = { paymentType: 'automatic', paymentKeyType: 'email', paymentKey: `${name}-key@example.com` }
      expect((await root.put(`/api/${name}/${id}`, { version, ...key })).status).toBe(200)
    }
    const all = await told()
    expect(all).toMatchObject([
      { type: 'keyChanged', data: { object: 'affiliate', id: affiliate.id, token: affiliate.token } },
      { type: 'keyChanged', data: { object: 'partner', id: partner.id, token: partner.token } },
    ])
    expect(JSON.stringify(all)).not.toContain('-key@example.com')
  })

  it.each(['affiliate', 'partner'] as const)(
    'tell of payments of an %s that went, and of what did not',
    async (kind) => {
      const { company, brand } = await place()
      await target(brand, ['paymentSent', 'paymentFailed'])
      const build = kind === 'affiliate' ? buildAffiliate : buildPartner
      const owner = (values: object) =>
        build(root, { company, ...(kind === 'affiliate' ? { brands: [brand.id] } : {}), ...values })
      const keyed = (paymentKey: string) => ({ paymentType: 'automatic', paymentKeyType: 'email', paymentKey })
      const [paid, failing, byHand] = [
        await owner(keyed(`${unique('ok').toLowerCase()}@example.com`)),
        await owner(keyed(`fail-${unique('k').toLowerCase()}@example.com`)),
        await owner({ paymentType: 'manual' }),
      ]
      for (const { id } of [paid, failing, byHand]) await office.entry(id, '5.00', { kind })
      for (const { id } of [paid, failing]) expect((await root.post(`/api/payment/${kind}/${id}`)).status).toBe(200)
      const manual = { paidAt: '2030-03-10', currency: 'BRL' }
      expect((await root.post(`/api/payment/${kind}/${byHand.id}/manual`, manual)).status).toBe(200)
      const all = (await told()).map(({ type, data }) => [type, data[kind], data.state, data.value, data.currency])
      const byText = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted()
      expect(byText(all)).toEqual(
        byText([
          ['paymentFailed', failing.id, 'rejected', 5, 'BRL'],
          ['paymentSent', paid.id, 'sent', 5, 'BRL'],
          ['paymentSent', failing.id, 'sent', 5, 'BRL'],
          ['paymentSent', paid.id, 'settled', 5, 'BRL'],
          ['paymentSent', byHand.id, 'settled', 5, 'BRL'],
        ]),
      )
    },
  )
})

describe('the job that looks for signs of fraud', () => {
  it('tells of what it raises', async () => {
    const { brand, affiliate } = await place()
    await target(brand, ['riskRaised'])
    const link = await buildAction(root, {
      campaign: (await buildCampaign(root, { brand: brand.id })).id,
      affiliate: affiliate.id,
    })
    const ingest = clientOf(office.app, (await root.post(`/api/brand/${brand.id}/ingest_key`)).body.key)
    const registration = { event_id: unique('e'), type: 'registration', player_ref: unique('p') }
    const when = { occurred_at: '2030-03-01T10:00:00Z', action_token: link.token, payment_mark: affiliate.email }
    expect((await ingest.post('/ingest/events', [{ ...registration, ...when }])).body.accepted).toBe(1)
    const { body: tried } = await root.post('/api/risk/trial', { rule: 'selfReferral' })
    const start = { rule: 'selfReferral', to: tried.to, digest: tried.digest }
    expect((await root.post('/api/risk/start', start)).status).toBe(200)
    expect(await told()).toEqual([])
    await run('riskFindings', {})
    expect(await told()).toMatchObject([
      { type: 'riskRaised', data: { affiliate: affiliate.id, risk: 'selfReferral', severity: 'high', to: tried.to } },
    ])
  })
})

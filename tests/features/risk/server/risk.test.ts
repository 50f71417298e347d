import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { riskFindings } from '#app/server/jobs/risk.ts'
import type { RiskAnswer, RiskSimulation } from '#features/risk/answers/risk.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildStaff,
  type BuiltRecord,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'

const now = () => new Date('2026-11-20T12:00:00Z')
const roles = ['financial', 'affiliate', 'brand', 'user'] as const
let office: Office
let brand: BuiltRecord
let affiliate: BuiltRecord
let one: Client
let other: Client
let stranger: Client

beforeAll(async () => {
  office = await openOffice({ now, variables: { BUSINESS_TIME_ZONE: 'UTC' } })
  brand = await buildBrand(office.root, { currency: 'BRL' })
  affiliate = await buildAffiliate(office.root, { brands: [brand.id], email: 'Me@own.example' })
  const campaign = await buildCampaign(office.root, { brand: brand.id })
  const action = await buildAction(office.root, { campaign: campaign.id, affiliate: affiliate.id })
  const ingest = clientOf(office.app, (await office.root.post(`/api/brand/${brand.id}/ingest_key`)).body.key)
  const registration = { event_id: 'r1', type: 'registration', player_ref: 'anna', action_token: action.token }
  const told = await ingest.post('/ingest/events', [
    { ...registration, occurred_at: '2026-11-10T10:00:00Z', payment_mark: ' me@OWN.example ', device_mark: 'd1' },
  ])
  expect(told.body.accepted).toBe(1)
  const scope = { company: brand.company, allowedBrands: [brand.id], roles }
  one = await buildStaff(office.app, office.root, scope)
  other = await buildStaff(office.app, office.root, scope)
  stranger = await buildStaff(office.app, office.root, { roles })
})
afterAll(() => office.close())

const context = () => ({ database: office.database, environment: office.environment, now }) as never
const runJob = () =>
  riskFindings.run({
    context: context(),
    signal: new AbortController().signal,
    progress: () => {},
    input: {},
    log: () => {},
  })
const read = async (client: Client = one): Promise<RiskAnswer> => (await client.get('/api/risk')).body
const trial = async (client: Client = office.root): Promise<RiskSimulation> =>
  (await client.post('/api/risk/trial', { rule: 'selfReferral' })).body

describe('a sign of fraud', () => {
  it('is tried on the past and raises nothing before somebody started it with what was looked at', async () => {
    const tried = await trial()
    expect(tried).toMatchObject({
      to: '2026-11-19',
      flagged: [{ affiliate: affiliate.id, values: { own_players: 1 } }],
    })
    expect((await trial(stranger)).flagged).toEqual([])
    await runJob()
    expect((await read()).findings).toEqual([])
    const start = { rule: 'selfReferral', to: tried.to, digest: tried.digest }
    expect((await one.post('/api/risk/start', start)).body.code).toBe('user_must_be_root')
    expect((await office.root.post('/api/risk/start', { ...start, digest: 'other' })).body.code).toBe('risk_changed')
    expect((await office.root.post('/api/risk/trial', { rule: 'nothing' })).status).toBe(400)
    expect((await office.root.post('/api/risk/trial', { rule: 'selfReferral', to: '2026-11-20' })).status).toBe(400)
    const started = await office.root.post('/api/risk/start', start)
    expect(started.body.rules.find(({ name }: { name: string }) => name === 'selfReferral').startedAt).not.toBeNull()
  })

  it('holds payments with its evidence until two people release it, and is not raised again of the same days', async () => {
    expect(await runJob()).toEqual([{ code: 'raised', values: { count: 1 } }])
    const [finding] = (await read()).findings
    expect(finding).toMatchObject({ rule: 'selfReferral', state: 'open', effect: 'hold', values: { own_players: 1 } })
    expect(finding!.players.map(({ brand: of }) => of)).toEqual([brand.id])
    const holds = (await one.get(`/api/payment/affiliate/${affiliate.id}/holds`)).body.holds
    expect(holds).toMatchObject([{ cause: 'risk', note: 'selfReferral', releasedAt: null }])
    expect((await one.post(`/api/payment/affiliate/${affiliate.id}/release`, { reason: 'x' })).body.code).toBe(
      'risk_on_hold',
    )
    const path = `/api/risk/finding/${finding!.id}/release`
    expect((await stranger.post(path, { reason: 'no' })).status).toBe(404)
    expect((await read(stranger)).findings).toEqual([])
    expect((await one.post(path, { reason: 'It is a namesake' })).body.findings[0].askedBy).not.toBeNull()
    expect((await one.post(path, { reason: 'again' })).body.code).toBe('approver_not_apart')
    expect((await other.post(path, { reason: 'Seen the papers' })).body.findings[0]).toMatchObject({
      state: 'released',
      reason: 'Seen the papers',
    })
    expect((await one.get(`/api/payment/affiliate/${affiliate.id}/holds`)).body.holds[0].releasedAt).not.toBeNull()
    await sql`update risk_rule set asked_up_to = null`.execute(office.database.db)
    expect(await runJob()).toEqual([{ code: 'raised', values: { count: 0 } }])
  })

  it('takes commission back by an adjustment of another person, and leaves out who is vouched for', async () => {
    const { db } = office.database
    await sql`delete from risk_finding`.execute(db)
    await sql`update risk_rule set asked_up_to = null`.execute(db)
    await runJob()
    const [finding] = (await read()).findings
    const revoked = await one.post(`/api/risk/finding/${finding!.id}/revoke`, {
      reason: 'Own player',
      value: 12.5,
      currency: 'BRL',
    })
    expect(revoked.body.findings[0]).toMatchObject({ state: 'revoked', entry: expect.any(Number) })
    const entry = revoked.body.findings[0].entry as number
    await runJob()
    const held = async () => (await one.get(`/api/payment/affiliate/${affiliate.id}/holds`)).body.holds[0].releasedAt
    expect(await held()).toBeNull()
    expect((await other.post(`/api/entry/${entry}/approve`, {})).body).toMatchObject({ value: -12.5 })
    await runJob()
    expect(await held()).not.toBeNull()

    await sql`delete from risk_finding`.execute(db)
    const wanted = { affiliate: affiliate.id, rule: 'selfReferral', reason: 'Known' }
    expect((await one.post('/api/risk/exemption', wanted)).status).toBe(200)
    const left = await other.post('/api/risk/exemption', wanted)
    expect(left.body.exemptions).toMatchObject([{ rule: 'selfReferral', reason: 'Known', isWaiting: false }])
    await sql`update risk_rule set asked_up_to = null`.execute(db)
    expect(await runJob()).toEqual([{ code: 'raised', values: { count: 0 } }])
    const end = `/api/risk/exemption/${left.body.exemptions[0].id}/end`
    expect((await stranger.post(end, { reason: 'x' })).status).toBe(404)
    expect((await one.post(end, { reason: 'Over' })).body.exemptions).toEqual([])
    expect((await office.root.post('/api/risk/stop', { rule: 'selfReferral', reason: 'Enough' })).status).toBe(200)
    const log = await sql`select operation from activity_log where operation in
      ('raise', 'askRelease', 'release', 'revoke', 'exempt', 'endExempt', 'begin', 'end')`.execute(db)
    expect(new Set(log.rows.map((row: any) => row.operation)).size).toBe(8)
  })
})

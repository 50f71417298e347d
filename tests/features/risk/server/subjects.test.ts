import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { riskFindings } from '#app/server/jobs/risk.ts'
import type { RiskAnswer, RiskSimulation } from '#features/risk/answers/risk.ts'
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
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'

/* Rules about partners and players, and what a company says of a rule. */
const now = () => new Date('2026-11-20T12:00:00Z')
let office: Office
let company: BuiltRecord
let partner: BuiltRecord
let affiliate: BuiltRecord
let brand: BuiltRecord
let maria: Client
let joao: Client
let clerk: Client
let part: Client

beforeAll(async () => {
  office = await openOffice({ now, variables: { BUSINESS_TIME_ZONE: 'UTC' } })
  const { root } = office
  company = await buildCompany(root)
  brand = await buildBrand(root, { currency: 'BRL', company: company.id })
  const other = await buildBrand(root, { currency: 'BRL', company: company.id })
  partner = await buildPartner(root, { company: company.id })
  affiliate = await buildAffiliate(root, { company: company.id, brands: [brand.id], partner: partner.id })
  const campaign = await buildCampaign(root, { brand: brand.id })
  const link = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  const ingest = clientOf(office.app, (await root.post(`/api/brand/${brand.id}/ingest_key`)).body.key)
  const at = { occurred_at: '2026-11-10T10:00:00Z' }
  const told = await ingest.post('/ingest/events', [
    ...['anna', 'bea'].map((player_ref) => ({
      ...at,
      event_id: `r ${player_ref}`,
      type: 'registration',
      player_ref,
      action_token: link.token,
      device_mark: 'd1',
    })),
    { ...at, event_id: 'b', type: 'bonus', player_ref: 'anna', product: 'bets', amount: 80 },
  ])
  expect(told.body.accepted).toBe(3)
  const rights = { company: company.id, roles: ['financial', 'affiliate', 'partner', 'activityPerAffiliate'] }
  maria = await buildStaff(office.app, root, { ...rights, allowedBrands: [brand.id, other.id] })
  joao = await buildStaff(office.app, root, { ...rights, allowedBrands: [brand.id, other.id] })
  clerk = await buildStaff(office.app, root, {
    ...rights,
    roles: ['financial', 'affiliate'],
    allowedBrands: [brand.id, other.id],
  })
  part = await buildStaff(office.app, root, { ...rights, allowedBrands: [other.id] })
})
afterAll(() => office.close())

const context = () => ({ database: office.database, environment: office.environment, now }) as never
const runJob = async () => {
  await sql`update risk_rule set asked_up_to = null`.execute(office.database.db)
  const signal = new AbortController().signal
  return riskFindings.run({ context: context(), signal, progress: () => {}, input: {}, log: () => {} })
}
const read = async (client: Client): Promise<RiskAnswer> => (await client.get('/api/risk')).body
const trial = async (body: object, client = maria): Promise<RiskSimulation> =>
  (await client.post('/api/risk/trial', body)).body
async function start(rule: string): Promise<void> {
  const { to, digest } = await trial({ rule }, office.root)
  expect((await office.root.post('/api/risk/start', { rule, to, digest })).status).toBe(200)
}

it('a rule is about partners, with all that is below them, by limits that a company tried', async () => {
  const rule = 'sharedBelowPartner'
  expect((await trial({ rule })).flagged).toEqual([])
  const limits = [1, null]
  const tried = await trial({ rule, limits })
  expect(tried.flagged).toMatchObject([
    { affiliate: null, partner: partner.id, player: null, name: partner.name, values: { shared_players: 1 } },
  ])
  // Of a pair the later registration.
  expect(tried.flagged[0]!.players).toHaveLength(1)
  expect((await trial({ rule, limits }, clerk)).flagged).toEqual([])
  await start(rule)
  expect(await runJob()).toEqual([{ code: 'raised', values: { count: 0 } }])

  const said = { rule, limits, reason: 'Small programme', to: tried.to }
  expect((await maria.post('/api/risk/company', { ...said, digest: 'other' })).body.code).toBe('risk_changed')
  expect((await part.post('/api/risk/company', { ...said, digest: tried.digest })).body.code).toBe('partly_visible')
  expect((await maria.post('/api/risk/company', { ...said, limits: [1, 2, 3] })).body.details.limits).toBeDefined()
  const other = (await buildCompany(office.root)).id
  expect((await maria.post('/api/risk/company', { ...said, company: other })).status).toBe(404)
  const kept = async (by: Client) => {
    const { status, body } = await by.post('/api/risk/company', { ...said, digest: tried.digest })
    return status === 200 ? (body as RiskAnswer).rules.find(({ name }) => name === rule)!.companies : body.code
  }
  expect(await kept(maria)).toMatchObject([{ limits: [], asked: { isOff: false, limits, by: expect.any(String) } }])
  expect(await kept(maria)).toBe('approver_not_apart')
  expect(await runJob()).toEqual([{ code: 'raised', values: { count: 0 } }])
  expect(await kept(joao)).toMatchObject([
    { company: company.id, isOff: false, limits, reason: 'Small programme', asked: null },
  ])
  expect(await runJob()).toEqual([{ code: 'raised', values: { count: 1 } }])
  const [finding] = (await read(maria)).findings
  expect(finding).toMatchObject({ rule, partner: partner.id, affiliate: null, state: 'open', effect: 'hold' })
  expect([(await read(clerk)).findings, (await read(part)).findings]).toEqual([[], []])
  const holds = async () => (await maria.get(`/api/payment/partner/${partner.id}/holds`)).body.holds
  expect(await holds()).toMatchObject([{ cause: 'risk', note: rule, releasedAt: null }])

  const out = { rule, partner: partner.id, reason: 'Known' }
  expect((await clerk.post('/api/risk/exemption', { ...out, affiliate: affiliate.id })).status).toBe(400)
  const exempt = async (by: Client) => {
    const { status, body } = await by.post('/api/risk/exemption', out)
    return status === 200 ? body.exemptions : body.code
  }
  expect(await exempt(maria)).toMatchObject([{ partner: partner.id, isWaiting: true }])
  expect(await exempt(maria)).toBe('approver_not_apart')
  // Not root, who made both accounts: what an account's maker asked for, it does not decide.
  const release = async (by: Client, reason: string) => {
    const { status, body } = await by.post(`/api/risk/finding/${finding!.id}/release`, { reason })
    return status === 200 ? 200 : body.code
  }
  expect(await release(maria, 'One')).toBe(200)
  expect(await release(maria, 'Two')).toBe('approver_not_apart')
  expect((await holds())[0].releasedAt).toBeNull()
  expect(await release(joao, 'Two')).toBe(200)
  expect((await holds())[0].releasedAt).not.toBeNull()
  const raised = async () => {
    await sql`delete from risk_finding`.execute(office.database.db)
    await sql`update risk_rule set asked_up_to = null`.execute(office.database.db)
    return runJob()
  }
  expect(await raised()).toEqual([{ code: 'raised', values: { count: 1 } }])
  expect(await exempt(joao)).toMatchObject([{ partner: partner.id, isWaiting: false }])
  expect(await raised()).toEqual([{ code: 'raised', values: { count: 0 } }])
})

it('a rule is about single players, and left out in a company that says so', async () => {
  const rule = 'bonusAlone'
  const tried = await trial({ rule })
  expect(tried.flagged).toMatchObject([{ affiliate: null, partner: null, name: affiliate.name, values: { bonus: 80 } }])
  await start(rule)
  const off = { rule, isOff: true, reason: 'Looked at by hand' }
  expect((await maria.post('/api/risk/company', off)).status).toBe(200)
  expect(await runJob()).toEqual([{ code: 'raised', values: { count: 0 } }])
  expect((await maria.post('/api/risk/company', { rule, isOff: false, reason: 'Again' })).status).toBe(200)
  expect(await runJob()).toEqual([{ code: 'raised', values: { count: 1 } }])
  const [finding] = (await read(maria)).findings
  expect(finding).toMatchObject({ rule, effect: 'none', name: affiliate.name, players: [{ ref: 'anna' }] })
  expect((await read(part)).findings).toEqual([])
  const { body } = await maria.post(`/api/risk/finding/${finding!.id}/release`, { reason: 'A prize' })
  expect(body.findings[0]).toMatchObject({ state: 'released' })
  const { rows } = await sql`select operation from activity_log where operation = 'setRisk'`.execute(office.database.db)
  expect(rows).toHaveLength(3)
})

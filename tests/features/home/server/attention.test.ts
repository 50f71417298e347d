import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BuiltRecord,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildPartner,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let company: BuiltRecord
let brand: BuiltRecord
let silentBrand: BuiltRecord
let otherBrand: BuiltRecord
let affiliate: BuiltRecord
let otherAffiliate: BuiltRecord
let partner: BuiltRecord

beforeAll(async () => {
  office = await openOffice()
  const { root } = office
  company = await buildCompany(root)
  brand = await buildBrand(root, { company: company.id, name: 'Alpha' })
  silentBrand = await buildBrand(root, { company: company.id, name: 'Silent' })
  otherBrand = await buildBrand(root, { name: 'Elsewhere' })
  partner = await buildPartner(root, { company: company.id })
  affiliate = await buildAffiliate(root, { name: 'Stopped', brands: [brand.id], partner: partner.id })
  otherAffiliate = await buildAffiliate(root, { brands: [otherBrand.id] })
  const action = await buildAction(root, {
    campaign: (await buildCampaign(root, { brand: brand.id })).id,
    affiliate: affiliate.id,
  })
  const key = (await root.post(`/api/brand/${brand.id}/ingest_key`)).body
  await send(key, [
    { event_id: 'e1', type: 'click', occurred_at: '2026-03-10T10:00:00Z', action_token: action.token },
    { event_id: 'e2', type: 'click', occurred_at: '2026-03-11T12:30:00Z', action_token: action.token },
    { event_id: 'e3', type: 'click', occurred_at: '2026-03-09T12:30:00Z', action_token: 'nobodys' },
  ])
  const { db } = office.database
  await sql`update affiliate set email = null where id = ${affiliate.id}`.execute(db)
  await sql`insert into close_problem (day, owner_kind, owner, code, message) values
    ('2026-03-10', 'affiliate', ${affiliate.id}, 'invalid_expression', 'The formula fails'), ('2026-03-11', 'affiliate',
      ${affiliate.id}, 'invalid_expression', 'The formula fails'),
    ('2026-03-11', 'affiliate', ${otherAffiliate.id}, 'invalid_expression', 'The formula fails')`.execute(db)
})
afterAll(() => office.close())

async function send(key: { key?: string }, events: unknown[]) {
  const { status, body } = await office.nobody.post('/ingest/events', events, { authorization: `Bearer ${key.key}` })
  if (status !== 200 || body.accepted !== events.length) throw new Error(JSON.stringify(body))
}
const attention = (client: Client) => client.get('/api/dashboard/attention')
const staffWith = (roles: string[], values = {}) =>
  buildStaff(office.app, office.root, {
    company: company.id,
    allowedBrands: [brand.id, silentBrand.id],
    roles,
    ...values,
  })

test('says when each brand last sent something, the silent ones first, and how many of its events belong to nobody', async () => {
  const { body } = await attention(await staffWith(['home', 'brand', 'affiliate', 'entryByAffiliate']))
  expect(body.feeds).toEqual([
    { brand: silentBrand.id, name: 'Silent', newestEvent: null, unattributed: 0 },
    { brand: brand.id, name: 'Alpha', newestEvent: '2026-03-11T12:30:00.000Z', unattributed: 1 },
  ])
})

test('counts an event that belongs to nobody when it is the newest', async () => {
  const { root } = office
  const fresh = await buildBrand(root, { company: company.id, name: 'Fresh' })
  const key = (await root.post(`/api/brand/${fresh.id}/ingest_key`)).body
  await send(key, [{ event_id: 'f1', type: 'click', occurred_at: '2026-03-12T08:00:00Z', action_token: 'nobodys' }])
  const { body } = await attention(root)
  expect(body.feeds.find((feed: { brand: number }) => feed.brand === fresh.id)).toMatchObject({
    newestEvent: '2026-03-12T08:00:00.000Z',
    unattributed: 1,
  })
})

test('counts incomplete affiliates and names whom the close could not compute, once each, within the scope', async () => {
  const { body } = await attention(await staffWith(['home', 'affiliate', 'entryByAffiliate']))
  expect(body.incompleteAffiliates).toBe(1)
  expect(body.closeProblems).toEqual({
    total: 1,
    owners: [
      {
        kind: 'affiliate',
        id: affiliate.id,
        name: 'Stopped',
        day: '2026-03-11',
        code: 'invalid_expression',
        message: 'The formula fails',
      },
    ],
  })
  expect((await attention(office.root)).body.closeProblems.total).toBe(2)
})

test('names the days on which something moved and that nobody closed, of visible brands', async () => {
  const { db } = office.database
  const {
    rows: [past],
  } = await sql<{ day: string }>`select (current_date - 3)::text as day`.execute(db)
  await sql`insert into movement_wide (day, brand, affiliate) values (${past!.day}::text::date, ${brand.id},
    ${affiliate.id})`.execute(db)
  const reader = await staffWith(['home', 'entryByAffiliate'])
  const [own, other] = [
    await attention(reader),
    await attention(await staffWith(['home', 'entryByAffiliate'], { allowedBrands: [silentBrand.id] })),
  ]
  expect([own.body.daysNeverClosed, other.body.daysNeverClosed]).toEqual([[past!.day], []])
  await sql`insert into closed_day (day) values (${past!.day}::text::date)`.execute(db)
  expect((await attention(reader)).body.daysNeverClosed).toEqual([])
})

test('answers null for what the roles of the reader do not cover', async () => {
  const { status, body } = await attention(await staffWith(['home']))
  expect(status).toBe(200)
  expect(body).toMatchObject({ incompleteAffiliates: null, closeProblems: null, daysNeverClosed: null })
  expect((body.feeds ?? []).every((feed: { unattributed: unknown }) => feed.unattributed === null)).toBe(true)
})

test('tells whoever is narrowed to a partner nothing about the feeds of brands', async () => {
  const { body } = await attention(await staffWith(['home', 'brand', 'affiliate'], { partner: partner.id }))
  expect(body.feeds).toBeNull()
  expect(body.incompleteAffiliates).toBe(1)
})

test('is for whoever may open the dashboard', async () => {
  expect((await attention(office.nobody)).status).toBe(401)
  expect((await attention(await staffWith(['campaign']))).status).toBe(403)
})

test('names the jobs whose last run failed, to root alone', async () => {
  const { db } = office.database
  const ran = (kind: string, state: string) =>
    sql`insert into job (kind, state, due_at, finished_at, created_at)
    values (${kind}::text, ${state}::text, now(), now(), now())`.execute(db)
  await ran('backupCheck', 'failed')
  await ran('cleanUp', 'failed')
  await ran('cleanUp', 'done')
  await ran('of a version to come', 'failed')
  expect((await attention(office.root)).body.failedJobs).toEqual(['backupCheck'])
  expect((await attention(await staffWith(['home']))).body.failedJobs).toBeNull()
})

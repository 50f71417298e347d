import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  buildAccessKey,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  type BuiltRecord,
  buildPartner,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'

type Kind = 'affiliate' | 'action' | 'campaign' | 'partner'

let office: Office
let brand: BuiltRecord
let key: string
let now = new Date('2026-11-20T12:00:00Z')
let records: Readonly<Record<Kind, BuiltRecord>>
beforeAll(async () => {
  office = await openOffice({ now: () => now })
  brand = await buildBrand(office.root, { site: 'https://brand.example/' })
  key = (await office.root.post(`/api/brand/${brand.id}/ingest_key`)).body.key
})
afterAll(() => office.close())
beforeEach(async () => {
  const partner = await buildPartner(office.root, { company: brand.company })
  const affiliate = await buildAffiliate(office.root, {
    company: brand.company,
    brands: [brand.id],
    partner: partner.id,
  })
  const campaign = await buildCampaign(office.root, { brand: brand.id })
  const action = await buildAction(office.root, { campaign: campaign.id, affiliate: affiliate.id })
  records = { partner, affiliate, campaign, action }
})

const later = () => (now = new Date(now.getTime() + 60_000))
const suspend = (kind: Kind, client: Client = office.root) =>
  client.post(`/api/${kind}/${records[kind].id}/suspend`, { reason: 'Brand bidding' })
const resume = (kind: Kind, client: Client = office.root) =>
  client.post(`/api/${kind}/${records[kind].id}/resume`, { reason: 'Explained' })
const leadsTo = async () => new URL((await office.app.inject(`/t/${String(records.action.token)}`)).headers.location!)
let last = 0
/** Tells of an event now. @returns why it belongs to nobody; null where it belongs to the link */
async function tell(values: object): Promise<string | null> {
  const event = { event_id: `s${(last += 1)}`, occurred_at: now.toISOString(), ...values }
  const { status } = await office.app
    .inject({
      method: 'POST',
      url: '/ingest/events',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: JSON.stringify([event]),
    })
    .then(({ statusCode }) => ({ status: statusCode }))
  expect(status).toBe(200)
  const { rows } = await sql<{ unattributed: string | null }>`select unattributed from event
    where event_id = ${event.event_id}`.execute(office.database.db)
  return rows[0]!.unattributed
}
const registers = (player: string) =>
  tell({ type: 'registration', player_ref: player, action_token: records.action.token })
const deposits = (player: string) => tell({ type: 'deposit', player_ref: player, amount: 10, currency: 'BRL' })

describe.each(['affiliate', 'action', 'campaign', 'partner'] as const)('a suspended %s', (kind) => {
  it('leads players on without the tag and counts nothing until it is resumed', async () => {
    const player = `p-${kind}`
    expect(await registers(player)).toBeNull()
    later()
    const { status, body } = await suspend(kind)
    expect([status, body.isSuspended, body.suspensions[0].reason]).toEqual([200, true, 'Brand bidding'])
    expect((await leadsTo()).href).toBe('https://brand.example/')
    expect([await registers(`${player}-2`), await deposits(player)]).toEqual(['suspended', 'suspended'])
    await office.app.flushClicks!()
    const clicks = await sql`select from click where action = ${records.action.id}`.execute(office.database.db)
    expect(clicks.rows).toHaveLength(0)

    later()
    expect((await resume(kind)).body.isSuspended).toBe(false)
    expect([...(await leadsTo()).searchParams.keys()]).toContain('click_id')
    expect(await deposits(player)).toBeNull()
    // What happened meanwhile stays with nobody, however often it is tried again.
    const { body: again } = await office.root.post('/api/event/reattribute', { brand: brand.id })
    expect(again.attributed).toBe(0)
  })

  it('is suspended once, and resumed only while it is', async () => {
    expect((await resume(kind)).body.code).toBe('not_suspended')
    expect((await suspend(kind)).status).toBe(200)
    expect([(await suspend(kind)).status, (await suspend(kind)).body.code]).toEqual([409, 'already_suspended'])
    expect((await office.root.post(`/api/${kind}/${records[kind].id}/suspend`, {})).status).toBe(400)
  })

  it('is out of reach for who may not change or see it', async () => {
    const other = await buildBrand(office.root)
    const stranger = await buildStaff(office.app, office.root, {
      company: other.company,
      allowedBrands: [other.id],
      roles: [kind],
    })
    expect([(await suspend(kind, stranger)).status, (await suspend(kind, office.nobody)).status]).toEqual([404, 401])
  })
})

describe('what happened before a suspension', () => {
  it('counts though it is told afterwards', async () => {
    const before = now.toISOString()
    later()
    await suspend('affiliate')
    expect(
      await tell({
        type: 'registration',
        player_ref: 'early',
        action_token: records.action.token,
        occurred_at: before,
      }),
    ).toBeNull()
  })
})

describe('a suspended affiliate', () => {
  const signIn = (token: string) => office.nobody.post('/login/affiliate', { token })

  it('is signed out, and neither its keys nor new ones open anything', async () => {
    const token = await buildAccessKey(office.root, 'affiliate', records.affiliate.id, { scope: 'signIn' })
    const session = clientOf(office.app, (await signIn(token)).body.accessToken)
    expect((await session.get('/api/action')).status).toBe(200)
    await suspend('affiliate')
    expect((await session.get('/api/action')).body.code).toBe('session_expired')
    expect((await signIn(token)).status).toBeGreaterThanOrEqual(400)
    const fresh = await buildAccessKey(office.root, 'affiliate', records.affiliate.id, { scope: 'signIn' })
    expect((await signIn(fresh)).status).toBeGreaterThanOrEqual(400)
    await resume('affiliate')
    expect((await signIn(fresh)).status).toBe(200)
  })

  it('is not paid; another person resumes where money was held', async () => {
    const { affiliate } = records
    const holds = async () =>
      (await office.root.get(`/api/payment/affiliate/${affiliate.id}/holds`)).body.holds.map(
        ({ cause, releasedAt }: { cause: string; releasedAt: string | null }) => [cause, releasedAt === null],
      )
    const [one, other] = [
      await buildStaff(office.app, office.root, {
        company: brand.company,
        allowedBrands: [brand.id],
        roles: ['affiliate', 'financial'],
      }),
      await buildStaff(office.app, office.root, {
        company: brand.company,
        allowedBrands: [brand.id],
        roles: ['affiliate'],
      }),
    ]
    await sql`insert into entry (affiliate, day, value, kind, status, currency)
      values (${affiliate.id}, '2026-11-01', 10, 'commission', 'pending', 'BRL')`.execute(office.database.db)
    await suspend('affiliate', one)
    expect(await holds()).toEqual([['suspended', true]])
    expect((await one.post(`/api/payment/affiliate/${affiliate.id}/release`, { reason: 'x' })).status).toBe(409)
    const refused = await resume('affiliate', one)
    expect([refused.status, refused.body.code]).toEqual([422, 'approver_not_apart'])
    expect((await resume('affiliate', other)).status).toBe(200)
    expect(await holds()).toEqual([['suspended', false]])
  })

  it('whose contract is over leads on without the tag as well', async () => {
    await sql`update affiliate set after_end = 'nothing', ends_on = '2026-11-19' where id = ${records.affiliate.id}`.execute(
      office.database.db,
    )
    expect((await leadsTo()).href).toBe('https://brand.example/')
  })
})

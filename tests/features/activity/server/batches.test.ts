import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAction, buildBrand, buildCampaign, buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import { clientOf, type Office, openOffice } from '#tests/support/office.ts'
import { buildRaw, unique } from './support/activity.ts'

let office: Office
let brand: BuiltRecord
let action: BuiltRecord
let key: string

beforeAll(async () => {
  office = await openOffice({
    now: () => new Date('2026-11-20T12:00:00Z'),
    variables: { BUSINESS_TIME_ZONE: 'America/Sao_Paulo' },
  })
  brand = await buildBrand(office.root, { currency: 'BRL' })
  action = await buildAction(office.root, { campaign: (await buildCampaign(office.root, { brand: brand.id })).id })
  key = (await office.root.post(`/api/brand/${brand.id}/ingest_key`)).body.key
})
afterAll(() => office.close())

const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  office.app.inject({
    method: 'POST',
    url: '/ingest/events',
    payload,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  })
const sendEvents = async (events: readonly unknown[]) => (await send(JSON.stringify(events))).json()
const click = () => buildRaw({ type: 'click', action_token: action.token })

describe('a batch of events', () => {
  it('counts each click of a brand as unique, since it names no visitor', async () => {
    const { id, token } = await buildAction(office.root, { campaign: action['campaign'] })
    await sendEvents([
      buildRaw({ type: 'click', action_token: token }),
      buildRaw({ type: 'click', action_token: token }),
    ])
    const { rows } = await sql`select sum(clicks)::integer as clicks, sum(unique_clicks)::integer as "unique"
      from movement where action = ${id}`.execute(office.database.db)
    expect(rows).toEqual([{ clicks: 2, unique: 2 }])
    const { body } = await office.root.get(`/api/action/geolocation?from=2026-03-01&to=2026-03-31&action=${id}`)
    expect(body).toMatchObject({ total: { clicks: 2 }, visits: { unique: 2 } })
  })

  it('is answered with what became of each event', async () => {
    const known = click()
    await sendEvents([known])
    const answer = await sendEvents([
      known,
      { ...known, occurred_at: '2026-03-11T00:00:00Z' },
      click(),
      buildRaw({ type: 'click', action_token: 'nobodys' }),
      buildRaw({ type: 'jump' }),
      'no event',
      buildRaw({ type: 'deposit', player_ref: 'p', amount: 10, currency: 'USD' }),
      { type: 'click', occurred_at: '2026-03-11T00:00:00Z' },
    ])
    expect(answer).toEqual({
      accepted: 2,
      duplicates: 1,
      conflicts: [known.event_id],
      unattributed: 1,
      rejected: [
        { index: 4, code: 'invalid_type' },
        { index: 5, code: 'not_an_event' },
        { index: 6, code: 'currency_of_another' },
        { index: 7, code: 'missing_event_id' },
      ],
    })
  })

  it('is all duplicates when it is sent again', async () => {
    const events = [
      click(),
      click(),
      buildRaw({ type: 'bet', action_token: action.token, player_ref: unique('p'), product: 'lotto', amount: 0.1 }),
    ]
    expect(await sendEvents(events)).toMatchObject({ accepted: 3 })
    expect(await sendEvents(events)).toEqual({
      accepted: 0,
      duplicates: 3,
      conflicts: [],
      rejected: [],
      unattributed: 0,
    })
  })

  it('may be NDJSON, packed or not, where a line that is no JSON is refused by itself', async () => {
    const text = `${JSON.stringify(click())}\r\n\n${JSON.stringify(click())}\n{"event_id":`
    const type = { 'content-type': 'application/x-ndjson' }
    expect((await send(text, type)).json()).toEqual({
      accepted: 2,
      duplicates: 0,
      conflicts: [],
      rejected: [{ index: 2, code: 'not_an_event' }],
      unattributed: 0,
    })
    expect((await send(gzipSync(text), { ...type, 'content-encoding': 'gzip' })).json()).toMatchObject({
      accepted: 0,
      duplicates: 2,
    })
    expect((await send(gzipSync(JSON.stringify([click()])), { 'content-encoding': 'gzip' })).json()).toMatchObject({
      accepted: 1,
    })
  })

  it('may be one event by itself, on one line or several', async () => {
    expect((await send(JSON.stringify(click()))).json()).toMatchObject({ accepted: 1, rejected: [] })
    expect((await send(JSON.stringify(click(), null, 2))).json()).toMatchObject({ accepted: 1, rejected: [] })
    expect((await send('{\n  "event_id": 1,\n')).statusCode).toBe(400)
  })

  it('counts on the business day of the installation', async () => {
    const event = buildRaw({ type: 'click', action_token: action.token, occurred_at: '2026-11-20T02:59:59Z' })
    await sendEvents([event])
    const { rows } = await sql`select day from event where event_id = ${event.event_id}`.execute(office.database.db)
    expect(rows).toEqual([{ day: '2026-11-19' }])
  })

  it('may bring 10,000 events and not one more', async () => {
    const events = Array.from({ length: 10_000 }, click)
    expect(await sendEvents(events)).toMatchObject({ accepted: 10_000 })
    const refused = await send(JSON.stringify([...events, click()]))
    expect([refused.statusCode, refused.json().code]).toEqual([413, 'payload_too_large'])
  })

  it.each([
    [
      'a packed body that unpacks to a hundred times its size',
      gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')),
      { 'content-encoding': 'gzip' },
      413,
      'payload_too_large',
    ],
    ['a body that is no gzip though it says so', 'no gzip', { 'content-encoding': 'gzip' }, 400, 'invalid_request'],
    [
      'a gzip that is cut off',
      gzipSync('[]'.padEnd(5000, 'x')).subarray(0, 20),
      { 'content-encoding': 'gzip' },
      400,
      'invalid_request',
    ],
    ['a packing we do not know', 'x', { 'content-encoding': 'zstd' }, 400, 'invalid_request'],
    ['no JSON', '[{"event_id"', {}, 400, 'invalid_request'],
    ['bytes that are no UTF-8', Buffer.from([0x5b, 0xff, 0x5d]), {}, 400, 'invalid_request'],
  ])('is refused as %s', async (_, payload, headers, status, code) => {
    const answer = await send(payload, headers as Record<string, string>)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })

  it('takes hostile values as values or refuses them, never with an error of ours', async () => {
    const hostile = [
      "'); drop table event; --",
      '\\"},{',
      '\u0000',
      '\ud800',
      '{1,2}',
      'NULL',
      '"',
      '\\',
      'a\nb',
      '💥',
      '%00',
      '__proto__',
      'x'.repeat(5000),
    ]
    for (const value of hostile) {
      const event = { ...click(), player_ref: value, city: value, state: value, event_id: `${unique('h')}${value}` }
      const answer = await send(JSON.stringify([event, { ...click(), [value]: 1 }]))
      expect(answer.statusCode).toBe(200)
      const { accepted, rejected } = answer.json()
      expect(accepted + rejected.length).toBe(2)
    }
    const { rows } = await sql<{
      city: string
    }>`select city from event where city = any(${hostile.filter((text) => !/[\0\ud800]/.test(text))})`.execute(
      office.database.db,
    )
    expect(rows.map(({ city }) => city)).toEqual(
      expect.arrayContaining(["'); drop table event; --", '{1,2}', 'NULL', '"', '\\', 'a\nb', '💥']),
    )
  })

  it('says that a sum does not fit instead of failing', async () => {
    const bet = () =>
      buildRaw({
        type: 'bet',
        action_token: action.token,
        product: 'games',
        amount: '9999999999999.99',
        occurred_at: '2026-04-01T00:00:00Z',
      })
    const answer = await send(JSON.stringify(Array.from({ length: 1_001 }, bet)))
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'too_large'])
  })
})

describe('an ingest key', () => {
  it('is shown once, listed without itself, and refused once it is revoked', async () => {
    const made = (await office.root.post(`/api/brand/${brand.id}/ingest_key`)).body
    expect(made.key).toMatch(/^ik_[\w-]{72}$/)
    const client = clientOf(office.app, made.key)
    expect((await client.post('/ingest/events', [])).status).toBe(200)
    const list = (await office.root.get(`/api/brand/${brand.id}/ingest_key`)).body
    expect(list.find((each: { id: number }) => each.id === made.id)).toMatchObject({
      hint: made.key.slice(-4),
      revokedAt: null,
      lastUsedAt: expect.any(String),
    })
    expect(JSON.stringify(list)).not.toContain(made.key)
    expect((await office.root.delete(`/api/brand/${brand.id}/ingest_key/${made.id}`)).body.revokedAt).toEqual(
      expect.any(String),
    )
    expect((await client.post('/ingest/events', [])).status).toBe(401)
    const { rows } = await sql<{
      stored: string
    }>`select row_to_json(ingest_key)::text as stored from ingest_key where id = ${made.id}`.execute(office.database.db)
    expect(rows[0]!.stored).not.toContain(made.key.slice(3, 20))
  })

  it('is needed: without one, with a wrong one and with a session the answer is 401', async () => {
    for (const client of [office.nobody, clientOf(office.app, 'ik_wrong'), office.root])
      expect((await client.post('/ingest/events', [click()])).status).toBe(401)
  })

  it('records for its own brand only', async () => {
    const other = await buildBrand(office.root)
    const theirs = (await office.root.post(`/api/brand/${other.id}/ingest_key`)).body.key
    expect((await clientOf(office.app, theirs).post('/ingest/events', [click()])).body).toMatchObject({
      accepted: 1,
      unattributed: 1,
    })
  })

  it('is made by who has the role brand and sees the brand', async () => {
    const withoutRole = await buildStaff(office.app, office.root, {
      company: brand.company,
      allowedBrands: [brand.id],
      roles: ['action'],
    })
    expect((await withoutRole.post(`/api/brand/${brand.id}/ingest_key`)).status).toBe(403)
    const elsewhere = await buildStaff(office.app, office.root, { roles: ['brand'] })
    expect((await elsewhere.post(`/api/brand/${brand.id}/ingest_key`)).status).toBe(404)
    expect((await elsewhere.get(`/api/brand/${brand.id}/ingest_key`)).status).toBe(404)
    const own = await buildStaff(office.app, office.root, {
      company: brand.company,
      allowedBrands: [brand.id],
      roles: ['brand'],
    })
    expect((await own.post(`/api/brand/${brand.id}/ingest_key`)).status).toBe(200)
    expect((await own.delete(`/api/brand/${brand.id}/ingest_key/999999`)).status).toBe(404)
  })
})

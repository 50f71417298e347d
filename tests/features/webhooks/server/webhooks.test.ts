import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { raiseRisk } from '#features/webhooks/server/emit/money.ts'
import { openSignalOffice, openSink, type Got, type Sink } from './support.ts'

let office: Awaited<ReturnType<typeof openSignalOffice>>
let sink: Sink
beforeAll(async () => {
  office = await openSignalOffice()
  sink = await openSink()
})
beforeEach(async () => {
  await sql`delete from signal_target`.execute(office.database.db)
  await sql`delete from signal`.execute(office.database.db)
  sink.got.length = 0
  sink.answers = (response) => void response.writeHead(204).end()
})
afterAll(async () => {
  sink.close()
  await office.close()
  expect(office.errors).toEqual([])
})

const signatureOf = (secret: string, { headers, body }: Got) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64')}`

describe('signals of activity', () => {
  it('cost nothing where nobody wants them, and are told of nothing that was before', async () => {
    await office.registers()
    await office.target({ address: sink.url, signals: ['registration'] })
    await office.sender().drain()
    expect(sink.got).toEqual([])
  })

  it('tell of registrations and first deposits as Standard Webhooks has it', async () => {
    const target = await office.target({ address: sink.url, signals: ['registration', 'firstDeposit'] })
    const { body: made } = await office.root.post(`/api/signalTarget/${target.id}/secret`, {})
    const player = await office.registers({ country: 'BR' })
    const { rows } = await sql<{ ref: string }>`select player_ref as ref from player where id = ${player}`.execute(
      office.database.db,
    )
    const deposit = { type: 'deposit', player_ref: rows[0]!.ref, currency: 'BRL' }
    await office.happens(
      { ...deposit, amount: 25.5, occurred_at: '2026-03-09T11:00:00Z' },
      { ...deposit, amount: 30, occurred_at: '2026-03-09T12:00:00Z' },
    )
    await office.sender().drain()
    const bodies = sink.got.map(({ body }) => JSON.parse(body))
    expect(bodies.map(({ type }) => type)).toEqual(['registration', 'firstDeposit'])
    expect(bodies[0].data).toEqual({
      player,
      brand: office.brand.id,
      affiliate: office.affiliate.id,
      campaign: office.campaign.id,
      action: office.link.id,
      clickId: null,
      country: 'BR',
      day: '2026-03-09',
      sub1: null,
      sub2: null,
      sub3: null,
      sub4: null,
      sub5: null,
      gclid: null,
      fbclid: null,
      msclkid: null,
      ttclid: null,
    })
    expect(bodies[1].data).toMatchObject({ player, amount: 25.5, currency: 'BRL' })
    expect(sink.got[0]!.headers['webhook-signature']).toBe(signatureOf(made.secret, sink.got[0]!))
    expect((await office.deliveries(target)).map(({ state, tries, status }) => [state, tries, status])).toEqual([
      ['taken', 1, 204],
      ['taken', 1, 204],
    ])
  })

  it('are undone with what is undone', async () => {
    await office.target({ address: sink.url, signals: ['registration'] })
    await expect(
      office.database.db.transaction().execute(async (trx) => {
        await sql`insert into signal (name, order_key, company, at, data)
          values ('registration', 'player 1', ${office.brand.company}, now(), '{}')`.execute(trx)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await office.sender().drain()
    expect(sink.got).toEqual([])
  })
})

describe('a secret', () => {
  it('takes the place of the one before within a day in which both sign', async () => {
    const target = await office.target({ address: sink.url, signals: ['registration'] })
    const path = `/api/signalTarget/${target.id}/secret`
    const { body: first } = await office.root.post(path, {})
    const { body: second } = await office.root.post(path, {})
    expect((await office.root.get(path)).body.map(({ hint }: { hint: string }) => hint)).toEqual([
      second.hint,
      first.hint,
    ])
    expect(JSON.stringify((await office.root.get(path)).body)).not.toContain(second.secret)
    await office.registers()
    await office.sender().drain()
    const signatures = String(sink.got[0]!.headers['webhook-signature']).split(' ')
    expect(signatures).toEqual([signatureOf(second.secret, sink.got[0]!), signatureOf(first.secret, sink.got[0]!)])
    await office.pass(25 * 3600)
    await office.registers()
    await office.sender().drain()
    expect(sink.got[1]!.headers['webhook-signature']).toBe(signatureOf(second.secret, sink.got[1]!))
  })

  it('is stored sealed', async () => {
    const target = await office.target({ address: sink.url, signals: ['registration'] })
    const { body } = await office.root.post(`/api/signalTarget/${target.id}/secret`, {})
    const { rows } = await sql<{ all: string }>`select string_agg(to_jsonb(signal_secret)::text, '') as all
      from signal_secret`.execute(office.database.db)
    expect(rows[0]!.all).not.toContain(body.secret.slice(6))
    expect(rows[0]!.all).not.toContain(Buffer.from(body.secret, 'utf8').toString('hex'))
  })
})

describe('signals of records', () => {
  it('tell of a locked period, and of nothing that a signal does not say', async () => {
    await office.target({ address: sink.url, signals: ['keyChanged'] })
    const { body: affiliate } = await office.root.get(`/api/affiliate/${office.affiliate.id}`)
    await office.root.put(`/api/affiliate/${affiliate.id}`, {
      version: affiliate.version,
      paymentType: 'automatic',
      paymentKeyType: 'email',
      paymentKey: 'kept-secret@example.com',
    })
    await office.sender().drain()
    const [{ type, data }] = sink.got.map(({ body }) => JSON.parse(body))
    expect({ type, data }).toEqual({
      type: 'keyChanged',
      data: { object: 'affiliate', id: affiliate.id, operation: 'update', changes: [], token: affiliate.token },
    })
    expect(sink.got[0]!.body).not.toContain('kept-secret')
  })
})

describe('the test button', () => {
  it('says what was answered, and stands in the log', async () => {
    const target = await office.target({ address: sink.url, signals: ['registration'] })
    sink.answers = (response) => void response.writeHead(418).end('I am a teapot')
    const { body } = await office.root.post(`/api/signalTarget/${target.id}/test`, {})
    expect(body).toMatchObject({ isTaken: false, status: 418, answer: 'I am a teapot' })
    expect(JSON.parse(sink.got[0]!.body)).toMatchObject({ type: 'registration', data: { test: true } })
    expect(await office.deliveries(target)).toMatchObject([{ state: 'dead', status: 418, signalId: body.signalId }])
  })
})

describe('the API document', () => {
  it('describes what arrives', async () => {
    const { body } = await office.nobody.get('/openapi.json')
    expect(Object.keys(body.webhooks)).toContain('cpaQualified')
    const { schema } = body.webhooks.cpaQualified.post.requestBody.content['application/json']
    expect(Object.keys(schema.properties.data.properties)).toEqual(expect.arrayContaining(['player', 'amount', 'sub1']))
  })
})

describe('a sign of fraud', () => {
  it('is told to the operator, and to no affiliate', async () => {
    const { db } = office.database
    await office.target({ address: sink.url, signals: ['riskRaised'] })
    const { rows } = await sql<{ id: number }>`insert into risk_finding (rule, affiliate, severity, effect, raised_at,
        from_day, to_day, values_then, players)
      values ('oneCity', ${office.affiliate.id}, 'low', 'hold', now(), '2026-01-01', '2026-03-01', '{}', '{}')
      returning id`.execute(db)
    await db.transaction().execute((trx) => raiseRisk(trx, rows[0]!.id))
    await office.sender().drain()
    expect(JSON.parse(sink.got[0]!.body)).toMatchObject({
      type: 'riskRaised',
      data: { affiliate: office.affiliate.id, risk: 'oneCity', severity: 'low', from: '2026-01-01', to: '2026-03-01' },
    })
    const own = { address: 'https://a.example/', kind: 'postbackGet', affiliate: office.affiliate.id }
    const { body } = await office.tryTarget({ ...own, signals: ['riskRaised'] })
    expect(body.details.signals[0].code).toBe('signal_not_for_affiliates')
  })
})

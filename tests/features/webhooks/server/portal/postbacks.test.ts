import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAccessKey, buildAction, buildAffiliate, type BuiltRecord } from '#tests/support/builders.ts'
import { sql } from 'kysely'
import { type Client, clientOf } from '#tests/support/office.ts'
import { openSignalOffice, openSink, type Sink } from '../support.ts'
import { hostileStrings } from '#tests/contract/hostileStrings.ts'

let office: Awaited<ReturnType<typeof openSignalOffice>>
let sink: Sink
let own: Client
let other: BuiltRecord
let neighbour: Client

const outside = 'https://tracker.example/pb?cid={click_id}&s={sub1}&v={amount}'

async function sessionOf(affiliate: BuiltRecord): Promise<Client> {
  const token = await buildAccessKey(office.root, 'affiliate', affiliate.id, { scope: 'signIn' })
  return clientOf(office.app, (await office.nobody.post('/login/affiliate', { token })).body.accessToken)
}
const postback = (values: Record<string, unknown> = {}) => ({
  name: 'Tracker',
  kind: 'postbackGet',
  address: outside,
  signals: ['registration', 'firstDeposit'],
  brands: [office.brand.id],
  ...values,
})

beforeAll(async () => {
  office = await openSignalOffice()
  sink = await openSink()
  other = await buildAffiliate(office.root, { brands: [office.brand.id] })
  own = await sessionOf(office.affiliate)
  neighbour = await sessionOf(other)
})
afterAll(async () => {
  sink?.close()
  await office?.close()
})

describe('postbacks of an affiliate', () => {
  test('are made, changed, paused and removed by itself, and are its own', async () => {
    const { status, body } = await own.post('/api/signalTarget', postback({ action: office.link.id }))
    expect([status, body.name, body.affiliate], JSON.stringify(body)).toEqual([200, 'Tracker', undefined])
    expect((await office.root.get(`/api/signalTarget/${body.id}`)).body).toMatchObject({
      affiliate: office.affiliate.id,
      company: office.brand.company,
    })
    const paused = await own.put(`/api/signalTarget/${body.id}`, { version: body.version, state: 'paused' })
    expect([paused.status, paused.body.state]).toEqual([200, 'paused'])
    expect((await neighbour.get('/api/signalTarget?range=[0,9]')).body).toEqual([])
    expect((await neighbour.put(`/api/signalTarget/${body.id}`, { state: 'active' })).status).toBe(404)
    expect((await neighbour.delete(`/api/signalTarget/${body.id}`)).status).toBe(404)
    for (const path of ['test', 'replay', 'again'])
      expect((await neighbour.post(`/api/signalTarget/${body.id}/${path}`, {})).status).toBe(404)
    expect((await own.get(`/api/signalTarget/${body.id}/secret`)).status).toBe(403)
    expect((await own.delete(`/api/signalTarget/${body.id}`)).status).toBe(200)
  })

  test.each([
    ['an address inside', { address: 'https://169.254.169.254/latest' }, 'address'],
    ['an address inside as IPv6 has it', { address: 'https://[::ffff:10.0.0.1]/' }, 'address'],
    ['this machine', { address: 'https://localhost/pb' }, 'address'],
    ['a host inside that the operator named for its own', { address: 'http://127.0.0.1:81/' }, 'address'],
    ['an address that is not encrypted', { address: 'http://tracker.example/' }, 'address'],
    ['a variable in the host', { address: 'https://{sub1}.example/' }, 'address'],
    ['an unknown variable', { address: 'https://tracker.example/?x={cpf}' }, 'address'],
    ['a webhook', { kind: 'webhook' }, 'affiliate'],
    ['mail', { kind: 'email', address: undefined }, 'recipient'],
    ['mail to somebody', { kind: 'email', address: undefined, recipient: 'x@y.example' }, 'recipient'],
    ['what is not for affiliates', { signals: ['riskRaised'] }, 'signals'],
    ['a signal of periods', { signals: ['periodLocked'] }, 'signals'],
  ])('are refused with %s', async (_, values, field) => {
    const { status, body } = await own.post('/api/signalTarget', postback(values))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(Object.keys(body.errors)).toContain(field)
  })

  test('are refused for another affiliate, its link, and a brand it does not work for', async () => {
    const othersLink = await buildAction(office.root, { campaign: office.campaign.id, affiliate: other.id })
    const refused = [
      await own.post('/api/signalTarget', postback({ affiliate: other.id })),
      await own.post('/api/signalTarget', postback({ action: othersLink.id })),
      await own.post('/api/signalTarget', postback({ company: 1 })),
      await own.post('/api/signalTarget', postback({ recipient: 'x@y.example' })),
    ]
    expect(refused.map(({ status }) => status >= 400 && status < 500)).toEqual([true, true, true, true])
  })

  test('tell of what is the affiliate’s alone, are tested and sent again, and show what came of it', async () => {
    const target = await office.target({
      kind: 'postbackGet',
      affiliate: office.affiliate.id,
      address: `${sink.url}?s={sub1}&p={player}`,
      signals: ['registration'],
    })
    const othersLink = await buildAction(office.root, { campaign: office.campaign.id, affiliate: other.id })
    await office.registers({ sub1: 'mine' })
    await office.registers({ action_token: othersLink.token })
    await office.sender().drain()
    expect(sink.got.map(({ url }) => url.replace(/\d+$/, ''))).toEqual(['/?s=mine&p='])
    const path = `/api/signalTarget/${target.id}`
    const range = { from: '2026-03-01T00:00:00Z', to: '2030-03-11T00:00:00Z' }
    expect((await own.post(`${path}/replay`, range)).body).toEqual({ count: 1 })
    expect((await own.get(`${path}/queue`)).status).toBe(200)
    const filter = encodeURIComponent(JSON.stringify({ target: [target.id] }))
    const { body } = await own.get(`/api/signalDelivery?range=[0,9]&filter=${filter}`)
    expect(body).toHaveLength(1)
    expect(body[0]).not.toHaveProperty('orderKey')
    expect((await neighbour.get(`/api/signalDelivery?range=[0,9]&filter=${filter}`)).body).toEqual([])
    expect((await neighbour.get(`/api/signalDelivery/${body[0].id}`)).status).toBe(404)
    expect((await neighbour.post(`/api/signalDelivery/${body[0].id}/again`, {})).status).toBe(404)
  })

  test('are neither saved nor called at a host inside that the operator named, whoever makes them', async () => {
    sink.answers = (response) => void response.writeHead(200).end('what is inside')
    const given = { kind: 'postbackGet', affiliate: office.affiliate.id, signals: ['registration'] }
    const saved = await office.tryTarget({ ...given, address: sink.url })
    expect([saved.status, Object.keys(saved.body.errors)]).toEqual([400, ['address']])
    const target = await office.target({ ...given, address: sink.url })
    const calls = sink.got.length
    const tried = (await own.post(`/api/signalTarget/${target.id}/test`, {})).body
    expect([tried.isTaken, tried.status, sink.got.length]).toEqual([false, null, calls])
    const answers = []
    for (const host of ['inside.localhost', 'no-such-host.invalid']) {
      await sql`update signal_target set address = ${`https://${host}/`} where id = ${target.id}`.execute(
        office.database.db,
      )
      answers.push((await own.post(`/api/signalTarget/${target.id}/test`, {})).body.answer)
    }
    expect(answers).toEqual(['host_unreachable', 'host_unreachable'])
  })

  test('show what came of a call and never what a system answered', async () => {
    sink.answers = (response) => void response.writeHead(200).end('what is inside')
    const target = await office.target({
      kind: 'postbackGet',
      affiliate: office.affiliate.id,
      address: sink.url,
      signals: ['registration'],
    })
    await office.registers()
    await office.sender().drain()
    const [delivery] = await office.deliveries(target)
    expect([delivery!.state, delivery!.status, delivery!.answer ?? '']).toEqual(['taken', 200, ''])
  })

  test('are replayed so often an hour', async () => {
    const { body: target } = await own.post('/api/signalTarget', postback())
    const range = { from: '2030-03-01T00:00:00Z', to: '2030-03-02T00:00:00Z' }
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1)
      statuses.push((await own.post(`/api/signalTarget/${target.id}/replay`, range)).status)
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200])
    expect(statuses.at(-1)).toBe(429)
  })

  test('take hostile addresses as they are, or refuse them', async () => {
    for (const text of hostileStrings.slice(0, 30)) {
      const { status } = await own.post('/api/signalTarget', postback({ address: `https://tracker.example/${text}` }))
      expect([200, 400, 409, 422, 429]).toContain(status)
    }
  })
})

test('no more than a ceiling of targets, and so many writes a minute', async () => {
  const token = await buildAccessKey(office.root, 'affiliate', other.id, { scope: 'signIn' })
  const client = clientOf(office.app, (await office.nobody.post('/login/affiliate', { token })).body.accessToken)
  const answers = []
  for (let count = 0; count < 60; count += 1) answers.push(await client.post('/api/signalTarget', postback()))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(answers.filter(({ status }) => status === 409)[0]!.body.code).toBe('too_many_of_own')
  expect(answers.at(-1)!.body).toMatchObject({ code: 'too_many_requests' })
  expect((await client.get('/api/signalTarget?range=[0,99]')).body).toHaveLength(20)
})

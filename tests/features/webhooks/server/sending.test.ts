import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAction, buildAffiliate, buildCampaign, buildStaff } from '#tests/support/builders.ts'
import { unique } from '#tests/features/activity/server/support/activity.ts'
import { openSignalOffice, openSink, type Sink } from './support.ts'

let office: Awaited<ReturnType<typeof openSignalOffice>>
let [sink, other] = [] as unknown as [Sink, Sink]
beforeAll(async () => {
  office = await openSignalOffice()
  ;[sink, other] = [await openSink(), await openSink()]
})
const answersWith =
  (status: number): Sink['answers'] =>
  (response) =>
    void response.writeHead(status).end()
beforeEach(async () => {
  await sql`delete from signal_target`.execute(office.database.db)
  await sql`delete from signal`.execute(office.database.db)
  for (const each of [sink, other]) Object.assign(each, { answers: answersWith(204) }).got.length = 0
})
afterAll(async () => {
  sink.close()
  other.close()
  await office.close()
  expect(office.errors).toEqual([])
})
const refs = async (player: number) => {
  const { rows } = await sql<{ ref: string }>`select player_ref as ref from player where id = ${player}`.execute(
    office.database.db,
  )
  return rows[0]!.ref
}
const deposit = async (player: number) =>
  office.happens({
    type: 'deposit',
    player_ref: await refs(player),
    amount: 10,
    currency: 'BRL',
    occurred_at: '2026-03-09T11:00:00Z',
  })
const told = (of: Sink) => of.got.map(({ body }) => JSON.parse(body).type as string)

describe('a target that does not take', () => {
  it('is told again under the same id with growing pauses, and in the end given up and sent again by hand', async () => {
    sink.answers = answersWith(500)
    const target = await office.target({ address: sink.url, signals: ['registration'] })
    await office.registers()
    for (let round = 0; round < 12; round += 1) {
      await office.sender().drain()
      await office.pass(73_000)
    }
    expect(sink.got).toHaveLength(11)
    expect(new Set(sink.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const [dead] = await office.deliveries(target)
    expect(dead).toMatchObject({ state: 'dead', tries: 11, status: 500 })
    const { items } = (await office.root.get('/api/dashboard/inbox')).body
    expect(items).toContainEqual({ kind: 'deadSignals', count: 1, since: expect.any(String) })
    sink.answers = answersWith(200)
    expect((await office.root.post(`/api/signalDelivery/${dead!.id}/again`)).body).toEqual({ count: 1 })
    await office.sender().drain()
    expect(await office.deliveries(target)).toMatchObject([{ state: 'taken', status: 200 }])
  })

  it('holds back what comes after it of the same player, and nothing else', async () => {
    const target = await office.target({ address: sink.url, signals: ['registration', 'firstDeposit'] })
    const first = await office.registers()
    const firstId = `"player": ${first}`
    sink.answers = (response, { body }) =>
      void response.writeHead(body.includes(firstId.replace(' ', '')) ? 500 : 204).end()
    await deposit(first)
    await office.registers()
    await office.sender().drain()
    expect(told(sink)).toEqual(['registration', 'registration'])
    sink.answers = answersWith(204)
    await office.pass(6)
    await office.sender().drain()
    expect(told(sink).slice(2)).toEqual(['registration', 'firstDeposit'])
    expect((await office.deliveries(target)).every(({ state }) => state === 'taken')).toBe(true)
  })

  it('rests, is paused with a line in the log, and goes on when somebody says so', async () => {
    sink.answers = answersWith(503)
    const target = await office.target({ address: sink.url, signals: ['registration'] })
    for (let count = 0; count < 60; count += 1) await office.registers()
    for (let round = 0; round < 30; round += 1) {
      await office.sender().drain()
      await office.pass(301)
    }
    const { body: paused } = await office.root.get(`/api/signalTarget/${target.id}`)
    expect(paused).toMatchObject({ state: 'paused', pausedWhy: expect.stringMatching(/^\d+ failures in a row$/) })
    const { body: lines } = await office.root.get(
      `/api/activityLog?filter=${JSON.stringify({ object: 'signalTarget', operation: 'pause' })}&range=[0,9]`,
    )
    expect(lines).toMatchObject([{ actor: 'system:signals', objectId: String(target.id) }])
    const waiting = async (client = office.root) =>
      ((await client.get('/api/dashboard/inbox')).body.items as { kind: string; count: number }[])
        .filter(({ kind }) => kind === 'pausedTargets')
        .map(({ count }) => count)
    expect(await waiting()).toEqual([1])
    expect(await waiting(await buildStaff(office.app, office.root, { roles: ['manager'] }))).toEqual([])
    const before = sink.got.length
    await office.pass(90_000)
    await office.sender().drain()
    expect(sink.got).toHaveLength(before)
    sink.answers = answersWith(204)
    await office.root.put(`/api/signalTarget/${target.id}`, { version: paused.version, state: 'active' })
    expect(await waiting()).toEqual([])
    await office.pass(90_000)
    await office.sender().drain()
    expect((await office.deliveries(target)).every(({ state }) => state === 'taken')).toBe(true)
  })

  it('delays no other', async () => {
    sink.answers = () => {}
    await office.target({ address: sink.url, signals: ['registration'] })
    await office.target({ address: other.url, signals: ['registration'] })
    for (let count = 0; count < 40; count += 1) await office.registers()
    const sender = office.sender({ answerMs: 1_500, batchMs: 3_000 })
    const begun = performance.now()
    await sender.round()
    while (other.got.length < 40) await new Promise((done) => setImmediate(done))
    expect(performance.now() - begun).toBeLessThan(1_500)
    await sender.stop()
  })
})

describe('an affiliate whose programs never answer', () => {
  it('delays no other’s, however many they are', async () => {
    const bad = await buildAffiliate(office.root, { brands: [office.brand.id] })
    const link = await buildAction(office.root, { campaign: office.campaign.id, affiliate: bad.id })
    sink.answers = () => {}
    const postback = { kind: 'postbackGet', signals: ['registration'] }
    for (let count = 0; count < 40; count += 1)
      await office.target({ ...postback, affiliate: bad.id, address: `${sink.url}${count}` })
    await office.target({ ...postback, affiliate: office.affiliate.id, address: `${other.url}?p={player}` })
    for (let count = 0; count < 3; count += 1) await office.registers({ action_token: link.token })
    const sender = office.sender({ answerMs: 8_000, batchMs: 3_000 })
    const rounds = setInterval(() => void sender.round(), 100)
    const tookMs: number[] = []
    for (let count = 1; count <= 10; count += 1) {
      const begun = performance.now()
      await office.registers()
      while (other.got.length < count) await new Promise((done) => setImmediate(done))
      tookMs.push(performance.now() - begun)
    }
    clearInterval(rounds)
    sink.answers = answersWith(204)
    expect(sink.got.length).toBeGreaterThanOrEqual(40)
    // The first waits until those that nobody knew leave the quick places; from then on nobody stands there.
    expect(Math.max(...tookMs)).toBeLessThan(4_000)
    expect(tookMs.slice(1).toSorted((one, other_) => one - other_)[4]).toBeLessThan(500)
    sink.close()
    await sender.stop()
    sink = await openSink()
  })
})

describe('a range', () => {
  it('is sent again under the same ids, what came before the target wanted it included', async () => {
    await office.target({ address: other.url, signals: ['registration'] })
    await office.registers()
    await office.sender().drain()
    const target = await office.target({ address: sink.url, signals: ['registration'] })
    await office.registers()
    await office.sender().drain()
    const range = { from: '2026-01-01T00:00:00Z', to: '2031-01-01T00:00:00Z' }
    expect((await office.root.post(`/api/signalTarget/${target.id}/replay`, range)).body).toEqual({ count: 2 })
    await office.sender().drain()
    const ids = sink.got.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(2)
    const wrong = { from: range.to, to: range.from }
    expect((await office.root.post(`/api/signalTarget/${target.id}/replay`, wrong)).status).toBe(400)
  })
})

describe('postbacks', () => {
  const postback = (values: object) => office.target({ kind: 'postbackGet', signals: ['registration'], ...values })

  it('fill in what is known of the visit, and go to the narrowest target of the affiliate alone', async () => {
    const { id: affiliate } = office.affiliate
    const address = `${other.url}pb?cid={click_id}&s={sub1}&e={signal}&p={player}&n={signal_id}`
    await postback({ affiliate, address: `${sink.url}all` })
    await postback({ affiliate, campaign: office.campaign.id, address: `${sink.url}campaign` })
    await postback({ affiliate, campaign: office.campaign.id, action: office.link.id, address, kind: 'postbackPost' })
    const click = unique('click')
    await sql`insert into click (click_id, brand, action, occurred_at, subs, visitor_id) values (${click},
      ${office.brand.id}, ${office.link.id}, '2026-03-09T09:00:00Z', '{a b}', 'theirs-1')`.execute(office.database.db)
    const player = await office.registers({ click_id: click })
    const elsewhere = await buildCampaign(office.root, { brand: office.brand.id })
    const second = await buildAction(office.root, { campaign: elsewhere.id, affiliate })
    await office.registers({ action_token: second.token })
    await office.sender().drain()
    const [{ method, url, body, headers }] = other.got as [(typeof other.got)[number]]
    expect({ method, url }).toEqual({ method: 'POST', url: '/pb' })
    expect(body).toMatch(new RegExp(`^cid=theirs-1&s=a%20b&e=registration&p=${player}&n=sig_\\d+$`))
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(sink.got.map(({ url: path }) => path)).toEqual(['/all'])
  })

  it('never tell an affiliate of another', async () => {
    const stranger = await buildAffiliate(office.root, { brands: [office.brand.id] })
    const target = await postback({ affiliate: stranger.id, address: `${sink.url}?p={player}` })
    await office.registers()
    await office.sender().drain()
    // Somebody wrote a delivery past all rules: it is looked at once more before it is sent.
    await sql`insert into signal_delivery (sys_signal, signal_id, signal, target, company, order_key, state, tries, due_at)
      select id, 'sig_' || id, name, ${target.id}, company, order_key, 'waiting', 0, '2026-01-01' from signal`.execute(
      office.database.db,
    )
    await sql`update signal_queue set due_at = '2026-01-01' where target = ${target.id}`.execute(office.database.db)
    await office.sender().round()
    await office.sender().stop()
    expect(sink.got).toEqual([])
  })

  it.each([
    ['a host that a variable names', { address: 'https://{sub1}.example/' }, 'variable_names_host'],
    ['an unknown variable', { address: 'https://a.example/?x={password}' }, 'unknown_variable'],
    ['an address inside', { address: 'https://10.0.0.1/' }, 'address_inside'],
    ['an address in the open', { address: 'http://a.example/' }, 'address_not_encrypted'],
    ['a signal that is not for affiliates', { signals: ['periodLocked'] }, 'signal_not_for_affiliates'],
  ])('refuse %s', async (_what, values, code) => {
    const given = { kind: 'postbackGet', address: 'https://a.example/', signals: ['registration'] }
    const { status, body } = await office.tryTarget({ ...given, affiliate: office.affiliate.id, ...values })
    expect([400, 422]).toContain(status)
    expect(JSON.stringify(body.details)).toContain(code)
  })
})

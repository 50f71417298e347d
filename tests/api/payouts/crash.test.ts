import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../../src/api/app.ts'
import { ensureRootUser } from '../../../src/api/auth/rootUser.ts'
import { buildAffiliate, buildBrand, buildRewardProfile } from '../../support/builders.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import { rootCredentials, signInAs, testEnvironment } from '../../support/office.ts'
import { runServer, type ServerRun } from '../../support/server.ts'

const kills = 4
const ownersCount = 24
let store: TestDatabase
let gateway: TestGateway
let running: ServerRun | undefined
beforeAll(async () => {
  store = await createTestDatabase()
  gateway = await startGateway()
})
afterAll(async () => {
  running?.process.kill('SIGKILL')
  await running?.ended
  await gateway.close()
  await store.drop()
})

async function start(): Promise<{ post(path: string): Promise<{ status: number; body: any }>; run: ServerRun }> {
  const run = runServer({
    DATABASE_URL: store.url, DEMO: '0', ROOT_EMAIL: rootCredentials.email, ROOT_PASSWORD: rootCredentials.password, LOG_LEVEL: 'error', PAYOUT_GATEWAY_URL: gateway.url, PAYOUT_GATEWAY_SECRET: gateway.secret,
  })
  running = run
  const address = await eventually(() => run.address(), { what: () => run.output() })
  const post = async (path: string, body?: object, token?: string) => {
    const answer = await fetch(`${address}${path}`, { method: 'POST', ...(body ? { body: JSON.stringify(body) } : {}), headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...(token ? { authorization: `Bearer ${token}` } : {}) } })
    return { status: answer.status, body: await answer.json() }
  }
  const { body } = await post('/login', { ...rootCredentials })
  return { run, post: (path) => post(path, undefined, body.accessToken) }
}

/** Affiliates with two pending entries each, made through a server without a gateway of its own. */
async function makeOwners(): Promise<{ id: number; key: string }[]> {
  const [{ database }, environment] = [store, testEnvironment()]
  await ensureRootUser({ database, environment })
  const app = await buildApp({ database, environment })
  const root = await signInAs(app, rootCredentials)
  const brands = [(await buildBrand(root)).id]
  const rewardProfile = (await buildRewardProfile(root)).id
  const owners: { id: number; key: string }[] = []
  for (let number = 0; number < ownersCount; number += 1) {
    const key = `crash${number}@example.com`
    const { id } = await buildAffiliate(root, { brands, rewardProfile, paymentType: 'automatic', paymentKeyType: 'email', paymentKey: key })
    owners.push({ id, key })
    await sql`insert into entry (day, affiliate, kind, value, status, payment_method) select day::date, ${id}, 'commission', ${String(100 + number)}::text::numeric, 'pending', 'automatic'
      from unnest(array['2026-01-05', '2026-01-06']) day`.execute(store.database.db)
  }
  await app.close()
  return owners
}

it(`pays once and loses nothing over ${kills} kills -9 while payments are sent, and requests and answers are lost`, async () => {
  const owners = await makeOwners()
  let sent = 0
  gateway.behave(() => {
    sent += 1
    // Every fifth answer is lost, and every seventh request.
    return { outcome: 'settled', latencyMs: 20 + (sent % 5) * 30, losesAnswer: sent % 5 === 0, losesRequest: sent % 7 === 0 }
  })
  const acknowledged = new Set<number>()
  for (let kill = 1; kill <= kills; kill += 1) {
    const server = await start()
    const before = sent
    await server.post('/api/job/automaticPayments/run')
    // People pay at the same time; what they were told is remembered.
    const people = owners.slice(-6).map(async ({ id }) => {
      // Whoever was not answered was told nothing.
      const answer = await server.post(`/api/payment/affiliate/${id}`).catch(() => null)
      if (answer?.status === 200) acknowledged.add(answer.body.id)
    })
    let isAnswered = false
    void Promise.all(people).then(() => {
      isAnswered = true
    })
    await eventually(() => sent >= before + kill || isAnswered, { what: () => server.run.output() })
    server.run.process.kill('SIGKILL')
    await server.run.ended
    await Promise.all(people)
  }

  gateway.behave(() => ({ outcome: 'settled' }))
  const last = await start()
  await eventually(async () => {
    await last.post('/api/job/automaticPayments/run')
    const { rows: [left] } = await sql<{ pending: number }>`select count(*) as pending from entry where status = 'pending'`.execute(store.database.db)
    return left!.pending === 0
  }, { withinMs: 150_000, what: () => last.run.output() })
  expect(await last.run.stop()).toBe(0)

  const { rows: payments } = await sql<{ id: number; transfer: string; affiliate: number; value: string; state: string }>`select payment.id, transfer_id::text as transfer, affiliate, value, state
    from payment join payment_transfer on payment = payment.id order by payment.id`.execute(store.database.db)
  expect(payments.filter(({ state }) => state !== 'settled')).toEqual([])
  for (const id of acknowledged) expect(payments.map((payment) => payment.id)).toContain(id)
  for (const [number, { id, key }] of owners.entries()) {
    const taken = [...gateway.payouts.values()].filter((payout) => payout.key === key)
    const sum = taken.reduce((total, { amount }) => total + Number(amount), 0)
    expect({ owner: id, sum }).toEqual({ owner: id, sum: 2 * (100 + number) })
    expect(taken.map((payout) => payout.id).toSorted()).toEqual(payments.filter(({ affiliate }) => affiliate === id).map(({ transfer }) => transfer).toSorted())
  }
}, 240_000)

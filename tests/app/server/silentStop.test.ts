import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { rootCredentials } from '#tests/support/office.ts'
import { ensurePages, runServer, type ServerRun, startAtMostMs } from '#tests/support/server.ts'
import { openTcpProxy, type TcpProxy } from '#tests/support/tcpProxy.ts'
import { buildAction, buildBrand } from '#tests/features/activity/server/support/activity.ts'

let given: TestDatabase
let proxy: TcpProxy
let server: ServerRun
let address: string
beforeAll(async () => {
  ensurePages()
  given = await createTestDatabase()
  proxy = await openTcpProxy(given.url)
  const { email: ROOT_EMAIL, password: ROOT_PASSWORD } = rootCredentials
  server = runServer({ DATABASE_URL: proxy.url, DEMO: '0', LOG_LEVEL: 'error', ROOT_EMAIL, ROOT_PASSWORD })
  address = await eventually(() => server.address(), { withinMs: startAtMostMs, what: server.output })
})
afterAll(async () => {
  await server.stop()
  await proxy.close()
  await given.drop()
})

const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
/** Status and code of an answer; the error where there was none. */
async function answerOf(path: string, init: RequestInit = {}): Promise<string> {
  try {
    const answer = await fetch(`${address}${path}`, { redirect: 'manual', ...init })
    const text = await answer.text()
    return answer.status < 400 ? String(answer.status) : `${answer.status} ${JSON.parse(text).code}`
  } catch (error) {
    return `no answer: ${String((error as Error).cause ?? error)}`
  }
}

describe('a server that is told to stop while its database is silent', () => {
  it('answers every request under way with 503 unavailable and ends in time', async () => {
    const link = await buildAction(given.database, await buildBrand(given.database))
    const signedIn = await fetch(`${address}/login`, post(rootCredentials))
    const authorization = `Bearer ${(await signedIn.json()).accessToken}`
    const asRoot = { headers: { authorization } }
    expect(await answerOf('/api/company', asRoot)).toBe('200')
    proxy.fail('blackHole')
    const underWay = [
      answerOf('/api/company', asRoot),
      answerOf('/api/affiliate?range=[0,24]', asRoot),
      answerOf('/login', post(rootCredentials)),
      answerOf('/api/company', post({ name: 'Silent' }, { authorization })),
      answerOf(`/t/${link.token}`),
      answerOf('/ready'),
      answerOf('/ingest/events', post([], { authorization: 'Bearer of-no-brand' })),
    ]
    // The requests have reached the server before the signal does: the last one on its own connection was taken.
    expect(await answerOf('/health')).toBe('200')
    const begun = Date.now()
    server.process.kill('SIGTERM')
    expect(await Promise.all(underWay)).toEqual(underWay.map(() => '503 unavailable'))
    expect([await server.ended, Date.now() - begun < 10_000]).toEqual([0, true])
  })
})

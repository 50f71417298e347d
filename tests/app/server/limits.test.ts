import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import {
  accountFailuresMax,
  addressFailuresMax,
  everywhereFailuresMax,
} from '#engine/auth/server/signIn/signInThrottle.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import { failedLookupsMax } from '#engine/server/rateLimit/bruteForce.ts'
import { limiterOf, consumePoints } from '#engine/server/rateLimit/limiters.ts'
import { networkOf } from '#engine/server/rateLimit/networkOf.ts'
import { buildBrand, buildReward } from '#tests/support/builders.ts'
import { openTwoServers, rootCredentials, testEnvironment, type TwoServers } from '#tests/support/office.ts'

let servers: TwoServers
let app: FastifyInstance
const opened: FastifyInstance[] = []
beforeAll(async () => {
  servers = await openTwoServers()
  app = servers.apps[0]
})
afterAll(async () => {
  for (const each of opened) await each.close()
  await servers.close()
})

const behind = async (trusted: string) => {
  const made = await buildApp({
    database: servers.databases[0],
    environment: testEnvironment({ TRUST_PROXY: trusted }),
  })
  opened.push(made)
  return made
}
let numbered = 0
const newAddress = () => `10.77.${(numbered += 1)}.1`
const newEmail = () => `somebody${randomBytes(6).toString('hex')}@example.test`
interface Sign {
  to?: FastifyInstance
  email: string
  password?: string
  from: string
  forwarded?: string | undefined
}
const sign = async ({ to = app, email, password = 'Wrong-password-1', from, forwarded }: Sign) =>
  (
    await to.inject({
      method: 'POST',
      url: '/login',
      remoteAddress: from,
      payload: { email, password },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    })
  ).statusCode
/** Statuses of so many wrong tries, the last of them. */
const lastOf = async (count: number, trial: (number: number) => Promise<number>) => {
  let status = 0
  for (let number = 0; number < count; number += 1) status = await trial(number)
  return status
}

describe('an address', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ])('counts as its network: %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('of IPv6 shares its count with all of its network, and with no other', async () => {
    const email = newEmail()
    expect(
      await lastOf(accountFailuresMax, (number) => sign({ email, from: `2001:db8:1:2::${(number + 1).toString(16)}` })),
    ).toBe(400)
    expect(await sign({ email, from: '2001:db8:1:2:ffff::1' })).toBe(429)
    expect(await sign({ email, from: '2001:db8:1:3::1' })).toBe(400)
  })
})

describe('a made-up X-Forwarded-For', () => {
  test.each([
    ['no proxy is named', undefined, (number: number) => `198.51.100.${number}`],
    ['one proxy is before us, which adds what it saw', '1', (number: number) => `198.51.100.${number}, 203.0.113.50`],
    ['the old word for one is used', 'true', (number: number) => `198.51.100.${number}, 203.0.113.51`],
    ['the proxy is named by address', '10.99.0.0/16', (number: number) => `198.51.100.${number}, 203.0.113.52`],
    ['it comes past the proxy that is named', '10.98.0.1', (number: number) => `198.51.100.${number}`],
  ])('brings no new count where %s', async (_, trusted, forwarded) => {
    const to = trusted === undefined ? app : await behind(trusted)
    const email = newEmail()
    expect(
      await lastOf(accountFailuresMax, (number) =>
        sign({ to, email, from: '10.99.1.1', forwarded: forwarded(number) }),
      ),
    ).toBe(400)
    expect(await sign({ to, email, from: '10.99.1.1', forwarded: forwarded(99) })).toBe(429)
  })

  test('tells clients apart where the proxy is trusted', async () => {
    const [to, email] = [await behind('1'), newEmail()]
    expect(
      await lastOf(accountFailuresMax + 1, () => sign({ to, email, from: '10.99.1.1', forwarded: '203.0.113.60' })),
    ).toBe(429)
    expect(await sign({ to, email, from: '10.99.1.1', forwarded: '203.0.113.61' })).toBe(400)
  })

  test('is noticed in the log, once, where nobody said whom to trust', async () => {
    const [noticed, lines] = [await behind('0'), [] as string[]]
    noticed.addHook('onRequest', async (request) => {
      request.log.warn = (...[, message]: unknown[]) => void lines.push(String(message))
    })
    const forwarded = { url: '/health', headers: { 'x-forwarded-for': '198.51.100.1' } }
    await noticed.inject(forwarded)
    await noticed.inject(forwarded)
    expect(lines.filter((line) => line.includes('TRUST_PROXY')).length).toBe(1)
  })
})

describe('wrong tries at one account from everywhere', () => {
  test('slow it down and leave each address fewer, and its owner gets in from another one', async () => {
    const [, root] = [newEmail(), rootCredentials]
    for (let number = 0; number < everywhereFailuresMax; number += 1)
      expect(await sign({ email: root.email, from: `10.88.${Math.floor(number / 5)}.1` })).toBe(400)
    const stranger = newAddress()
    expect([
      await sign({ email: root.email, from: stranger }),
      await sign({ email: root.email, from: stranger }),
      await sign({ email: root.email, from: stranger }),
    ]).toEqual([400, 400, 429])
    const startedAt = performance.now()
    expect(await sign({ ...root, from: newAddress() })).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThan(200)
  }, 60_000)
})

describe('counts', () => {
  test('are shared by servers of one database', async () => {
    const [email, from] = [newEmail(), newAddress()]
    await lastOf(accountFailuresMax, (number) => sign({ to: servers.apps[number % 2]!, email, from }))
    expect([
      await sign({ to: servers.apps[0], email, from }),
      await sign({ to: servers.apps[1], email, from }),
    ]).toEqual([429, 429])
  })

  test('go on in memory while the database is away', async () => {
    const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })
    const limiter = limiterOf({ database }, { name: 'tried', points: 2, seconds: 60 })
    expect([
      await consumePoints(limiter, 'key'),
      await consumePoints(limiter, 'key'),
      await consumePoints(limiter, 'key'),
      await consumePoints(limiter, 'other'),
    ]).toEqual([null, null, 60, null])
    await database.close()
  })

  test('of public reports and of partners lock nobody out of signing in, from the same address', async () => {
    const from = newAddress()
    const report = async (number: number) =>
      (
        await app.inject({
          url: `/api/report/lottery?from=2026-11-01&to=2026-11-02&affiliateToken=guess${number}`,
          remoteAddress: from,
        })
      ).statusCode
    const partner = async (number: number) =>
      (
        await app.inject({
          method: 'POST',
          url: '/login/partner',
          remoteAddress: from,
          payload: { token: `guess${number}` },
        })
      ).statusCode
    expect([await lastOf(addressFailuresMax, report), await report(1000)]).toEqual([401, 429])
    expect([await lastOf(addressFailuresMax, partner), await partner(1000)]).toEqual([400, 429])
    expect(await sign({ email: newEmail(), from })).toBe(400)
  })
})

describe('guesses at what is too long to be guessed', () => {
  test.each([
    ['links', failedLookupsMax.link, (number: number) => ({ url: `/t/guess${number}` }), 404],
    [
      'signatures of postbacks',
      failedLookupsMax.postback,
      (number: number) => ({ url: `/postback/nobodys?event_id=${number}&signature=00` }),
      404,
    ],
    [
      'ingest keys',
      failedLookupsMax.ingestKey,
      (number: number) => ({
        url: '/ingest/events',
        method: 'POST' as const,
        headers: { authorization: `Bearer ik_guess${number}` },
        payload: [],
      }),
      401,
    ],
  ] as const)('are refused after too many of one address, and of no other: %s', async (_, max, request, status) => {
    const [from, other] = [newAddress(), newAddress()]
    const ask = async (number: number, remoteAddress: string) =>
      ((await app.inject({ ...request(number), remoteAddress } as object)) as unknown as { statusCode: number })
        .statusCode
    expect(await lastOf(max, (number) => ask(number, from))).toBe(status)
    expect([await ask(-1, from), await ask(-1, other)]).toEqual([429, status])
  })

  test('do not come of what is right, and hold up nothing that is: brands of one platform share an address', async () => {
    const [root] = servers.clients
    const brand = await buildBrand(root)
    const { key } = (await root.post(`/api/brand/${brand.id}/ingest_key`)).body
    const from = newAddress()
    const send = async (bearer: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/ingest/events',
          remoteAddress: from,
          headers: { authorization: `Bearer ${bearer}` },
          payload: [],
        })
      ).statusCode
    expect(await lastOf(failedLookupsMax.ingestKey + 5, () => send(key))).toBe(200)
    expect(await lastOf(failedLookupsMax.ingestKey + 5, (number) => send(`ik_wrong${number}`))).toBe(429)
    expect(await send(key)).toBe(200)
    // A flood: nothing of that address is looked for any more.
    await lastOf(failedLookupsMax.ingestKey * 10, (number) => send(`ik_flood${number}`))
    expect(await send(key)).toBe(429)
  })
})

describe('trials of a rule', () => {
  test('are limited by person', async () => {
    const [root] = servers.clients
    const reward = await buildReward(root)
    const attempt = async () => (await root.post(`/api/reward/${reward.id}/what_if`, { month: 'none' })).status
    expect([await lastOf(30, attempt), await attempt()]).toEqual([400, 429])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountFailuresMax, addressFailuresMax, throttleWindowMs } from '#engine/auth/server/signIn/signInThrottle.ts'
import {
  buildKey,
  buildUser,
  goodPassword,
  insert,
  send,
  type SignInServer,
  startSignInServer,
} from './signInServer.ts'

let server: SignInServer
let address = 0

beforeAll(async () => {
  // The limiter has no clock of ours: it reads the machine's.
  vi.useFakeTimers({ toFake: ['Date'] })
  server = await startSignInServer()
})
afterAll(async () => {
  await server.close()
  vi.useRealTimers()
})
const wait = (milliseconds: number) => {
  server.wait(milliseconds)
  vi.setSystemTime(Date.now() + milliseconds)
}

const newAddress = () => `10.0.0.${(address += 1)}`
const tryPassword = (from: string, email: string, password = 'Wrong-password-1') =>
  send(server.app, 'POST', '/login', { body: { email, password }, address: from })

describe('too many tries', () => {
  it('are refused after ten wrong passwords, right ones included, until the window is over', async () => {
    const [from, { email }] = [newAddress(), await buildUser(server)]
    for (let count = 0; count < accountFailuresMax; count += 1)
      expect((await tryPassword(from, email)).status).toBe(400)
    const refused = await tryPassword(from, email, goodPassword)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBe(throttleWindowMs / 1000)
    wait(throttleWindowMs - 1)
    expect((await tryPassword(from, email, goodPassword)).status).toBe(429)
    wait(1)
    expect((await tryPassword(from, email, goodPassword)).status).toBe(200)
  })

  it('are counted for e-mails that nobody has as well', async () => {
    const from = newAddress()
    for (let count = 0; count < accountFailuresMax; count += 1)
      expect((await tryPassword(from, 'nobody@example.com')).status).toBe(400)
    expect((await tryPassword(from, 'NOBODY@example.com ')).status).toBe(429)
  })

  it('of one account do not hold up another account or another address', async () => {
    const [from, { email }, other] = [newAddress(), await buildUser(server), await buildUser(server)]
    for (let count = 0; count <= accountFailuresMax; count += 1) await tryPassword(from, email)
    expect((await tryPassword(from, other.email, goodPassword)).status).toBe(200)
    expect((await tryPassword(newAddress(), email, goodPassword)).status).toBe(200)
  })

  it('never come of right passwords: forty at once and forty in a row are let in', async () => {
    const [from, { email }] = [newAddress(), await buildUser(server)]
    const atOnce = await Promise.all(Array.from({ length: 40 }, () => tryPassword(from, email, goodPassword)))
    expect(atOnce.map(({ status }) => status)).toEqual(Array(40).fill(200))
    for (let count = 0; count < 40; count += 1) expect((await tryPassword(from, email, goodPassword)).status).toBe(200)
  })

  it('are forgiven by a right password in between', async () => {
    const [from, { email }] = [newAddress(), await buildUser(server)]
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < accountFailuresMax - 1; count += 1)
        expect((await tryPassword(from, email)).status).toBe(400)
      expect((await tryPassword(from, email, goodPassword)).status).toBe(200)
    }
  })

  it('are refused for an address that tries account after account, though each but once', async () => {
    const from = newAddress()
    for (let count = 0; count < addressFailuresMax; count += 1) await tryPassword(from, `stolen${count}@example.com`)
    expect((await tryPassword(from, 'another@example.com')).status).toBe(429)
  })

  it('do not slip past the limit in one burst', async () => {
    const [from, { email }] = [newAddress(), await buildUser(server)]
    const burst = await Promise.all(Array.from({ length: 200 }, () => tryPassword(from, email)))
    expect(burst.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(accountFailuresMax + 60)
    expect((await tryPassword(from, email, goodPassword)).status).toBe(429)
  })

  it('are not counted for a body that cannot be read', async () => {
    const [from, { email }] = [newAddress(), await buildUser(server)]
    for (let count = 0; count <= addressFailuresMax; count += 1)
      await send(server.app, 'POST', '/login', { body: { email }, address: from })
    expect((await tryPassword(from, email, goodPassword)).status).toBe(200)
  })

  it('are refused for access keys by address, which locks nobody out there who has a right one or signs in by password', async () => {
    const [from, { email }] = [newAddress(), await buildUser(server)]
    const partner = await insert(
      server.database.db,
      sql`insert into partner (name, token) values ('Partner', 'pt_code') returning id`,
    )
    const key = await buildKey(server, partner)
    const tryKey = (text: string) =>
      send(server.app, 'POST', '/login/partner', { body: { token: text }, address: from })
    for (let count = 0; count < addressFailuresMax; count += 1) expect((await tryKey(`guess${count}`)).status).toBe(400)
    expect((await tryKey('one-guess-too-many')).status).toBe(429)
    expect((await tryKey(key)).status).toBe(200)
    expect((await tryPassword(from, email, goodPassword)).status).toBe(200)
  })

  it('are refused for one access key that is sent again and again', async () => {
    const from = newAddress()
    const tryKey = (text: string) =>
      send(server.app, 'POST', '/login/partner', { body: { token: text }, address: from })
    const statuses = []
    for (let count = 0; count < 12; count += 1) statuses.push((await tryKey('the-same-wrong-key')).status)
    expect([statuses.slice(0, 9), statuses.at(-1)]).toEqual([Array.from({ length: 9 }, () => 400), 429])
    expect((await tryKey('another-wrong-key')).status).toBe(400)
  })

  it('of others at an address do not keep out who signed in from there before', async () => {
    const [from, known, stranger] = [newAddress(), await buildUser(server), await buildUser(server)]
    expect((await tryPassword(from, known.email, goodPassword)).status).toBe(200)
    for (let count = 0; count < addressFailuresMax; count += 1)
      await tryPassword(from, `nobody${count}@spray.example`, 'Wrong-password-1')
    expect((await tryPassword(from, stranger.email, goodPassword)).status).toBe(429)
    expect((await tryPassword(from, known.email, goodPassword)).status).toBe(200)
  })
})

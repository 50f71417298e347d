import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccessKey } from '#engine/auth/answers/accessKeys.ts'
import { buildAffiliate, buildBrand, buildPartner, type BuiltRecord } from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import { clientOf, type Office, openOffice } from '#tests/support/office.ts'

const rotations = 30
const readers = 4
let office: Office
let partner: BuiltRecord

beforeAll(async () => {
  office = await openOffice()
  partner = await buildPartner(office.root)
  await buildAffiliate(office.root, { brands: [(await buildBrand(office.root)).id], partner: partner.id })
})
afterAll(() => office.close())

/** A key that opens reports, one that signs in, and a session of that. */
interface Opened {
  readonly reports: MadeAccessKey
  readonly signIn: MadeAccessKey
  readonly session: string
}
const kinds = ['reports', 'signIn'] as const

let visits = 0

/** A request from an address of its own: a refusal for too many wrong tries would prove nothing. */
async function visit(
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
): Promise<{ status: number; body: { accessToken: string } }> {
  visits += 1
  const answer = await office.app.inject({
    method,
    url,
    remoteAddress: `10.${visits >> 16}.${(visits >> 8) & 255}.${visits & 255}`,
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

test("while keys are rotated under load, no request that begins after a key's end was answered is served by it or by its sessions", async () => {
  const path = `/api/partner/${partner.id}/access_key`
  const report = (key: string) => visit('GET', `/api/report/cpa?from=2026-02-01&to=2026-02-28&partnerToken=${key}`)
  const signIn = (key: string) => visit('POST', '/login/partner', { token: key })
  const open = async (reports: MadeAccessKey, signingIn: MadeAccessKey): Promise<Opened> => ({
    reports,
    signIn: signingIn,
    session: (await signIn(signingIn.key)).body.accessToken,
  })
  const make = async (scope: string): Promise<MadeAccessKey> =>
    (await office.root.post(path, { label: 'Under load', scope })).body
  const ended = new Set<number>()
  const servedAfterEnd: string[] = []
  let present = await open(await make('reports'), await make('signIn'))
  let isOver = false
  let served = 0
  const read = async (number: number) => {
    while (!isOver) {
      const { session, ...keys } = present
      const key = number % 2 === 0 ? keys.reports : keys.signIn
      const wasEnded = ended.has(key.id)
      const { status } = number % 2 === 0 ? await report(key.key) : await clientOf(office.app, session).get('/api/me')
      if (status === 200) served += 1
      if (status === 200 && wasEnded) servedAfterEnd.push(`${key.label} ${key.id}`)
    }
  }
  const loops = Array.from({ length: readers }, (_, number) => read(number))
  try {
    for (let count = 0; count < rotations; count += 1) {
      const old = present
      // However slow the machine is: each pair of keys was in use before it is ended.
      const before = served
      await eventually(() => served >= before + readers, { withinMs: 60_000 })
      // Half of them in one call, half as two.
      const inOne = count % 2 === 0
      const made: MadeAccessKey[] = []
      for (const kind of kinds) {
        const { id } = old[kind]
        const { status, body } = inOne
          ? await office.root.post(`${path}/${id}/rotate`)
          : await office.root.post(path, { label: `Rotation ${count}`, scope: kind })
        expect(status).toBe(200)
        if (!inOne) expect((await office.root.delete(`${path}/${id}`)).status).toBe(200)
        ended.add(id)
        made.push(body)
      }
      const [byKey, bySession, signedIn] = await Promise.all([
        report(old.reports.key),
        clientOf(office.app, old.session).get('/api/me'),
        signIn(old.signIn.key),
      ])
      expect([byKey.status, bySession.status, signedIn.status]).toEqual([401, 403, 400])
      present = await open(made[0]!, made[1]!)
    }
  } finally {
    isOver = true
    await Promise.all(loops)
  }
  expect(servedAfterEnd).toEqual([])
  expect(served).toBeGreaterThan(rotations)
  expect((await office.root.get(path)).body.map(({ id }: { id: number }) => id)).toEqual([
    present.signIn.id,
    present.reports.id,
  ])
}, 300_000)

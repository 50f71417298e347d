import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccessKey } from '#engine/auth/answers/accessKeys.ts'
import { buildAffiliate, buildBrand, buildPartner, type BuiltRecord } from '#tests/support/builders.ts'
import { clientOf, type Office, openOffice } from '#tests/support/office.ts'

const rotations = 100
const readers = 4
let office: Office
let partner: BuiltRecord

beforeAll(async () => {
  office = await openOffice()
  partner = await buildPartner(office.root)
  await buildAffiliate(office.root, { brands: [(await buildBrand(office.root)).id], partner: partner.id })
})
afterAll(() => office.close())

interface Opened {
  readonly key: MadeAccessKey
  readonly session: string
}

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
  const open = async (key: MadeAccessKey): Promise<Opened> => ({
    key,
    session: (await signIn(key.key)).body.accessToken,
  })
  const ended = new Set<number>()
  const servedAfterEnd: string[] = []
  let present = await open((await office.root.post(path, { label: 'Under load' })).body)
  let isOver = false
  let served = 0
  const read = async (number: number) => {
    while (!isOver) {
      const { key, session } = present
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
      // Half of them in one call, half as two.
      const inOne = count % 2 === 0
      const { status, body } = inOne
        ? await office.root.post(`${path}/${old.key.id}/rotate`)
        : await office.root.post(path, { label: `Rotation ${count}` })
      expect(status).toBe(200)
      if (!inOne) expect((await office.root.delete(`${path}/${old.key.id}`)).status).toBe(200)
      ended.add(old.key.id)
      const [byKey, bySession, signedIn] = await Promise.all([
        report(old.key.key),
        clientOf(office.app, old.session).get('/api/me'),
        signIn(old.key.key),
      ])
      expect([byKey.status, bySession.status, signedIn.status]).toEqual([401, 403, 400])
      present = await open(body as MadeAccessKey)
    }
  } finally {
    isOver = true
    await Promise.all(loops)
  }
  expect(servedAfterEnd).toEqual([])
  expect(served).toBeGreaterThan(rotations)
  expect((await office.root.get(path)).body.map(({ id }: { id: number }) => id)).toEqual([present.key.id])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccessKey } from '#engine/auth/answers/accessKeys.ts'
import { buildAffiliate, buildBrand, buildPartner, type BuiltRecord } from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice, rootCredentials, signInAs } from '#tests/support/office.ts'

let now = new Date('2030-06-15T12:00:00Z')
let office: Office
let root: Client
let affiliate: BuiltRecord
let partner: BuiltRecord

beforeAll(async () => {
  office = await openOffice({ now: () => now })
  root = office.root
  partner = await buildPartner(root)
  affiliate = await buildAffiliate(root, { brands: [(await buildBrand(root)).id], partner: partner.id })
})
afterAll(() => office.close())

const march = 'from=2030-03-01&to=2030-03-31'
const idOf = (kind: string) => (kind === 'affiliate' ? affiliate : partner).id
const make = async (kind: string, values: object = {}): Promise<MadeAccessKey> =>
  (await root.post(`/api/${kind}/${idOf(kind)}/access_key`, { label: 'Ana', ...values })).body
const end = (kind: string, { id }: { id: number }) => root.delete(`/api/${kind}/${idOf(kind)}/access_key/${id}`)
const shown = async (kind: string, id: number) =>
  (await root.get(`/api/${kind}/${idOf(kind)}/access_key`)).body.find((each: { id: number }) => each.id === id)
const openReport = (kind: string, key: string) => office.nobody.get(`/api/report/lottery?${march}&${kind}Token=${key}`)
const makeSignIn = (values: object = {}) => make('partner', { scope: 'signIn', ...values })
const signIn = (key: string) => office.nobody.post('/login/partner', { token: key })

/** Moves the clock on; staff signs in anew. */
const wait = async (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
  root = await signInAs(office.app, rootCredentials)
}

describe.each(['affiliate', 'partner'] as const)('a public report of %s', (kind) => {
  test('opens by an access key, not by the public code', async () => {
    const { key } = await make(kind)
    expect((await openReport(kind, key)).status).toBe(200)
    expect(await openReport(kind, String((kind === 'affiliate' ? affiliate : partner).token))).toMatchObject({
      status: 401,
      body: { code: 'unknown_token' },
    })
  })

  test('does not open by a key of the other kind', async () => {
    expect((await openReport(kind, (await make(kind === 'affiliate' ? 'partner' : 'affiliate')).key)).status).toBe(401)
  })

  test('does not open by a key that expired, which the list still shows', async () => {
    const made = await make(kind, { expiresAt: new Date(now.getTime() + 60_000).toISOString() })
    expect((await openReport(kind, made.key)).status).toBe(200)
    await wait(2)
    expect((await openReport(kind, made.key)).status).toBe(401)
    expect(await shown(kind, made.id)).toMatchObject({ expiresAt: made.expiresAt })
  })

  test('does not open from the moment on in which its key was ended or rotated', async () => {
    const [ended, rotated] = [await make(kind), await make(kind)]
    for (const { key } of [ended, rotated]) expect((await openReport(kind, key)).status).toBe(200)
    await end(kind, ended)
    const { body } = await root.post(`/api/${kind}/${idOf(kind)}/access_key/${rotated.id}/rotate`)
    for (const { key } of [ended, rotated]) expect((await openReport(kind, key)).status).toBe(401)
    expect((await openReport(kind, body.key)).status).toBe(200)
  })

  test('leaves with the key when it was used last, to the minute', async () => {
    const { id, key } = await make(kind)
    expect((await shown(kind, id)).lastUsedAt).toBe(null)
    await openReport(kind, key)
    const first = now.toISOString()
    expect((await shown(kind, id)).lastUsedAt).toBe(first)
    await wait(5)
    await openReport(kind, key)
    expect((await shown(kind, id)).lastUsedAt).toBe(now.toISOString())
  })
})

describe('signing in as a partner', () => {
  test('takes several keys of one partner, and ending one ends its sessions alone', async () => {
    const [first, second] = [await makeSignIn(), await makeSignIn()]
    const sessions = []
    for (const { key } of [first, first, second])
      sessions.push((await signIn(key)).body as { accessToken: string; refreshToken: string })
    const clients = sessions.map(({ accessToken }) => clientOf(office.app, accessToken))
    for (const client of clients) expect((await client.get('/api/me')).body).toMatchObject({ partner: partner.id })
    expect((await end('partner', first)).status).toBe(200)
    const statuses = []
    for (const client of clients) statuses.push((await client.get('/api/me')).status)
    expect(statuses).toEqual([403, 403, 200])
    for (const { refreshToken } of sessions.slice(0, 2))
      expect(await office.nobody.post('/refresh', { refreshToken })).toMatchObject({
        status: 403,
        body: { code: 'session_expired' },
      })
    expect((await signIn(first.key)).body.code).toBe('authentication_error')
  })

  test('opens a session that does not outlive the key', async () => {
    const { key, expiresAt } = await makeSignIn({ expiresAt: new Date(now.getTime() + 10 * 60_000).toISOString() })
    const { body } = await signIn(key)
    expect([body.accessExpiresAt, body.refreshExpiresAt]).toEqual([expiresAt, expiresAt])
    await wait(11)
    expect((await clientOf(office.app, body.accessToken).get('/api/me')).status).toBe(401)
    expect((await office.nobody.post('/refresh', { refreshToken: body.refreshToken })).status).toBe(403)
  })

  test("takes neither an affiliate's key nor a public code", async () => {
    for (const text of [
      (await make('affiliate', { scope: 'signIn' })).key,
      String(partner.token),
      String(affiliate.token),
    ])
      expect(await signIn(text)).toMatchObject({ status: 400, body: { code: 'authentication_error' } })
  })
})

import { sql } from 'kysely'
import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BuiltRecord,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildPartner,
  buildRedirectHost,
  buildStaff,
  buildSubBrand,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'
import { listPath } from '#tests/contract/entities.ts'

let office: Office
let brand: BuiltRecord
let partner: BuiltRecord
/** Somebody who makes sub brands and links, and looks after no brand. */
let outsider: Client
let keeper: Client
const clock = { now: new Date('2026-03-20T12:00:00Z') }

beforeAll(async () => {
  office = await openOffice({ now: () => clock.now })
  brand = await buildBrand(office.root, { site: 'https://www.own.example' })
  partner = await buildPartner(office.root)
  outsider = await buildStaff(office.app, office.root, {
    company: brand.company,
    allowedBrands: [brand.id],
    roles: ['subBrand', 'action', 'campaign', 'affiliate', 'partner'],
  })
  keeper = await buildStaff(office.app, office.root, {
    company: brand.company,
    allowedBrands: [brand.id],
    roles: ['brand', 'subBrand'],
  })
})
afterAll(() => office.close())

const subBrand = (site: string) => ({ name: `Sub of ${site}`, site, brand: brand.id, partners: [partner.id] })
const hostsOf = async (of: BuiltRecord) =>
  (
    (await office.root.get(listPath('redirectHost', { filter: { brand: of.id }, sort: ['host', 'ASC'] }))).body as {
      host: string
    }[]
  ).map(({ host }) => host)
const locationOf = async (token: string) => String((await office.app.inject(`/t/${token}`)).headers.location)

describe('a sub brand or a link', () => {
  test('of somebody who looks after no brand moves nothing to a host that was not approved', async () => {
    const refused = await outsider.post('/api/subBrand', subBrand('https://evil.example'))
    expect([refused.status, refused.body.details]).toEqual([
      422,
      { site: [{ code: 'not_allowed_address', values: { hosts: 'own.example' } }] },
    ])
    const own = await outsider.post('/api/subBrand', subBrand('https://vip.own.example'))
    expect(own.status).toBe(200)
    expect(
      (await outsider.put(`/api/subBrand/${own.body.id}`, { site: 'https://own.example.evil.example' })).body.code,
    ).toBe('not_allowed_address')
    const campaign = (await office.root.post('/api/campaign', { name: 'Spring', brand: brand.id })).body
    const affiliate = await buildAffiliate(office.root, { brands: [brand.id] })
    const link = await outsider.post('/api/action', {
      name: 'Link',
      campaign: campaign.id,
      affiliate: affiliate.id,
      domain: 'https://evil.example/x',
    })
    expect([link.status, link.body.code]).toEqual([422, 'not_allowed_address'])
  })

  test('of whoever looks after the brand approves its host, and the log says so', async () => {
    expect((await keeper.post('/api/subBrand', subBrand('https://www.second.example/start'))).status).toBe(200)
    expect(await hostsOf(brand)).toEqual(['second.example'])
    const [line] = (
      await office.root.get(listPath('activityLog', { filter: { object: 'redirectHost' }, sort: ['id', 'DESC'] }))
    ).body
    expect(line).toMatchObject({
      operation: 'create',
      changes: [
        { field: 'host', before: null, after: 'second.example' },
        { field: 'brand', after: brand.id },
      ],
    })
    expect((await outsider.post('/api/subBrand', subBrand('https://shop.second.example'))).status).toBe(200)
  })
})

describe('an approved host', () => {
  test('is approved by who looks after the brand alone, once, as the name of a host', async () => {
    expect((await outsider.post('/api/redirectHost', { host: 'evil.example', brand: brand.id })).status).toBe(403)
    expect(
      (await keeper.post('/api/redirectHost', { host: 'WWW.Third.Example', brand: brand.id, reason: 'Landing pages' }))
        .body,
    ).toMatchObject({ host: 'third.example' })
    expect((await keeper.post('/api/redirectHost', { host: 'third.example', brand: brand.id })).body.details).toEqual({
      host: [{ code: 'already_taken' }],
    })
    // Of an address without a path the host is meant.
    expect((await keeper.post('/api/redirectHost', { host: 'https://x.example', brand: brand.id })).body).toMatchObject(
      { host: 'x.example' },
    )
    for (const host of [
      'https://x.example/y',
      'x',
      'x.example/y',
      'a..b',
      '-a.example',
      'x.example:8080',
      '10.0.0.1',
    ]) {
      expect((await keeper.post('/api/redirectHost', { host, brand: brand.id })).body.details).toEqual({
        host: [{ code: 'invalid_host' }],
      })
    }
    const other = await buildBrand(office.root)
    expect((await keeper.post('/api/redirectHost', { host: 'third.example', brand: other.id })).status).toBe(400)
  })

  test('asks for the code of the authenticator from whoever has one', async () => {
    const guarded = await buildStaff(office.app, office.root, { company: brand.company, root: true })
    const {
      body: { otpauthUrl },
    } = await guarded.get(`/api/user/${guarded.user.id}/mfa`)
    const codeNow = () => URI.parse(otpauthUrl).generate({ timestamp: clock.now.getTime() })
    await guarded.post(`/api/user/${guarded.user.id}/mfa/confirm`, { totp: codeNow() })
    clock.now = new Date(clock.now.getTime() + 60_000)
    expect((await guarded.post('/api/redirectHost', { host: 'fourth.example', brand: brand.id })).body.code).toBe(
      'totp_required',
    )
    expect(
      (await guarded.post('/api/redirectHost', { host: 'fourth.example', brand: brand.id, totp: codeNow() })).body,
    ).toMatchObject({ host: 'fourth.example' })
  })

  test('that is taken back sends the links on it to the brand’s own site from then on', async () => {
    const own = await buildBrand(office.root, { site: 'https://home.example' })
    const host = await buildRedirectHost(office.root, { host: 'landing.example', brand: own.id })
    const campaign = (await office.root.post('/api/campaign', { name: 'C', brand: own.id })).body
    const action = await buildAction(office.root, { campaign: campaign.id, domain: 'https://go.landing.example/a' })
    expect(await locationOf(String(action['token']))).toMatch(/^https:\/\/go\.landing\.example\/a\?/)
    expect((await office.root.delete(`/api/redirectHost/${host.id}`)).status).toBe(200)
    expect(await locationOf(String(action['token']))).toMatch(/^https:\/\/home\.example\//)
  })

  test('two people approve at once is approved once, and the later one is told', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => office.root.post('/api/redirectHost', { host: 'race.example', brand: brand.id })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const { rows } = await sql`select from redirect_host where host = 'race.example'`.execute(office.database.db)
    expect(rows).toHaveLength(1)
  })
})

test('a sub brand with its own site is built by root without an approval of its own', async () => {
  const made = await buildSubBrand(office.root, {
    brand: brand.id,
    partners: [partner.id],
    site: 'https://vip.example',
  })
  expect(made['site']).toBe('https://vip.example')
  expect(await hostsOf(brand)).toContain('vip.example')
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAffiliate, type BuiltRecord, buildBrand, buildCampaign } from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'
import { openPerson } from '#tests/support/person.ts'

let office: Office
let affiliate: BuiltRecord
let other: BuiltRecord
let campaign: BuiltRecord
let foreign: BuiltRecord
let key: string
let own: Client

beforeAll(async () => {
  office = await openOffice()
  const { root } = office
  const brand = await buildBrand(root, { site: 'https://aurora.example' })
  const company = brand.company as number
  campaign = await buildCampaign(root, { brand: brand.id })
  foreign = await buildCampaign(root, { brand: (await buildBrand(root, { company })).id })
  const automatic = { paymentType: 'automatic', paymentKeyType: 'email', paymentKey: 'nina@old.example' }
  affiliate = await buildAffiliate(root, { name: 'Nina', company, brands: [brand.id], ...automatic })
  other = await buildAffiliate(root, { name: 'Olga', company, brands: [brand.id] })
  key = (await root.post(`/api/affiliate/${affiliate.id}/access_key`, { label: 'Portal', scope: 'signIn' })).body.key
  own = await signIn()
})
afterAll(() => office.close())

async function signIn(): Promise<Client> {
  const { body } = await office.nobody.post('/login/affiliate', { token: key })
  return clientOf(office.app, body.accessToken)
}
const versionOf = async () => (await own.get(`/api/affiliate/${affiliate.id}`)).body.version as number

describe('an affiliate in its own session', () => {
  test('makes a link of its own, to an approved host alone', async () => {
    const { status, body } = await own.post('/api/action', { name: 'My page', campaign: campaign.id })
    expect([status, body.name]).toEqual([200, 'My page'])
    expect((await office.root.get(`/api/action/${body.id}`)).body.affiliate).toBe(affiliate.id)
    const wrong = await own.post('/api/action', { name: 'Away', campaign: campaign.id, domain: 'evil.example' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['domain']])
  })

  test('makes none for somebody else, and none of a brand that it does not work for', async () => {
    const others = await own.post('/api/action', { name: 'X', campaign: campaign.id, affiliate: other.id })
    expect([others.status, Object.keys(others.body.errors)]).toEqual([403, ['affiliate']])
    const of = await own.post('/api/action', { name: 'X', campaign: foreign.id })
    expect([of.status, Object.keys(of.body.errors)]).toEqual([400, ['campaign']])
  })

  test('sets where it is paid to in a personal session, which it cannot read, and payments wait', async () => {
    const { client: personal, person } = await openPerson(office, affiliate.id)
    const changed = { version: await versionOf(), paymentKeyType: 'email', paymentKey: 'nina@new.example' }
    expect((await own.put(`/api/affiliate/${affiliate.id}`, changed)).body.code).toBe('personal_sign_in_required')
    const { status, body } = await personal.put(`/api/affiliate/${affiliate.id}`, changed)
    expect([status, body.paymentKey]).toEqual([200, undefined])
    expect((await office.root.get(`/api/affiliate/${affiliate.id}`)).body.paymentKey).toBe('nina@new.example')
    const { rows } = await sql`select from payment_hold where owner = ${affiliate.id}`.execute(office.database.db)
    expect(rows).toHaveLength(1)
    const { rows: lines } = await sql<{ actor: string }>`select actor from activity_log
      where operation = 'update' and object = 'affiliate' order by id desc limit 1`.execute(office.database.db)
    expect(lines[0]!.actor).toContain(String(person.email))
  })

  test('changes nothing else of its record, and nothing of others', async () => {
    for (const change of [{ name: 'N' }, { rewardProfile: 1 }, { paymentType: 'manual' }, { brands: [] }]) {
      const answer = await own.put(`/api/affiliate/${affiliate.id}`, { version: await versionOf(), ...change })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([403, Object.keys(change)])
    }
    const others = await own.put(`/api/affiliate/${other.id}`, { paymentKey: 'nina@new.example' })
    expect(others.status).toBe(404)
    expect((await own.get(`/api/affiliate/${other.id}/access_key`)).status).toBe(404)
    expect((await own.delete(`/api/affiliate/${affiliate.id}`)).status).toBe(403)
  })

  test('makes keys in a personal session with the code of its authenticator alone', async () => {
    const path = `/api/affiliate/${affiliate.id}/access_key`
    expect((await own.get(path)).body.map(({ label }: BuiltRecord) => label)).toEqual(['Portal'])
    const without = await openPerson(office, affiliate.id)
    expect((await without.client.post(path, { label: 'Mine' })).body.code).toBe('step_up_needs_authenticator')
    const { client, code } = await openPerson(office, affiliate.id, { hasAuthenticator: true })
    expect((await client.get('/api/portal/mfa')).body).toEqual({ isConfirmed: true, isLocked: false })
    expect((await client.post(path, { label: 'Mine' })).body.code).toBe('totp_required')
    const made = await client.post(path, { label: 'Mine', totp: code() })
    expect([made.status, typeof made.body.key]).toEqual([200, 'string'])
    expect(
      (await client.put(`/api/affiliate/${affiliate.id}`, { version: await versionOf(), paymentKey: 'n@x.example' }))
        .body.code,
    ).toBe('totp_required')
  })
})

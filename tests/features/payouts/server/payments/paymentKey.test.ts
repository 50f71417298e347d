import { sql } from 'kysely'
import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BuiltRecord,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildPartner,
  buildRewardProfile,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

const stepMs = 30_000
const clock = { now: new Date('2026-03-20T12:00:00Z') }
let office: Office
let brand: BuiltRecord
let profile: BuiltRecord
/** Root, as it signs in once it has an authenticator. */
let guarded: { client: Client; codeAt: (steps?: number) => string }

beforeAll(async () => {
  office = await openOffice({ now: () => clock.now })
  brand = await buildBrand(office.root)
  profile = await buildRewardProfile(office.root)
  guarded = await enrolled()
})
afterAll(() => office.close())

/**
 * A root user with a confirmed authenticator, its clock two steps on so that the code of the present step is unused.
 */
async function enrolled() {
  const client = await buildStaff(office.app, office.root, { company: brand.company, root: true })
  const { user } = client
  const {
    body: { otpauthUrl },
  } = await client.get(`/api/user/${user.id}/mfa`)
  const authenticator = URI.parse(otpauthUrl)
  const codeAt = (steps = 0) => authenticator.generate({ timestamp: clock.now.getTime() + steps * stepMs })
  expect((await client.post(`/api/user/${user.id}/mfa/confirm`, { totp: codeAt() })).status).toBe(200)
  clock.now = new Date(clock.now.getTime() + 2 * stepMs)
  return { id: user.id, client, codeAt }
}

const nextStep = () => {
  clock.now = new Date(clock.now.getTime() + stepMs)
}
const key = (name: string) => ({ paymentType: 'automatic', paymentKeyType: 'email', paymentKey: `${name}@pix.test` })
const buildOwner = () => buildAffiliate(office.root, { brands: [brand.id], rewardProfile: profile.id, ...key('first') })
const keyOf = async (id: number) => (await office.root.get(`/api/affiliate/${id}`)).body.paymentKey as string
const holds = async (id: number) =>
  (await sql`select from payment_hold where owner_kind = 'affiliate' and owner = ${id}`.execute(office.database.db))
    .rows.length

describe('a changed payment key', () => {
  test('is refused without the code of the authenticator, and nothing is written', async () => {
    const owner = await buildOwner()
    const answer = await guarded.client.put(`/api/affiliate/${owner.id}`, { paymentKey: 'second@pix.test' })
    expect([answer.status, answer.body]).toEqual([
      400,
      { code: 'totp_required', message: 'This needs the code that your authenticator shows now: send it as totp' },
    ])
    expect([await keyOf(owner.id), await holds(owner.id)]).toEqual(['first@pix.test', 0])
  })

  test('is taken with the code, which works once, and holds automatic payment', async () => {
    nextStep()
    const [one, other] = [await buildOwner(), await buildOwner()]
    const totp = guarded.codeAt()
    expect(
      (await guarded.client.put(`/api/affiliate/${one.id}`, { paymentKey: 'second@pix.test', totp })).body,
    ).toMatchObject({ paymentKey: 'second@pix.test' })
    expect(await holds(one.id)).toBe(1)
    expect(
      (await guarded.client.put(`/api/affiliate/${other.id}`, { paymentKey: 'second@pix.test', totp })).body,
    ).toMatchObject({ code: 'invalid_totp' })
    expect(await keyOf(other.id)).toBe('first@pix.test')
    nextStep()
    expect(
      (
        await guarded.client.put(`/api/affiliate/${other.id}`, {
          paymentKeyType: 'random',
          paymentKey: '3f2b6c1e-8d47-4a59-9b0e-5a1c2d3e4f60',
          totp: guarded.codeAt(1),
        })
      ).status,
    ).toBe(200)
  })

  test('is changed once by two who send the same code at once', async () => {
    nextStep()
    nextStep()
    const owners = [await buildOwner(), await buildOwner()]
    const totp = guarded.codeAt()
    const answers = await Promise.all(
      owners.map(({ id }) => guarded.client.put(`/api/affiliate/${id}`, { paymentKey: 'second@pix.test', totp })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('uses no code up where something else is wrong with the record', async () => {
    nextStep()
    const owner = await buildOwner()
    const totp = guarded.codeAt()
    expect((await guarded.client.put(`/api/affiliate/${owner.id}`, { paymentKey: 'no key', totp })).body).toMatchObject(
      { code: 'invalid_email', errors: { paymentKey: expect.any(String) } },
    )
    expect(
      (await guarded.client.put(`/api/affiliate/${owner.id}`, { paymentKey: 'second@pix.test', totp })).status,
    ).toBe(200)
  })

  test('of a partner asks for it too, and takes it as a number', async () => {
    nextStep()
    const partner = await buildPartner(office.root, key('first'))
    expect((await guarded.client.put(`/api/partner/${partner.id}`, { paymentKey: 'second@pix.test' })).body.code).toBe(
      'totp_required',
    )
    expect(
      (
        await guarded.client.put(`/api/partner/${partner.id}`, {
          paymentKey: 'second@pix.test',
          totp: Number(guarded.codeAt()),
        })
      ).status,
    ).toBe(200)
  })

  test('asks for nothing of who has no authenticator; automatic payment is held all the same', async () => {
    const owner = await buildOwner()
    expect((await office.root.put(`/api/affiliate/${owner.id}`, { paymentKey: 'second@pix.test' })).status).toBe(200)
    expect(await holds(owner.id)).toBe(1)
  })

  test('locks the authenticator after five wrong codes, as signing in does', async () => {
    const other = await enrolled()
    const owner = await buildOwner()
    const change = (totp: string) =>
      other.client.put(`/api/affiliate/${owner.id}`, { paymentKey: 'second@pix.test', totp })
    for (const totp of ['', 'abcdef', other.codeAt(40), other.codeAt(50), other.codeAt(60)])
      expect((await change(totp)).body.code).toBe(totp === '' ? 'totp_required' : 'invalid_totp')
    expect((await change(other.codeAt(70))).body.code).toBe('invalid_totp')
    expect(await change(other.codeAt())).toMatchObject({ status: 422, body: { code: 'authenticator_locked' } })
    expect(await keyOf(owner.id)).toBe('first@pix.test')
    await office.root.post(`/api/user/${other.id}/mfa/unlock`, {})
    expect((await change(other.codeAt())).status).toBe(200)
  })

  test('leaves neither code nor secret in the log', async () => {
    const {
      rows: [row],
    } = await sql<{
      lines: string
    }>`select string_agg(activity_log::text, ' ') as lines from activity_log where object = 'affiliate'`.execute(
      office.database.db,
    )
    expect(row!.lines).not.toMatch(/totp|otpauth/)
  })
})

describe('what stays as it is', () => {
  test('needs no code: other fields, the same key sent along, a new record', async () => {
    const owner = await buildOwner()
    const stored = (await guarded.client.get(`/api/affiliate/${owner.id}`)).body
    expect((await guarded.client.put(`/api/affiliate/${owner.id}`, { ...stored, alias: 'other' })).status).toBe(200)
    expect(
      (await buildAffiliate(guarded.client, { brands: [brand.id], rewardProfile: profile.id, ...key('own') })).id,
    ).toBeGreaterThan(0)
  })

  test('takes a code only where something asks for one', async () => {
    const campaign = await buildCampaign(office.root, { brand: brand.id })
    expect((await office.root.put(`/api/campaign/${campaign.id}`, { totp: '123456' })).body).toMatchObject({
      errors: { totp: expect.any(String) },
    })
    const { paths } = (await office.nobody.get('/openapi.json')).body
    const bodyOf = (name: string) =>
      paths[`/api/${name}/{id}`].put.requestBody.content['application/json'].schema.properties
    expect(bodyOf('affiliate').totp).toMatchObject({ type: 'string', writeOnly: true })
    expect(bodyOf('partner').totp).toMatchObject({ type: 'string', writeOnly: true })
    expect(bodyOf('campaign').totp).toBeUndefined()
  })
})

import { sql } from 'kysely'
import { URI } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { readUserActor } from '#engine/auth/server/session/readSession.ts'
import { runBulkAction } from '#engine/records/server/operations/runAction.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import {
  buildAffiliate,
  buildBrand,
  buildCompany,
  builtPassword,
  type BuiltRecord,
  buildPartner,
  buildReward,
  buildRewardProfile,
  buildStaff,
  buildSubBrand,
  partnerLevelId,
} from '#tests/support/builders.ts'
import { type Client, clientOf, signInAs } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/** What moves money, or decides how much of it, asks for the authenticator's code. */
let office: PayoutOffice
let root: Client
let company: BuiltRecord
let brand: BuiltRecord
let at: () => number
beforeAll(async () => {
  office = await openPayoutOffice()
  at = () => office.context.now().getTime()
  root = await office.asRoot()
  company = await buildCompany(root, { approvalAbove: 100, approverAgeDays: 0 })
  brand = await buildBrand(root, { company: company.id })
})
afterAll(() => office.close())
// An access token holds a quarter of an hour, and every code takes half a minute of the clock.
beforeEach(async () => {
  root = await office.asRoot()
})

type Enrolled = Client & { readonly user: BuiltRecord; readonly code: () => string }
const staff = (values: Record<string, unknown> = {}) =>
  buildStaff(office.app, root, {
    company: company.id,
    allowedBrands: [brand.id],
    roles: [
      'financial',
      'paymentByAffiliate',
      'affiliate',
      'entryByAffiliate',
      'reward',
      'partnerLevel',
      'partner',
      'brand',
      'subBrand',
    ],
    ...values,
  })

/** Somebody with an authenticator; each call of `code` gives a code that was not used yet. */
async function enrolled(values: Record<string, unknown> = {}): Promise<Enrolled> {
  const client = await staff(values)
  const { body } = await client.get(`/api/user/${client.user.id}/mfa`)
  const authenticator = URI.parse(body.otpauthUrl as string)
  const code = () => {
    office.pass({ seconds: 30 })
    return authenticator.generate({ timestamp: at() })
  }
  expect((await client.post(`/api/user/${client.user.id}/mfa/confirm`, { totp: code() })).status).toBe(200)
  return { ...client, code }
}

const byHandOwner = () =>
  office.owner({ brands: [brand.id], paymentType: 'manual', paymentKey: null, paymentKeyType: null })
const automaticOwner = () => office.owner({ brands: [brand.id] })
const bank = { paidAt: '2030-03-09', reference: 'TED 77' }

/** What a call asks for, and what it needs to be there. */
const calls: readonly [string, (value: string) => Promise<{ path: string; body: Record<string, unknown> }>][] = [
  [
    'paying now',
    async (value) => {
      const { id } = await automaticOwner()
      await office.entry(id, value)
      return { path: `/api/payment/affiliate/${id}`, body: {} }
    },
  ],
  [
    'confirming an entry paid by hand',
    async (value) => ({
      path: `/api/entry/${await office.entry((await byHandOwner()).id, value)}/payment`,
      body: bank,
    }),
  ],
  [
    'confirming several',
    async (value) => ({
      path: '/api/entry/payment',
      body: { ...bank, ids: [await office.entry((await byHandOwner()).id, value)] },
    }),
  ],
  [
    'confirming one sum',
    async (value) => {
      const { id } = await byHandOwner()
      await office.entry(id, value)
      return { path: `/api/payment/affiliate/${id}/manual`, body: { ...bank, currency: 'BRL' } }
    },
  ],
]

describe('with an authenticator', () => {
  it.each(calls)('%s needs its code, which works once', async (_what, prepare) => {
    const maria = await enrolled()
    const [one, other] = [await prepare('1.00'), await prepare('1.00')]
    const without = await maria.post(one.path, one.body)
    expect([without.status, without.body.code]).toEqual([400, 'totp_required'])
    const wrong = await maria.post(one.path, { ...one.body, totp: '000000' })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_totp'])
    const totp = maria.code()
    expect((await maria.post(one.path, { ...one.body, totp })).status).toBe(200)
    expect((await maria.post(other.path, { ...other.body, totp })).body.code).toBe('invalid_totp')
  })

  it('approving needs it as well, declining does not', async () => {
    const [maria, joao] = [await staff(), await enrolled()]
    const { id } = await automaticOwner()
    await office.entry(id, '500.00')
    const { body: payment } = await maria.post(`/api/payment/affiliate/${id}`)
    expect((await joao.post(`/api/payment/${payment.id}/approve`)).body.code).toBe('totp_required')
    expect((await office.payments(id))[0]).toMatchObject({ awaitsApproval: true })
    expect((await joao.post(`/api/payment/${payment.id}/approve`, { totp: joao.code() })).status).toBe(200)
    expect((await office.payments(id))[0]).toMatchObject({ awaitsApproval: false })
  })

  it('a code is used up only by what nothing else speaks against, and a repeated request needs none', async () => {
    const maria = await enrolled()
    const { id } = await byHandOwner()
    const totp = maria.code()
    expect(
      (await maria.post(`/api/payment/affiliate/${id}/manual`, { ...bank, currency: 'BRL', totp })).body.code,
    ).toBe('nothing_to_pay')
    await office.entry(id, '2.00')
    const paid = await maria.post(
      `/api/payment/affiliate/${id}/manual`,
      { ...bank, currency: 'BRL', totp },
      { 'idempotency-key': 'once' },
    )
    expect(paid.status).toBe(200)
    expect(
      (
        await maria.post(
          `/api/payment/affiliate/${id}/manual`,
          { ...bank, currency: 'BRL', totp: '123456' },
          { 'idempotency-key': 'once' },
        )
      ).body,
    ).toEqual(paid.body)
  })

  it('rates, formulas, keys and sites are changed with it, other fields without', async () => {
    const boss = await enrolled({ root: true })
    const partner = await buildPartner(root, {
      paymentType: 'automatic',
      paymentKeyType: 'email',
      paymentKey: 'first@pix.test',
    })
    const changes: [string, Record<string, unknown>][] = [
      [`/api/reward/${(await buildReward(root)).id}`, { percentage: 31 }],
      [`/api/partnerLevel/${partner.partnerLevel}`, { expression: 'ngr * percentage' }],
      [`/api/partner/${partner.id}`, { percentage: 44 }],
      [`/api/partner/${partner.id}`, { paymentKey: 'second@pix.test' }],
      [`/api/brand/${brand.id}`, { site: 'https://elsewhere.example' }],
      [
        `/api/subBrand/${(await buildSubBrand(root, { brand: brand.id })).id}`,
        { site: 'https://sub.elsewhere.example' },
      ],
      [`/api/company/${company.id}`, { approvalAbove: 101 }],
      [
        `/api/affiliate/${(await buildAffiliate(root, { brands: [brand.id] })).id}`,
        { rewardProfile: (await buildRewardProfile(root, { company: company.id })).id },
      ],
      [`/api/rewardProfile/${(await buildRewardProfile(root)).id}`, { carryOver: 'full' }],
      [
        `/api/partner/${partner.id}`,
        {
          partnerLevel: await partnerLevelId(root, 2),
          parent: (await buildPartner(root, { company: partner.company })).id,
        },
      ],
    ]
    for (const [path, change] of changes) {
      expect([path, (await boss.put(path, change)).body.code]).toEqual([path, 'totp_required'])
      expect([path, (await boss.put(path, { ...change, totp: boss.code() })).body]).toEqual([
        path,
        expect.objectContaining(change),
      ])
    }
    expect((await boss.put(`/api/company/${company.id}`, { name: `Renamed ${company.id}` })).status).toBe(200)
    await root.put(`/api/company/${company.id}`, { approvalAbove: 100 })
  })

  it('keys are made and rotated with it, and ended without', async () => {
    const maria = await enrolled()
    const paths = [
      `/api/affiliate/${(await byHandOwner()).id}/access_key`,
      `/api/partner/${(await buildPartner(root, { company: company.id })).id}/access_key`,
    ]
    for (const path of paths) {
      expect([path, (await maria.post(path, { label: 'Ana' })).body.code]).toEqual([path, 'totp_required'])
      const { body: made } = await maria.post(path, { label: 'Ana', totp: maria.code() })
      expect(made).toMatchObject({ label: 'Ana', key: expect.stringMatching(/^ak_/) })
      expect((await maria.post(`${path}/${made.id}/rotate`)).body.code).toBe('totp_required')
      expect((await maria.get(path)).body.map((each: { id: number }) => each.id)).toEqual([made.id])
      const { body: rotated } = await maria.post(`${path}/${made.id}/rotate`, { totp: maria.code() })
      expect(rotated.key).not.toBe(made.key)
      expect((await maria.delete(`${path}/${rotated.id}`)).status).toBe(200)
    }
    expect((await maria.post(`/api/brand/${brand.id}/ingest_key`)).body.code).toBe('totp_required')
    expect((await maria.post(`/api/brand/${brand.id}/ingest_key`, { totp: maria.code() })).body.key).toMatch(/^ik_/)
  })

  it('a bulk action on a guarded field asks once for all, and changes nothing before', async () => {
    const maria = await enrolled()
    const owners = [await byHandOwner(), await byHandOwner()]
    const { actions, effects } = resources.affiliate
    const resource = {
      ...resources.affiliate,
      effects: { ...effects, guarded: { ...effects.guarded, paymentType: 'authenticatorCode' } },
    } as AnyResource
    const actor = (await readUserActor(office.database.db, maria.user.id))!
    const run = (more: object) =>
      runBulkAction({
        context: office.context,
        actor,
        resource,
        origin: '',
        name: 'setPaymentType',
        action: actions.setPaymentType,
        body: { ids: owners.map(({ id }) => id), paymentType: 'manual', ...more },
      })
    await sql`update affiliate set payment_type = 'automatic', payment_key_type = 'email', payment_key = 'a@pix.test'
      where id in (${sql.join(owners.map(({ id }) => id))})`.execute(office.database.db)
    const ids = owners.map(({ id }) => id)
    expect(await run({ preview: true })).toEqual({ changed: ids, refused: [] })
    await expect(run({})).rejects.toMatchObject({ code: 'totp_required' })
    await expect(run({ totp: '000000' })).rejects.toMatchObject({ code: 'invalid_totp' })
    expect((await maria.get(`/api/affiliate/${ids[0]}`)).body.paymentType).toBe('automatic')
    expect(await run({ totp: maria.code() })).toEqual({ changed: ids, refused: [] })
  })

  it('five wrong codes lock it without ending the session', async () => {
    const maria = await enrolled()
    const { path, body } = await calls[1]![1]('1.00')
    for (const totp of ['000000', '000001', '000002', '000003', '000004']) await maria.post(path, { ...body, totp })
    const locked = await maria.post(path, { ...body, totp: maria.code() })
    expect([locked.status, locked.body.code]).toEqual([422, 'authenticator_locked'])
    expect((await maria.get('/api/me')).status).toBe(200)
  })
})

describe('a company that demands it', () => {
  it('lets nobody without an authenticator do these things, root included, and others as they were', async () => {
    const [without, elsewhere] = [await staff(), await buildCompany(root)]
    const stranger = await staff({
      company: elsewhere.id,
      allowedBrands: [(await buildBrand(root, { company: elsewhere.id })).id],
    })
    expect((await root.put(`/api/company/${company.id}`, { stepUp: 'required' })).status).toBe(200)
    for (const [, prepare] of calls) {
      const { path, body } = await prepare('1.00')
      for (const client of [without, root]) {
        const refused = await client.post(path, body)
        expect([refused.status, refused.body.code]).toEqual([422, 'step_up_needs_authenticator'])
      }
    }
    const reward = await buildReward(root, { company: company.id })
    expect((await without.put(`/api/reward/${reward.id}`, { percentage: 12 })).body.code).toBe(
      'step_up_needs_authenticator',
    )
    expect(
      (await stranger.put(`/api/brand/${stranger.user.allowedBrands[0]}`, { site: 'https://own.example' })).status,
    ).toBe(200)
    expect((await root.put(`/api/company/${company.id}`, { stepUp: 'optional' })).body.code).toBe(
      'step_up_needs_authenticator',
    )
    const enrolling = await enrolled()
    const { path, body } = await calls[1]![1]('1.00')
    expect((await enrolling.post(path, { ...body, totp: enrolling.code() })).status).toBe(200)
    expect(
      (
        await clientOf(
          office.app,
          (await signInAs(office.app, { email: without.user.email as string, password: builtPassword })).token,
        ).get('/api/me')
      ).status,
    ).toBe(200)
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildAccessKey,
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildPromoCode,
  type BuiltRecord,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'

let office: Office
let brand: BuiltRecord
let other: BuiltRecord
let affiliate: BuiltRecord
let neighbour: BuiltRecord
let link: BuiltRecord
let theirLink: BuiltRecord
let own: Client
let staff: Client
let key: string

beforeAll(async () => {
  office = await openOffice()
  const { app, root } = office
  brand = await buildBrand(root, { site: 'https://aurora.example' })
  const company = brand.company as number
  other = await buildBrand(root, { company })
  affiliate = await buildAffiliate(root, { name: 'Nina', company, brands: [brand.id] })
  neighbour = await buildAffiliate(root, { name: 'Olga', company, brands: [brand.id, other.id] })
  const campaign = await buildCampaign(root, { brand: brand.id })
  link = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  theirLink = await buildAction(root, { campaign: campaign.id, affiliate: neighbour.id })
  staff = await buildStaff(app, root, { company, allowedBrands: [brand.id], roles: ['action', 'affiliate', 'brand'] })
  const token = await buildAccessKey(root, 'affiliate', affiliate.id, { scope: 'signIn' })
  own = clientOf(app, (await office.nobody.post('/login/affiliate', { token })).body.accessToken)
  key = (await root.post(`/api/brand/${brand.id}/ingest_key`)).body.key
})
afterAll(() => office.close())

let sent = 0
async function send(...events: object[]) {
  const batch = events.map((event) => ({
    event_id: `e${(sent += 1)}`,
    type: 'registration',
    occurred_at: '2026-11-20T12:00:00Z',
    ...event,
  }))
  const answer = await office.nobody.post('/ingest/events', batch, { authorization: `Bearer ${key}` })
  expect([answer.status, answer.body.rejected]).toEqual([200, []])
  return answer.body
}
async function whose(player: string): Promise<number | null> {
  const { rows } = await sql<{ affiliate: number | null }>`select affiliate from player
    where brand = ${brand.id} and player_ref = ${player}`.execute(office.database.db)
  return rows[0]?.affiliate ?? null
}
async function clickOn(token: unknown): Promise<string> {
  const answer = await office.app.inject({ url: `/t/${String(token)}` })
  await office.app.flushClicks!()
  return new URL(String(answer.headers.location)).searchParams.get('click_id')!
}

describe('a registration with a promo code', () => {
  test('counts for the affiliate of the code without a click, however it was typed, and so does what follows', async () => {
    await buildPromoCode(staff, { brand: brand.id, code: 'nina10', action: link.id })
    expect(await send({ player_ref: 'p1', promo_code: ' Nina10 ' })).toMatchObject({ accepted: 1, unattributed: 0 })
    await send({ player_ref: 'p1', type: 'deposit', amount: 50 })
    expect(await whose('p1')).toBe(affiliate.id)
    const { rows } = await sql`select type, affiliate, action, promo_code from event where player =
      (select id from player where player_ref = 'p1') order by type`.execute(office.database.db)
    expect(rows).toEqual([
      { type: 'deposit', affiliate: affiliate.id, action: link.id, promo_code: null },
      { type: 'registration', affiliate: affiliate.id, action: link.id, promo_code: 'NINA10' },
    ])
    const trace = await office.root.get(`/api/player/qualification?brand=${brand.id}&player_ref=p1`)
    expect(trace.body.player.registeredBy).toBe('code')
  })

  test("counts for a token that it names beside it, and against a click as the brand's rule says", async () => {
    await send({ player_ref: 'p2', promo_code: 'NINA10', action_token: theirLink.token })
    expect(await whose('p2')).toBe(neighbour.id)
    const click = await clickOn(theirLink.token)
    await send({ player_ref: 'p3', promo_code: 'NINA10', click_id: click })
    expect(await whose('p3')).toBe(affiliate.id)
    await sql`update brand set attributed_by = 'click' where id = ${brand.id}`.execute(office.database.db)
    await send({ player_ref: 'p4', promo_code: 'NINA10', click_id: click })
    expect(await whose('p4')).toBe(neighbour.id)
    await send({ player_ref: 'p5', promo_code: 'NOBODY', click_id: click })
    expect(await whose('p5')).toBe(neighbour.id)
    await sql`update brand set attributed_by = null where id = ${brand.id}`.execute(office.database.db)
  })

  test.each(['NOBODY99', "'; drop table promo_code", '🎰', '%00', '__proto__'])(
    'that is none (%s) is kept, and belongs to nobody',
    async (code) => {
      expect(await send({ player_ref: `n${sent}`, promo_code: code })).toMatchObject({ accepted: 1, unattributed: 1 })
      const { body } = await staff.get('/api/event/unattributed?range=[0,99]')
      expect(body.find((event: BuiltRecord) => event.promoCode === code.toUpperCase())).toMatchObject({
        reason: 'unknown_promo_code',
      })
    },
  )

  test('is part of what an event says: another one under the same id is refused', async () => {
    const event = { event_id: 'same', player_ref: 'p6', promo_code: 'NINA10' }
    expect(await send(event)).toMatchObject({ accepted: 1 })
    expect(await send(event)).toMatchObject({ accepted: 0, duplicates: 1 })
    expect(await send({ ...event, promo_code: 'NINA11' })).toMatchObject({ conflicts: ['same'] })
    const wrong = await office.nobody.post(
      '/ingest/events',
      [{ event_id: 'w', type: 'registration', occurred_at: '2026-11-20T12:00:00Z', player_ref: 'w', promo_code: [1] }],
      { authorization: `Bearer ${key}` },
    )
    expect(wrong.body.rejected).toEqual([{ index: 0, code: 'invalid_promo_code' }])
  })

  test('counts to the last day of the code, and never in another brand', async () => {
    await buildPromoCode(staff, { brand: brand.id, code: 'SHORT', action: link.id, validUntil: '2026-11-20' })
    await send({ player_ref: 'p7', promo_code: 'SHORT' })
    await send({ player_ref: 'p8', promo_code: 'SHORT', occurred_at: '2026-11-21T12:00:00Z' })
    expect([await whose('p7'), await whose('p8')]).toEqual([affiliate.id, null])
    const theirs = await buildCampaign(office.root, { brand: other.id })
    const there = await buildAction(office.root, { campaign: theirs.id, affiliate: neighbour.id })
    await buildPromoCode(office.root, { code: 'ELSE', action: there.id })
    await send({ player_ref: 'p9', promo_code: 'ELSE' })
    expect(await whose('p9')).toBeNull()
  })
})

describe('a code', () => {
  test('is one of a brand, for a link of its affiliate and brand', async () => {
    await buildPromoCode(staff, { brand: brand.id, code: 'TWICE', action: link.id })
    const given = { code: 'twice', brand: brand.id, affiliate: neighbour.id, action: theirLink.id }
    const again = await staff.post('/api/promoCode', given)
    expect([again.status, Object.keys(again.body.errors)]).toEqual([409, ['code']])
    const wrong = await staff.post('/api/promoCode', { ...given, code: 'OTHER', action: link.id })
    expect([wrong.status, wrong.body.details.action[0].code]).toEqual([422, 'promo_code_link'])
    for (const code of ['AB', 'WITH SPACE', 'ÇÃO10', 'A'.repeat(21), '<b>', ''])
      expect((await staff.post('/api/promoCode', { ...given, code })).status, code).toBe(400)
  })

  test('that an affiliate asks for counts once staff say so, also for what named it before', async () => {
    const asked = await own.post('/api/promoCode', { code: 'ninavip', brand: brand.id, action: link.id })
    expect([asked.status, asked.body.state, asked.body.code]).toEqual([200, 'waiting', 'NINAVIP'])
    await send({ player_ref: 'v1', promo_code: 'NINAVIP' })
    expect(await whose('v1')).toBeNull()
    expect((await own.post(`/api/promoCode/${asked.body.id}/approve`)).status).toBe(403)
    expect((await staff.post(`/api/promoCode/${asked.body.id}/approve`)).body).toEqual({ state: 'active' })
    expect((await staff.post(`/api/promoCode/${asked.body.id}/approve`)).body.code).toBe('promo_code_not_waiting')
    await office.root.post('/api/event/reattribute', { brand: brand.id })
    expect(await whose('v1')).toBe(affiliate.id)
    expect((await own.get(`/api/promoCode/${asked.body.id}`)).body).not.toHaveProperty('decidedBy')
  })

  test('is asked for by its own affiliate alone, a few at a time, and refused with a reason', async () => {
    const ask = (code: string, values: object = {}) =>
      own.post('/api/promoCode', { code, brand: brand.id, action: link.id, ...values })
    expect((await ask('THEIRS', { action: theirLink.id })).body.details.action[0].code).toMatch(
      /promo_code_link|invalid/,
    )
    expect((await ask('THEIRS', { affiliate: neighbour.id })).status).toBe(403)
    expect((await ask('THEIRS', { brand: other.id })).status).toBe(400)
    const made = []
    for (let number = 0; number < 5; number += 1) made.push((await ask(`ASK${number}`)).body.id as number)
    expect((await ask('ASK5')).body.details.code[0].code).toBe('too_many_waiting')
    const waits = async (by: Client) =>
      (await by.get('/api/dashboard/inbox')).body.items?.find(({ kind }: { kind: string }) => kind === 'codes')
    expect(await waits(staff)).toMatchObject({ count: 5, since: expect.stringMatching(/^\d{4}-.*Z$/) })
    expect((await staff.post(`/api/promoCode/${made[0]}/refuse`, {})).status).toBe(400)
    expect((await staff.post(`/api/promoCode/${made[0]}/refuse`, { reason: 'Too like another' })).status).toBe(200)
    expect((await own.get(`/api/promoCode/${made[0]}`)).body).toMatchObject({
      state: 'refused',
      reason: 'Too like another',
    })
    expect((await ask('ASK5')).status).toBe(200)
    expect((await own.put(`/api/promoCode/${made[1]}`, { state: 'active' })).status).toBe(403)
    expect((await own.get('/api/promoCode')).body.every(({ code }: BuiltRecord) => code !== 'TWICE2')).toBe(true)
  })
})

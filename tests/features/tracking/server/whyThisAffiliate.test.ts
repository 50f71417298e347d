import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { zoneName } from '#engine/server/installation/boundSettings.ts'
import { buildAction, buildAffiliate, buildBrand, buildCampaign, type BuiltRecord } from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice, rootCredentials, signInAs } from '#tests/support/office.ts'

/*
 * Whose a player is by a brand's declared rule (code or click, first or last, so many days), told by the id of a visit
 * alone: no cookie is set. And why, for any of them.
 */
let office: Office
let brand: BuiltRecord
let [early, late] = [] as unknown as [BuiltRecord, BuiltRecord]
let ingest: Client
let at = new Date('2026-11-01T12:00:00Z')

beforeAll(async () => {
  office = await openOffice({ now: () => at, variables: { BUSINESS_TIME_ZONE: 'UTC' } })
  // As a server does when it starts.
  await sql`insert into secret (name, value) values (${zoneName}, 'UTC') on conflict (name) do nothing`.execute(
    office.database.db,
  )
  brand = await buildBrand(office.root, { currency: 'BRL' })
  const campaign = (await buildCampaign(office.root, { brand: brand.id })).id
  const link = async () => {
    const affiliate = (await buildAffiliate(office.root, { brands: [brand.id] })).id
    return buildAction(office.root, { campaign, affiliate })
  }
  ;[early, late] = [await link(), await link()]
  ingest = clientOf(office.app, (await office.root.post(`/api/brand/${brand.id}/ingest_key`)).body.key)
})
afterAll(() => office.close())

async function follow({ token }: BuiltRecord, when: string): Promise<string> {
  at = new Date(when)
  const { headers } = await office.app.inject({ url: `/t/${String(token)}` })
  expect(headers['set-cookie']).toBeUndefined()
  await office.app.flushClicks!()
  return new URL(headers.location!).searchParams.get('click_id')!
}

async function rule(values: object): Promise<void> {
  const root = await signInAs(office.app, rootCredentials)
  const { version } = (await root.get(`/api/brand/${brand.id}`)).body
  expect((await root.put(`/api/brand/${brand.id}`, { version, ...values })).status).toBe(200)
}

let serial = 0
/** Registers somebody on the 12th. @returns whose the player is, and why */
async function register(names: object): Promise<[affiliate: number | undefined, by: string | null]> {
  const player_ref = `player-${(serial += 1)}`
  at = new Date('2026-11-12T12:00:00Z')
  const event = {
    event_id: player_ref,
    type: 'registration',
    player_ref,
    occurred_at: '2026-11-12T10:00:00Z',
    ...names,
  }
  expect((await ingest.post('/ingest/events', [event])).body.accepted).toBe(1)
  const root = await signInAs(office.app, rootCredentials)
  const { body } = await root.get(`/api/player/qualification?brand=${brand.id}&player_ref=${player_ref}`)
  return [body.player.affiliate?.id, body.player.registeredBy]
}

it('follows the rule that the brand declares, and says by what a player belongs to its affiliate', async () => {
  const first = await follow(early, '2026-11-02T12:00:00Z')
  const second = await follow(late, '2026-11-11T12:00:00Z')
  const [earlyOne, lateOne] = [early.affiliate, late.affiliate] as [number, number]
  const both = `${first}, ${second}`
  expect(await register({ click_id: both })).toEqual([lateOne, 'click'])
  await rule({ clickCounted: 'first' })
  expect(await register({ click_id: both })).toEqual([earlyOne, 'click'])
  await rule({ clickWindowDays: 7 })
  expect(await register({ click_id: both })).toEqual([lateOne, 'click'])
  expect(await register({ click_id: first })).toEqual([undefined, null])
  expect(await register({ click_id: second, action_token: early.token })).toEqual([earlyOne, 'code'])
  await rule({ attributedBy: 'click' })
  expect(await register({ click_id: second, action_token: early.token })).toEqual([lateOne, 'click'])
  expect(await register({ click_id: first, action_token: late.token })).toEqual([lateOne, 'code'])
})

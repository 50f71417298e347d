import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { subNames } from '#rules/activity/subNames.ts'
import { hostileStrings } from '#tests/contract/hostileStrings.ts'
import { buildAction, buildBrand, buildCampaign, buildRedirectHost, type BuiltRecord } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

/*
 * Whatever a visitor writes behind a link, in the parameters that are read and in any other: it leads to the host that
 * was approved for the brand, with what the link's own address says.
 */
let office: Office
let action: BuiltRecord
const host = 'promo.approved.example'

beforeAll(async () => {
  office = await openOffice({ now: () => new Date('2026-11-20T12:00:00Z') })
  const brand = await buildBrand(office.root, { site: 'https://brand.example/' })
  await buildRedirectHost(office.root, { brand: brand.id, host })
  const campaign = await buildCampaign(office.root, { brand: brand.id })
  action = await buildAction(office.root, {
    campaign: campaign.id,
    domain: `https://${host}/start?ref=7`,
    routes: [{ language: 'es', domain: `https://${host}/es?ref=7` }],
  })
})
afterAll(() => office.close())

const read = [...subNames, 'click_id', 'to']
/** Those that other systems read, that mean a redirect elsewhere, and the link's own. */
const unread = ['promo', 'promo_code', 'url', 'redirect', 'next', 'domain', 'host', 'utm_source', 'ref', '__proto__']

/** What of a visit's answer must be so, whatever it was asked with. */
async function follow(query: string) {
  const { statusCode, headers } = await office.app.inject({
    url: `/t/${String(action.token)}?${query}`,
    headers: { 'accept-language': 'es' },
  })
  const to = URL.parse(String(headers.location))
  return {
    query,
    statusCode,
    origin: to?.origin,
    person: [to?.username, to?.password],
    ref: to?.searchParams.getAll('ref'),
    ids: to?.searchParams.getAll('click_id').map((id) => /^c[\w-]{20,}$/.test(id)),
    sources: to?.searchParams.getAll('utm_source').length,
    isOneLine: !/[\r\n]/.test(String(headers.location)),
    cookies: headers['set-cookie'],
  }
}
const expected = (query: string) => ({
  query,
  statusCode: 302,
  origin: `https://${host}`,
  person: ['', ''],
  ref: ['7'],
  ids: [true],
  sources: 1,
  isOneLine: true,
  cookies: undefined,
})

const given = (names: readonly string[], text: string) =>
  new URLSearchParams(names.map((name) => [name, text.toWellFormed()])).toString()

it.each([
  [
    'every parameter at once, each given twice',
    (text: string) => given([...read, ...read, ...unread, ...unread], text),
  ],
  ['the path of a deep link', (text: string) => given(['to'], `/${text}`)],
  ['the name of a parameter', (text: string) => `${encodeURIComponent(text.toWellFormed())}=https://evil.example`],
  ['the address as it is typed', (text: string) => encodeURI(`sub1=${text}&to=/${text}`.toWellFormed())],
])(`leads to the approved host with each of ${hostileStrings.length} hostile strings as %s`, async (_where, query) => {
  expect(hostileStrings.length).toBeGreaterThanOrEqual(515)
  const asked = hostileStrings.map(query)
  expect(await Promise.all(asked.map(follow))).toEqual(asked.map(expected))
})

it('keeps of it what can be stored, cut to its length', async () => {
  await office.app.flushClicks!()
  const { db } = office.database
  const { rows } = await sql<{ longest: number; kept: number }>`
    select max(length(sub))::integer as longest, count(distinct event.event_id)::integer as kept
    from event cross join lateral unnest(subs) sub where event.action = ${action.id}`.execute(db)
  expect(rows[0]!.longest).toBe(255)
  const clicks = sql<{ ids: number }>`select max(length(visitor_id))::integer as ids from click`
  expect((await clicks.execute(db)).rows).toEqual([{ ids: 255 }])
  expect(rows[0]!.kept).toBeGreaterThan(900)
})

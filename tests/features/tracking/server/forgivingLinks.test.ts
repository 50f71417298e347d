import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAction,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildStaff,
  type BuiltRecord,
} from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

interface LinkCases {
  readonly links: readonly { readonly name: string; readonly token: string; readonly domain: string | null }[]
  readonly requests: readonly {
    readonly id: string
    readonly what: string
    readonly request: string
    readonly link: string | null
    readonly parameters: Readonly<Record<string, string>>
  }[]
}
const { links, requests } = JSON.parse(
  readFileSync(new URL('../../../cases/02-tracking/links.json', import.meta.url), 'utf8'),
) as LinkCases

let office: Office
let brand: BuiltRecord
const actions = new Map<string, BuiltRecord>()
beforeAll(async () => {
  office = await openOffice({ variables: { TRUST_PROXY: 'true' } })
  brand = await buildBrand(office.root, { name: 'Aposta Aurora', site: 'https://aposta-aurora.example' })
  const campaign = await buildCampaign(office.root, { brand: brand.id })
  for (const { name, ...link } of links)
    actions.set(name, await buildAction(office.root, { campaign: campaign.id, ...link }))
})
afterAll(() => office.close())

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let visitors = 0
/** Each time another visitor. */
const visit = (url: string, headers: Record<string, string> = {}) =>
  office.app.inject({
    url,
    headers: {
      'user-agent': agent,
      accept: 'text/html',
      'x-forwarded-for': `198.51.100.${(visitors += 1)}`,
      ...headers,
    },
  })
const clicks = async () => {
  await office.app.flushClicks!()
  const { rows } = await sql<{ action: number; advertiser_ids: object | null }>`select action, advertiser_ids from click
    order by occurred_at, click_id`.execute(office.database.db)
  return rows.map((row) => ({ ...row, action: Number(row.action) }))
}

describe('GET /t/{token}', () => {
  it.each(requests)('$id $what: $request', async ({ request, link, parameters }) => {
    const before = (await clicks()).length
    const answer = await visit(request.replace(/^GET /, ''))
    if (link === null) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).not.toMatch(/login|entrance|script/i)
      expect(await clicks()).toHaveLength(before)
      return
    }
    expect(answer.statusCode).toBe(302)
    const [to, target] = [
      new URL(answer.headers.location!),
      new URL(links.find(({ name }) => name === link)!.domain ?? String(brand.site)),
    ]
    expect([to.origin, to.pathname, to.hash]).toEqual([target.origin, target.pathname, target.hash])
    const { click_id, ...sent } = Object.fromEntries([...to.searchParams].filter(([name]) => !name.startsWith('utm_')))
    expect(click_id).toMatch(/^c/)
    expect(sent).toEqual(parameters)
    const now = await clicks()
    expect([now.length, now.at(-1)!.action]).toEqual([before + 1, actions.get(link)!.id])
  })

  it.each([
    ['%EF%BC%89', 'a full-width bracket'],
    ['%C2%BB', 'a guillemet'],
    ['%F0%9F%94%A5', 'an emoji'],
    ['%E3%80%82', 'an ideographic stop'],
    ["'%22", 'quotes'],
    ['//', 'two slashes'],
    ['%E2%80%8F.', 'a direction mark and a dot'],
    ['/?sub1=x', 'a slash and a query'],
    ['%27', 'an apostrophe'],
    ['%E2%80%9D', 'a curly quote'],
    ['%60', 'a backtick'],
    ['%7C', 'a bar'],
    ['%5C', 'a backslash'],
    ['%5D%28', 'what Markdown leaves of a link'],
    ['%3C/a%3E', 'the end of a link in HTML'],
    ['%3Cbr%3E', 'a line break in HTML'],
    ['%E3%80%91', 'a bracket of Chinese'],
    ['%D8%9F', 'a question mark of Arabic'],
    ['%E2%81%A0', 'a word joiner'],
    ['%C2%AD', 'a soft hyphen'],
    ['%00', 'a zero'],
    ['%0D%0A', 'a line end'],
    ['%20clique%20aqui', 'the text behind it'],
    ['.Confira', 'the next sentence'],
    ['&sub1=x', 'an ampersand in place of a question mark'],
    [';sub1=x', 'a semicolon'],
    ['%', 'a percent sign'],
    ['%E2%80', 'half a character'],
    ['/index.html', 'a page'],
    ['---', 'hyphens'],
    ['%3A', 'a colon'],
    ['%E2%84%A2', 'a trade mark'],
    ['%C2%B2', 'a raised number'],
    ['%E0%A5%A4', 'a stop of Devanagari'],
    ['%2520', 'a blank that was encoded twice'],
    ['%E2%80%AE', 'a sign that turns the direction'],
    ['%F0%9F%91%8D%F0%9F%8F%BD', 'an emoji with a skin'],
  ])('ignores %s, %s', async (glued) => {
    expect((await visit(`/t/${links[0]!.token}${glued}`)).statusCode).toBe(302)
  })

  it.each([
    [`/t/%22${links[0]!.token}%22`, 'quotes around it'],
    [`/t/%3C${links[0]!.token}%3E`, 'brackets around it'],
    [`/t/%20${links[0]!.token}`, 'a blank before it'],
    [`/t//${links[0]!.token}`, 'two slashes before it'],
    [`/T/${links[0]!.token.toUpperCase()}.`, 'capitals and a stop'],
    [`//t/${links[0]!.token}`, 'two slashes before all'],
    ['/t/BtagVerao%5C_7', 'what Markdown puts before its own signs'],
    ['/t/%E2%80%9CBtagVerao%5C_7%E2%80%9D', 'the same in curly quotes'],
    [`/t/${links[0]!.token.slice(0, 9)}%E2%80%8B${links[0]!.token.slice(9)}`, 'a zero-width blank inside'],
    [`/t/${links[0]!.token.slice(0, 9)}%C2%AD${links[0]!.token.slice(9)}`, 'a soft hyphen inside'],
    [
      `/t/${[...links[0]!.token].map((letter) => encodeURIComponent(String.fromCharCode(letter.charCodeAt(0) + 0xfee0))).join('')}`,
      'full-width letters',
    ],
  ])('takes %s, %s', async (url) => {
    expect((await visit(url)).statusCode).toBe(302)
  })

  it.each([`${links[0]!.token}x`, links[0]!.token.slice(1), `x.${links[0]!.token}`, '.', '%20', '%E2%80%8B'])(
    'does not take /t/%s for another link',
    async (token) => {
      expect((await visit(`/t/${token}`)).statusCode).toBe(404)
    },
  )

  it.each([
    '?sub1=a&amp;gclid=G-lost',
    '?GCLID=G-lost',
    '%3Fgclid%3DG-lost',
    '&gclid=G-lost',
    '.%3Fsub1=x%26gclid=G-lost',
    '/?gclid=G-lost&gclid=second',
  ])('takes a network’s id from %s', async (glued) => {
    const { headers } = await visit(`/t/${links[0]!.token}${glued}`)
    expect(new URL(headers.location!).searchParams.get('gclid')).toBe('G-lost')
    expect((await clicks()).at(-1)!.advertiser_ids).toEqual({ gclid: 'G-lost' })
  })

  it.each(['a-dash_token', 'A-Dash_Token'])('takes dashes of every kind for the hyphen of %s', async (typed) => {
    if (typed === 'a-dash_token') await buildAction(office.root, { campaign: actions.get('A')!.campaign, token: typed })
    for (const dash of ['\u2010', '\u2011', '–', '—', '\uFF0D'])
      expect((await visit(`/t/${encodeURIComponent(typed.replace('-', dash))}.`)).statusCode).toBe(302)
  })

  it.each(['%7Bgclid%7D', '%7B%7Bclick.id%7D%7D', '%5Bgclid%5D', '%24%7BGCLID%7D', 'undefined'])(
    'leaves out a network’s id and sub id that nobody filled in: %s',
    async (macro) => {
      const { headers } = await visit(`/t/${links[0]!.token}?gclid=${macro}&fbclid=F-1&sub1=${macro}&sub2=reels`)
      expect(new URL(headers.location!).searchParams.get('gclid')).toBeNull()
      expect((await clicks()).at(-1)!.advertiser_ids).toEqual({ fbclid: 'F-1' })
      const { rows } = await sql<{ subs: unknown }>`select subs from click order by occurred_at desc, click_id desc
        limit 1`.execute(office.database.db)
      expect(rows).toEqual([{ subs: [null, 'reels', null, null, null] }])
    },
  )

  it('hands a long id of a network on whole', async () => {
    const fbclid = `IwY2xjaw${'a'.repeat(400)}`
    const { headers } = await visit(`/t/${links[1]!.token}?fbclid=${fbclid}`)
    expect(new URL(headers.location!).searchParams.get('fbclid')).toBe(fbclid)
    expect((await clicks()).at(-1)!.advertiser_ids).toEqual({ fbclid })
  })

  it('does not choose between two links whose tokens differ in case alone, but finds each as it is', async () => {
    const campaign = actions.get('A')!.campaign
    const [one, other] = [
      await buildAction(office.root, { campaign, token: 'TwinToken1' }),
      await buildAction(office.root, { campaign, token: 'twintoken1' }),
    ]
    expect((await visit(`/t/${String(one.token)}.`)).statusCode).toBe(302)
    expect((await visit(`/t/${String(other.token)}`)).statusCode).toBe(302)
    expect((await visit('/t/TWINTOKEN1')).statusCode).toBe(404)
  })

  it('keeps what the advertiser’s network called the visit with its click', async () => {
    await visit(`/t/${links[1]!.token}?gclid=G-kept&fbclid=F-kept&other=x`)
    expect((await clicks()).at(-1)!.advertiser_ids).toEqual({ gclid: 'G-kept', fbclid: 'F-kept' })
  })

  it('lets no network id take the place of what the target says', async () => {
    const action = await buildAction(office.root, {
      campaign: actions.get('A')!.campaign,
      domain: 'https://aposta-aurora.example/?gclid=own',
    })
    const { headers } = await visit(`/t/${String(action.token)}?gclid=theirs`)
    expect(new URL(headers.location!).searchParams.getAll('gclid')).toEqual(['own'])
  })
})

describe('a link that is none', () => {
  it.each([
    ['pt-BR,pt;q=0.9', 'Este link não existe', 'Ir para Aposta Aurora'],
    ['en-GB', 'This link does not exist', 'Go to Aposta Aurora'],
    ['fr,es;q=0.5', 'Este enlace no existe', 'Ir a Aposta Aurora'],
  ])('shows, for %s, a small page of the brand with the way to its site', async (language, title, onwards) => {
    const { statusCode, body, headers } = await visit('/t/none-such', { 'accept-language': language })
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
    expect(body).toContain(title)
    expect(body).toContain(`<a href="https://aposta-aurora.example" rel="nofollow">${onwards}</a>`)
    expect(body.length).toBeLessThan(3_000)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('is JSON for what takes no page', async () => {
    const { statusCode, body } = await visit('/t/none-such', { accept: 'application/json' })
    expect([statusCode, JSON.parse(body).code]).toEqual([404, 'not_found'])
  })

  it('is counted by link and referrer, robots aside, and told to staff who see the brand of the host', async () => {
    const referer = 'https://www.blog.example/post/1'
    for (const url of ['/t/gone-link', '/t/gone-link.']) await visit(url, { referer })
    await visit('/t/gone-link', { 'user-agent': 'Googlebot/2.1' })
    const { body } = await office.root.get('/api/action/misses')
    expect(body.misses.filter(({ token }: { token: string }) => token === 'gone-link')).toEqual([
      { host: 'localhost', token: 'gone-link', referrer: 'blog.example', misses: 2 },
    ])
    const staffOf = (of: BuiltRecord, roles: string[]) =>
      buildStaff(office.app, office.root, { company: of.company, allowedBrands: [of.id], roles })
    const [staff, other] = [await staffOf(brand, ['action']), await staffOf(brand, ['affiliate'])]
    expect((await staff.get('/api/action/misses')).body).toEqual(body)
    expect((await other.get('/api/action/misses')).status).toBe(403)
    // The host is of no brand's theme: with two companies it may be either's.
    const { id: company } = await buildCompany(office.root)
    const stranger = await staffOf(await buildBrand(office.root, { company }), ['action'])
    for (const client of [staff, stranger]) expect((await client.get('/api/action/misses')).body.misses).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAction, buildAffiliate, buildBrand, buildCampaign, type BuiltRecord } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

const casesOf = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../../cases/09-sites/${file}`, import.meta.url), 'utf8'))
const { sites } = casesOf('sites.json') as { sites: { id: string; address: string; expect: string }[] }
const { hosts } = casesOf('hosts.json') as { hosts: { id: string; host: string; expect: string }[] }

let office: Office
let affiliate: BuiltRecord
let brand: BuiltRecord
beforeAll(async () => {
  office = await openOffice()
  brand = await buildBrand(office.root)
  affiliate = await buildAffiliate(office.root, { company: brand.company, brands: [brand.id] })
})
afterAll(() => office.close())

describe('a site that an affiliate declares', () => {
  it.each(sites)('$id: $address is $expect', async ({ address, expect: expected }) => {
    const { status, body } = await office.root.post('/api/affiliateSite', {
      address,
      affiliate: affiliate.id,
      kind: 'website',
      usage: 'Reviews',
    })
    if (expected.startsWith('taken')) expect(status).toBe(200)
    else expect([status, Object.keys(body.errors)]).toEqual([409, ['address']])
  })

  it.each([
    'www.palpites-coração.example/',
    '//palpites-coração.example',
    'https://palpites-coração.example./',
    'https://palpites-coração.example/#topo',
    'http://palpites-coração.example:80',
    'xn--palpites-corao-2hb7d.example',
    'HTTP://WWW.XN--PALPITES-CORAO-2HB7D.EXAMPLE//',
    'https://palpites-coração.example\u200B',
    ' palpites-coração.example ',
    'ｈｔｔｐｓ://palpites-coração.example'.normalize('NFKC'),
  ])('%j is the first of the list again', async (address) => {
    const given = { address, affiliate: affiliate.id, kind: 'website', usage: 'Reviews' }
    expect((await office.root.post('/api/affiliateSite', given)).status).toBe(409)
  })

  it.each([
    ['https://straße.example/a', 'http://www.xn--strae-oqa.example/a/'],
    ['https://пример.example', 'xn--e1afmkfd.example'],
    ['https://例え.example/店', 'https://xn--r8jz45g.example/%e5%ba%97'],
    ['https://blog.example/caf%C3%A9', 'https://blog.example/caf\u0065\u0301'],
    ['https://blog.example/~ana', 'https://blog.example/%7Eana/'],
    ['https://www.instagram.example/ana', 'instagram.example/ana/'],
  ])('%s and %s are one', async (one, other) => {
    const post = (address: string) =>
      office.root.post('/api/affiliateSite', { address, affiliate: affiliate.id, kind: 'website', usage: 'Reviews' })
    expect((await post(one)).status).toBe(200)
    expect((await post(other)).status).toBe(409)
  })

  it.each([
    ['https://one.example', 'https://one.example:8443'],
    ['https://two.example/Ana', 'https://two.example/ana'],
    ['https://bücher.example', 'https://bucher.example'],
    ['https://three.example', 'https://wwwthree.example'],
    ['https://four.example/?id=1', 'https://four.example/?id=2'],
  ])('%s and %s are two', async (one, other) => {
    for (const address of [one, other]) {
      const given = { address, affiliate: affiliate.id, kind: 'website', usage: 'Reviews' }
      expect((await office.root.post('/api/affiliateSite', given)).status).toBe(200)
    }
  })

  it('is found as a duplicate however it is written', async () => {
    const query = new URLSearchParams({ address: 'WWW.Palpites-CORAÇÃO.example:443' })
    expect((await office.root.get(`/api/affiliateSite/duplicates?${query}`)).body.exists).toBe(true)
  })
})

describe('a redirect host', () => {
  it.each(hosts)('$id: $host is $expect', async ({ host, expect: expected }) => {
    const { status, body } = await office.root.post('/api/redirectHost', { host, brand: brand.id })
    if (expected.startsWith('taken')) expect([status, body.host]).toEqual([200, /xn--\S+/.exec(expected)![0]])
    else expect([status, Object.keys(body.errors)]).toEqual([409, ['host']])
  })

  it.each([
    'https://promoção-aurora.example',
    'promoção-aurora.example:443',
    'promoção-aurora.example./',
    'promoc\u0327a\u0303o-aurora.example',
    'XN--PROMOO-AURORA-0EB3D.example',
  ])('%j is the first of the list again', async (host) => {
    expect((await office.root.post('/api/redirectHost', { host, brand: brand.id })).status).toBe(409)
  })

  it.each(['promoção-aurora.example/path', 'promoção-aurora.example:8443', 'localhost', '10.0.0.1', 'a b.example'])(
    'is not %j',
    async (host) => {
      const { status, body } = await office.root.post('/api/redirectHost', { host, brand: brand.id })
      expect([status, Object.keys(body.errors)]).toEqual([400, ['host']])
    },
  )

  it.each(['лото.example', 'WWW.Ñandú.example', 'απόλλων.example', 'カジノ.example'])(
    '%s is kept in one form',
    async (host) => {
      const { status, body } = await office.root.post('/api/redirectHost', { host, brand: brand.id })
      expect([status, body.host]).toEqual([
        200,
        new URL(`http://${host.normalize('NFC')}`).hostname.replace(/^www\./, ''),
      ])
    },
  )

  it('lets links lead to it in either form', async () => {
    const campaign = await buildCampaign(office.root, { brand: brand.id })
    for (const domain of ['https://promoção-aurora.example/x', 'https://xn--promoo-aurora-0eb3d.example/y']) {
      const action = await buildAction(office.root, { campaign: campaign.id, domain })
      const { headers } = await office.app.inject(`/t/${String(action.token)}`)
      expect(new URL(headers.location!).host).toBe('xn--promoo-aurora-0eb3d.example')
    }
  })
})

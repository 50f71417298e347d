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

  it('lets links lead to it in either form', async () => {
    const campaign = await buildCampaign(office.root, { brand: brand.id })
    for (const domain of ['https://promoção-aurora.example/x', 'https://xn--promoo-aurora-0eb3d.example/y']) {
      const action = await buildAction(office.root, { campaign: campaign.id, domain })
      const { headers } = await office.app.inject(`/t/${String(action.token)}`)
      expect(new URL(headers.location!).host).toBe('xn--promoo-aurora-0eb3d.example')
    }
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { isImported } from '#engine/imports/isImported.ts'
import {
  build,
  buildAction,
  buildAffiliate,
  buildAffiliateUser,
  buildBrand,
  buildMedia,
  buildPartner,
  buildPastPayment,
  buildPeriod,
  buildPromoCode,
  buildRedirectHost,
  buildReward,
  buildRewardProfile,
  buildSignalTarget,
  buildSubBrand,
  buildUser,
  buildAffiliateSite,
  buildAffiliateTag,
  buildAnnouncement,
} from '#tests/support/builders.ts'
import { type Client, type Office, openOffice } from '#tests/support/office.ts'

const imported = (Object.values(resources) as unknown as AnyResource[]).filter(isImported).map(({ name }) => name)

/** Those whose ids elsewhere are set by themselves; the others get theirs with the import that makes them. */
const changed = imported.filter((name) => resources[name as 'affiliate'].access.update !== 'nobody')

/** One record of every kind and more, with what files write otherwise: formulas, quotes, commas, lines, two of a name. */
async function fill(root: Client): Promise<void> {
  const brand = await buildBrand(root, { name: '=Soma, "Marca"; 50%', minimumPayout: 1234.5, paidUpTo: '2026-11-05' })
  const company = brand.company as number
  const profile = await buildRewardProfile(root, { company, name: "'=already safe" })
  const partner = await buildPartner(root, { company, percentage: 12.3456 })
  const given = { brands: [brand.id], rewardProfile: profile.id, partner: partner.id }
  const affiliate = await buildAffiliate(root, { ...given, name: 'João; Conceição', alias: "+1'2" })
  await buildAffiliate(root, { ...given, name: 'João; Conceição', cpf: '00000000191' })
  await buildReward(root, {
    company,
    productType: 'bets',
    subType: 'ngr',
    calculation: 'dynamic',
    tiers: [
      { from: 0, percentage: 7 },
      { from: 100.5, percentage: 12.5 },
    ],
  })
  const action = await buildAction(root, { affiliate: affiliate.id })
  await build(root, 'action', {
    name: '@routes',
    campaign: action.campaign,
    affiliate: action.affiliate,
    routes: [{ country: 'BR', domain: null }].slice(1),
  })
  await buildSubBrand(root, { brand: brand.id, partners: [partner.id] })
  const tag = await buildAffiliateTag(root, { company, name: 'Tag; "1"' })
  await buildAnnouncement(root, {
    company,
    tags: [tag.id],
    translations: [{ language: 'en', subject: 'News', text: 'A line\nand another; "quoted"' }],
  })
  await buildRedirectHost(root, { brand: brand.id })
  await buildPastPayment(root, { affiliate: affiliate.id })
  await buildAffiliateSite(root, { affiliate: affiliate.id })
  await buildPromoCode(root)
  await buildMedia(root)
  await buildSignalTarget(root)
  await buildAffiliateUser(root)
  await buildPeriod(root, { company })
  await buildUser(root, { company, allowedBrands: [brand.id], roles: ['affiliate', 'campaign'] })
  const terms = await build(root, 'terms', {
    name: 'Terms',
    company,
    holdsFrom: '2026-12-01',
    text: `First line\n- second; "third"\n=1+1`,
  })
  await build(root, 'termsAcceptance', { affiliate: affiliate.id, terms: terms.id })
  for (const entity of changed) {
    const [first] = (await root.get(`/api/${entity}?sort=["id","ASC"]&range=[0,0]`)).body as { id: number }[]
    for (const [source, value] of idsElsewhere(entity))
      expect((await root.put(`/api/${entity}/${first!.id}/external_id`, { source, value })).status).toBe(200)
  }
}

/** Ids of the first record of a kind in two systems, one of them called as people call things. */
const idsElsewhere = (entity: string) => [
  ['affilka', `=${entity}; "1"`],
  ['Income Access: (BR)', `00${entity.length}-${entity}`],
]

describe('an export that is imported again', () => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice()
    await fill(office.root)
  })
  afterAll(() => office.close())

  it.each(
    imported.flatMap((entity) =>
      (['csv', 'xlsx'] as const).flatMap((format) =>
        (['pt', 'en', 'es'] as const).map((language) => ({ entity, format, language })),
      ),
    ),
  )('changes nothing: $entity as $format in $language', async ({ entity, format, language }) => {
    const headers = { authorization: `Bearer ${office.root.token}` }
    const file = await office.app.inject({
      url: `/api/${entity}/export?format=${format}&language=${language}`,
      headers,
    })
    const answer = await office.app.inject({
      method: 'POST',
      url: `/api/${entity}/import?dryRun=false`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload: file.rawPayload,
    })
    const { created, updated, unchanged, refused, rows } = answer.json()
    expect({ created, updated, refused, isRead: rows > 0 && unchanged === rows }).toEqual({
      created: 0,
      updated: 0,
      refused: [],
      isRead: true,
    })
  })

  it.each(changed)(
    'tells the ids that other systems have, a column each, which find their record: %s',
    async (entity) => {
      const exported = await office.app.inject({
        url: `/api/${entity}/export?format=ndjson`,
        headers: { authorization: `Bearer ${office.root.token}` },
      })
      const told = exported.payload
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
      for (const [source, value] of idsElsewhere(entity)) {
        const named = told.filter((record) => record[`externalId:${source}`] === value)
        expect(named).toHaveLength(1)
        const filter = encodeURIComponent(JSON.stringify({ q: value }))
        const found = await office.root.get(`/api/${entity}?sort=["id","ASC"]&range=[0,9]&filter=${filter}`)
        expect(found.body).toMatchObject([{ id: named[0]!.id }])
      }
    },
  )

  it('gives ids of several systems from one file, and takes them back with the import', async () => {
    const brand = await buildBrand(office.root)
    const given = { company: brand.company as number, brands: [brand.id] }
    const affiliate = await buildAffiliate(office.root, given)
    const ids = async () => (await office.root.get(`/api/affiliate/${affiliate.id}/external_id`)).body
    await office.root.put(`/api/affiliate/${affiliate.id}/external_id`, { source: 'netRefer', value: 'old' })
    const send = async () =>
      (
        await office.app.inject({
          method: 'POST',
          url: '/api/affiliate/import?dryRun=false',
          headers: { authorization: `Bearer ${office.root.token}`, 'content-type': 'text/csv' },
          payload: `Token;External ID (affilka);ID externo (netRefer);externalId:own system\n${affiliate.token};4101;77;x-9\n`,
        })
      ).json()
    const sent = await send()
    expect(sent).toMatchObject({ updated: 1, refused: [] })
    expect(await ids()).toEqual([
      { source: 'affilka', value: '4101' },
      { source: 'netRefer', value: '77' },
      { source: 'own system', value: 'x-9' },
    ])
    expect(await send()).toMatchObject({ updated: 0, unchanged: 1 })
    expect((await office.root.post(`/api/import/${sent.id}/undo`, {})).body).toMatchObject({ undone: 1 })
    expect(await ids()).toEqual([{ source: 'netRefer', value: 'old' }])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#engine/declaration/actor.ts'
import { affiliateNotices } from '#features/affiliates/server/notices/notices.ts'
import {
  buildAffiliate,
  buildAffiliateTag,
  buildAnnouncement,
  buildBrand,
  buildCompany,
  buildStaff,
  type BuiltRecord,
} from '#tests/support/builders.ts'
import { type MailServer, openMailServer } from '#tests/support/mailServer.ts'
import { type Client, clientOf, type Office, openOffice } from '#tests/support/office.ts'
import { openPerson } from '#tests/support/person.ts'

const allRoles = ['affiliate', 'action', 'reward', 'activityPerAffiliate', 'entryByAffiliate', 'financial', 'manager']
let mail: MailServer
let office: Office
let company: BuiltRecord
let brand: BuiltRecord
let staff: Client & { readonly user: BuiltRecord }

beforeAll(async () => {
  mail = await openMailServer()
  office = await openOffice({
    variables: { SMTP_URL: mail.url, MAIL_FROM: 'office@example.com', PUBLIC_ORIGIN: 'https://office.example' },
  })
  company = await buildCompany(office.root)
  brand = await buildBrand(office.root, { company: company.id })
  staff = await staffWith(allRoles)
})
afterAll(async () => {
  await office?.close()
  mail?.close()
})

const staffWith = (roles: readonly string[]) =>
  buildStaff(office.app, office.root, { company: company.id, allowedBrands: [brand.id], roles })
const affiliateOf = (values: object = {}) =>
  buildAffiliate(office.root, { company: company.id, brands: [brand.id], ...values })
const announce = (values: object = {}) => buildAnnouncement(office.root, { company: company.id, ...values })
const send = async (by: Client, { id, version = 1 }: Record<string, unknown>) => {
  const { status, body } = await by.post(`/api/announcement/${String(id)}/send`, { version })
  return status === 200 ? 200 : `${status} ${body.code}`
}
const readBack = async ({ id }: BuiltRecord) => (await office.root.get(`/api/announcement/${id}`)).body
const announcementsOf = async ({ id }: BuiltRecord) => {
  const { client } = await openPerson(office, id)
  return (await client.get('/api/portal/overview')).body.announcements
}
/** Sends what is due. @returns the new mails */
async function mailed(): Promise<string[]> {
  const before = mail.mails.length
  const context = { database: office.database, environment: office.environment, now: () => new Date() }
  await affiliateNotices.run({ context, signal: new AbortController().signal, actor: systemActor('x') } as never)
  return mail.mails.slice(before)
}

describe('the manager and tags of an affiliate', () => {
  it('narrow lists to the affiliates that have them', async () => {
    const tag = await buildAffiliateTag(office.root, { company: company.id })
    const [tagged, managed] = [await affiliateOf({ tags: [tag.id] }), await affiliateOf({ manager: staff.user.id })]
    const found = async (filter: object) =>
      (await staff.get(`/api/affiliate?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body.map(
        ({ id }: BuiltRecord) => id,
      )
    expect(await found({ tags: [tag.id] })).toEqual([tagged.id])
    expect(await found({ manager: [staff.user.id] })).toEqual([managed.id])
  })

  it('are of the same company', async () => {
    const foreign = await buildAffiliateTag(office.root, { company: (await buildCompany(office.root)).id })
    const { id, version } = await affiliateOf()
    const answer = await office.root.put(`/api/affiliate/${id}`, { version, tags: [foreign.id] })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['tags']])
  })

  it('are not told to the affiliate', async () => {
    const { id } = await affiliateOf({ manager: staff.user.id })
    const { client: person } = await openPerson(office, id)
    const { body } = await person.get(`/api/affiliate/${id}`)
    expect([body.id, 'manager' in body, 'tags' in body]).toEqual([id, false, false])
  })

  it('narrow reports as the affiliates themselves do', async () => {
    const tag = await buildAffiliateTag(office.root, { company: company.id })
    const [one, other] = [await affiliateOf({ tags: [tag.id] }), await affiliateOf({ tags: [tag.id] })]
    const month = 'from=2030-05-01&to=2030-05-28'
    const report = async (query: string) => (await staff.get(`/api/report/affiliateActivity?${month}&${query}`)).body
    const byTag = await report(`tag=${tag.id}`)
    expect(byTag).toEqual(await report(`affiliate=${one.id},${other.id}`))
    expect(await report(`tag=${tag.id}&affiliate=${one.id}`)).toEqual(await report(`affiliate=${one.id}`))
    expect((await report(`manager=${staff.user.id}&tag=${tag.id}`)).rows).toEqual([])
    const foreign = await buildAffiliateTag(office.root, { company: (await buildCompany(office.root)).id })
    expect((await report(`tag=${foreign.id}`)).code).toBe('invalid_tag')
  })
})

describe('an announcement', () => {
  it('reaches all affiliates of its company, each in its language, in the portal and by e-mail', async () => {
    const own = await buildCompany(office.root)
    const shop = await buildBrand(office.root, { company: own.id })
    const inCompany = { company: own.id, brands: [shop.id] }
    const [brazilian, english] = [
      await buildAffiliate(office.root, { ...inCompany, language: 'pt' }),
      await buildAffiliate(office.root, { ...inCompany, language: 'en' }),
    ]
    const elsewhere = await affiliateOf()
    const translations = [{ language: 'en', subject: 'A new brand', text: 'Bet Two opens.' }]
    const made = await buildAnnouncement(office.root, {
      company: own.id,
      subject: 'Nova marca',
      text: 'Bet Dois abre.',
      translations,
    })
    expect((await readBack(made)).audience).toBe(2)
    expect(await send(office.root, made)).toBe(200)
    expect(await readBack(made)).toMatchObject({ state: 'sent', sentTo: 2, sentBy: 'root@office.test' })
    expect(await announcementsOf(brazilian)).toMatchObject([{ subject: 'Nova marca', text: 'Bet Dois abre.' }])
    expect(await announcementsOf(english)).toMatchObject([{ subject: 'A new brand', text: 'Bet Two opens.' }])
    expect(await announcementsOf(elsewhere)).toEqual([])
    const mails = await mailed()
    expect(mails).toHaveLength(2)
    expect(
      mails.filter((text) => text.includes('Subject: A new brand') && text.includes('Bet Two opens.')),
    ).toHaveLength(1)
  })

  it('reaches each of the people of an affiliate once, in their own language', async () => {
    const tag = await buildAffiliateTag(office.root, { company: company.id })
    const affiliate = await affiliateOf({ tags: [tag.id], language: 'pt' })
    const { client, person } = await openPerson(office, affiliate.id)
    await client.post(`/api/affiliate/${affiliate.id}/language`, { language: 'pt' })
    const { version } = (await office.root.get(`/api/affiliateUser/${person.id}`)).body
    await office.root.put(`/api/affiliateUser/${person.id}`, { version, language: 'es' })
    await mailed()
    const translations = [{ language: 'es', subject: 'Marca nueva', text: 'Abre el lunes.' }]
    expect(await send(staff, await announce({ brands: [brand.id], tags: [tag.id], translations }))).toBe(200)
    const mails = await mailed()
    const to = (email: unknown) => mails.filter((mail) => mail.includes(`To: ${String(email)}`))
    expect([to(person.email).length, to(affiliate.email).length, mails.length]).toEqual([1, 1, 2])
    expect(to(person.email)[0]).toContain('Abre el lunes.')
    expect((await client.get('/api/portal/overview')).body.announcements).toMatchObject([{ subject: 'Marca nueva' }])
  })

  it('reaches those alone that are of what it names', async () => {
    const tag = await buildAffiliateTag(office.root, { company: company.id })
    const [heard, unheard] = [await affiliateOf({ tags: [tag.id] }), await affiliateOf()]
    const suspended = await affiliateOf({ tags: [tag.id] })
    await office.root.post(`/api/affiliate/${suspended.id}/suspend`, { reason: 'looked into' })
    const made = await announce({ brands: [brand.id], tags: [tag.id] })
    expect(await send(staff, made)).toBe(200)
    expect((await readBack(made)).sentTo).toBe(1)
    expect([(await announcementsOf(heard)).length, (await announcementsOf(unheard)).length]).toEqual([1, 0])
  })

  it('is sent once, and then stays as it is', async () => {
    await affiliateOf()
    const made = await announce()
    expect(await send(office.root, made)).toBe(200)
    const { version } = await readBack(made)
    expect(await send(office.root, { id: made.id, version })).toBe('409 announcement_was_sent')
    const changed = await office.root.put(`/api/announcement/${made.id}`, { version, text: 'Other' })
    expect(JSON.stringify(changed.body)).toContain('announcement_was_sent')
    const removed = await office.root.delete(`/api/announcement/${made.id}`)
    expect(JSON.stringify(removed.body)).toContain('announcement_was_sent')
    expect((await readBack(made)).text).toBe('A new brand.')
  })

  it('is not sent to nobody, by who may not, or of brands that the sender does not see', async () => {
    const tag = await buildAffiliateTag(office.root, { company: company.id })
    expect(await send(office.root, await announce({ tags: [tag.id] }))).toBe('409 announcement_for_nobody')
    expect(await send(await staffWith(['affiliate']), await announce({ brands: [brand.id] }))).toBe('403 forbidden')
    const other = await buildBrand(office.root, { company: company.id })
    await affiliateOf({ brands: [other.id] })
    expect(await send(staff, await announce({ brands: [other.id] }))).toBe('409 announcement_reaches_further')
    expect(await send(staff, await announce())).toBe('409 announcement_reaches_further')
    expect(await send(staff, await announce({ brands: [brand.id] }))).toBe(200)
  })

  it('says each language once', async () => {
    const { status, body } = await office.root.post('/api/announcement', {
      company: company.id,
      subject: 'News',
      text: 'News',
      language: 'pt',
      translations: [{ language: 'pt', subject: 'News', text: 'News' }],
    })
    expect([status, Object.keys(body.errors)]).toEqual([400, ['translations.0.language']])
  })
})

describe('looking at the portal as an affiliate', () => {
  const view = async (by: Client, { id }: BuiltRecord) => {
    const { status, body } = await by.post(`/api/affiliate/${id}/view`, {})
    return status === 200 ? clientOf(office.app, body.accessToken) : `${status} ${body.code}`
  }
  const viewing = async (affiliate: BuiltRecord) => (await view(staff, affiliate)) as Client

  it('shows what the affiliate sees, and says who looks', async () => {
    const affiliate = await affiliateOf()
    const viewer = await viewing(affiliate)
    const { client: person } = await openPerson(office, affiliate.id)
    for (const path of ['/api/portal/overview', '/api/portal/deal', `/api/affiliate/${affiliate.id}`, '/api/action'])
      expect([path, (await viewer.get(path)).body]).toEqual([path, (await person.get(path)).body])
    expect((await viewer.get('/api/me')).body).toMatchObject({ affiliate: affiliate.id, viewedBy: staff.user.email })
  })

  it("changes nothing, and shows nothing that is the affiliate's alone", async () => {
    const affiliate = await affiliateOf()
    const viewer = await viewing(affiliate)
    const codeOf = ({ status, body }: { status: number; body: any }) => `${status} ${body.code}`
    const { version } = affiliate
    expect(codeOf(await viewer.put(`/api/affiliate/${affiliate.id}`, { version, alias: 'x' }))).toBe('409 view_only')
    expect(codeOf(await viewer.post(`/api/affiliate/${affiliate.id}/language`, { language: 'en' }))).toBe(
      '409 view_only',
    )
    expect(codeOf(await viewer.post('/api/action', {}))).toBe('409 view_only')
    for (const path of ['/api/portal/mfa', '/api/portal/history', '/api/session'])
      expect([path, codeOf(await viewer.get(path))]).toEqual([path, '409 view_only'])
    expect(codeOf(await viewer.get('/api/brand'))).not.toMatch(/^200/)
  })

  it('is for staff who read in the office what it shows, of affiliates that they see', async () => {
    const affiliate = await affiliateOf()
    for (const missing of allRoles.filter((role) => role !== 'manager'))
      expect(await view(await staffWith(allRoles.filter((role) => role !== missing)), affiliate)).toBe('403 forbidden')
    const foreign = await buildAffiliate(office.root)
    expect(await view(staff, foreign)).toBe('404 not_found')
    expect(await view(await viewing(affiliate), affiliate)).toBe('403 forbidden')
  })

  it('ends with a role that it needs', async () => {
    const affiliate = await affiliateOf()
    const other = await staffWith(allRoles)
    const viewer = (await view(other, affiliate)) as Client
    expect((await viewer.get('/api/me')).status).toBe(200)
    const { version } = (await office.root.get(`/api/user/${other.user.id}`)).body
    const roles = allRoles.filter((role) => role !== 'financial')
    expect((await office.root.put(`/api/user/${other.user.id}`, { version, roles })).status).toBe(200)
    expect((await viewer.get('/api/me')).status).toBe(403)
  })

  it('stands in the log of the affiliate, and ends with the viewer', async () => {
    const affiliate = await affiliateOf()
    const other = await staffWith(allRoles)
    const viewer = (await view(other, affiliate)) as Client
    expect((await viewer.get('/api/me')).status).toBe(200)
    const filter = encodeURIComponent(
      JSON.stringify({ object: 'affiliate', objectId: affiliate.id, operation: 'viewPortal' }),
    )
    expect((await office.root.get(`/api/activityLog?filter=${filter}`)).body).toHaveLength(1)
    const { version } = (await office.root.get(`/api/user/${other.user.id}`)).body
    await office.root.put(`/api/user/${other.user.id}`, { version, suspended: true })
    expect((await viewer.get('/api/me')).status).toBe(403)
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAccessKey,
  buildAffiliate,
  type BuiltRecord,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Client, clientOf, type Office, openOffice, signInAs } from '#tests/support/office.ts'

let office: Office
let brand: BuiltRecord
let affiliate: BuiltRecord
let ana: Client
let bruno: Client
const password = 'Invited-Person-7'

beforeAll(async () => {
  office = await openOffice()
  const { root } = office
  const company = await buildCompany(root, { keyChanges: 'second' })
  brand = await buildBrand(root, { company: company.id })
  const automatic = { paymentType: 'automatic', paymentKeyType: 'email', paymentKey: 'nina@old.example' }
  affiliate = await buildAffiliate(root, { company: company.id, brands: [brand.id], ...automatic })
  const roles = ['affiliate', 'action', 'campaign', 'financial', 'paymentByAffiliate', 'entryByAffiliate']
  const staff = { company: company.id, allowedBrands: [brand.id], roles }
  ana = await buildStaff(office.app, root, staff)
  bruno = await buildStaff(office.app, root, staff)
})
afterAll(() => office?.close())

/** A session of one of the affiliate's people, let in by the link that this member of staff was shown. */
async function invitedBy(staff: Client, email: string): Promise<Client> {
  const made = await staff.post('/api/affiliateUser', { name: 'Nina', email, affiliate: affiliate.id })
  expect(made.status).toBe(200)
  const { body } = await staff.post(`/api/affiliateUser/${made.body.id}/invite`, {})
  const token = String(body.link).split('#')[1]
  const accepted = await office.nobody.post('/api/invitation/accept', {
    token,
    password,
    passwordConfirmation: password,
  })
  expect(accepted.status).toBe(200)
  return signInAs(office.app, { email, password })
}
/** A session that an access key opened, made by this member of staff. */
async function withKeyOf(staff: Client): Promise<Client> {
  const token = await buildAccessKey(staff, 'affiliate', affiliate.id, { scope: 'signIn' })
  return clientOf(office.app, (await office.nobody.post('/login/affiliate', { token })).body.accessToken)
}
const codeOf = async (answer: Promise<{ status: number; body: any }>) => {
  const { status, body } = await answer
  return status === 200 ? 200 : `${status} ${body.code}`
}

describe('what is done through an account that a member of staff handed themselves', () => {
  it('does not pass as another person’s when a site is approved, of a key or of a person they invited', async () => {
    for (const [index, session] of [await withKeyOf(ana), await invitedBy(ana, 'nina@sites.example')].entries()) {
      const site = await session.post('/api/affiliateSite', {
        address: `https://site-${index}.example`,
        kind: 'website',
        usage: 'Reviews',
      })
      expect(site.status).toBe(200)
      const approve = (by: Client) =>
        codeOf(by.post(`/api/affiliateSite/${site.body.id}/approve`, { version: site.body.version }))
      expect(await approve(ana)).toBe('422 approver_not_apart')
      expect(await approve(bruno)).toBe(200)
    }
  })

  it('is named in the log with who made the key, or let the person in', async () => {
    const site = await (
      await withKeyOf(ana)
    ).post('/api/affiliateSite', { address: 'https://named.example', kind: 'website', usage: 'Reviews' })
    const { rows } = await sql<{ actor: string }>`select actor from activity_log where object = 'affiliateSite'
      and object_id = ${String(site.body.id)} order by id`.execute(office.database.db)
    expect(rows[0]!.actor).toMatch(/ \(….{4} · .+@.+\)$/)
  })

  it('does not release a payment key that was changed so', async () => {
    const nina = await invitedBy(ana, 'nina@keys.example')
    const { version } = (await office.root.get(`/api/affiliate/${affiliate.id}`)).body
    const change = { version, paymentKeyType: 'email', paymentKey: 'puppet@elsewhere.example' }
    expect(await codeOf(nina.put(`/api/affiliate/${affiliate.id}`, change))).toBe(200)
    const release = (by: Client) =>
      codeOf(by.post(`/api/payment/affiliate/${affiliate.id}/release`, { reason: 'seen' }))
    expect(await release(ana)).toBe('422 approver_not_apart')
    expect(await release(bruno)).toBe(200)
    expect(await release(bruno)).toBe('422 approver_not_apart')
  })

  it('does not approve a promo code that was asked for so', async () => {
    const campaign = await buildCampaign(office.root, { brand: brand.id })
    const action = await ana.post('/api/action', { name: 'Blog', campaign: campaign.id, affiliate: affiliate.id })
    const nina = await invitedBy(ana, 'nina@codes.example')
    const code = await nina.post('/api/promoCode', { code: 'NINA10', brand: brand.id, action: action.body.id })
    expect(code.body).toMatchObject({ state: 'waiting' })
    expect(await codeOf(ana.post(`/api/promoCode/${code.body.id}/approve`))).toBe('422 approver_not_apart')
    expect(await codeOf(bruno.post(`/api/promoCode/${code.body.id}/approve`))).toBe(200)
  })
})

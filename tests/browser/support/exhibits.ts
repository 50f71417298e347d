import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { type ProfileName, profiles } from '#resources/roles.ts'
import type { Database } from '#engine/server/database/connect.ts'
import {
  build,
  buildAffiliateUser,
  buildApplication,
  buildCompany,
  buildAffiliateSite,
  buildPromoCode,
  buildMedia,
  buildPastPayment,
  buildPeriod,
  buildSignalTarget,
  buildAffiliateTag,
  buildAnnouncement,
  buildRedirectHost,
  builtPassword,
  buildUser,
} from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Client } from '#tests/support/office.ts'
import type { Exhibits } from './routes.ts'

/** A feed file of four events that name a link nobody has made. */
export const feedFile = new URL('activity.csv', import.meta.url)

/** The e-mail of the person of a profile; all of them have `builtPassword`. */
export const emailOf = (profile: ProfileName) => `${profile.toLowerCase()}@office.test`

/**
 * Prepares an office with the demo data to be looked at, so that no page stands empty: a person of each profile,
 * payments that were made, an entry paid by hand, an uploaded feed file.
 * @param root the root user, of the demo's company
 */
export async function prepareExhibits({ root, db }: { root: Client; db: Database['db'] }): Promise<Exhibits> {
  const first = async (resource: string, filter: object = {}) =>
    (
      await root.get(
        `/api/${resource}?sort=["id","ASC"]&range=[0,0]&filter=${encodeURIComponent(JSON.stringify(filter))}`,
      )
    ).body[0]
  const brand = await first('brand')
  const partner = await first('partner')
  const users = await makePeople(root, {
    company: brand.company,
    partner: partner.id,
    brands: (await root.get('/api/brand')).body.map(({ id }: { id: number }) => id),
  })
  const affiliate = await first('affiliate', { paymentType: 'automatic' })
  await payTwice(root, db)
  await root.post(`/api/brand/${brand.id}/feed?name=activity.csv&createMissing=true`, readFileSync(feedFile, 'utf8'), {
    'content-type': 'text/csv',
  })
  // In force so late that it binds nobody whom another test changes.
  const terms = await build(root, 'terms', {
    company: brand.company,
    name: 'Terms to come',
    holdsFrom: '2999-01-01',
    text: 'What the profile says is what is paid.',
  })
  const signalTarget = await buildSignalTarget(root, { company: brand.company, brands: [brand.id] })
  // Nothing answers there: it is given up at once, and stands among the deliveries.
  await root.post(`/api/signalTarget/${signalTarget.id}/test`)
  const affiliateSite = await buildAffiliateSite(root, { affiliate: affiliate.id })
  const media = await buildMedia(root, { brand: brand.id })
  // As if somebody else had written them: who did does not approve them.
  for (const table of ['affiliate_site', 'media'])
    await sql`update ${sql.table(table)} set sys_changed_by = null`.execute(db)
  return {
    ids: {
      user: users.get('Manager')!,
      affiliate: affiliate.id,
      action: (await first('action')).id,
      campaign: (await first('campaign')).id,
      reward: (await first('reward', { calculation: 'dynamic' })).id,
      rewardProfile: (await first('rewardProfile')).id,
      brand: brand.id,
      partner: partner.id,
      partnerLevel: (await first('partnerLevel')).id,
      subBrand: (await first('subBrand')).id,
      pastPayment: (await buildPastPayment(root, { affiliate: affiliate.id })).id,
      affiliateTag: (await buildAffiliateTag(root)).id,
      announcement: (await buildAnnouncement(root)).id,
      redirectHost: (await buildRedirectHost(root, { brand: brand.id })).id,
      promoCode: (await buildPromoCode(root, { action: (await first('action')).id })).id,
      affiliateSite: affiliateSite.id,
      media: media.id,
      signalTarget: signalTarget.id,
      signalDelivery: (await first('signalDelivery')).id,
      terms: terms.id,
      termsAcceptance: (await build(root, 'termsAcceptance', { affiliate: affiliate.id, terms: terms.id })).id,
      application: (await buildApplication(root, { brand })).id,
      affiliateUser: (await buildAffiliateUser(root, { affiliate: affiliate.id })).id,
      company: brand.company,
      period: (await buildPeriod(root, { company: brand.company })).id,
      correction: (
        await build(root, 'correction', {
          object: 'reward',
          id: (await first('reward', { calculation: 'fixed', productType: 'bets' })).id,
          values: { adminFee: 1 },
          validFrom: '2026-01-01',
          reason: 'Typed without the fee',
        })
      ).id,
      payment: (await eventually(() => first('payment'), { what: () => 'a payment' })).id,
    },
    partnerToken: partner.token,
    enrollingEmail: (
      await buildUser(root, { company: (await buildCompany(root, { name: 'Casa Segura', twoStep: 'required' })).id })
    ).email,
  }
}

async function makePeople(
  root: Client,
  { company, partner, brands }: { company: number; partner: number; brands: number[] },
): Promise<Map<ProfileName, number>> {
  const users = new Map<ProfileName, number>()
  for (const profile of Object.keys(profiles) as ProfileName[]) {
    const user = await build(root, 'user', {
      name: `${profile} of the office`,
      email: emailOf(profile),
      password: builtPassword,
      passwordConfirmation: builtPassword,
      company,
      allowedBrands: brands,
      roles: profiles[profile],
      profile,
      language: 'pt',
      ...(profile === 'Partner' ? { partner } : {}),
    })
    users.set(profile, user.id)
  }
  return users
}

/** One owner automatically, one entry by hand. */
async function payTwice(root: Client, db: Database['db']): Promise<void> {
  // A key that was just entered is paid to only after a while.
  await sql`delete from payment_hold`.execute(db)
  const pending = async (paymentType: string) =>
    (
      await sql<{ id: number; affiliate: number }>`
    select entry.id, entry.affiliate from entry join affiliate on affiliate.id = entry.affiliate
      where entry.status = 'pending' and entry.value > 0 and affiliate.payment_type = ${paymentType} order by entry.id
      limit 1`.execute(db)
    ).rows[0]!
  await expectDone(
    root.post(
      `/api/payment/affiliate/${(await pending('automatic')).affiliate}`,
      {},
      { 'idempotency-key': 'exhibit-automatic' },
    ),
  )
  await expectDone(
    root.post(
      `/api/entry/${(await pending('manual')).id}/payment`,
      { paidAt: new Date().toISOString().slice(0, 10), reference: 'PIX 1', note: null },
      { 'idempotency-key': 'exhibit-manual' },
    ),
  )
}

async function expectDone(answer: ReturnType<Client['post']>): Promise<void> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`An exhibit was refused with ${status}: ${JSON.stringify(body)}`)
}

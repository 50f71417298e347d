import { sql } from 'kysely'
import { roleKeys } from '#resources/roles.ts'
import {
  build,
  type BuiltRecord,
  buildAction,
  buildAffiliate,
  buildAffiliateSite,
  buildApplication,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildMedia,
  buildPartner,
  buildPromoCode,
  buildPeriod,
  buildReward,
  buildRewardProfile,
  buildStaff,
  buildSubBrand,
  buildUser,
} from '#tests/support/builders.ts'
import { type Client, clientOf, openOffice, type Office } from '#tests/support/office.ts'
import { makeWorld } from '#tests/support/money/world.ts'

/** Whose a planted record or amount is: the first brand's, the second's of the same company, another company's. */
export type Side = 'one' | 'two' | 'other'

/** What was planted for a side: records by entity, each with the side's mark in its name. */
export type Planted = Readonly<Record<string, BuiltRecord>>

/** The side's mark, part of every name that was planted for it. */
export const markOf: Readonly<Record<Side, string>> = { one: 'FENCEONE', two: 'FENCETWO', other: 'FENCEOTHER' }

/** The mark of what belongs to the whole first company. */
const homeMark = 'FENCEHOME'

/**
 * What each side turns over on the one day, and what of it is earned at 30 %. No other amount of the world is like
 * them.
 */
const turnovers: Readonly<Record<Side, number>> = { one: 1111.19, two: 7777.13, other: 6666.17 }
const earned = (turnover: number) => (Math.round(turnover * 30) / 100).toFixed(2)

/** The texts of a side that nobody else may read. */
export function secretsOf(side: Side): string[] {
  const turnover = turnovers[side]
  // With the first brand's part in it a sum would tell as much.
  return [
    markOf[side],
    turnover.toFixed(2),
    earned(turnover),
    (turnovers.one + turnover).toFixed(2),
    earned(turnovers.one + turnover),
  ].map((text) => text.replace(/\.?0+$/, ''))
}

/** The mark of another affiliate of the first brand, and what it turned over. */
const nextMark = 'FENCENEXT'
const nextTurnover = 5555.57

/** Somebody who reads, and whose secrets it must not find. */
export interface Reader {
  readonly name: string
  readonly client: Client
  readonly foreign: readonly Side[]
  /** An access key that goes with every question to a report. */
  readonly key?: { readonly name: 'affiliateToken' | 'partnerToken'; readonly value: string }
  /** Texts that it must not find either: of its own company, but out of its sight. */
  readonly secrets?: readonly string[]
}

/** Somebody's own things, by id. */
export interface Kept {
  readonly reader: string
  readonly download: number
  readonly schedule: number
  readonly views: readonly number[]
}

/** Fills what somebody keeps: everything named by the mark of the side it tells of. */
async function keepThings(
  client: Client,
  { reader, mark, brand }: { reader: string; mark: string; brand: number },
): Promise<Kept> {
  const made = async (path: string, body: object) => {
    const answer = await client.post(path, body)
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id as number
  }
  const asFile = { format: 'csv', language: 'en' }
  const views = [
    { report: 'affiliateActivity', name: `${mark} view`, query: `preset=lastMonth&brand=${brand}&sort=-ngr` },
    {
      list: 'affiliate',
      name: `${mark} list`,
      query: `filter=${encodeURIComponent(`{"brands":[${brand}],"q":"${mark}"}`)}`,
    },
  ]
  const [ofReport, ofList] = [await made('/api/me/view', views[0]!), await made('/api/me/view', views[1]!)]
  return {
    reader,
    download: await made('/api/me/downloads', {
      ...asFile,
      report: 'affiliateActivity',
      query: `from=2026-01-01&to=2026-01-31&brand=${brand}`,
    }),
    schedule: await made('/api/me/schedules', {
      ...asFile,
      view: ofReport,
      repeats: 'monthly',
      monthDay: 1,
      period: 'lastMonth',
    }),
    views: [ofReport, ofList],
  }
}

/** Two companies, three brands, an affiliate that two of them share, a partner above it, and those who read. */
export interface FenceWorld {
  readonly office: Office
  readonly planted: Readonly<Record<Side, Planted>>
  readonly shared: BuiltRecord
  /** Another affiliate of the first brand, and its link. */
  readonly next: BuiltRecord
  readonly nextLink: BuiltRecord
  /** What somebody of a company keeps for themselves: a file of a report, a plan for more of them, saved views. */
  readonly kept: readonly Kept[]
  readonly readers: readonly Reader[]
}

async function plant(root: Client, side: Side, company: BuiltRecord): Promise<Planted> {
  const named = (kind: string) => ({ name: `${markOf[side]} ${kind}` })
  const brand = await buildBrand(root, { ...named('brand'), company: company.id, minimumPayout: turnovers[side] })
  // Rules and users belong to the whole company.
  const ofCompany = (kind: string) => ({
    name: `${side === 'other' ? markOf.other : homeMark} ${kind} ${side}`,
    company: company.id,
  })
  const rewards: number[] = []
  for (const productType of ['bets', 'games', 'lotto', 'cpa']) {
    rewards.push((await buildReward(root, { ...ofCompany(productType), productType })).id)
  }
  const rewardProfile = await buildRewardProfile(root, { ...ofCompany('profile'), rewards })
  const affiliate = await buildAffiliate(root, {
    ...named('affiliate'),
    company: company.id,
    brands: [brand.id],
    rewardProfile: rewardProfile.id,
    paymentType: 'manual',
  })
  const campaign = await buildCampaign(root, { ...named('campaign'), brand: brand.id })
  const action = await buildAction(root, { ...named('link'), campaign: campaign.id, affiliate: affiliate.id })
  const partner = await buildPartner(root, { ...named('partner'), company: company.id, affiliates: [affiliate.id] })
  const subBrand = await buildSubBrand(root, { ...named('sub brand'), brand: brand.id, partners: [partner.id] })
  const user = await buildUser(root, { ...ofCompany('user'), allowedBrands: [brand.id] })
  const reward = { id: rewards[0]! } as BuiltRecord
  // Two brands of a company have its periods in common.
  const period: Planted =
    side === 'two'
      ? {}
      : { period: await buildPeriod(root, { company: company.id, from: '2026-01-01', to: '2026-01-31' }) }
  const correction: Planted =
    side === 'two'
      ? {}
      : {
          correction: await build(root, 'correction', {
            object: 'reward',
            id: rewards[0],
            values: { percentage: 29 },
            validFrom: '2026-01-01',
            reason: ofCompany('correction').name,
          }),
        }
  // Long before they are in force: rules may change as if there were none.
  const terms = await build(root, 'terms', {
    ...ofCompany('terms'),
    holdsFrom: '2999-01-01',
    text: ofCompany('text').name,
  })
  const termsAcceptance = await build(root, 'termsAcceptance', {
    affiliate: affiliate.id,
    terms: terms.id,
    note: named('acceptance').name,
  })
  const affiliateUser = await build(root, 'affiliateUser', {
    ...named('person'),
    email: `${side}@fence.example`,
    affiliate: affiliate.id,
  })
  const promoCode = await buildPromoCode(root, { code: markOf[side], action: action.id })
  const affiliateSite = await buildAffiliateSite(root, { affiliate: affiliate.id, usage: named('site').name })
  const media = await buildMedia(root, { ...named('medium'), brand: brand.id })
  const application = await buildApplication(root, { ...named('application'), brand })
  const signalTarget = await build(root, 'signalTarget', {
    ...named('signals'),
    company: company.id,
    kind: 'webhook',
    address: `https://signals.example/${markOf[side]}`,
    signals: ['registration'],
    brands: [brand.id],
  })
  return {
    brand,
    affiliateSite,
    promoCode,
    media,
    signalTarget,
    rewardProfile,
    reward,
    affiliate,
    terms,
    termsAcceptance,
    affiliateUser,
    application,
    campaign,
    action,
    partner,
    subBrand,
    user,
    ...period,
    ...correction,
    ...(side === 'other' ? { company } : {}),
  }
}

/** A signal of a side that was given up by its target. */
async function plantDelivery(
  { database: { db } }: Office,
  side: Side,
  { brand, affiliate, signalTarget }: Planted,
): Promise<BuiltRecord> {
  const brands = `{${brand!.id}}`
  const data = JSON.stringify({ mark: markOf[side] })
  const { rows } = await sql<BuiltRecord>`with made as (
      insert into signal (name, order_key, company, brands, affiliate, at, data, is_spread)
      values ('registration', ${markOf[side]}, ${brand!.company}, ${brands}::text::bigint[], ${affiliate!.id}, now(),
        ${data}::text::jsonb, true) returning id)
    insert into signal_delivery (sys_signal, signal_id, signal, target, company, brands, affiliate, order_key, state,
      tries, answer)
    select id, 'sig_' || id, 'registration', ${signalTarget!.id}, ${brand!.company}, ${brands}::text::bigint[],
      ${affiliate!.id}, ${markOf[side]}, 'dead', 1, ${markOf[side]} from made returning id, version`.execute(db)
  return rows[0]!
}

/** Makes the world: every side's records, a day of activity of each, closed, entries and a payment. */
export async function openFenceWorld(): Promise<FenceWorld> {
  const office = await openOffice()
  const { root } = office
  const [home, abroad] = [
    await buildCompany(root, { name: 'Home' }),
    await buildCompany(root, { name: `${markOf.other} company` }),
  ]
  const planted = {
    one: await plant(root, 'one', home),
    two: await plant(root, 'two', home),
    other: await plant(root, 'other', abroad),
  }
  const shared = await buildAffiliate(root, {
    name: 'Shared',
    company: home.id,
    brands: [planted.one.brand!.id, planted.two.brand!.id],
    rewardProfile: planted.one.rewardProfile!.id,
    paymentType: 'manual',
  })
  // Another affiliate of the first brand, by the rules of the second so that those of the first are its own affiliate's.
  const next = await buildAffiliate(root, {
    name: `${nextMark} affiliate`,
    company: home.id,
    brands: [planted.one.brand!.id],
    rewardProfile: planted.two.rewardProfile!.id,
    paymentType: 'manual',
  })
  const nextLink = await buildAction(root, {
    name: `${nextMark} link`,
    campaign: planted.one.campaign!.id,
    affiliate: next.id,
  })
  const above = await buildPartner(root, { name: 'Above', company: home.id, affiliates: [shared.id] })
  const { db } = office.database
  for (const table of ['affiliate_history', 'partner_history', 'partner_level_history'])
    await sql`update ${sql.table(table)} set valid_from = '-infinity'`.execute(db)
  const world = makeWorld(office.database, { now: new Date() })
  for (const side of ['one', 'two', 'other'] as const) {
    const { brand, affiliate, action } = planted[side]
    for (const owner of side === 'other' ? [affiliate!.id] : [affiliate!.id, shared.id]) {
      await world.activity({
        affiliate: owner,
        brand: brand!.id,
        action: action!.id,
        day: '2026-01-02',
        turnover: turnovers[side],
      })
    }
  }
  await world.activity({
    affiliate: next.id,
    brand: planted.one.brand!.id,
    action: nextLink.id,
    day: '2026-01-02',
    turnover: nextTurnover,
  })
  await world.close('2026-01-01', '2026-01-31')
  for (const side of ['one', 'two', 'other'] as const)
    planted[side] = { ...planted[side], signalDelivery: await plantDelivery(office, side, planted[side]) }
  const staff = (name: string, values: object) => buildStaff(office.app, root, { name, roles: roleKeys, ...values })
  const manager = await staff('Manager of one', { company: home.id, allowedBrands: [planted.one.brand!.id] })
  const other = await staff('Manager of other', { company: abroad.id, allowedBrands: [planted.other.brand!.id] })
  const tied = await staff('Tied', {
    company: home.id,
    allowedBrands: [planted.one.brand!.id, planted.two.brand!.id],
    partner: above.id,
  })
  const managing = await staff('Managing', {
    company: home.id,
    allowedBrands: [planted.one.brand!.id, planted.two.brand!.id],
    ownAffiliates: true,
  })
  const { version } = (await root.get(`/api/affiliate/${shared.id}`)).body
  await root.put(`/api/affiliate/${shared.id}`, { version, manager: managing.user.id })
  const keyOf = async (kind: string, id: number, scope: string) =>
    (await root.post(`/api/${kind}/${id}/access_key`, { label: 'Walk', scope })).body.key as string
  const signInByKey = async (kind: string, id: number) =>
    office.nobody.post(`/login/${kind}`, { token: await keyOf(kind, id, 'signIn') })
  const [ofPartner, ofAffiliate] = [planted.one.partner!.id, planted.one.affiliate!.id]
  const partnersKey = await keyOf('partner', ofPartner, 'reports')
  const session = await signInByKey('partner', ofPartner)
  const affiliatesKey = await keyOf('affiliate', ofAffiliate, 'reports')
  const affiliates = await signInByKey('affiliate', ofAffiliate)
  const kept = [
    await keepThings(manager, {
      reader: 'a manager of the first brand',
      mark: markOf.one,
      brand: planted.one.brand!.id,
    }),
    await keepThings(other, {
      reader: 'a manager of another company',
      mark: markOf.other,
      brand: planted.other.brand!.id,
    }),
  ]
  return {
    office,
    planted,
    shared,
    next,
    nextLink,
    kept,
    readers: [
      { name: 'a manager of the first brand', client: manager, foreign: ['two', 'other'] },
      { name: 'a manager of another company', client: other, foreign: ['one', 'two'], secrets: [homeMark] },
      {
        name: 'somebody tied to a partner',
        client: tied,
        foreign: ['other'],
        secrets: ['one', 'two'].map((side) => `${markOf[side as Side]} affiliate`),
      },
      {
        name: 'somebody who sees the affiliates that they manage alone',
        client: managing,
        foreign: ['other'],
        // Those of others, at brands that this user sees, and what partners earn.
        secrets: [
          nextMark,
          String(nextTurnover),
          earned(nextTurnover),
          ...['one', 'two'].flatMap((side) => [
            `${markOf[side as Side]} affiliate`,
            `${markOf[side as Side]} link`,
            `${markOf[side as Side]} partner`,
          ]),
        ],
      },
      {
        name: 'a partner of the first brand',
        client: clientOf(office.app, session.body.accessToken as string),
        foreign: ['two', 'other'],
      },
      {
        name: 'an affiliate of the first brand',
        client: clientOf(office.app, affiliates.body.accessToken as string),
        foreign: ['two', 'other'],
        // Others of its own brand, and the operator's people, partners and corrections.
        secrets: [
          nextMark,
          String(nextTurnover),
          earned(nextTurnover),
          `${homeMark} user`,
          `${homeMark} correction`,
          `${markOf.one} partner`,
          `${markOf.one} sub brand`,
          'Manager of',
          'Shared',
          '"Above"',
          '"Tied"',
        ],
      },
      {
        name: 'an affiliate of the first brand by its key',
        client: office.nobody,
        foreign: ['two', 'other'],
        secrets: [homeMark],
        key: { name: 'affiliateToken', value: affiliatesKey },
      },
      {
        name: 'a partner of the first brand by its key',
        client: office.nobody,
        foreign: ['two', 'other'],
        secrets: [homeMark],
        key: { name: 'partnerToken', value: partnersKey },
      },
      { name: 'nobody', client: office.nobody, foreign: ['one', 'two', 'other'], secrets: [homeMark] },
    ],
  }
}

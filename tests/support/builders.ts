import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { addDays, endOfMonth } from '#engine/values/calendar.ts'
import { type Client, signInAs } from './office.ts'

/*
 * Builders make records through the API, as people do. Each fills in what must be filled in, with values of its own, so
 * that a test names
 * only what it is about: `await buildAffiliate(root, { paymentType: 'manual', brands: [brand.id] })`.
 */

/** A record as the API answers it. */
export type BuiltRecord = { readonly id: number; readonly version: number } & Readonly<Record<string, any>>
type Values = Readonly<Record<string, unknown>>

let lastNumber = 0
const number = () => (lastNumber += 1)

/** A password that every rule accepts; users made here have it. */
export const builtPassword = 'Passable-Word-7'

/** A valid CPF that no other call returns in this run, 11 digits. */
export function uniqueCpf(): string {
  const base = String(100_000_000 + ((number() * 7919 + randomInt(1000)) % 899_999_999)).padStart(9, '0')
  const digit = (text: string) => {
    const sum = [...text].reduce((total, each, index) => total + Number(each) * (text.length + 1 - index), 0)
    return sum % 11 < 2 ? '0' : String(11 - (sum % 11))
  }
  const first = digit(base)
  return base + first + digit(base + first)
}

/** Makes a record of any resource. @throws Error with the answer when it is refused. */
export async function build(client: Client, resource: string, values: Values): Promise<BuiltRecord> {
  const answer = await client.post(`/api/${resource}`, values)
  if (answer.status !== 200)
    throw new Error(`${resource} was refused with ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body as BuiltRecord
}

/** A company of its own. */
export const buildCompany = (client: Client, values: Values = {}) =>
  build(client, 'company', { name: `Company ${number()}`, ...values })

const homes = new WeakMap<Client, number>()

/** The company of whoever builds: the first one there is, which is root's. */
export async function homeCompany(client: Client): Promise<number> {
  const known = homes.get(client)
  if (known !== undefined) return known
  const { body } = await client.get(
    `/api/company?sort=${encodeURIComponent('["id","ASC"]')}&range=${encodeURIComponent('[0,0]')}`,
  )
  homes.set(client, body[0].id as number)
  return body[0].id as number
}

/**
 * The company of a record that names others: that of the first of them. Undefined, which is the company of whoever
 * writes, where it names none or one that this client does
 * not see: then the server refuses what must be refused.
 */
async function companyBeside(
  client: Client,
  values: Values,
  beside: Readonly<Record<string, string>>,
): Promise<number | undefined> {
  if (values.company !== undefined) return values.company as number
  for (const [field, resource] of Object.entries(beside)) {
    const id = [values[field]].flat()[0]
    const found = typeof id === 'number' ? await client.get(`/api/${resource}/${id}`) : undefined
    if (found?.status === 200 && typeof found.body.company === 'number') return found.body.company as number
  }
  return undefined
}

const withCompany = (company: number | undefined): { company?: number } => (company === undefined ? {} : { company })

/** A brand, of the company of whoever builds where none is given. */
export async function buildBrand(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const name = `Brand ${number()}`
  const company = values.company ?? (await homeCompany(client))
  return build(client, 'brand', {
    name,
    site: `https://${name.toLowerCase().replace(' ', '-')}.example`,
    company,
    ...values,
  })
}

/** A reward: 30 % of ngr, or for `cpa` 100 for each player. */
export function buildReward(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const productType = values.productType ?? 'bets'
  const rule =
    productType === 'cpa'
      ? {
          subType: 'player',
          value: 100,
          triggerCondition: 'first_deposit',
          triggerOperation: 'first',
          triggerComparison: '>= 1',
        }
      : { subType: 'ngr', percentage: 30, adminFee: 0 }
  return build(client, 'reward', {
    name: `Reward ${number()} ${String(productType)}`,
    productType,
    calculation: 'fixed',
    ...rule,
    ...values,
  })
}

/** A reward profile with a reward of its own for each product. */
export async function buildRewardProfile(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const company = withCompany(await companyBeside(client, values, { rewards: 'reward' }))
  const rewards =
    values.rewards ??
    (await idsOf(
      ['bets', 'games', 'lotto', 'cpa'].map((productType) => () => buildReward(client, { productType, ...company })),
    ))
  return build(client, 'rewardProfile', { name: `Profile ${number()}`, rewards, ...company, ...values })
}

async function idsOf(makers: readonly (() => Promise<BuiltRecord>)[]): Promise<number[]> {
  const ids: number[] = []
  for (const make of makers) ids.push((await make()).id)
  return ids
}

/** An affiliate, of a brand and with a profile of its own where none are given. */
export async function buildAffiliate(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const cpf = uniqueCpf()
  const company = withCompany(
    await companyBeside(client, values, { brands: 'brand', rewardProfile: 'rewardProfile', partner: 'partner' }),
  )
  const rewardProfile = values.rewardProfile ?? (await buildRewardProfile(client, company)).id
  const brands = values.brands ?? [(await buildBrand(client, company)).id]
  return build(client, 'affiliate', {
    name: `Affiliate ${number()}`,
    ...company,
    cpf,
    email: `affiliate${number()}@example.test`,
    documentType: 'cpf',
    document: cpf,
    rewardProfile,
    brands,
    ...values,
  })
}

/** A campaign, of a brand of its own where none is given. */
export async function buildCampaign(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const brand = values.brand ?? (await buildBrand(client)).id
  return build(client, 'campaign', { name: `Campaign ${number()}`, brand, ...values })
}

/** A tracking link, of a campaign and an affiliate of one brand of its own where none are given. */
export async function buildAction(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const campaign = values.campaign ?? (await buildCampaign(client)).id
  const brand = (await client.get(`/api/campaign/${String(campaign)}`)).body.brand as number
  const affiliate = values.affiliate ?? (await buildAffiliate(client, { brands: [brand] })).id
  return build(client, 'action', { name: `Link ${number()}`, campaign, affiliate, ...values })
}

/**
 * The id of the partner level of a number, 1 to 3, of a company or else that of whoever builds; made where it is not
 * there yet.
 */
export async function partnerLevelId(client: Client, level: 1 | 2 | 3 = 1, company?: number): Promise<number> {
  const owned = withCompany(company)
  const found = await client.get(`/api/partnerLevel?filter=${encodeURIComponent(JSON.stringify({ level, ...owned }))}`)
  if (found.body.length > 0) return found.body[0].id as number
  const parent = level === 1 ? null : await partnerLevelId(client, (level - 1) as 1 | 2, company)
  return (await build(client, 'partnerLevel', { name: `Level ${level}`, level, parent, ...owned })).id
}

/** A partner, on level 1 where nothing is said. */
export async function buildPartner(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const company = await companyBeside(client, values, {
    affiliates: 'affiliate',
    parent: 'partner',
    partnerLevel: 'partnerLevel',
  })
  const partnerLevel = values.partnerLevel ?? (await partnerLevelId(client, 1, company))
  return build(client, 'partner', {
    name: `Partner ${number()}`,
    ...withCompany(company),
    partnerLevel,
    percentage: 30,
    ...values,
  })
}

/** An approved host, of a brand where none is given. */
export async function buildRedirectHost(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const brand = values.brand ?? (await buildBrand(client)).id
  return build(client, 'redirectHost', { host: `host-${number()}.example`, brand, reason: null, ...values })
}

/** A tag of affiliates. */
export async function buildAffiliateTag(client: Client, values: Values = {}): Promise<BuiltRecord> {
  return build(client, 'affiliateTag', { name: `Tag ${number()}`, ...values })
}

/** An announcement to all affiliates of a company. */
export async function buildAnnouncement(client: Client, values: Values = {}): Promise<BuiltRecord> {
  return build(client, 'announcement', { subject: `News ${number()}`, text: 'A new brand.', language: 'pt', ...values })
}

/** A site of an affiliate, which is built where none is given. */
export async function buildAffiliateSite(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const affiliate = values.affiliate ?? (await buildAffiliate(client)).id
  const given = { address: `https://site-${number()}.example/`, kind: 'website', usage: 'Reviews', affiliate }
  return build(client, 'affiliateSite', { ...given, ...values })
}

/** A promo code for a link, which is built where none is given. */
export async function buildPromoCode(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const action = values.action
    ? (await client.get(`/api/action/${String(values.action)}`)).body
    : await buildAction(client)
  const brand = values.brand ?? (await client.get(`/api/campaign/${String(action.campaign)}`)).body.brand
  const given = { code: `CODE${number()}`, brand, affiliate: action.affiliate, action: action.id }
  return build(client, 'promoCode', { ...given, ...values })
}

/** A payment that another system made, to an affiliate that is built where none is given. */
export async function buildPastPayment(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const affiliate = values.affiliate ?? (await buildAffiliate(client)).id
  return build(client, 'pastPayment', {
    paidOn: '2026-01-10',
    value: 10,
    reference: `Past ${number()}`,
    affiliate,
    ...values,
  })
}

/** A text to advertise with, of a brand where none is given. */
export async function buildMedia(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const brand = values.brand ?? (await buildBrand(client)).id
  const given = { name: `Medium ${number()}`, kind: 'text', language: 'pt', text: 'Aposte', warning: '18+' }
  return build(client, 'media', { ...given, brand, ...values })
}

/** A signal target outside, of a brand where none is given. */
export async function buildSignalTarget(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const brands = values.brands ?? [(await buildBrand(client)).id]
  const address = `https://signals.example/${number()}`
  const given = { name: `Target ${number()}`, kind: 'webhook', address, signals: ['registration'], brands }
  return build(client, 'signalTarget', { ...given, ...values })
}

/** One of an affiliate's people, of an affiliate where none is given. */
export async function buildAffiliateUser(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const affiliate = values.affiliate ?? (await buildAffiliate(client)).id
  const email = `person${number()}@affiliate.example`
  return build(client, 'affiliateUser', { name: `Person ${number()}`, email, affiliate, ...values })
}

/**
 * An application for a brand, sent as its public page sends it; where none is given for one of a company that takes
 * applications from now on.
 */
export async function buildApplication(
  client: Client,
  { brand: given, ...values }: Values & { readonly brand?: BuiltRecord } = {},
): Promise<BuiltRecord> {
  const brand = given ?? (await buildBrand(client))
  const company = (await client.get(`/api/company/${brand.company}`)).body as BuiltRecord
  if (!company['takesApplications'])
    await client.put(`/api/company/${company.id}`, { version: company.version, takesApplications: true })
  const email = `applicant${number()}@applicant.example`
  const filled = { name: `Applicant ${number()}`, email, phone: '+55 11 98765-4321', cpf: uniqueCpf(), how: 'A site' }
  const { status, body } = await client.post(`/api/apply/${brand.slug}`, { ...filled, ...values })
  if (status !== 200) throw new Error(`application was refused with ${status}: ${JSON.stringify(body)}`)
  const sort = encodeURIComponent('["id","DESC"]')
  return (await client.get(`/api/application?sort=${sort}&range=${encodeURIComponent('[0,0]')}`)).body[0]
}

let lastPeriod = '1999-12-31'
/**
 * A period of the company of whoever builds, where none is given; of a month of its own, so that no two share a day.
 */
export function buildPeriod(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const from = addDays(lastPeriod, 1)
  lastPeriod = endOfMonth(from)
  return build(client, 'period', { from, to: lastPeriod, ...values })
}

/** A sub brand, of a brand and with a partner of its own where none are given. */
export async function buildSubBrand(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const name = `Sub brand ${number()}`
  const company = withCompany(await companyBeside(client, values, { brand: 'brand', partners: 'partner' }))
  const brand = values.brand ?? (await buildBrand(client, company)).id
  const partners = values.partners ?? [(await buildPartner(client, company)).id]
  return build(client, 'subBrand', {
    name,
    site: `https://${name.toLowerCase().replaceAll(' ', '-')}.example`,
    brand,
    partners,
    ...values,
  })
}

/** An access key of an affiliate or partner, in full: `await buildAccessKey(root, 'partner', partner.id)`. */
export async function buildAccessKey(
  client: Client,
  owner: 'affiliate' | 'partner',
  id: number,
  values: Values = {},
): Promise<string> {
  const { key } = await build(client, `${owner}/${id}/access_key`, { label: `Key ${number()}`, ...values })
  return key as string
}

/**
 * A user, of the company of the partner it is tied to, else of a company of its own where none is given; not root,
 * without roles. The password is `builtPassword`.
 */
export async function buildUser(client: Client, values: Values = {}): Promise<BuiltRecord> {
  const company = (await companyBeside(client, values, { partner: 'partner' })) ?? (await buildCompany(client)).id
  return build(client, 'user', {
    name: `User ${number()}`,
    email: `user${number()}@example.test`,
    password: builtPassword,
    passwordConfirmation: builtPassword,
    company,
    ...values,
  })
}

/**
 * Somebody with these rights, signed in:
 * `await buildStaff(office.app, root, { company, allowedBrands: [brand.id], roles: ['affiliate'] })`.
 */
export async function buildStaff(
  app: FastifyInstance,
  client: Client,
  values: Values = {},
): Promise<Client & { readonly user: BuiltRecord }> {
  const user = await buildUser(client, values)
  return {
    ...(await signInAs(app, {
      email: user.email as string,
      password: (values.password as string | undefined) ?? builtPassword,
    })),
    user,
  }
}

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decisions as written } from '#resources/decisions.ts'
import { formerCalls } from '#app/server/formerCalls.ts'
import { resources } from '#resources/index.ts'
import { roleKeys } from '#resources/roles.ts'
import { transitions } from '#resources/transitions.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { decisionsOf } from '#engine/declaration/transition.ts'
import {
  buildAccessKey,
  buildAction,
  buildAffiliate,
  buildApplication,
  buildBrand,
  buildCampaign,
  buildCompany,
  buildPeriod,
  buildReward,
  builtPassword,
  type BuiltRecord,
  buildStaff,
} from '#tests/support/builders.ts'
import { type Answer, type Client, clientOf, signInAs } from '#tests/support/office.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

/*
 * Made from the declaration of decisions: what an author begins is refused to the author, to an account they made, to
 * one they restored, and by a key of their making, and is open to a colleague.
 */

const declared = decisionsOf(transitions, resources as unknown as Readonly<Record<string, AnyResource>>)
const decisions = { ...written, ...declared }

let office: PayoutOffice
let root: Client
let company: BuiltRecord
let brand: BuiltRecord
type Staff = Awaited<ReturnType<typeof buildStaff>>
let author: Staff
let puppet: Client
let restored: Client
let keyHolder: Client
let colleague: Client
let clerk: Client

beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  company = await buildCompany(root, { approvalAbove: 100, approverAgeDays: 0, keyChanges: 'second' })
  brand = await buildBrand(root, { company: company.id })
  const staff = (by: Client, roles: readonly string[] = roleKeys) =>
    buildStaff(office.app, by, { company: company.id, allowedBrands: [brand.id], roles })
  author = await staff(root)
  colleague = await staff(root)
  clerk = await staff(root, ['home'])
  puppet = await staff(author)
  const removed = await staff(root)
  expect((await author.delete(`/api/user/${removed.user.id}`)).status).toBe(200)
  const [item] = (await author.get('/api/trash')).body
  expect((await author.post(`/api/trash/${item.id}/restore`, {})).status).toBe(200)
  expect((await author.put(`/api/user/${removed.user.id}`, { suspended: false })).status).toBe(200)
  restored = await signInAs(office.app, { email: String(removed.user.email), password: builtPassword })
  const affiliate = await buildAffiliate(root, { company: company.id, brands: [brand.id] })
  const key = await buildAccessKey(author, 'affiliate', affiliate.id, { scope: 'signIn' })
  const { body } = await office.nobody.post('/login/affiliate', { token: key })
  keyHolder = clientOf(office.app, body.accessToken)
})
afterAll(() => office.close())

/** What is decided: the id behind the call, and what is sent with it. */
interface Begun {
  readonly id: number
  readonly input?: (by: Client) => Promise<object>
}
const done = <Made extends { status: number; body: any }>(answer: Made): Made['body'] => {
  expect([answer.status, answer.status === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.body
}
const owner = () => office.owner({ company: company.id, brands: [brand.id] })
const versionOf = async (path: string) => (await root.get(path)).body.version as number

/** What one person asks for and another decides; an announcement is sent by who wrote it. */
type Decided = keyof typeof written | Exclude<keyof typeof transitions, 'announcement'>

/** Begins each decision as the author. */
const begin: { readonly [Resource in Decided]: () => Promise<Begun> } = {
  async payment() {
    const { id } = await owner()
    await office.entry(id, '500.00')
    return { id: done(await author.post(`/api/payment/affiliate/${id}`)).id }
  },
  async payee() {
    const { id, version } = await owner()
    const key = { version, paymentKeyType: 'email', paymentKey: `own-${id}@elsewhere.example` }
    done(await author.put(`/api/affiliate/${id}`, key))
    return { id, input: async () => ({ reason: 'seen' }) }
  },
  async entry() {
    const { id } = await owner()
    const asked = { affiliate: id, day: '2030-03-01', currency: 'BRL', value: 10, reason: 'owed' }
    return { id: done(await author.post('/api/entry', asked)).id }
  },
  async openingBalances() {
    const { token } = await owner()
    const content = Buffer.from(`affiliate,day,value\n${token},2030-03-01,10\n`).toString('base64')
    const { file } = done(await author.post('/api/entry/opening', { file: { name: 'balances.csv', content } }))
    return { id: 0, input: async () => ({ file }) }
  },
  async correction() {
    const reward = await buildReward(root, { company: company.id, productType: 'bets', subType: 'ngr', percentage: 30 })
    const order = {
      object: 'reward',
      id: reward.id,
      values: { percentage: 20 },
      validFrom: '2030-02-01',
      reason: 'typed',
    }
    const { id } = done(await author.post('/api/correction', order))
    return { id, input: async (by) => ({ digest: (await by.get(`/api/correction/${id}/preview`)).body.digest }) }
  },
  async period() {
    const { id } = await buildPeriod(author, {})
    const items = (await author.get(`/api/period/${id}/checklist`)).body.items as { code: string; ok: boolean }[]
    const accept = items.filter(({ ok }) => !ok).map(({ code }) => code)
    done(await author.post(`/api/period/${id}/check`, { accept }))
    return { id }
  },
  async bankStatement() {
    const { id } = await owner()
    await office.entry(id, '9.50')
    // By the colleague, whose payments of the day are below the limit.
    done(await colleague.post(`/api/payment/affiliate/${id}`))
    const [payment] = await office.payments(id)
    const statement = `id,amount,date,status\n${payment!.transferId},9.50,2030-03-10,returned\n`
    const { confirmation } = done(await author.post('/api/payment/reconcile', { statement }))
    const { statement: stored } = done(await author.post('/api/payment/reconcile', { statement, confirmation }))
    return { id: stored, input: async () => ({ confirmation }) }
  },
  async riskFinding() {
    const { id: affiliate } = await owner()
    const { rows } = await sql<{ id: number }>`insert into risk_finding (rule, affiliate, severity, effect, raised_at,
      from_day, to_day, values_then, players) values ('oneCity', ${affiliate}, 'low', 'hold', now(), '2030-01-01',
      '2030-03-01', '{}', '{}') returning id`.execute(office.database.db)
    const { id } = rows[0]!
    done(await author.post(`/api/risk/finding/${id}/release`, { reason: 'none' }))
    return { id, input: async () => ({ reason: 'none' }) }
  },
  async riskExemption() {
    const { id } = await owner()
    const asked = { affiliate: id, reason: 'known' }
    const { exemptions } = done(await author.post('/api/risk/exemption', asked))
    expect(exemptions).toContainEqual(expect.objectContaining({ affiliate: id, isWaiting: true }))
    return { id, input: async () => asked }
  },
  async riskRule() {
    const asked = { rule: 'selfReferral', company: company.id, isOff: true, reason: 'looked at otherwise' }
    const { rules } = done(await author.post('/api/risk/company', asked))
    const { companies } = rules.find(({ name }: { name: string }) => name === asked.rule)
    expect(companies).toMatchObject([{ isOff: false, asked: { isOff: true } }])
    return { id: company.id, input: async () => asked }
  },
  async media() {
    const made = { name: 'Text', brand: brand.id, kind: 'text', language: 'pt', text: 'Aposte', warning: '18+' }
    const { id } = done(await author.post('/api/media', made))
    return { id, input: async () => ({ version: await versionOf(`/api/media/${id}`) }) }
  },
  async affiliateSite() {
    const { id: affiliate } = await owner()
    const site = { address: `https://of-${affiliate}.example/`, kind: 'website', usage: 'Reviews', affiliate }
    const { id } = done(await author.post('/api/affiliateSite', site))
    return { id, input: async () => ({ version: await versionOf(`/api/affiliateSite/${id}`) }) }
  },
  async promoCode() {
    const { id: affiliate } = await owner()
    const campaign = await buildCampaign(root, { brand: brand.id })
    const action = await buildAction(root, { campaign: campaign.id, affiliate })
    const email = `person-${affiliate}@own.example`
    const person = done(await author.post('/api/affiliateUser', { name: 'Nina', email, affiliate }))
    const { link } = done(await author.post(`/api/affiliateUser/${person.id}/invite`, {}))
    const secret = { password: builtPassword, passwordConfirmation: builtPassword }
    done(await office.nobody.post('/api/invitation/accept', { token: String(link).split('#')[1], ...secret }))
    const nina = await signInAs(office.app, { email, password: builtPassword })
    return {
      id: done(await nina.post('/api/promoCode', { code: `NINA${affiliate}`, brand: brand.id, action: action.id })).id,
    }
  },
  async suspension() {
    const { id } = await owner()
    await office.entry(id, '10.00')
    done(await author.post(`/api/affiliate/${id}/suspend`, { reason: 'looked into' }))
    return { id, input: async () => ({ reason: 'cleared' }) }
  },
  async application() {
    const { id } = await buildApplication(root, { brand })
    const { link } = done(await author.post(`/api/application/${id}/ask`, { question: 'Which site?' }))
    done(await office.nobody.post('/api/apply/link/answer', { token: String(link).split('#')[1], answer: 'Mine' }))
    const { rewardProfile } = await buildAffiliate(root, { company: company.id, brands: [brand.id] })
    return { id, input: async () => ({ rewardProfile, invites: false }) }
  },
}
const codeOf = ({ status, body }: Answer) => (status === 200 ? '200' : `${status} ${body.code}`)

describe.each(
  Object.entries(decisions).flatMap(([resource, transitions]) =>
    Object.entries(transitions).map(([transition, { path }]) => ({ resource, transition, path })),
  ),
)('the decision $resource · $transition', ({ resource, path }) => {
  it('is refused to its author, their puppet, who they restored and a key they made, and open to a colleague', async () => {
    const { id, input } = await begin[resource as Decided]()
    const decide = async (by: Client) =>
      codeOf(await by.post(path.replace(':id', String(id)), await input?.(by === colleague ? by : root)))
    const refused = '422 approver_not_apart'
    expect({
      author: await decide(author),
      puppet: await decide(puppet),
      restored: await decide(restored),
      clerk: (await decide(clerk)).slice(0, 3),
    }).toEqual({ author: refused, puppet: refused, restored: refused, clerk: '403' })
    expect(await decide(keyHolder)).not.toBe('200')
    expect(await decide(colleague)).toBe('200')
  })
})

describe('the declaration of decisions', () => {
  it('has every call by which something is approved, locked, released or resumed', async () => {
    const known = Object.values(decisions).flatMap((transitions) => Object.values(transitions).map(({ path }) => path))
    const { paths } = (await root.get('/openapi.json')).body as {
      paths: Record<string, { post?: { deprecated?: boolean } }>
    }
    const calls = Object.entries(paths)
      .filter(
        ([path, { post }]) =>
          post !== undefined &&
          post.deprecated !== true &&
          /\/(?:approve|lock|release)$|^\/api\/\w+\/\{id\}\/resume$|risk\/(?:exemption|company)$/.test(path),
      )
      .map(([path]) =>
        path
          .replaceAll(/\{(\w+)\}/g, ':$1')
          .replace('/partner/:id/release', '/affiliate/:id/release')
          .replace(/\w+\/:id\/resume$/, 'affiliate/:id/resume'),
      )
    expect([...new Set(calls)].toSorted()).toEqual([...known].toSorted())
  })
})

describe('calls of earlier editions', () => {
  it.each(Object.entries(formerCalls))('answers %s as %s', async (former, current) => {
    const answered = async (path: string, body: object) => {
      const { status, body: answer } = await root.post(path.replace(':id', '999999999'), body)
      return [status, answer]
    }
    for (const body of [{}, { unknown: 1 }, { reason: 'R', version: 1, value: 1, currency: 'BRL', totp: '000000' }])
      expect(await answered(former, body)).toEqual(await answered(current, body))
    const { paths } = (await root.get('/openapi.json')).body as {
      paths: Record<string, { post: { deprecated?: true } }>
    }
    const described = (path: string) => paths[path.replace(':id', '{id}')]!.post
    expect([described(former).deprecated, described(current).deprecated]).toEqual([true, undefined])
  })
})

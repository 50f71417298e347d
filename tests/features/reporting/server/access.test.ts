import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '#resources/reports/index.ts'
import { addressFailuresMax } from '#engine/auth/server/signIn/signInThrottle.ts'
import type { Report } from '#engine/declaration/report.ts'
import { buildAccessKey, builtPassword, buildUser, type BuiltRecord } from '#tests/support/builders.ts'
import { clientOf, type Client, signInAs } from '#tests/support/office.ts'
import { openProgramme, type Programme } from './support/programme.ts'
import { ask, expectAgreement } from './support/tieOut.ts'

let programme: Programme
beforeAll(async () => {
  programme = await openProgramme()
  await programme.send(
    programme.links.map((link, index) => ({
      link,
      type: 'bet',
      day: `2030-03-0${index + 1}`,
      product: index % 2 === 0 ? 'lotto' : 'bets',
      amount: `${10 ** index}.00`,
    })),
  )
  await programme.closeDays('2030-03-01', '2030-03-31')
})
afterAll(() => programme.close())

const march = 'from=2030-03-01&to=2030-03-31'
const declared = Object.values(reports as Readonly<Record<string, Report>>)
const names = declared.map(({ name }) => name)

async function signedIn(values: Record<string, unknown>): Promise<Client> {
  const user = await buildUser(programme.root, values)
  return signInAs(programme.app, { email: user.email as string, password: builtPassword })
}

/** Sends without a session from an address of its own, so that wrong tries of one test do not count in another. */
function visitor(address: string): Client {
  const get = async (path: string) => {
    const answer = await programme.app.inject({ url: path, remoteAddress: address })
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers as Record<string, string> }
  }
  return { ...clientOf(programme.app), get }
}

describe('whoever has no session', () => {
  const nobody = () => visitor('10.0.0.1')

  test.each(declared.map(({ name, openTo }) => [name, openTo.length > 1 ? 'token_required' : 'unauthorized']))(
    '%s answers 401 %s',
    async (name, code) => {
      const { status, body } = await nobody().get(`/api/report/${name}?${march}`)
      expect({ status, code: body.code }).toEqual({ status: 401, code })
    },
  )

  let ofAffiliate: string[]
  let ofPartner: string[]
  beforeAll(async () => {
    ofAffiliate = []
    for (const { id } of programme.affiliates) ofAffiliate.push(await buildAccessKey(programme.root, 'affiliate', id))
    ofPartner = []
    for (const { id } of programme.partners) ofPartner.push(await buildAccessKey(programme.root, 'partner', id))
  })

  test.each([
    ['partners', 'affiliateToken'],
    ['lottery', 'affiliateToken'],
    ['cpa', 'affiliateToken'],
    ['affiliateDetail', 'affiliateToken'],
  ] as const)("reads its own numbers in %s with an affiliate's key, masked", async (name, parameter) => {
    const [owner] = programme.affiliates
    const { rows, total } = await ask(nobody(), name, `${march}&${parameter}=${ofAffiliate[0]}`)
    const ofOwner = await ask(programme.root, name, `${march}&affiliate=${owner!.id}`)
    expect(total).toEqual(
      name === 'partners' ? { ...ofOwner.total, abatment: null, value: null, reward_value: null } : ofOwner.total,
    )
    expect(JSON.stringify(rows)).not.toContain(owner!.name)
    for (const { token } of [...programme.affiliates, ...programme.partners])
      expect(JSON.stringify(rows)).not.toContain(token)
  })

  test.each(['partners', 'lottery', 'cpa'])("reads what is below it in %s with a partner's key", async (name) => {
    const promoter = programme.partners[1]!
    const { total } = await ask(nobody(), name, `${march}&partnerToken=${ofPartner[1]}`)
    expect(total).toEqual((await ask(programme.root, name, `${march}&partner=${promoter.id}`)).total)
  })

  test('cannot widen what a key shows by filters', async () => {
    const [, another] = programme.affiliates
    expect(
      await ask(nobody(), 'lottery', `${march}&affiliateToken=${ofAffiliate[0]}&affiliate=${another!.id}`),
    ).toMatchObject({ rows: [] })
    expect(
      await ask(nobody(), 'lottery', `${march}&partnerToken=${ofPartner[2]}&partner=${programme.partners[0]!.id}`),
    ).toEqual(
      expect.objectContaining({
        total: (await ask(nobody(), 'lottery', `${march}&partnerToken=${ofPartner[2]}`)).total,
      }),
    )
  })

  test('opens nothing else by a key', async () => {
    const [owner, manager] = [ofAffiliate[0], ofPartner[0]]
    for (const name of [
      'affiliateActivity',
      'general',
      'generalV2',
      'affiliates',
      'movement',
      'paymentByAffiliate',
      'dashboard',
    ]) {
      for (const token of [`affiliateToken=${owner}`, `partnerToken=${manager}`])
        expect((await nobody().get(`/api/report/${name}?${march}&${token}`)).status, name).toBe(401)
    }
    expect((await nobody().get(`/api/report/affiliateDetail?${march}&partnerToken=${manager}`)).status).toBe(401)
    expect(
      (await nobody().get(`/api/report/lottery?${march}&partnerToken=${manager}&affiliateToken=${owner}`)).status,
    ).toBe(400)
  })

  test('is told the same of every key that opens nothing, public codes among them, and no guess is looked up after a hundred', async () => {
    const guesser = visitor('10.0.0.2')
    const wrong = [
      'x',
      'unknown-key-of-nobody',
      programme.affiliates[0]!.token as string,
      ofPartner[0]!,
      '%00',
      '%27%20or%201=1',
      'ä',
      'a'.repeat(3000),
    ]
    const answers = []
    for (const token of [
      ...wrong,
      ...Array.from({ length: addressFailuresMax - wrong.length }, (_, number) => `guess${number}`),
    ])
      answers.push(await guesser.get(`/api/report/lottery?${march}&affiliateToken=${token}`))
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'unknown_token' } })
    const right = `/api/report/lottery?${march}&affiliateToken=${ofAffiliate[0]}`
    const guess = `/api/report/lottery?${march}&affiliateToken=one-more`
    expect(await guesser.get(guess)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    // A key that is right opens at once, so that one client cannot lock out those behind the same proxy.
    expect((await guesser.get(right)).status).toBe(200)
    expect((await nobody().get(right)).status).toBe(200)
  })

  test('does not get past the count of tries by a session that is none', async () => {
    const answer = await programme.app.inject({
      url: `/api/report/lottery?${march}&affiliateToken=${ofAffiliate[0]}`,
      headers: { authorization: 'Bearer nothing' },
    })
    expect(answer.statusCode).toBe(401)
  })
})

describe('whoever is signed in', () => {
  const brandsOf = (company: number) =>
    programme.brands.filter((brand) => brand.company === programme.companies[company]!.id).map(({ id }) => id)

  test('without roles reads the reports that the menu shows to everyone, and no other', async () => {
    const user = await signedIn({ company: programme.companies[0]!.id, allowedBrands: brandsOf(0) })
    const opened: string[] = []
    for (const name of names) if ((await user.get(`/api/report/${name}?${march}`)).status === 200) opened.push(name)
    expect(opened.toSorted()).toEqual(['affiliateDetail', 'cpa', 'general', 'generalV2', 'lottery', 'partners'])
    expect((await user.get(`/api/report/affiliateActivity?${march}`)).body.code).toBe('forbidden')
  })

  test('keeps views of what may be opened alone', async () => {
    const [without, reader] = [
      await signedIn({ company: programme.companies[0]!.id }),
      await signedIn({ company: programme.companies[0]!.id, roles: ['activityPerAffiliate', 'campaign'] }),
    ]
    const pages: Record<string, string>[] = [
      { report: 'movement' },
      { report: 'general' },
      { list: 'campaign' },
      { list: 'user' },
    ]
    const statusesOf = async (client: Client) =>
      Promise.all(
        pages.map(async (page) => [
          (await client.get(`/api/me/view?${new URLSearchParams(page).toString()}`)).status,
          (await client.post('/api/me/view', { ...page, name: 'Mine', query: '' })).status,
        ]),
      )
    expect(await statusesOf(without)).toEqual([
      [403, 403],
      [200, 200],
      [403, 403],
      [403, 403],
    ])
    expect(await statusesOf(reader)).toEqual([
      [200, 200],
      [200, 200],
      [200, 200],
      [403, 403],
    ])
  })

  test('has files made of what may be opened alone', async () => {
    const without = await signedIn({ company: programme.companies[0]!.id })
    const asked = (report: string) =>
      without.post('/api/me/downloads', { report, query: march, format: 'csv', language: 'en' })
    expect([(await asked('movement')).status, (await asked('general')).status]).toEqual([403, 200])
  })

  test('reads what brands call their players only with the role that reads what affiliates brought', async () => {
    const [owner] = programme.affiliates
    await programme.send([
      { link: programme.links[0]!, type: 'registration', day: '2030-04-02', player: 'ana-of-the-brand' },
    ])
    const refsWith = async (roles: string[]) => {
      const user = await signedIn({ company: programme.companies[0]!.id, allowedBrands: brandsOf(0), roles })
      return (
        await ask(user, 'affiliateDetail', `from=2030-04-01&to=2030-04-30&rows=player&affiliate=${owner!.id}`)
      ).rows.map((row) => row['player_ref'])
    }
    expect([await refsWith([]), await refsWith(['activityPerAffiliate'])]).toEqual([['a***'], ['ana-of-the-brand']])
  })

  test('reads tokens of affiliates and links only with the right to them', async () => {
    const tokensWith = async (roles: string[]) => {
      const user = await signedIn({ company: programme.companies[0]!.id, allowedBrands: brandsOf(0), roles })
      const [all, links] = [(await user.get('/api/affiliate/all')).body, (await user.get('/action/all')).body]
      const { rows } = await ask(user, 'affiliateDetail', `${march}&rows=action`)
      return [
        all.some(({ token }: { token: unknown }) => token !== null),
        links.some((link: Record<string, unknown>) => link['affiliate_token'] !== null),
        rows.some((row) => row['action_token'] !== null),
        Object.keys(all[0]),
        Object.keys(links[0]),
      ]
    }
    const fields = [
      ['id', 'token', 'name'],
      ['action_id', 'action_name', 'affiliate_token', 'campaign_name'],
    ]
    expect(await tokensWith([])).toEqual([false, false, false, ...fields])
    expect(await tokensWith(['action'])).toEqual([false, true, true, ...fields])
    expect(await tokensWith(['affiliate'])).toEqual([true, true, false, ...fields])
  })

  test('reads payment by affiliate with both roles only', async () => {
    const statusWith = async (roles: string[]) =>
      (
        await (
          await signedIn({ company: programme.companies[0]!.id, allowedBrands: brandsOf(0), roles })
        ).get(`/api/report/paymentByAffiliate?${march}`)
      ).status
    expect([
      await statusWith(['financial']),
      await statusWith(['paymentByAffiliate']),
      await statusWith(['financial', 'paymentByAffiliate']),
    ]).toEqual([403, 403, 200])
  })

  test('reads the tokens of affiliates and partners only where the roles open their lists', async () => {
    const tokensWith = async (roles: string[]) => {
      const user = await signedIn({ company: programme.companies[0]!.id, allowedBrands: brandsOf(0), roles })
      const { rows } = await ask(user, 'affiliates', march)
      return [rows[0]!['affiliate_token'], rows[0]!['partner_token']]
    }
    expect(await tokensWith(['activityPerAffiliate'])).toEqual([null, null])
    expect(await tokensWith(['activityPerAffiliate', 'affiliate', 'partner'])).toEqual([
      programme.affiliates[0]!.token,
      programme.partners[0]!.token,
    ])
  })

  const roles = ['activityPerAffiliate', 'home', 'paymentByAffiliate', 'financial']

  test('sees the brands that are allowed, the same in every report', async () => {
    const [first, second, third] = programme.brands.map(({ id }) => id)
    const turnoverOf = async (company: number, allowedBrands: number[]) => {
      const user = await signedIn({ company: programme.companies[company]!.id, allowedBrands, roles })
      return (await expectAgreement(user, march)).turnover
    }
    expect(await turnoverOf(0, [first!, second!])).toBe(101_111)
    expect(await turnoverOf(0, [second!])).toBe(100_000)
    expect(await turnoverOf(1, [third!])).toBe(10_000)
    expect(await turnoverOf(1, [])).toBe(0)
  })

  test('cannot ask by what is out of sight: it answers as if there were none', async () => {
    const user = await signedIn({ company: programme.companies[1]!.id, allowedBrands: brandsOf(1), roles })
    const hidden: [string, BuiltRecord][] = [
      ['brand', programme.brands[0]!],
      ['affiliate', programme.affiliates[0]!],
      ['campaign', { ...programme.links[0]!, id: programme.links[0]!.campaign as number }],
      ['action', programme.links[0]!],
      ['partner', programme.partners[0]!],
    ]
    for (const [filter, { id }] of hidden) {
      const [there, nowhere] = [
        await user.get(`/api/report/general?${march}&${filter}=${id}`),
        await user.get(`/api/report/general?${march}&${filter}=987654`),
      ]
      expect(there.status, filter).toBe(400)
      expect(there.body).toEqual(nowhere.body)
    }
    const byToken = await user.get(`/api/report/generalV2?${march}&partnerToken=${programme.partners[0]!.token}`)
    expect(byToken).toMatchObject({ status: 400, body: { code: 'invalid_partner' } })
    expect((await user.get(`/api/report/generalV2?${march}&partnerToken=unknown`)).body).toEqual(byToken.body)
  })

  test('tied to a partner sees what is below it', async () => {
    const user = await signedIn({
      company: programme.companies[0]!.id,
      allowedBrands: brandsOf(0),
      roles,
      partner: programme.partners[1]!.id,
    })
    expect((await expectAgreement(user, march)).turnover).toBe(110)
    expect((await ask(user, 'generalV2', march)).rows.map(({ partner, parent }) => [partner, parent])).toEqual([
      [programme.partners[1]!.id, null],
    ])
  })

  test("by a partner's key sees what is below it, and may narrow it but not widen it", async () => {
    const [manager, promoter, partner] = programme.partners
    const { accessToken } = (
      await programme.nobody.post('/login/partner', {
        token: await buildAccessKey(programme.root, 'partner', promoter!.id, { scope: 'signIn' }),
      })
    ).body as { accessToken: string }
    const own = clientOf(programme.app, accessToken)
    expect((await ask(own, 'generalV2', march)).total.turnover).toBe(110)
    expect((await ask(own, 'generalV2', `${march}&partnerToken=${partner!.token}`)).total.turnover).toBe(100)
    expect((await own.get(`/api/report/generalV2?${march}&partnerToken=${manager!.token}`)).body.code).toBe(
      'invalid_partner',
    )
    expect(JSON.stringify((await ask(own, 'partners', march)).rows)).not.toContain(manager!.name)
  })

  test('narrows by a public code, or a key, to what both show', async () => {
    const [owner] = programme.affiliates
    const user = await signedIn({
      company: programme.companies[0]!.id,
      allowedBrands: [programme.brands[1]!.id],
      roles,
    })
    expect((await ask(user, 'affiliateDetail', `${march}&affiliateToken=${owner!.token}`)).total.turnover).toBe(100_000)
    expect(
      (await ask(programme.root, 'affiliateDetail', `${march}&affiliateToken=${owner!.token}`)).total.turnover,
    ).toBe(100_001)
    expect(
      (
        await ask(
          user,
          'affiliateDetail',
          `${march}&affiliateToken=${await buildAccessKey(programme.root, 'affiliate', owner!.id)}`,
        )
      ).total.turnover,
    ).toBe(100_000)
  })
})

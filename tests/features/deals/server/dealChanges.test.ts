import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { affiliateNotices } from '#features/affiliates/server/notices/notices.ts'
import { scheduledVersions } from '#app/server/jobs/scheduledVersions.ts'
import { tellDealChanges } from '#features/deals/server/dealChanges/tellDealChanges.ts'
import { forgetSubscribed } from '#features/webhooks/server/subscribed.ts'
import { buildRewardProfile, type BuiltRecord, builtPassword } from '#tests/support/builders.ts'
import { type Client, rootCredentials, signInAs } from '#tests/support/office.ts'
import { type OpenPerson, openPerson } from '#tests/support/person.ts'
import { officeOrigin, openDigestOffice } from '#tests/features/home/server/support/digestOffice.ts'

/** What affiliates are told when their deal changes, from the change to the mail, against what-if. */
let office: Awaited<ReturnType<typeof openDigestOffice>>
let root: Client
let ana: OpenPerson
let own: BuiltRecord
let rewards: Record<string, number>
const [from, to] = ['2030-05-01', '2030-05-31'] as const

const tell = () => tellDealChanges(office.context, { settled: 0 })
const change = async (entity: string, id: number, values: object) => {
  const { body } = await root.get(`/api/${entity}/${id}`)
  const { status, body: answer } = await root.put(`/api/${entity}/${id}`, { version: body.version, ...values })
  expect([status, answer.code]).toEqual([200, undefined])
}
/** What the present deal page says, as the person reads it. */
const readPage = async () => {
  const client = await signInAs(office.app, { email: String(ana.person.email), password: builtPassword })
  return (await client.get('/api/portal/deal')).body.change
}
const noticesOf = async (affiliate: number) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from affiliate_notice
    where affiliate = ${affiliate} and kind = 'dealChanged' and person is null`.execute(office.database.db)
  return rows[0]!.count
}

beforeAll(async () => {
  office = await openDigestOffice()
  root = office.root
  own = office.affiliates[0]!
  ana = await openPerson(office, own.id, { now: office.now })
  await office.speak(ana, 'en')
  const { rows } = await sql<{ product: string; id: number }>`select reward.product_type as product, reward.id
    from affiliate join reward_profile profile on profile.id = affiliate.reward_profile
      join reward on reward.id = any(profile.rewards) where affiliate.id = ${own.id}`.execute(office.database.db)
  rewards = Object.fromEntries(rows.map(({ product, id }) => [product, id]))
  for (const [index, link] of office.links.entries())
    await office.send(
      [
        { link, type: 'registration', day: '2030-05-03', player: `p${index}` },
        { link, type: 'deposit', day: '2030-05-04', player: `p${index}`, amount: '80.00' },
        {
          link,
          type: 'bet',
          product: 'bets',
          day: '2030-05-05',
          player: `p${index}`,
          amount: `${1000 + 333.33 * index}`,
        },
        { link, type: 'bet', product: 'games', day: '2030-05-20', player: `p${index}`, amount: '777.77' },
      ].map((event) => ({ ...event, amount: event.amount && Number(event.amount).toFixed(2) })) as never,
    )
  await office.closeDays(from, to)
}, 120_000)
afterAll(() => office.end())

describe('a changed deal', () => {
  it('is told to nobody before somebody changed one', async () => {
    expect(await tell()).toBe(0)
    expect(await tell()).toBe(0)
    expect(await readPage()).toBeNull()
  })

  it('is told to everyone who has the reward: last month before and after to the cent of what-if', async () => {
    const values = { percentage: 41.5 }
    const asked = { from, to, values }
    const { body: trial } = await root.post(`/api/reward/${rewards['bets']}/what_if`, asked)
    await change('reward', rewards['bets']!, values)
    expect(await tell()).toBe(4)
    for (const affiliate of office.affiliates.slice(0, 4)) {
      const { rows } = await sql<{ said: any }>`select said from affiliate_notice where affiliate = ${affiliate.id}
        and person is null`.execute(office.database.db)
      const row = trial.rows.find(({ id }: { id: number }) => id === affiliate.id)
      const [bets] = rows[0]!.said.figures.filter(({ product }: { product: string }) => product === 'bets')
      expect([bets.before, bets.after]).toEqual([row.then, row.now])
      expect([rows[0]!.said.from, rows[0]!.said.to]).toEqual([from, to])
      for (const figure of rows[0]!.said.figures)
        if (figure.product !== 'bets') expect([figure.product, figure.before]).toEqual([figure.product, figure.after])
    }
    expect(await noticesOf(office.affiliates[4]!.id)).toBe(0)
  })

  it('adds up, before, to what the affiliate earned in that month', async () => {
    const { figures } = await readPage()
    const { rows } = await sql<{ sum: string }>`select sum(value)::text as sum from entry
      where affiliate = ${own.id} and kind = 'commission' and day between ${from} and ${to}`.execute(office.database.db)
    const cents = figures.reduce((sum: number, { before }: { before: number }) => sum + Math.round(before * 100), 0)
    expect((cents / 100).toFixed(2)).toBe(rows[0]!.sum)
  })

  it('is mailed once to the affiliate and to each of its people, with both deals in words', async () => {
    await office.run(affiliateNotices)
    await office.run(affiliateNotices)
    const [mail, ...others] = office.mailsTo(ana.person.email).filter((each) => each.includes('deal'))
    expect(others).toEqual([])
    expect(mail).toContain('Your deal has changed. The new one applies from 15/06/2030.')
    expect(mail).toContain('Your commission from 01/05/2030 to 31/05/2030, under the previous deal and the new one:')
    // 1,000.00 and 2,666.65 of the second brand, less 12.5 %: 30 % and 41.5 %.
    expect(mail).toMatch(/- Bets: R\$[\d,.]+ before, R\$[\d,.]+ under the new deal/)
    expect(mail).toMatch(/- Total: R\$[\d,.]+ before, R\$[\d,.]+ under the new deal/)
    expect(mail).toMatch(/Previous deal:[\s\S]*30%[\s\S]*New deal:[\s\S]*41\.5%/)
    expect(mail).toContain(`${officeOrigin}/portal/deal`)
    const { body } = await root.get(`/api/affiliate/${own.id}`)
    expect(office.mailsTo(body.email).filter((each) => each.includes('Seu acordo mudou'))).toHaveLength(1)
  })

  it('is told once, and not where it reads the same again before it was told, or only its name changed', async () => {
    expect(await tell()).toBe(0)
    await change('reward', rewards['bets']!, { percentage: 50 })
    await change('reward', rewards['bets']!, { percentage: 41.5 })
    await change('reward', rewards['bets']!, { name: 'Bets, renamed' })
    expect(await tell()).toBe(0)
    expect(await noticesOf(own.id)).toBe(1)
  })

  it('waits while somebody is still changing it', async () => {
    await change('reward', rewards['games']!, { percentage: 25 })
    expect(await tellDealChanges(office.context)).toBe(0)
    expect(await tell()).toBe(4)
  })

  it('is told of another profile, with what that would have earned, and not to others', async () => {
    const company = office.companies[0]!.id
    const profile = await buildRewardProfile(root, { company })
    await change('affiliate', own.id, { rewardProfile: profile.id })
    expect(await tell()).toBe(1)
    const { figures, before, after, names } = await readPage()
    expect(names).toEqual({})
    expect([before.profile.id === profile.id, after.profile.id]).toEqual([false, profile.id])
    // 30 % of all that moved, without an admin fee: what the builders' rewards say.
    const bets = figures.find(({ product }: { product: string }) => product === 'bets')
    expect(bets.after).toBe(Math.round((1000 + 2666.65) * 30) / 100)
    expect(await noticesOf(office.affiliates[1]!.id)).toBe(2)
  })

  it('is told when a scheduled version begins, not when it is agreed upon', async () => {
    const planned = await root.post(`/api/reward/${rewards['lotto']}/scheduled`, {
      values: { percentage: 9 },
      validFrom: office.day(1),
    })
    expect(planned.status).toBe(200)
    expect(await tell()).toBe(0)
    office.nextMorning()
    root = await signInAs(office.app, rootCredentials)
    await office.run(scheduledVersions)
    expect(await tell()).toBe(3)
  })

  it('is told to webhooks that want it, with figures and sentences', async () => {
    const target = await root.post('/api/signalTarget', {
      name: 'deals',
      company: office.companies[0]!.id,
      kind: 'webhook',
      address: 'https://hooks.example/deals',
      signals: ['dealChanged'],
      brands: [office.brands[0]!.id],
    })
    expect(target.status).toBe(200)
    forgetSubscribed()
    await change('reward', rewards['bets']!, { percentage: 20 })
    expect(await tell()).toBe(3)
    const { rows } = await sql<{ affiliate: number; data: any }>`select affiliate, data from signal
      where name = 'dealChanged' order by affiliate`.execute(office.database.db)
    expect(rows.map(({ affiliate }) => affiliate)).toEqual(office.affiliates.slice(1, 4).map(({ id }) => id))
    expect(rows[0]!.data).toMatchObject({
      from,
      to,
      url: `${officeOrigin}/portal/deal`,
      before: expect.arrayContaining([expect.stringContaining('41,5%')]),
      after: expect.arrayContaining([expect.stringContaining('20%')]),
    })
    expect(rows[0]!.data.figures[0]).toMatchObject({ currency: 'BRL', product: 'bets' })
  })
})

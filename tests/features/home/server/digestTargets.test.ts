import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digests } from '#features/home/server/digests/digests.ts'
import { buildSignalTarget, buildStaff } from '#tests/support/builders.ts'
import { rootCredentials, signInAs } from '#tests/support/office.ts'
import { openProgramme, type Programme } from '../../reporting/server/support/programme.ts'

let programme: Programme
/** What is known begins with the real clock, so days are counted from it. */
let now = new Date()
const day = (shift = 0) => new Date(now.getTime() + shift * 86_400_000).toISOString().slice(0, 10)
let target: number

beforeAll(async () => {
  // No mail server: webhooks need none.
  programme = await openProgramme({ variables: { PUBLIC_ORIGIN: 'https://office.example' }, now: () => now })
  target = await subscribe(['dailyDigest'])
})
afterAll(() => programme.close())

const subscribe = async (signals: readonly string[], brands = [programme.brands[0]!.id]) => {
  const values = { company: programme.companies[0]!.id, brands, signals }
  return (await buildSignalTarget(programme.root, values)).id
}
const run = () =>
  digests.run({
    context: { database: programme.database, environment: programme.environment, now: () => now },
    signal: new AbortController().signal,
    progress: () => {},
    input: {},
    log: (line) => {
      throw new Error(line)
    },
  })
const nextMorning = () => {
  now = new Date(`${day(1)}T11:00:00Z`)
}
interface Digest {
  readonly from: string
  readonly to: string
  readonly lines: readonly { code: string; text: string; url: string; count?: number }[]
}
const told = async (to: number, name = 'dailyDigest') => {
  const { rows } = await sql<{ data: Digest }>`select data from signal
    where only_target = ${to}::bigint and name = ${name}::text order by id`.execute(programme.database.db)
  return rows.map(({ data }) => data)
}
/** A player of a link deposits for the first time. */
const deposit = async (link: (typeof programme.links)[number], player: string) => {
  await programme.send([
    { link, type: 'registration', day: day(), player },
    { link, type: 'deposit', day: day(), player, amount: '60.00' },
  ])
}

describe('a digest by webhook', () => {
  it('says in words and figures what happened in the brands of its target, once a day', async () => {
    await run()
    await deposit(programme.links[0]!, `digest-${day()}`)
    const deposited = day()
    nextMorning()
    await run()
    await run()
    const [digest, ...more] = await told(target)
    expect(more).toEqual([])
    expect([digest!.from, digest!.to]).toEqual([deposited, deposited])
    const line = digest!.lines.find(({ code }) => code === 'firstDeposits')!
    expect([line.count, /prim/i.test(line.text)]).toEqual([1, true])
    expect(line.url).toMatch(/^https:\/\/office\.example\/reports\/movement\?/)
  })

  it('says nothing of other brands', async () => {
    const other = programme.links.at(-1)!
    const before = (await told(target)).length
    await run()
    await deposit(other, `elsewhere-${day()}`)
    nextMorning()
    await run()
    const later = (await told(target)).slice(before).flatMap(({ lines }) => lines.map(({ code }) => code))
    expect(later).not.toContain('firstDeposits')
  })

  it('is for who reads payments and the report of activity', async () => {
    const brand = programme.brands[0]!.id
    const subscribeAs = async (roles: readonly string[]) => {
      const company = programme.companies[0]!.id
      const root = await signInAs(programme.app, rootCredentials)
      const staff = await buildStaff(programme.app, root, { company, allowedBrands: [brand], roles })
      const values = { name: 'Digest', kind: 'webhook', address: 'https://signals.example/d', brands: [brand] }
      const { status, body } = await staff.post('/api/signalTarget', { ...values, signals: ['dailyDigest'] })
      return status === 200 ? 200 : body.details.signals[0].code
    }
    expect(await subscribeAs(['manager', 'financial'])).toBe('signal_role_missing')
    expect(await subscribeAs(['manager', 'activityPerAffiliate'])).toBe('signal_role_missing')
    expect(await subscribeAs(['manager', 'activityPerAffiliate', 'financial'])).toBe(200)
  })

  it('ends with the subscription', async () => {
    // Days later the first session is over.
    const root = await signInAs(programme.app, rootCredentials)
    const { version } = (await root.get(`/api/signalTarget/${target}`)).body
    expect((await root.put(`/api/signalTarget/${target}`, { version, signals: ['periodLocked'] })).status).toBe(200)
    const before = (await told(target)).length
    await deposit(programme.links[0]!, `after-${day()}`)
    nextMorning()
    await run()
    expect((await told(target)).length).toBe(before)
  })
})

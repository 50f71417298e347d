import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, type RewardTerms, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
const brands: Record<string, number> = {}
const currencies = ['BRL', 'USD'] as const
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-11-15T12:00:00Z') })
  for (const currency of currencies) brands[currency] = await world.brand(currency)
})
afterAll(() => given.drop())

const healthy: RewardTerms[] = [
  { productType: 'bets', percentage: 30, adminFee: 10 },
  { productType: 'games', percentage: 20 },
]
const halfATrigger = { triggerCondition: 'deposit', triggerOperation: 'sum' } as const
const tiers: RewardTerms = {
  productType: 'bets',
  calculation: 'dynamic',
  adminFee: 10,
  tiers: [
    { from: 0, percentage: 30 },
    { from: 500, percentage: 40 },
  ],
}
const days = ['2026-07-02', '2026-07-03', '2026-07-20', '2026-08-01'] as const

/** Partners of three levels, one below the other; each with an affiliate of its own, and one referred by the first. */
async function build(profile: number, other: number) {
  const one = await world.partner({ level: await world.level(1), percentage: 50, abatement: 5 })
  const two = await world.partner({ level: await world.level(2, 'value * percentage'), parent: one, percentage: 40 })
  const three = await world.partner({
    level: await world.level(3, '(ngr - affiliate_reward) * 10% + value * percentage'),
    parent: two,
    percentage: 20,
  })
  const partners = [one, two, three]
  const sound = []
  for (const partner of partners) sound.push(await world.affiliate({ profile: other, partner }))
  const referrer = await world.affiliate({
    profile: await world.profile(healthy, 'none', { referralShares: [{ level: 1, of: 'ngr', percentage: 5 }] }),
  })
  const suspect = await world.affiliate({ profile, partner: three, referredBy: referrer })
  return { partners, sound, suspect, referrer }
}
type Built = Awaited<ReturnType<typeof build>>

async function move({ sound, suspect }: Built, only?: 'sound') {
  for (const [index, day] of days.entries())
    for (const [place, affiliate] of [...sound, ...(only ? [] : [suspect])].entries())
      for (const currency of currencies) {
        const turnover = 700.1 + 13.37 * place + 250 * index
        const common = { affiliate, day, brand: brands[currency]! }
        await world.activity({ ...common, turnover, payout: 210.05, bonus: 11.11, chargebacks: 2.5 })
        await world.activity({ ...common, product: 'games', turnover: turnover / 3, payout: 20 })
      }
}

async function due(owner: { affiliate: number } | { partner: number }) {
  const [[kind, id]] = Object.entries(owner) as [[string, number]]
  const { rows } = await sql<{ line: string }>`select entry.currency || ' ' || sum(value) as line from entry
    where ${sql.ref(kind)} = ${id} group by currency order by 1`.execute(world.db)
  return rows.map(({ line }) => line)
}
const dueAbove = async ({ partners, referrer }: Built) => [
  ...(await Promise.all(partners.map((partner) => due({ partner })))),
  await due({ affiliate: referrer }),
]
const close = async (how: string) => {
  if (how === 'at once') await world.close('2026-07-01', '2026-08-31')
  else for (const day of days) await world.close(day)
}
const rewardOf = async (profile: number) =>
  (await sql<{ id: number }>`select rewards[1] as id from reward_profile where id = ${profile}`.execute(world.db))
    .rows[0]!.id

/** Makes a rule one without a result, and what mends it again. */
const wrongs = {
  'an affiliate whose rule is broken': {
    terms: [healthy[0]!, healthy[1]!],
    spoil: (reward: number) =>
      sql`update reward_history set trigger_condition = ${halfATrigger.triggerCondition},
        trigger_operation = ${halfATrigger.triggerOperation} where record = ${reward}`,
    mend: (reward: number) =>
      sql`update reward_history set trigger_condition = null, trigger_operation = null where record = ${reward}`,
  },
  'a product whose amounts are in another currency': {
    terms: [tiers, { productType: 'games', percentage: 0 }] as RewardTerms[],
    spoil: (reward: number) => sql`update reward_history set currency = 'EUR' where record = ${reward}`,
    mend: (reward: number) => sql`update reward_history set currency = null where record = ${reward}`,
  },
}

describe('what is stopped below partners of three levels, in two currencies', () => {
  const cases = Object.keys(wrongs).flatMap((wrong) =>
    ['at once', 'day by day'].map((how) => [wrong as keyof typeof wrongs, how] as const),
  )
  it.each(cases)('is not theirs either until it is mended, then to the cent: %s, closed %s', async (wrong, how) => {
    const { terms, spoil, mend } = wrongs[wrong]
    const other = await world.profile(healthy)
    const profile = await world.profile(terms)
    const [office, sound] = [await build(profile, other), await build(await world.profile(terms), other)]
    const reward = await rewardOf(profile)
    await spoil(reward).execute(world.db)
    await move(office)
    await move(sound)
    await close(how)

    // What partners earn meanwhile is what they would earn had the stopped activity not been there.
    const without = await build(profile, other)
    await move(without, 'sound')
    if (wrong === 'a product whose amounts are in another currency')
      for (const [index, day] of days.entries())
        for (const currency of currencies)
          await world.activity({
            affiliate: without.suspect,
            day,
            product: 'games',
            turnover: (700.1 + 13.37 * 3 + 250 * index) / 3,
            payout: 20,
            brand: brands[currency]!,
          })
    await close(how)
    const stopped = await dueAbove(office)
    expect(stopped).toEqual(await dueAbove(without))
    expect(stopped[2]).not.toEqual((await dueAbove(sound))[2])

    // One of them is paid already: what it is owed beside that is an adjustment.
    await world.complete((await world.entries({ partner: office.partners[1]! })).map(({ id }) => id))
    await mend(reward).execute(world.db)
    await world.activity({ affiliate: office.suspect, day: days[0], product: 'lotto', brand: brands['BRL']! })
    await close(how === 'at once' ? 'day by day' : 'at once')
    expect(await dueAbove(office)).toEqual(await dueAbove(sound))
    expect(await due({ affiliate: office.suspect })).toEqual(await due({ affiliate: sound.suspect }))
    const { rows } = await sql`select from close_problem where owner = ${office.suspect}`.execute(world.db)
    expect(rows).toEqual([])
  })
})

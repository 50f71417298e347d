import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRuleSet } from '#features/commission/server/calculation/ruleSet.ts'
import { inSimulation, type SimulatedRange, type SimulatedGroup } from '#features/deals/server/whatIf/simulation.ts'
import { simulateCommission } from '#features/deals/server/whatIf/tryCommission.ts'
import { simulateLevel } from '#features/deals/server/whatIf/tryLevel.ts'
import { addDays } from '#engine/values/calendar.ts'
import { centsOf, roundMoney } from '#engine/values/money.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, type RewardTerms, total, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-06-15T12:00:00Z') })
})
afterAll(() => given.drop())

const first = '2026-02-01'
const lastOffset = 88
const last = addDays(first, lastOffset)
const offset = fc.integer({ min: 0, max: lastOffset })
const amount = fc.integer({ min: 0, max: 200_000 }).map((each) => each / 100)
const tier = fc.record({ from: fc.integer({ min: 0, max: 3000 }), percentage: fc.integer({ min: 0, max: 60 }) })
const terms = fc.record({
  subType: fc.constantFrom('ngr', 'ggr', 'turnover'),
  adminFee: fc.constantFrom(0, 12.5, 7.33),
  percentage: fc.integer({ min: 1, max: 60 }),
  tierMode: fc.constantFrom('marginal' as const, 'whole' as const),
  tiers: fc.uniqueArray(tier, { maxLength: 3, selector: ({ from }) => from }),
  trigger: fc.constantFrom(null, '>= 100', '>= 1500'),
})
type Terms = typeof terms extends fc.Arbitrary<infer Made> ? Made : never
const profile = fc.record({
  bets: terms,
  games: terms,
  cpa: fc.record({ value: fc.integer({ min: 1, max: 300 }), atLeast: fc.integer({ min: 10, max: 150 }) }),
  carryOver: fc.constantFrom('none' as const, 'full' as const),
})
type ProfileMade = typeof profile extends fc.Arbitrary<infer Made> ? Made : never
const happening = fc.record({
  who: fc.integer({ min: 0, max: 1 }),
  day: offset,
  product: fc.constantFrom('bets' as const, 'games' as const),
  turnover: amount,
  payout: amount.map((each) => Math.round(each * 120) / 100),
  bonus: amount.map((each) => Math.round(each * 10) / 100),
})
const office = fc.record({
  stored: profile,
  edited: profile,
  later: profile,
  happenings: fc.array(happening, { minLength: 2, maxLength: 14 }),
  chargebacks: fc.array(fc.record({ who: fc.integer({ min: 0, max: 1 }), day: offset, amount }), { maxLength: 2 }),
  deposits: fc.array(
    fc.record({ player: fc.integer({ min: 0, max: 2 }), day: offset, amount: fc.integer({ min: 1, max: 100 }) }),
    { maxLength: 6 },
  ),
  moves: fc.option(offset),
  hasOther: fc.option(offset),
  ratesTurn: fc.option(offset),
  asked: fc.tuple(offset, offset).map((days) => days.toSorted((one, other) => one - other) as [number, number]),
})
type OfficeMade = typeof office extends fc.Arbitrary<infer Made> ? Made : never

const rewardTerms = (productType: 'bets' | 'games', { trigger, ...made }: Terms): RewardTerms => ({
  ...made,
  productType,
  calculation: made.tiers.length > 0 ? 'dynamic' : 'fixed',
  ...(trigger === null ? {} : { triggerCondition: 'turnover', triggerOperation: 'sum', triggerComparison: trigger }),
})
const makeProfile = ({ bets, games, cpa, carryOver }: ProfileMade) =>
  world.profile(
    [
      rewardTerms('bets', bets),
      rewardTerms('games', games),
      {
        productType: 'cpa',
        value: cpa.value,
        triggerCondition: 'deposit',
        triggerOperation: 'sum',
        triggerComparison: `>= ${cpa.atLeast}`,
      },
    ],
    carryOver,
  )

/** Two affiliates below three levels of partners; one of them changes its profile and where it hangs. */
async function makeOffice(made: OfficeMade, under: ProfileMade) {
  const [profileId, later] = [await makeProfile(under), await makeProfile(made.later)]
  const levels = [await world.level(1), await world.level(2, 'value * percentage'), await world.level(3, 'ngr * 0.1')]
  const top = await world.partner({ level: levels[0]!, percentage: 30, abatement: 10 })
  const middle = await world.partner({ level: levels[1]!, parent: top, percentage: 20 })
  const below = await world.partner({ level: levels[2]!, parent: middle, percentage: 5 })
  const affiliates = [
    await world.affiliate({ profile: profileId, partner: below }),
    await world.affiliate({ profile: profileId, partner: top }),
  ]
  if (made.moves !== null && made.moves > 0)
    await world.reassign(affiliates[0]!, addDays(first, made.moves), { partner: top })
  if (made.hasOther !== null && made.hasOther > 0 && made.hasOther !== made.moves)
    await world.reassign(affiliates[1]!, addDays(first, made.hasOther), { profile: later })
  if (made.ratesTurn !== null && made.ratesTurn > 0) {
    const day = addDays(first, made.ratesTurn)
    await sql`update partner_history set valid_to = ${day}::text::date where record = ${top}`.execute(world.db)
    await sql`insert into partner_history (record, valid_from, partner_level, percentage, abatement)
      values (${top}, ${day}::text::date, ${levels[0]}, 40, 5)`.execute(world.db)
  }
  for (const { who, day, ...activity } of made.happenings)
    await world.activity({ affiliate: affiliates[who]!, day: addDays(first, day), ...activity })
  for (const { who, day, amount } of made.chargebacks)
    await world.activity({
      affiliate: affiliates[who]!,
      day: addDays(first, day),
      product: 'none',
      chargebacks: amount,
    })
  const players = []
  for (const affiliate of [affiliates[0]!, affiliates[1]!, affiliates[1]!])
    players.push({ affiliate, player: await world.player({ affiliate, registered: first }) })
  for (const { player, day, amount } of made.deposits)
    await world.deposit({ ...players[player]!, day: addDays(first, day), amount })
  return { profile: profileId, affiliates, partners: [top, middle, below], level: levels[0]! }
}
type Made = Awaited<ReturnType<typeof makeOffice>>

const amounts = (group: SimulatedGroup | null, which: 'then' | 'now') =>
  Object.fromEntries((group?.owners ?? []).map((owner) => [owner.id, owner[which]]))
async function due(owner: { affiliate: number } | { partner: number }, { from, to }: SimulatedRange): Promise<string> {
  return total((await world.entries(owner)).filter(({ day }) => from <= day && day <= to))
}
const profileOf = async (id: number) => (await readRuleSet(given.database.db)).profiles.get(id)!.at(-1)!
const tried = (
  profileId: number,
  { from: _, ...profile }: Awaited<ReturnType<typeof profileOf>>,
  days: SimulatedRange,
) =>
  inSimulation(given.database.db, (db) =>
    simulateCommission(db, { edit: { kind: 'rewardProfile', id: profileId, ...profile }, days }),
  )

async function expectUnchanged(made: Made, days: SimulatedRange): Promise<void> {
  const result = await tried(made.profile, await profileOf(made.profile), days)
  expect(amounts(result, 'now')).toEqual(amounts(result, 'then'))
  expect(amounts(result.above, 'now')).toEqual(amounts(result.above, 'then'))
  expect([...result.problems, ...(result.above?.problems ?? [])]).toEqual([])
  for (const partner of made.partners)
    if (result.above) expect(amounts(result.above, 'now')[partner] ?? '0.00').toBe(await due({ partner }, days))
  const book = await readRuleSet(given.database.db)
  const bets = book.profiles.get(made.profile)!.at(-1)!.rewards[0]!
  const { rule } = book.rewards.get(bets)!.at(-1)!
  const single = await inSimulation(given.database.db, (db) =>
    simulateCommission(db, { edit: { kind: 'reward', id: bets, rule, currency: null }, days }),
  )
  expect(amounts(single, 'now')).toEqual(amounts(single, 'then'))
  const formula = '(ngr - affiliate_reward - abatment) * percentage'
  const level = await inSimulation(given.database.db, (db) =>
    simulateLevel(db, { level: made.level, expression: formula, currency: null, days }),
  )
  const own = (which: 'then' | 'now') => made.partners.map((id) => amounts(level, which)[id])
  expect(own('now')).toEqual(own('then'))
}

const cents = (amount: string) => Number(centsOf(roundMoney(amount)))

/** What a trial adds to one office is what closes wrote more in another, which always had the edited rules. */
async function expectTwin(made: Made, twin: Made, days: SimulatedRange): Promise<void> {
  const result = await tried(made.profile, await profileOf(twin.profile), days)
  const added = made.affiliates.map((id) => {
    const owner = result.owners.find((each) => each.id === id)
    return owner ? cents(owner.now) - cents(owner.then) : 0
  })
  const written = []
  for (const [index, id] of made.affiliates.entries()) {
    const [own, other] = [await due({ affiliate: id }, days), await due({ affiliate: twin.affiliates[index]! }, days)]
    written.push(cents(other) - cents(own))
  }
  expect(added).toEqual(written)
  if (!result.above) return
  for (const [index, partner] of twin.partners.entries())
    expect(amounts(result.above, 'now')[made.partners[index]!] ?? '0.00').toBe(await due({ partner }, days))
}

test('a trial is what the closes wrote where nothing is changed, and what they would have written where it is: any days, what is carried on, partners above, days nobody closed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(office, { minLength: 5, maxLength: 5 }),
      fc.option(fc.integer({ min: 1, max: lastOffset - 5 })),
      async (offices, gap) => {
        await sql`delete from closed_day`.execute(world.db)
        const made = []
        for (const each of offices)
          made.push({ each, own: await makeOffice(each, each.stored), twin: await makeOffice(each, each.edited) })
        if (gap === null) await world.close(first, last)
        else {
          await world.close(first, addDays(first, gap - 1))
          await world.close(addDays(first, gap + 3), last)
        }
        for (const { each, own, twin } of made) {
          const days = { from: addDays(first, each.asked[0]), to: addDays(first, each.asked[1]) }
          await expectUnchanged(own, days)
          await expectTwin(own, twin, days)
        }
      },
    ),
    // Each run closes three months of ten offices; what fails is told as it is.
    { numRuns: 3, endOnFailure: true },
  )
}, 240_000)

test('a profile that would have carried its losses on: 129.24 lost in March at 50 % are set against April', async () => {
  const bets = { productType: 'bets' as const, percentage: 50 }
  const profileId = await world.profile([bets])
  const affiliate = await world.affiliate({ profile: profileId })
  await world.activity({ affiliate, day: '2026-03-10', payout: 129.24 })
  await world.activity({ affiliate, day: '2026-04-10', turnover: 182.68 })
  await world.close('2026-03-01', '2026-04-30')
  const stored = await profileOf(profileId)
  const april = { from: '2026-04-01', to: '2026-04-30' }
  expect(amounts(await tried(profileId, { ...stored, carryOver: 'full' }, april), 'now')).toEqual({
    [affiliate]: '26.72',
  })
  expect(amounts(await tried(profileId, stored, april), 'now')).toEqual({ [affiliate]: '91.34' })
})

test('a player that no more qualifies by the edited profile does by the later one, and so in its trial: 25.00 for 10.00', async () => {
  const atLeast = (least: number, value: number) => ({
    productType: 'cpa' as const,
    value,
    triggerCondition: 'deposit',
    triggerOperation: 'sum',
    triggerComparison: `>= ${least}`,
  })
  const [first, later] = [await world.profile([atLeast(50, 10)]), await world.profile([atLeast(20, 25)])]
  const partner = await world.partner({ level: await world.level(1), percentage: 50 })
  const affiliate = await world.affiliate({ profile: first, partner })
  await world.reassign(affiliate, '2026-05-10', { profile: later })
  const player = await world.player({ affiliate, registered: '2026-05-01' })
  await world.deposit({ affiliate, player, day: '2026-05-03', amount: 60 })
  await world.activity({ affiliate, day: '2026-05-12', turnover: 100 })
  await world.close('2026-05-01', '2026-05-31')
  const stored = await profileOf(first)
  const edited = await profileOf(await world.profile([atLeast(100, 10)]))
  const days = { from: '2026-05-01', to: '2026-05-31' }
  const result = await tried(first, { ...stored, rewards: edited.rewards }, days)
  expect(amounts(result, 'then')).toEqual({ [affiliate]: '10.00' })
  expect(amounts(result, 'now')).toEqual({ [affiliate]: '25.00' })
  expect(amounts(result.above, 'then')).toEqual({ [partner]: '45.00' })
  expect(amounts(result.above, 'now')).toEqual({ [partner]: '37.50' })
})

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainLine, type StoredLine } from '#features/commission/server/explanation/explainLine.ts'
import { readRuleSet } from '#features/commission/server/calculation/ruleSet.ts'
import { inSimulation } from '#features/deals/server/whatIf/simulation.ts'
import { simulateCommission } from '#features/deals/server/whatIf/tryCommission.ts'
import { addDays } from '#engine/values/calendar.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, type RewardTerms, total, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
let brands: number[]
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-06-15T12:00:00Z') })
  brands = [1, await world.brand()]
  // Players stand here without the event of their registration, and nothing is due before anything moved.
  const affiliate = await world.affiliate({ profile: await world.profile([{ productType: 'games', percentage: 1 }]) })
  const player = await world.player({ affiliate, registered: first })
  await world.event({ player, affiliate, at: `${first}T00:00:00Z`, type: 'registration' })
})
afterAll(() => given.drop())

const [first, last] = ['2026-01-20', '2026-05-05']
const offsets = 105
const registrations = [0, 20, 40, 60]
const fact = fc.constantFrom('registrations' as const, 'depositCount' as const, 'turnover' as const, 'ngr' as const)
const tiers = fc.constantFrom<Partial<RewardTerms>>(
  { calculation: 'fixed' },
  {
    calculation: 'dynamic',
    tierMode: 'whole',
    tiers: [
      { from: 3, percentage: 40 },
      { from: 150, percentage: 55 },
    ],
  },
  {
    calculation: 'dynamic',
    tierMode: 'whole',
    tierComparator: 'moreThan',
    tiers: [
      { from: 2, percentage: 40, alsoFact: 'depositCount', alsoAmount: 2 },
      { from: 2, percentage: 25, alsoFact: 'turnover', alsoAmount: 1 },
      { from: 99, percentage: 60, alsoFact: 'ngr', alsoComparator: 'moreThan', alsoAmount: 50 },
    ],
  },
)
const quota = fc.constantFrom<Partial<RewardTerms>>(
  {},
  {},
  { minimums: [{ fact: 'depositCount', amount: 1, months: 2, missed: 'lowered' }], loweredPercentage: 7.7 },
  { minimums: [{ fact: 'depositCount', amount: 1, lasts: 'forGood' }] },
  { minimums: [{ fact: 'depositCount', amount: 2, missed: 'later' }] },
  {
    minimums: [
      { fact: 'turnover', amount: 90, missed: 'later', graceMonths: 1 },
      { fact: 'depositCount', amount: 1, missed: 'later', begins: 'nextMonth' },
    ],
  },
  {
    minimums: [
      { fact: 'withdrawalShare', comparator: 'atMost', amount: 10, lasts: 'forGood', missed: 'lowered' },
      { fact: 'bonusShare', comparator: 'lessThan', amount: 30, missed: 'lowered' },
    ],
    loweredPercentage: 0,
  },
)
const span = fc.constantFrom<Partial<RewardTerms>>(
  {},
  { tierWithout: 'counted' },
  { tierSpan: 'past', tierMonths: 1 },
  { tierSpan: 'rolling', tierMonths: 3 },
  { tierSpan: 'lifetime' },
  { tierSpan: 'best' },
  { tierSpan: 'days', tierDays: 40 },
  { tierSpan: 'days', tierDays: 20, tierRatchet: true },
)
const launch = fc.constantFrom<Partial<RewardTerms>>(
  {},
  { launchMonths: 1, launchPercentage: 33.3 },
  { launchMonths: 2, launchPercentage: 0 },
)
const fee = fc.constantFrom<Partial<RewardTerms>>(
  {},
  { flatFee: 12.5, flatFeeMinimums: [{ fact: 'depositCount', amount: 2 }] },
  { flatFee: 3.33 },
  { flatFee: 10, flatFeeProrated: true, floor: 31, floorProrated: true },
  { flatFee: 9, flatFeePer: 'once', flatFeeMinimums: [{ fact: 'turnover', amount: 150 }] },
  { flatFee: 7, flatFeeMinimums: [{ fact: 'ngr', comparator: 'moreThan', amount: 0 }] },
)
const byPlayer = fc.constantFrom<Partial<RewardTerms>>(
  {},
  {},
  {},
  { cpaPlayers: 'none' },
  { cpaPlayers: 'only' },
  {
    bandComparator: 'moreThan',
    bands: [
      { from: 50, percentage: 44 },
      { from: 120, percentage: 9.5 },
    ],
  },
  { cpaPlayers: 'earnedBack' },
  { cpaPlayers: 'advance', percentage: 33.33 },
  { playerRates: [{ afterMonths: 1, percentage: 5 }] },
  { leavesAfterDays: 3 },
  { leavesAfterDays: 20, cpaPlayers: 'earnedBack' },
  {
    cpaPlayers: 'earnedBack',
    playerRates: [
      { registeredBefore: addDays(first, 30), percentage: 62.5 },
      { registeredFrom: addDays(first, 50), afterMonths: 1, percentage: 0 },
    ],
    deductions: [
      { kind: 'tax', percentage: 12.5 },
      { kind: 'depositFee', percentage: 3 },
    ],
    adminFee: 7,
  },
)
/** Other rates by place; brands by their place among those of the world. */
const byPlace = fc.oneof(
  fc.constant(undefined),
  fc.uniqueArray(
    fc.record({
      brand: fc.constantFrom(null, 0, 1),
      link: fc.constantFrom(null, 1, 2),
      country: fc.constantFrom(null, null, 'BR'),
      registeredBefore: fc.constantFrom(null, null, null, addDays(first, 20), addDays(first, 45)),
      percentage: fc.constantFrom(0, 12.5, 45, 99.99),
    }),
    { maxLength: 4, selector: ({ percentage: _, ...words }) => JSON.stringify(words) },
  ),
)
const cpa = fc.constantFrom<Omit<RewardTerms, 'productType'>>(
  { value: 10 },
  { value: 45.55, triggerCondition: 'deposit', triggerOperation: 'count', triggerComparison: '>= 1' },
  {
    value: 5,
    bandFact: 'depositSum',
    bands: [
      { from: 20, value: 30.55 },
      { from: 60, value: 70 },
    ],
    conditions: [{ fact: 'depositCount', amount: 1 }],
    clawBack: 'chargeback',
  },
  { value: 80, conditions: [{ fact: 'wagerSum', amount: 60 }], clawBack: 'chargeback' },
  { value: 21.01, minimums: [{ fact: 'registrations', amount: 2, missed: 'later' }] },
)
/** What counts of a player, fees and edges by group of games: of shares without players of their own. */
const byWorth = fc.constantFrom<Partial<RewardTerms>>(
  {},
  {},
  { playerCeiling: 'deposits' },
  { playerCeiling: 'amount', playerCeilingAmount: 33.33 },
  { playerCeiling: 'amount', playerCeilingAmount: 41, playerCeilingOver: 'life' },
  { subType: 'deposits', deductions: [{ kind: 'costs', percentage: 50 }] },
  { subType: 'turnover', deductions: [{ kind: 'costs', percentage: 100 }] },
  { deductions: [{ kind: 'providerFee', percentage: 17, gameGroup: 'slots' }] },
  {
    deductions: [
      { kind: 'tax', percentage: 11, country: 'BR' },
      { kind: 'tax', percentage: 33, country: 'others' },
    ],
  },
  { subType: 'theoretical', edges: [{ gameGroup: 'slots', percentage: 3.7 }], edge: 50 },
)
const deal = fc
  .record({
    byWorth,
    byPlayer,
    byPlace,
    tiers,
    tierBase: fact,
    span,
    launch,
    fee,
    quota,
    ceiling: fc.constantFrom(undefined, 60),
  })
  .map(
    ({
      byPlayer: players,
      byPlace: overrides,
      byWorth: worth,
      tiers: by,
      tierBase,
      span: over,
      launch: start,
      fee: paid,
      quota: asked,
      ceiling,
    }): RewardTerms => ({
      productType: 'games',
      percentage: 20,
      ...by,
      ...(by.calculation === 'dynamic' ? { tierBase, ...over } : {}),
      ...start,
      ...paid,
      ...(players.cpaPlayers === 'advance' ? {} : asked),
      ...players,
      overrides,
      ceiling,
      ...(Object.keys(players).length === 0 && !overrides ? worth : {}),
    }),
  )
const deed = fc.record({
  who: fc.nat(3),
  day: fc.integer({ min: 0, max: offsets }),
  type: fc.constantFrom('deposit', 'bet', 'bet', 'bet', 'win', 'bonus', 'chargeback'),
  amount: fc.integer({ min: 1, max: 99 }),
  brand: fc.nat(1),
  action: fc.constantFrom(1, 2, 3),
  country: fc.constantFrom(null, null, 'BR', 'PT'),
  group: fc.constantFrom(null, 'slots', 'Live'),
})
const office = fc.record({
  deal,
  cpa,
  carryOver: fc.constantFrom('none' as const, 'full' as const),
  deeds: fc.array(deed, { minLength: 5, maxLength: 14 }),
  late: fc.array(deed, { maxLength: 2 }),
})
type Office = typeof office extends fc.Arbitrary<infer Made> ? Made : never

async function makeAffiliate(terms: RewardTerms, { deeds, late, carryOver, cpa: acquisition }: Office) {
  const placed = (terms.overrides ?? [])
    .filter(({ percentage: _, ...words }) => Object.values(words).some((word) => (word ?? null) !== null))
    .map(({ brand, ...rest }) => ({ ...rest, brand: (brand ?? null) === null ? null : brands[brand!]! }))
  const share = terms.overrides ? { ...terms, overrides: placed } : terms
  const profile = await world.profile([share, { productType: 'cpa', ...acquisition }], carryOver)
  const affiliate = await world.affiliate({ profile })
  const players: number[] = []
  for (const day of registrations) players.push(await world.player({ affiliate, registered: addDays(first, day) }))
  const tell = async (told: Office['deeds']) => {
    for (const { who, day, type, amount, brand, action, country, group } of told)
      await world.event({
        player: players[who]!,
        affiliate,
        at: `${addDays(first, day)}T10:00:00Z`,
        type: type as 'bet',
        amount,
        brand: brands[brand]!,
        action,
        ...(country ? { country } : {}),
        ...(group ? { gameGroup: group } : {}),
      })
  }
  await tell(deeds)
  return { affiliate, profile, tellLate: () => tell(late) }
}

/** What each day earned by the share. */
async function shares(affiliate: number): Promise<string[]> {
  const { rows } = await sql<{ day: string; amount: string }>`select entry.day::text as day, line.amount::text as amount
    from entry join entry_line line on line.entry = entry.id
    where entry.affiliate = ${affiliate} and line.product = 'games' and line.amount <> 0 order by 1`.execute(world.db)
  return rows.map(({ day, amount }) => `${day} ${amount}`)
}

async function explainAll(affiliate: number) {
  const { rows } = await sql<StoredLine>`select product, base::text as base, rate::text as rate,
      rule_version as "ruleVersion", amount::text as amount, detail from entry_line
      where entry in (select id from entry where affiliate = ${affiliate})`.execute(world.db)
  return Promise.all(rows.map((line) => explainLine(world.db, line)))
}

test('a share closed day by day is the share closed at once, tried on another and explained', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(office, { minLength: 3, maxLength: 3 }), async (offices) => {
      await sql`delete from closed_day`.execute(world.db)
      const daily = []
      for (const each of offices) daily.push(await makeAffiliate(each.deal, each))
      // Days on which nothing happens need no close of their own; on a registration a player may count.
      const happening = offices.flatMap(({ deeds, late }) => [...deeds, ...late].map(({ day }) => day))
      const days = [...new Set([...registrations, ...happening])].sort((a, b) => a - b)
      for (const day of days) await world.close(addDays(first, day))
      for (const { tellLate } of daily) await tellLate()
      await world.close(addDays(first, days.at(-1)!))
      const dayByDay = await Promise.all(daily.map(({ affiliate }) => shares(affiliate)))
      const twins = []
      for (const each of offices) {
        const whole = await makeAffiliate(each.deal, each)
        await whole.tellLate()
        const tried = await makeAffiliate({ productType: 'games', percentage: 1 }, each)
        await tried.tellLate()
        twins.push({ whole, tried })
      }
      await world.close(first, last)
      const book = await readRuleSet(world.db)
      for (const [index, { affiliate }] of daily.entries()) {
        const { whole, tried } = twins[index]!
        expect(dayByDay[index]).toEqual(await shares(whole.affiliate))
        expect(await shares(affiliate)).toEqual(dayByDay[index])
        const explained = await explainAll(affiliate)
        expect(explained.map(({ isReproduced }) => isReproduced)).toEqual(explained.map(() => true))
        const { from: _, ...profile } = book.profiles.get(whole.profile)!.at(-1)!
        const edit = { kind: 'rewardProfile', id: tried.profile, ...profile } as const
        const result = await inSimulation(world.db, (db) =>
          simulateCommission(db, { edit, days: { from: first, to: last } }),
        )
        expect(result.owners.map(({ now }) => now)).toEqual([total(await world.entries(whole))])
      }
    }),
    // Each run closes four months of nine affiliates, day by day and at once.
    { numRuns: Number(process.env['SHARE_RUNS'] ?? 1), endOnFailure: true },
  )
}, 240_000)

import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { eachDay } from '#engine/values/calendar.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { buildAction, buildBrand, buildEvent } from '#tests/features/activity/server/support/activity.ts'
import {
  type Earner,
  earningsOf,
  type Fact,
  partnerEntries,
  type PartnerTerms,
  type Words,
} from '#tests/support/money/secondOpinion.ts'
import { makeWorld, type RewardTerms, total, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-11-21T12:00:00Z') })
})
afterAll(() => given.drop())

const days = eachDay({ from: '2026-08-01', to: '2026-09-30' })
const products = ['bets', 'games', 'lotto'] as const

const percentage = fc.constantFrom(5, 12.5, 30, 33.33, 45)
const trigger = fc.constantFrom(
  'turnover sum 300',
  'bets count 4',
  'bets max 90',
  'bets first 40',
  'ggr sum 50',
  'deposit sum 150',
  'deposit count 2',
  'deposit max 80',
  'registration count 2',
  'first_deposit count 1',
  'first_deposit sum 50',
)
const triggered = (text: string | null) => {
  const [triggerCondition, triggerOperation, least] = text?.split(' ') ?? []
  return text === null
    ? {}
    : { triggerCondition: triggerCondition!, triggerOperation: triggerOperation!, triggerComparison: `>= ${least}` }
}
const starts = (most: number) =>
  fc
    .uniqueArray(fc.integer({ min: 2, max: most }), { maxLength: 2 })
    .map((list) => [0, ...list.toSorted((one, other) => one - other)])
const productTerms = fc.record({
  subType: fc.constantFrom('ngr', 'ggr', 'turnover'),
  calculation: fc.constantFrom('fixed' as const, 'dynamic' as const),
  adminFee: fc.constantFrom(0, 10, 12.5),
  percentage,
  tierMode: fc.constantFrom('marginal' as const, 'whole' as const),
  starts: starts(2000),
  rates: fc.tuple(percentage, percentage, percentage),
  trigger: fc.option(trigger, { freq: 3 }),
})
const cpaTerms = fc.record({
  calculation: fc.constantFrom('fixed' as const, 'dynamic' as const),
  value: fc.constantFrom(10, 33.33, 250),
  tierMode: fc.constantFrom('marginal' as const, 'whole' as const),
  starts: starts(7),
  rates: fc.tuple(fc.constantFrom(10, 33.33), fc.constantFrom(40, 275), fc.constantFrom(50.5, 300)),
  trigger: fc.option(trigger, { freq: 5 }),
})
const fact = fc.record({
  player: fc.nat(5),
  day: fc.nat(days.length - 1),
  minute: fc.nat(900),
  type: fc.constantFrom('bet', 'bet', 'win', 'bonus', 'chargeback', 'deposit'),
  product: fc.constantFrom(...products),
  cents: fc.integer({ min: 1, max: 30_000 }),
})
const affiliateTerms = fc.record({
  products: fc.tuple(productTerms, productTerms, productTerms),
  cpa: cpaTerms,
  carryOver: fc.constantFrom('none' as const, 'full' as const),
  facts: fc.uniqueArray(fact, { maxLength: 40, selector: ({ day, minute }) => `${day} ${minute}` }),
  partner: fc.nat(3),
})
/** Formulas as they are stored, and as functions. */
const formulas: readonly (readonly [string, (words: Words) => Decimal])[] = [
  [
    '(ngr - affiliate_reward - abatment) * percentage',
    ({ ngr, affiliate_reward, abatment, percentage: share }) =>
      ngr.minus(affiliate_reward).minus(abatment).times(share),
  ],
  ['value * percentage', ({ value, percentage: share }) => value.times(share)],
  [
    'max(ngr * 10%, gross_value * percentage)',
    ({ ngr, gross_value, percentage: share }) => Decimal.max(ngr.times('0.1'), gross_value.times(share)),
  ],
  [
    'ggr > 500 ? ggr * percentage : turnover * 1%',
    ({ ggr, turnover, percentage: share }) => (ggr.gt(500) ? ggr.times(share) : turnover.times('0.01')),
  ],
  [
    '(value - abatment) * percentage + admin_fee * 0.1',
    ({ value, abatment, percentage: share, admin_fee }) =>
      value.minus(abatment).times(share).plus(admin_fee.times('0.1')),
  ],
]
const partnerTerms = fc.record({
  formula: fc.constantFrom(...formulas),
  percentage: fc.constantFrom(10, 30, 33.33),
  abatement: fc.constantFrom(0, 10, 12.5),
})
const programme = fc.record({
  affiliates: fc.array(affiliateTerms, { minLength: 1, maxLength: 5 }),
  partners: fc.tuple(partnerTerms, partnerTerms, partnerTerms),
  lateShare: fc.nat(6),
})
type Programme = typeof programme extends fc.Arbitrary<infer Value> ? Value : never

function rewardsOf({ products: made, cpa, carryOver }: Programme['affiliates'][number]): RewardTerms[] {
  const tiersOf = (key: 'percentage' | 'value', from: readonly number[], rates: readonly number[]) =>
    from.map((start, index) => ({ from: start, [key]: rates[index]! }))
  return [
    // With carry-over a loss counts whether the trigger is met or not; that case has tests of its own.
    ...made.map(({ starts: from, rates, trigger: text, ...terms }, index) => ({
      ...terms,
      productType: products[index]!,
      tiers: tiersOf('percentage', from, rates),
      ...triggered(carryOver === 'full' ? null : text),
    })),
    {
      productType: 'cpa',
      calculation: cpa.calculation,
      value: cpa.value,
      tierMode: cpa.tierMode,
      tiers: tiersOf('value', cpa.starts, cpa.rates),
      ...triggered(cpa.trigger),
    },
  ]
}

/** What happened, with a registration of each player a minute before the first day's dawn. */
function factsOf({ facts }: Programme['affiliates'][number], prefix: string): Fact[] {
  const happened = facts.map(({ player, day, cents, type, product, minute }): Fact => ({
    player: `${prefix}-${player}`,
    day: days[day]!,
    minute: minute + 1,
    type,
    amount: cents / 100,
    product: type === 'deposit' ? null : product,
  }))
  return [
    ...[...new Set(happened.map(({ player }) => player))].map((player): Fact => ({
      player,
      day: days[0]!,
      minute: 0,
      type: 'registration',
      product: null,
      amount: 0,
    })),
    ...happened,
  ]
}

const entriesOf = (earned: ReadonlyMap<string, Decimal>) =>
  new Map([...earned].filter(([, value]) => !value.isZero()).map(([day, value]) => [day, value.toFixed(2)]))
const writtenEntries = async (owner: { affiliate?: number; partner?: number }) =>
  new Map((await world.entries(owner)).filter(({ value }) => Number(value) !== 0).map(({ day, value }) => [day, value]))

async function build({ affiliates, partners }: Programme) {
  const brand = await buildBrand(given.database)
  const chain: (Omit<PartnerTerms, 'affiliates'> & { readonly level: 1 | 2 | 3 })[] = []
  for (const [
    index,
    {
      formula: [text, formula],
      ...terms
    },
  ] of partners.entries()) {
    const level = (index + 1) as 1 | 2 | 3
    const parent = chain.at(-1)?.id ?? null
    chain.push({
      ...terms,
      level,
      parent,
      formula,
      id: await world.partner({
        ...terms,
        level: await world.level(level, text),
        ...(parent === null ? {} : { parent }),
      }),
    })
  }
  const earners: (Earner & { readonly id: number; readonly token: string; readonly depth: number })[] = []
  for (const made of affiliates) {
    const rewards = rewardsOf(made)
    const id = await world.affiliate({
      profile: await world.profile(rewards, made.carryOver),
      partner: chain[made.partner]?.id ?? null,
    })
    const { token } = await buildAction(given.database, brand, { affiliate: id })
    earners.push({ id, token, rewards, carryOver: made.carryOver, facts: factsOf(made, token), depth: made.partner })
  }
  // Whoever hangs on a partner is below those above it, too.
  const partnersWithAffiliates = chain.map((partner, index) => ({
    ...partner,
    affiliates: earners.filter(({ depth }) => depth >= index && depth < chain.length).map(({ id }) => id),
  }))
  return { brand, earners, partners: partnersWithAffiliates }
}

test('a second reading of the rules comes to the same entry for every affiliate and partner on every day, and with late events and paid entries to the same sums', async () => {
  await fc.assert(
    fc.asyncProperty(programme, async (made) => {
      const { brand, earners, partners } = await build(made)
      const events = earners.flatMap(({ facts, token }) =>
        facts.map((each, index) => ({
          isLate: each.type !== 'registration' && made.lateShare > 0 && index % (made.lateShare + 3) === 0,
          event: buildEvent({
            type: each.type,
            player_ref: each.player,
            occurred_at: new Date(Date.parse(`${each.day}T01:00:00Z`) + each.minute * 60_000).toISOString(),
            ...(each.type === 'registration' ? { action_token: token } : { amount: each.amount }),
            ...(each.product ? { product: each.product } : {}),
          }),
        })),
      )
      const arrive = (isLate: boolean) =>
        recordEvents({
          database: given.database,
          brand,
          events: events.filter((each) => each.isLate === isLate).map(({ event }) => event),
        })
      const close = () => world.close(days[0]!, days.at(-1)!)
      await arrive(false)
      await close()
      if (made.lateShare > 0) {
        for (const { id } of earners)
          await world.complete(
            (await world.entries({ affiliate: id })).filter((_, index) => index % 3 === 0).map((entry) => entry.id),
          )
        await arrive(true)
        await close()
      }
      const earned = new Map(earners.map((earner) => [earner.id, earningsOf(earner, days)]))
      const due = [
        ...earners.map(({ id }) => ({
          owner: { affiliate: id },
          entries: entriesOf(new Map([...earned.get(id)!].map(([day, { entry }]) => [day, entry]))),
        })),
        ...[...partnerEntries(partners, earned, days)].map(([id, byDay]) => ({
          owner: { partner: id },
          entries: entriesOf(byDay),
        })),
      ]
      for (const { owner, entries } of due) {
        // What was paid stays as it was; the difference stands in an adjustment of today.
        if (made.lateShare > 0)
          expect(total(await world.entries(owner))).toBe(total([...entries.values()].map((value) => ({ value }))))
        else expect(await writtenEntries(owner)).toEqual(entries)
      }
    }),
    { numRuns: 15, endOnFailure: true },
  )
}, 240_000)

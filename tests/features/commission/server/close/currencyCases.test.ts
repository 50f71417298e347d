import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventChecker } from '#features/activity/server/write/incomingEvent.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { buildAction, buildBrand, buildRaw } from '#tests/features/activity/server/support/activity.ts'
import { buildAffiliate, buildReward, buildRewardProfile, homeCompany } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

/*
 * Cases of kind 10 as people write them: rewards by the API, activity as events, closes. Amounts are in the currency of
 * the reward (BRL where none is given); `expect` is what the entries of a month in a currency add up to.
 */
const currencies = ['BRL', 'USD', 'EUR', 'JPY', 'KRW'] as const
type Currency = (typeof currencies)[number]
const now = new Date('2026-11-15T12:00:00Z')

let office: Office
const brands = {} as Record<Currency, Awaited<ReturnType<typeof buildBrand>>>
beforeAll(async () => {
  office = await openOffice({ variables: { BUSINESS_TIME_ZONE: 'UTC' }, now: () => now })
  const company = await homeCompany(office.root)
  for (const currency of currencies) brands[currency] = await buildBrand(office.database, { company, currency })
})
afterAll(() => office.close())

type Terms = Readonly<Record<string, unknown>>
/** Currency, day, product (`deposit` for a player's first deposit), stakes or the deposit, wins. */
type Move = readonly [Currency, string, 'bets' | 'games' | 'lotto' | 'deposit', number, number?]
interface Case {
  readonly what: string
  readonly carryOver?: 'full'
  readonly rewards: Partial<Record<'bets' | 'games' | 'lotto' | 'cpa', Terms>>
  readonly activity: readonly Move[]
  /** What arrives after everything was closed once. */
  readonly late?: readonly Move[]
  readonly expect: Readonly<Record<string, string>>
  readonly stopped?: readonly string[]
}

const tiers = (...pairs: readonly (readonly [number, number])[]) => ({
  calculation: 'dynamic',
  tiers: pairs.map(([from, percentage]) => ({ from, percentage })),
})
const inBRL = { currency: 'BRL', tierMode: 'marginal', ...tiers([0, 25], [2000, 35]) }
const share = (percentage: number) => ({ percentage })
const turnover = (percentage: number) => ({ subType: 'turnover', percentage })
const also = (currency: string, own: number, amount: number, of?: string) => ({
  currency,
  own,
  amount,
  ...(of ? { of } : {}),
})

const cases: readonly Case[] = [
  {
    what: 'whole tiers in BRL stop bets in USD and in EUR, and nothing else',
    rewards: { bets: { ...inBRL, tierMode: 'whole' }, games: share(30), lotto: turnover(5) },
    activity: [
      ['BRL', '2026-07-15', 'bets', 5000, 2500],
      ['USD', '2026-07-15', 'bets', 3000, 2000],
      ['EUR', '2026-07-15', 'bets', 3000, 2000],
      ['USD', '2026-07-16', 'games', 1500, 900],
      ['EUR', '2026-07-17', 'lotto', 400, 0],
    ],
    expect: { '2026-07 BRL': '875.00', '2026-07 EUR': '20.00', '2026-07 USD': '180.00' },
    stopped: ['2026-07 EUR bets', '2026-07 USD bets'],
  },
  {
    what: 'tiers in JPY pay whole yen, and stop BRL',
    rewards: { bets: { ...inBRL, currency: 'JPY' }, games: share(30) },
    activity: [
      ['JPY', '2026-07-15', 'bets', 3001, 0],
      ['BRL', '2026-07-15', 'bets', 3000, 0],
      ['BRL', '2026-07-16', 'games', 33.35, 0],
    ],
    // 25 % of 2,000 and 35 % of 1,001 are 850.35; 30 % of 33.35 is 10.005.
    expect: { '2026-07 BRL': '10.01', '2026-07 JPY': '850.00' },
    stopped: ['2026-07 BRL bets'],
  },
  {
    what: 'a share alone is the same in every currency, rounded to its own unit',
    rewards: { games: share(33.33) },
    activity: [
      ['BRL', '2026-07-15', 'games', 100, 0],
      ['USD', '2026-07-15', 'games', 100, 0],
      ['JPY', '2026-07-15', 'games', 100, 0],
      ['KRW', '2026-07-15', 'games', 1005, 0],
    ],
    expect: { '2026-07 BRL': '33.33', '2026-07 JPY': '33.00', '2026-07 KRW': '335.00', '2026-07 USD': '33.33' },
  },
  {
    what: 'CPA in BRL stops only the players of the brand in USD',
    rewards: { cpa: { currency: 'BRL', value: 50 }, games: share(10) },
    activity: [
      ['BRL', '2026-07-15', 'deposit', 20],
      ['USD', '2026-07-15', 'deposit', 20],
      ['USD', '2026-07-15', 'games', 100, 50],
    ],
    expect: { '2026-07 BRL': '50.00', '2026-07 USD': '5.00' },
    stopped: ['2026-07 USD cpa'],
  },
  {
    what: 'CPA that says its value and its condition in USD and JPY pays in each',
    rewards: {
      cpa: {
        currency: 'BRL',
        value: 50,
        triggerComparison: '>= 20',
        currencyAmounts: [
          also('USD', 50, 10),
          also('USD', 20, 4),
          also('JPY', 50, 1500, 'value'),
          also('JPY', 20, 600, 'condition'),
        ],
      },
    },
    activity: [
      ['BRL', '2026-07-15', 'deposit', 20],
      ['USD', '2026-07-15', 'deposit', 4],
      ['USD', '2026-07-15', 'deposit', 3.99],
      ['JPY', '2026-07-15', 'deposit', 600],
      ['JPY', '2026-07-15', 'deposit', 599],
      ['EUR', '2026-07-15', 'deposit', 1000],
    ],
    expect: { '2026-07 BRL': '50.00', '2026-07 JPY': '1500.00', '2026-07 USD': '10.00' },
    stopped: ['2026-07 EUR cpa'],
  },
  {
    what: 'CPA without a value has nothing to stop',
    carryOver: 'full',
    rewards: { bets: inBRL, games: share(30), cpa: { currency: 'BRL', value: 0, triggerComparison: '>= 1' } },
    activity: [
      ['USD', '2026-07-15', 'deposit', 100],
      ['USD', '2026-07-16', 'games', 100, 0],
    ],
    expect: { '2026-07 USD': '30.00' },
  },
  {
    what: 'a monthly ceiling in BRL stops its product alone',
    rewards: { games: { ...share(30), currency: 'BRL', ceiling: 100 }, bets: share(20) },
    activity: [
      ['BRL', '2026-07-15', 'games', 1000, 0],
      ['USD', '2026-07-15', 'games', 1000, 0],
      ['USD', '2026-07-15', 'bets', 1000, 0],
    ],
    expect: { '2026-07 BRL': '100.00', '2026-07 USD': '200.00' },
    stopped: ['2026-07 USD games'],
  },
  {
    what: 'a fixed amount a month in BRL, which whatever moves would earn, is told and keeps back no share',
    rewards: { bets: { ...share(20), currency: 'BRL', flatFee: 500 }, games: share(10) },
    activity: [
      ['USD', '2026-07-15', 'games', 1000, 0],
      ['USD', '2026-08-15', 'games', 500, 0],
    ],
    expect: { '2026-07 USD': '100.00', '2026-08 USD': '50.00' },
    stopped: ['2026-07 USD bets', '2026-08 USD bets'],
  },
  {
    what: 'losses are carried beside a stop, and the stop ends with its month',
    carryOver: 'full',
    rewards: { bets: inBRL, games: share(30) },
    activity: [
      ['USD', '2026-07-15', 'bets', 3000, 2000],
      ['USD', '2026-07-16', 'games', 100, 400],
      ['USD', '2026-08-12', 'games', 800, 300],
      ['USD', '2026-09-12', 'games', 100, 0],
    ],
    // -90.00 of July against 150.00 of August.
    expect: { '2026-08 USD': '60.00', '2026-09 USD': '30.00' },
    stopped: ['2026-07 USD bets'],
  },
  {
    what: 'a stop in July and one in September leave August alone',
    carryOver: 'full',
    rewards: { bets: inBRL, games: share(30) },
    activity: [
      ['USD', '2026-07-15', 'bets', 3000, 2000],
      ['USD', '2026-08-12', 'games', 100, 0],
      ['USD', '2026-09-30', 'bets', 10, 0],
    ],
    expect: { '2026-08 USD': '30.00' },
    stopped: ['2026-07 USD bets', '2026-09 USD bets'],
  },
  {
    what: 'tiers that count players are no amounts',
    rewards: { bets: { currency: 'BRL', tierBase: 'firstDeposits', ...tiers([0, 20], [2, 30]), tierMode: 'whole' } },
    activity: [
      ['USD', '2026-07-15', 'bets', 1000, 0],
      ['USD', '2026-07-16', 'deposit', 5],
      ['USD', '2026-07-16', 'deposit', 5],
    ],
    expect: { '2026-07 USD': '300.00' },
  },
  {
    what: 'one tier from nothing is a share',
    rewards: { bets: { currency: 'BRL', ...tiers([0, 25]) } },
    activity: [
      ['USD', '2026-07-15', 'bets', 1000, 0],
      ['EUR', '2026-07-15', 'bets', 10.1, 0],
    ],
    // 2.525 is rounded away from zero.
    expect: { '2026-07 EUR': '2.53', '2026-07 USD': '250.00' },
  },
  {
    what: 'a minimum of deposits in BRL stops its product, where it moved',
    rewards: {
      lotto: { ...turnover(5), currency: 'BRL', minimums: [{ fact: 'deposits', amount: 100 }] },
      games: share(10),
    },
    activity: [
      ['USD', '2026-07-15', 'lotto', 1000, 0],
      ['USD', '2026-07-15', 'games', 1000, 0],
      ['USD', '2026-08-15', 'games', 1000, 0],
    ],
    expect: { '2026-07 USD': '100.00', '2026-08 USD': '100.00' },
    stopped: ['2026-07 USD lotto'],
  },
  {
    what: 'tiers that are said in USD pay there, and stop EUR',
    rewards: { bets: { ...inBRL, currencyAmounts: [also('USD', 2000, 400)] } },
    activity: [
      ['BRL', '2026-07-15', 'bets', 2400, 0],
      ['USD', '2026-07-15', 'bets', 500, 0],
      ['EUR', '2026-07-15', 'bets', 500, 0],
    ],
    // 25 % of 2,000 and 35 % of 400; 25 % of 400 and 35 % of 100.
    expect: { '2026-07 BRL': '640.00', '2026-07 USD': '135.00' },
    stopped: ['2026-07 EUR bets'],
  },
  {
    what: 'what comes late is paid, or told',
    carryOver: 'full',
    rewards: { bets: inBRL, games: share(30), lotto: turnover(5) },
    activity: [
      ['BRL', '2026-07-15', 'bets', 1990, 0],
      ['USD', '2026-07-16', 'games', 1500, 900],
      ['USD', '2026-08-16', 'games', 10, 0],
    ],
    late: [
      ['BRL', '2026-07-20', 'bets', 20, 0],
      ['USD', '2026-07-20', 'bets', 100, 0],
      ['USD', '2026-07-21', 'lotto', 0.5, 0],
    ],
    // 25 % of 2,000 and 35 % of 10; 180.00 and 0.025.
    expect: { '2026-07 BRL': '503.50', '2026-07 USD': '180.03', '2026-08 USD': '3.00' },
    stopped: ['2026-07 USD bets'],
  },
  {
    what: 'a loss of a stopped product is no loss of others',
    rewards: { bets: inBRL, games: share(30) },
    activity: [
      ['USD', '2026-07-15', 'bets', 100, 5000],
      ['USD', '2026-07-16', 'games', 1000, 0],
    ],
    expect: { '2026-07 USD': '300.00' },
    stopped: ['2026-07 USD bets'],
  },
  {
    what: 'amounts in USD stop BRL, the other way round',
    carryOver: 'full',
    rewards: { bets: { ...inBRL, currency: 'USD' }, games: { ...share(10), currency: 'USD' } },
    activity: [
      ['BRL', '2026-07-15', 'bets', 5000, 2500],
      ['USD', '2026-07-15', 'bets', 5000, 2500],
      ['BRL', '2026-07-15', 'games', 0.5, 0],
      ['BRL', '2026-10-15', 'games', 100, 99],
    ],
    expect: { '2026-07 BRL': '0.05', '2026-07 USD': '675.00', '2026-10 BRL': '0.10' },
    stopped: ['2026-07 BRL bets'],
  },
  {
    what: 'two products with amounts stop both, the third pays',
    rewards: { bets: inBRL, games: { ...inBRL, tierMode: 'whole' }, lotto: { ...turnover(1), currency: 'BRL' } },
    activity: [
      ['USD', '2026-07-01', 'bets', 1, 0],
      ['USD', '2026-07-31', 'games', 1, 0],
      ['USD', '2026-07-31', 'lotto', 150, 0],
    ],
    expect: { '2026-07 USD': '1.50' },
    stopped: ['2026-07 USD bets', '2026-07 USD games'],
  },
  {
    what: 'CPA by steps of players says its values in USD',
    rewards: {
      cpa: {
        currency: 'BRL',
        calculation: 'dynamic',
        tierMode: 'marginal',
        tiers: [
          { from: 0, value: 30 },
          { from: 2, value: 60 },
        ],
        currencyAmounts: [also('USD', 30, 6), also('USD', 60, 12), also('USD', 1, 0.2)],
      },
    },
    activity: [
      ['USD', '2026-07-15', 'deposit', 5],
      ['USD', '2026-07-16', 'deposit', 5],
      ['USD', '2026-07-17', 'deposit', 5],
      ['BRL', '2026-07-17', 'deposit', 5],
    ],
    // One at 6.00 and, from the second on, two at 12.00.
    expect: { '2026-07 BRL': '30.00', '2026-07 USD': '30.00' },
  },
  {
    what: 'activity that nets to nothing in a stopped product is told, not paid',
    rewards: { bets: inBRL, games: share(30) },
    activity: [
      ['USD', '2026-07-15', 'bets', 100, 100],
      ['USD', '2026-07-15', 'games', 0.1, 0],
    ],
    expect: { '2026-07 USD': '0.03' },
    stopped: ['2026-07 USD bets'],
  },
  {
    what: 'nothing at all in a currency is nothing',
    carryOver: 'full',
    rewards: { bets: inBRL, games: { ...inBRL }, lotto: turnover(1) },
    activity: [['BRL', '2026-06-30', 'bets', 1, 0]],
    expect: { '2026-06 BRL': '0.25' },
  },
]

let players = 0
async function arrive(affiliate: number, moves: readonly Move[]): Promise<void> {
  for (const currency of currencies) {
    const brand = brands[currency]
    const own = moves.filter(([of]) => of === currency)
    if (own.length === 0) continue
    const check = eventChecker({ currency, zone: 'UTC', now })
    const { token } = await buildAction(office.database, brand, { affiliate })
    const raw = own.flatMap(([, day, product, amount, win = 0]) => {
      const player = { player_ref: `cur${(players += 1)}` }
      const at = { ...player, occurred_at: `${day}T10:00:00Z` }
      const registration = buildRaw({
        type: 'registration',
        ...player,
        occurred_at: `${day}T09:00:00Z`,
        action_token: token,
      })
      if (product === 'deposit') return [registration, buildRaw({ type: 'deposit', ...at, amount })]
      const win_ = win > 0 ? [buildRaw({ type: 'win', ...at, product, amount: win })] : []
      return [registration, buildRaw({ type: 'bet', ...at, product, amount }), ...win_]
    })
    const events = raw.map((each) => {
      const checked = check(each)
      if (!checked.ok) throw new Error(JSON.stringify(checked))
      return checked.event
    })
    await recordEvents({ database: office.database, brand, events })
  }
}

const close = (from: string, to: string) =>
  closeDays({ database: office.database, environment: office.environment, from, to, now: () => now, log: () => {} })

async function affiliateOf({ rewards, carryOver }: Case): Promise<number> {
  const ids: number[] = []
  for (const productType of ['bets', 'games', 'lotto', 'cpa'] as const) {
    const { calculation, ...given } = { percentage: 0, value: 0, ...rewards[productType] } as Record<string, unknown>
    const isCpa = productType === 'cpa'
    const isDynamic = calculation === 'dynamic'
    const unsaid = {
      ...(isCpa || isDynamic ? { percentage: null } : {}),
      ...(isCpa && !isDynamic ? {} : { value: null }),
    }
    const named = rewards[productType] ? {} : { currency: null }
    ids.push(
      (
        await buildReward(office.root, {
          productType,
          ...given,
          ...(isDynamic ? { calculation } : {}),
          ...unsaid,
          ...named,
        })
      ).id,
    )
  }
  const profile = await buildRewardProfile(office.root, { rewards: ids, ...(carryOver ? { carryOver } : {}) })
  const { id } = await buildAffiliate(office.root, {
    rewardProfile: profile.id,
    brands: currencies.map((currency) => brands[currency].id),
    paymentType: 'manual',
  })
  return id
}

describe('amounts in one currency and activity in another', () => {
  it.each(cases.map((each) => [each.what, each] as const))('%s', async (_, given) => {
    const affiliate = await affiliateOf(given)
    await arrive(affiliate, given.activity)
    await close('2026-06-01', '2026-10-31')
    if (given.late) {
      await arrive(affiliate, given.late)
      await close('2026-07-01', '2026-08-31')
    }
    const { rows: totals } = await sql<{ month: string; total: string }>`
      select to_char(day, 'YYYY-MM') || ' ' || currency as month, sum(value)::text as total from entry
      where affiliate = ${affiliate} group by 1 having sum(value) <> 0 order by 1`.execute(office.database.db)
    const { rows: stops } = await sql<{ text: string }>`select distinct to_char(day, 'YYYY-MM') || ' ' || currency
      || ' ' || product as text from close_problem where owner = ${affiliate} and owner_kind = 'affiliate'
      order by 1`.execute(office.database.db)
    expect(Object.fromEntries(totals.map(({ month, total }) => [month, total]))).toEqual(given.expect)
    expect(stops.map(({ text }) => text)).toEqual(given.stopped ?? [])
  })
})

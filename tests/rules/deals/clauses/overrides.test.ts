import { describe, expect, it } from 'vitest'
import { computeCommission } from '#rules/commission/commission.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { isRewardDealComplete } from '#rules/deals/dealRules.ts'
import type { MinimumTotals } from '#rules/deals/minimums.ts'
import { overrideKey, type TrafficOrigin } from '#rules/deals/overrides.ts'
import type { DealOverride } from '#rules/deals/terms.ts'
import { playerParts, type PlayerRow } from '#rules/deals/playerShares.ts'
import { baseMeasures, forEach } from '#rules/activity/measures.ts'
import { Decimal, roundMoney } from '#engine/values/money.ts'
import { cpa, share } from './reckon.ts'

/** Two brands; a link of a campaign of the first; a sub brand of it. */
const [brandX, brandY, link, otherLink, campaign, subBrand] = [7, 8, 71, 72, 700, 70]

type Deed = Partial<Pick<PlayerRow, 'turnover' | 'payout' | 'bonus'>> & Partial<TrafficOrigin>

const nowhere: TrafficOrigin = { brand: brandY, subBrand: 0, link: 1, campaign: null, promoCode: null, country: null }
const registered = '2024-01-10'

function paid(rule: RewardRule, deeds: readonly Deed[], totals?: MinimumTotals): string {
  const rows = deeds.map(({ turnover = '0', payout = '0', bonus = '0', ...place }): PlayerRow => ({
    day: '2026-03-05',
    product: 'games',
    turnover,
    payout,
    bonus,
    chargebacks: '0',
    deposits: '0',
    place: { ...nowhere, ...place },
  }))
  const found = playerParts(rule, [{ registered, counted: null, rows }], { from: '2026-03-01', to: '2026-03-31' })
  const parts = found.map(({ override, percentage, sums }) => ({ override, percentage, sums: sums.games }))
  const sums = forEach(baseMeasures, (name) => {
    const whole = rows.reduce((sum, row) => sum.plus(row[name]), new Decimal(0))
    return parts.reduce((left, part) => left.minus(part.sums[name]), whole)
  })
  return roundMoney(computeCommission({ rule, sums, parts, ...(totals ? { totals } : {}) }).amount)
}

interface PlaceClause {
  readonly clause: string
  readonly terms: RewardRule
  readonly deeds: readonly Deed[]
  /** By hand. */
  readonly pays: string
  readonly totals?: MinimumTotals
}

const totals: MinimumTotals = {
  registrations: 0,
  firstDeposits: 0,
  depositCount: 0,
  deposits: '0',
  turnover: '9000',
  ggr: '9000',
  ngr: '9000',
  activePlayers: 0,
}

const clauses: readonly PlaceClause[] = [
  {
    clause: '190: 30 %, but 45 % on one brand: half a cent of both together',
    terms: share({ percentage: 30, overrides: [{ brand: brandX, percentage: 45 }] }),
    deeds: [{ turnover: '1000.10', brand: brandX }, { turnover: '500' }],
    // 450.045 + 150 = 600.045, rounded once
    pays: '600.05',
  },
  {
    clause: '191: the link before its campaign, the campaign before its brand, whatever stands first',
    terms: share({
      percentage: 30,
      overrides: [
        { brand: brandX, percentage: 45 },
        { campaign, percentage: 40 },
        { link, percentage: 50 },
      ],
    }),
    deeds: [
      { turnover: '100', brand: brandX, campaign, link },
      { turnover: '100', brand: brandX, campaign, link: otherLink },
      { turnover: '100', brand: brandX, link: 3 },
      { turnover: '100' },
    ],
    // 50 + 40 + 45 + 30
    pays: '165.00',
  },
  {
    clause: '192: a sub brand before a country; what says both before either; who is from nowhere is from no country',
    terms: share({
      percentage: 30,
      overrides: [
        { country: 'BR', percentage: 20 },
        { subBrand, percentage: 35 },
        { subBrand, country: 'br', percentage: 10 },
      ],
    }),
    deeds: [
      { turnover: '100', country: 'BR' },
      { turnover: '100', brand: brandX, subBrand, country: 'PT' },
      { turnover: '100', brand: brandX, subBrand, country: 'BR' },
      { turnover: '100' },
    ],
    // 20 + 35 + 10 + 30
    pays: '95.00',
  },
  {
    clause:
      '259: players registered before a day keep the old deal, and those before an earlier one an older; the day is in neither',
    terms: share({
      percentage: 25,
      overrides: [
        { registeredBefore: '2025-01-01', percentage: 35 },
        { brand: brandX, percentage: 20 },
        { registeredBefore: '2024-01-11', percentage: 40 },
        { registeredBefore: '2024-01-10', percentage: 99 },
        { brand: brandX, registeredBefore: '2025-01-01', percentage: 50 },
      ],
    }),
    deeds: [{ turnover: '100.05' }, { turnover: '100', brand: brandX }],
    // Registered on 10 January 2024: 40.02 + 50
    pays: '90.02',
  },
  {
    clause: '193: a loss on a brand weighs at the rate of the brand',
    terms: share({ percentage: 30, overrides: [{ brand: brandX, percentage: 50 }] }),
    deeds: [{ payout: '200', brand: brandX }, { turnover: '400' }],
    // 120 - 100
    pays: '20.00',
  },
  {
    clause: '194: 25 % to 7,500 and 30 % above, of all but a brand that has 45 %',
    terms: share({
      percentage: 25,
      tierMode: 'whole',
      tiers: [
        { from: 0, percentage: 25 },
        { from: 7500, percentage: 30 },
      ],
      overrides: [{ brand: brandX, percentage: 45 }],
    }),
    deeds: [{ turnover: '1000', brand: brandX }, { turnover: '7000' }],
    // 450 + 1,750: the brand does not help to the tier
    pays: '2200.00',
  },
  {
    clause: '195: the same tiers decided by the net revenue of all: the brand helps to the tier, and keeps its 45 %',
    terms: share({
      percentage: 25,
      tierMode: 'whole',
      tierBase: 'ngr',
      tiers: [
        { from: 0, percentage: 25 },
        { from: 7500, percentage: 30 },
      ],
      overrides: [{ brand: brandX, percentage: 45 }],
    }),
    deeds: [{ turnover: '3000', brand: brandX }, { turnover: '6000' }],
    totals,
    // 1,350 + 1,800
    pays: '3150.00',
  },
  {
    clause: '196: admin fee and tax come off each part before its rate',
    terms: share({
      percentage: 30,
      adminFee: 10,
      deductions: [{ kind: 'tax', percentage: 5 }],
      overrides: [{ brand: brandX, percentage: 45 }],
    }),
    deeds: [{ turnover: '100', brand: brandX }, { turnover: '200' }],
    // (100 - 10 - 5) x 0.45 + (200 - 20 - 10) x 0.3 = 38.25 + 51
    pays: '89.25',
  },
  {
    clause: '197: a promo code, written in any case; nothing on a country',
    terms: share({
      percentage: 30,
      overrides: [
        { promoCode: 'verao10', percentage: 60 },
        { country: 'US', percentage: 0 },
      ],
    }),
    deeds: [
      { turnover: '100', campaign, promoCode: 'VERAO10' },
      { turnover: '100', country: 'US' },
      { turnover: '10' },
    ],
    pays: '63.00',
  },
  {
    clause: '198: what a brand pays goes before what a player’s age pays; at most 70 a month of all',
    terms: share({
      percentage: 30,
      playerRates: [{ afterMonths: 12, percentage: 5 }],
      overrides: [{ brand: brandX, percentage: 45 }],
      ceiling: 70,
    }),
    deeds: [{ turnover: '100', brand: brandX }, { turnover: '600' }],
    // 45 + 30 = 75
    pays: '70.00',
  },
]

const brandValue = { brand: brandX, value: 150 }
const linkValue = { link, value: 500 }

interface ValueClause {
  readonly clause: string
  readonly terms: RewardRule
  /** Those that qualified, less those that were taken back, and among them those of overrides. */
  readonly players: number
  readonly placed: readonly (readonly [DealOverride, number])[]
  /** What is paid for each by its own size, together. */
  readonly sized?: number
  readonly pays: string
}

const values: readonly ValueClause[] = [
  {
    clause: '199: 100 for a player, 150 for one of a brand',
    terms: cpa({ value: 100, overrides: [brandValue] }),
    players: 3,
    placed: [[brandValue, 2]],
    pays: '400.00',
  },
  {
    clause: '218: 250, 275 from the third on, of all; 500 on a link, which helps nobody to the tier',
    terms: cpa({ value: 250, tierMode: 'whole', tiers: [{ from: 3, value: 275 }], overrides: [linkValue] }),
    players: 4,
    placed: [[linkValue, 2]],
    // 2 x 500 + 2 x 250
    pays: '1500.00',
  },
  {
    clause: '219: what is taken back is what the brand was paid, also where nothing else counts',
    terms: cpa({ value: 100 }),
    players: 0,
    placed: [[brandValue, -1]],
    // -150 + 1 x 100
    pays: '-50.00',
  },
  {
    clause: '220: by the size of the player, but 150 on a brand whatever the size',
    terms: cpa({ value: 30, bandFact: 'depositSum', bands: [{ from: 50, value: 75 }], overrides: [brandValue] }),
    players: 3,
    placed: [[brandValue, 1]],
    // 150 + 75 + 30
    sized: 255,
    pays: '255.00',
  },
]

describe('a value by where a player came from', () => {
  it.each(values)('$clause', ({ terms, players, placed, sized, pays }) => {
    const counts = Object.fromEntries(placed.map(([override, count]) => [overrideKey(override), count]))
    const sums = { turnover: 0, payout: 0, bonus: 0, chargebacks: 0 }
    const result = computeCommission({
      rule: terms,
      sums,
      qualifiedPlayers: players,
      playersValue: sized ?? 0,
      placed: counts,
    })
    expect(roundMoney(result.amount)).toBe(pays)
  })

  it('leaves no value of its own that a cap of money could count', () => {
    const caps = [{ per: 'month', measure: 'money', atMost: 1000 }] as const
    expect(isRewardDealComplete(cpa({ value: 100, overrides: [brandValue], caps }))).toEqual([
      { field: 'caps.0.measure', code: 'not_applicable' },
    ])
  })
})

describe('a clause with another rate by where something came from', () => {
  it.each(clauses)('$clause', ({ terms, deeds, pays, totals: reached }) => {
    expect(paid(terms, deeds, reached)).toBe(pays)
  })

  it('explains each override by a line of its own, with its rate and base', () => {
    const rule = share({ percentage: 30, overrides: [{ brand: brandX, country: null, percentage: 45 }] })
    const sums = { turnover: '100', payout: '0', bonus: '0', chargebacks: '0' }
    const steps = computeCommission({ rule, sums, parts: [{ override: 0, percentage: '45', sums }] }).steps
    expect(steps.filter(({ kind }) => kind === 'override')).toEqual([
      { kind: 'override', of: { brand: brandX }, percentage: '45', value: null, base: '100', amount: '45' },
    ])
  })

  it('knows no day before which who never registered did', () => {
    const rule = share({ percentage: 25, overrides: [{ registeredBefore: '2025-01-01', percentage: 35 }] })
    const rows: PlayerRow[] = [
      {
        day: '2026-03-05',
        product: 'games',
        turnover: '9',
        payout: '0',
        bonus: '0',
        chargebacks: '0',
        deposits: '0',
        place: nowhere,
      },
    ]
    const march = { from: '2026-03-01', to: '2026-03-31' }
    expect(playerParts(rule, [{ registered: null, counted: null, rows }], march)).toEqual([])
    // Told on a later day than it played: not known then.
    expect(playerParts(rule, [{ registered: '2026-03-06', counted: null, rows }], march)).toEqual([])
  })

  it('refuses two for the same, one for nothing, and a country that is no code', () => {
    const problems = isRewardDealComplete(
      share({
        percentage: 30,
        overrides: [
          { promoCode: 'Abc', country: 'BR', percentage: 1 },
          { brand: brandX, percentage: 2 },
          { promoCode: ' abC', country: 'br', percentage: 3 },
          { percentage: 4 },
          { country: 'Brasil', percentage: 5 },
        ],
      }),
    )
    expect(problems).toEqual([
      { field: 'overrides.2.promoCode', code: 'override_tie', values: { row: 1 } },
      { field: 'overrides.3.brand', code: 'override_for_nothing' },
      { field: 'overrides.4.country', code: 'invalid_choice', values: { choices: 'BR, PT, ES' } },
    ])
  })

  it.each([
    [{ quarantineAbove: 500 }, 'quarantineAbove'],
    [{ deductions: [{ kind: 'withdrawalFee', percentage: 2 }] }, 'deductions.0.of'],
    [{ cpaPlayers: 'advance' }, 'cpaPlayers'],
  ] as const)('refuses beside it what asks for one rate of all: %j', (more, field) => {
    const terms = share({ percentage: 30, overrides: [{ brand: brandX, percentage: 45 }], ...more })
    expect(isRewardDealComplete(terms)).toEqual([{ field, code: 'not_applicable' }])
    expect(isRewardDealComplete({ ...terms, overrides: [] })).toEqual([])
  })
})

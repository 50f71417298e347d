import { describe, expect, it } from 'vitest'
import { isNearTier, nextTier, type TierStanding } from '#rules/commission/nextTier.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'

const rule = {
  productType: 'bets',
  subType: 'ngr',
  calculation: 'dynamic',
  tiers: [
    { from: 0, percentage: 25 },
    { from: 7500, percentage: 30 },
    { from: 50_000, percentage: 35 },
  ],
} as unknown as RewardRule
const standing = (base: number, more: Partial<TierStanding> = {}): TierStanding => ({
  rates: [{ to: 7500, base }],
  tierBase: null,
  daysPast: 10,
  daysOfPeriod: 30,
  ...more,
})
const near = (given: TierStanding, of = rule) => {
  const next = nextTier(of, given)
  return next && isNearTier(next)
}

describe('nextTier', () => {
  it('says where the next tier begins, what it pays and what is short of it', () => {
    expect(nextTier(rule, standing(7080))).toEqual({ fact: 'base', from: 7500, missing: 420, rate: 30, isOnPace: true })
  })

  it('adds up the slices of tiers that each have their own rate', () => {
    const rates = [
      { to: 7500, base: 7500 },
      { to: 50_000, base: 40_000.01 },
    ]
    expect(nextTier(rule, standing(0, { rates }))).toMatchObject({ from: 50_000, missing: 2499.99, rate: 35 })
  })

  it('has none in the highest tier, and where nothing was paid by a rate', () => {
    expect(nextTier(rule, standing(0, { rates: [{ to: null, base: 99_000 }] }))).toBeNull()
    expect(nextTier(rule, standing(0, { rates: [] }))).toBeNull()
  })

  it('goes by what decides the tier where that is not the base', () => {
    const tierBase = { fact: 'firstDeposits', span: 'rolling', actual: 7 } as const
    const of = { ...rule, tierBase: 'firstDeposits', tiers: [{ from: 10, percentage: 40 }] } as unknown as RewardRule
    const next = nextTier(of, standing(900, { rates: [{ to: 10, base: 900 }], tierBase }))
    expect(next).toEqual({ fact: 'firstDeposits', from: 10, missing: 3, rate: 40, isOnPace: false })
  })

  it('counts players of CPA, and one more where the tier begins beyond its number', () => {
    const cpa = { ...rule, productType: 'cpa', tiers: [{ from: 5, value: 300 }] } as unknown as RewardRule
    const given = standing(0, { rates: [{ to: 5, base: 4 }] })
    expect(nextTier(cpa, given)).toMatchObject({ fact: 'players', missing: 1, rate: 300 })
    expect(nextTier({ ...cpa, tierComparator: 'moreThan' }, given)).toMatchObject({ missing: 2 })
  })

  it.each([
    ['a tenth of its beginning is missing', standing(6750, { daysPast: 29 }), true],
    ['a cent more is missing', standing(6749.99, { daysPast: 29 }), false],
    ['the days so far lead there', standing(2500), true],
    ['they do not quite', standing(2499.99), false],
    ['they do, but are few', standing(2500, { daysPast: 6 }), false],
  ])('is near where %s: %#', (_, given, isNear) => {
    expect(near(given)).toBe(isNear)
  })
})

import { describe, expect, it } from 'vitest'
import { computeCommission } from '#rules/commission/commission.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { isRewardDealComplete } from '#rules/deals/dealRules.ts'
import { type PlayerLifetime, playerParts, type PlayerRow } from '#rules/deals/playerShares.ts'
import { baseMeasures, forEach } from '#rules/activity/measures.ts'
import { Decimal, roundMoney } from '#engine/values/money.ts'
import { share } from './reckon.ts'

type Deed = Partial<Omit<PlayerRow, 'day' | 'product'>> & { readonly day: string }

const played = ({ day, ...amounts }: Deed): PlayerRow => ({
  day,
  product: 'games',
  turnover: '0',
  payout: '0',
  bonus: '0',
  chargebacks: '0',
  deposits: '0',
  ...amounts,
})
const player = (given: {
  registered?: string | null
  counted?: string
  back?: string
  value?: string
  pauses?: PlayerLifetime['pauses']
  deeds: readonly Deed[]
}): PlayerLifetime => ({
  registered: given.registered ?? null,
  counted: given.counted ? { from: given.counted, until: given.back ?? null, value: given.value ?? '100' } : null,
  rows: given.deeds.map(played),
  ...(given.pauses ? { pauses: given.pauses } : {}),
})

interface PlayerClause {
  readonly clause: string
  readonly terms: RewardRule
  readonly lives: readonly PlayerLifetime[]
  /** Months, each from its first day to its last. */
  readonly months: readonly (readonly [string, string])[]
  /** By hand. */
  readonly paid: readonly string[]
}

const [january, february, march] = [
  ['2026-01-01', '2026-01-31'],
  ['2026-02-01', '2026-02-28'],
  ['2026-03-01', '2026-03-31'],
] as const

const clauses: readonly PlayerClause[] = [
  {
    clause: '258: who neither deposits nor bets for 10 days leaves for good; the tenth day after is still in time',
    terms: share({ percentage: 30, leavesAfterDays: 10 }),
    lives: [
      player({
        pauses: [
          { last: '2026-01-01', next: '2026-01-11' },
          { last: '2026-01-15', next: '2026-01-26' },
          { last: '2026-02-01', next: null },
        ],
        deeds: [
          { day: '2026-01-11', turnover: '100.05' },
          { day: '2026-01-25', payout: '10' },
          { day: '2026-01-26', turnover: '1000' },
          { day: '2026-02-01', turnover: '500' },
        ],
      }),
      player({ pauses: [{ last: '2026-02-10', next: null }], deeds: [{ day: '2026-02-20', turnover: '10' }] }),
    ],
    months: [january, february],
    // 90.05 x 0.3 = 27.015: half a cent; the second player's 10 alone
    paid: ['27.02', '3.00'],
  },
  {
    clause: '120: 30 % on all players but those for whom a value was paid; what they brought before stays shared',
    terms: share({ percentage: 30, cpaPlayers: 'none' }),
    lives: [
      player({ deeds: [{ day: '2026-01-05', turnover: '500.15' }] }),
      player({
        counted: '2026-01-10',
        deeds: [
          { day: '2026-01-09', turnover: '40' },
          { day: '2026-01-10', turnover: '1000' },
          { day: '2026-02-03', turnover: '700' },
        ],
      }),
    ],
    months: [january, february],
    // 540.15 x 0.3 = 162.045: half a cent
    paid: ['162.05', '0.00'],
  },
  {
    clause: '121: the share begins once the value of 100 that was paid for a player is earned back',
    terms: share({ percentage: 25, cpaPlayers: 'earnedBack' }),
    lives: [
      player({
        counted: '2026-01-10',
        deeds: [
          { day: '2026-01-10', turnover: '80', bonus: '10' },
          { day: '2026-02-01', turnover: '60' },
          { day: '2026-03-01', turnover: '10' },
        ],
      }),
    ],
    months: [january, february, march],
    // 70 of 100; 130, of which 30; then all
    paid: ['0.00', '7.50', '2.50'],
  },
  {
    clause: '122: what such a player wins back is taken from the share down to where it began, no further',
    terms: share({ percentage: 50, cpaPlayers: 'earnedBack' }),
    lives: [
      player({
        counted: '2026-01-10',
        deeds: [
          { day: '2026-01-10', turnover: '150' },
          { day: '2026-01-11', payout: '90' },
          { day: '2026-01-12', turnover: '41.01' },
        ],
      }),
    ],
    months: [['2026-01-01', '2026-01-10'], ['2026-01-01', '2026-01-11'], january],
    // 50; 150 - 90 = 60: nothing above 100; 101.01
    paid: ['25.00', '0.00', '0.51'],
  },
  {
    clause: '240: the value of 100 is an advance on 25 %: the share begins where it would have come to more',
    terms: share({ percentage: 25, cpaPlayers: 'advance' }),
    lives: [
      player({ deeds: [{ day: '2026-01-05', turnover: '100' }] }),
      player({
        counted: '2026-01-10',
        deeds: [
          { day: '2026-01-09', turnover: '8' },
          { day: '2026-01-10', turnover: '300' },
          { day: '2026-02-01', turnover: '200' },
          { day: '2026-03-01', turnover: '10' },
          { day: '2026-03-02', payout: '50' },
        ],
      }),
    ],
    months: [january, february, ['2026-03-01', '2026-03-01'], march],
    // 100 is 25 % of 400: 108 x 0.25; 500 - 400; 10; 460 is above 400 still: 10 - 50 is a loss
    paid: ['27.00', '25.00', '2.50', '0.00'],
  },
  {
    clause: '241: an advance of 100 on 30 % is made good at 333.33, to the cent',
    terms: share({ percentage: 30, cpaPlayers: 'advance' }),
    lives: [
      player({
        counted: '2026-01-10',
        deeds: [
          { day: '2026-01-10', turnover: '333.34' },
          { day: '2026-01-11', turnover: '0.01' },
          { day: '2026-01-12', turnover: '100' },
        ],
      }),
    ],
    months: [['2026-01-01', '2026-01-10'], ['2026-01-01', '2026-01-11'], january],
    // 0.01 x 0.3 = 0.003; 0.02 x 0.3 = 0.006; 100.02 x 0.3 = 30.006
    paid: ['0.00', '0.01', '30.01'],
  },
  {
    clause: '123: once the value is taken back, the player is shared like any other',
    terms: share({ percentage: 40, cpaPlayers: 'none' }),
    lives: [
      player({
        counted: '2026-01-10',
        back: '2026-01-20',
        deeds: [
          { day: '2026-01-19', turnover: '100' },
          { day: '2026-01-20', turnover: '200' },
        ],
      }),
    ],
    months: [january],
    paid: ['80.00'],
  },
  {
    clause: '124: 40 %, and 5 % from a player’s fourth year on: the day of three years is the first',
    terms: share({ percentage: 40, playerRates: [{ afterMonths: 36, percentage: 5 }] }),
    lives: [
      player({
        registered: '2023-01-16',
        deeds: [
          { day: '2026-01-15', turnover: '100' },
          { day: '2026-01-16', turnover: '100' },
        ],
      }),
      player({ deeds: [{ day: '2026-01-31', turnover: '10' }] }),
    ],
    months: [january],
    // 110 x 0.4 + 100 x 0.05
    paid: ['49.00'],
  },
  {
    clause: '125: the share on a player ends twelve months after it registered; 29 February ends with 28 February',
    terms: share({ percentage: 30, playerRates: [{ afterMonths: 12, percentage: 0 }] }),
    lives: [
      player({
        registered: '2024-02-29',
        deeds: [
          { day: '2025-02-27', turnover: '100' },
          { day: '2025-02-28', turnover: '100' },
        ],
      }),
    ],
    months: [['2025-02-01', '2025-02-28']],
    paid: ['30.00'],
  },
  {
    clause: '126: players registered before 1 February keep 45 %; those since have 30 %',
    terms: share({ percentage: 30, playerRates: [{ registeredBefore: '2026-02-01', percentage: 45 }] }),
    lives: [
      player({ registered: '2026-01-31', deeds: [{ day: '2026-03-05', turnover: '100.10' }] }),
      player({ registered: '2026-02-01', deeds: [{ day: '2026-03-05', turnover: '100.10' }] }),
    ],
    months: [march],
    // 45.045 + 30.03 = 75.075, rounded once
    paid: ['75.08'],
  },
  {
    clause: '127: old players at 45 %, which fall to 10 % after two years; losses weigh at their player’s rate',
    terms: share({
      percentage: 30,
      playerRates: [
        { registeredBefore: '2026-02-01', percentage: 45 },
        { registeredBefore: '2026-02-01', afterMonths: 24, percentage: 10 },
      ],
    }),
    lives: [
      player({ registered: '2024-01-10', deeds: [{ day: '2026-03-05', turnover: '100' }] }),
      player({ registered: '2025-06-10', deeds: [{ day: '2026-03-05', payout: '50' }] }),
      player({ registered: '2026-02-02', deeds: [{ day: '2026-03-05', turnover: '200' }] }),
    ],
    months: [march],
    // 10 - 22.50 + 60
    paid: ['47.50'],
  },
]

function paidIn(rule: RewardRule, lives: readonly PlayerLifetime[], [from, to]: readonly [string, string]): string {
  const parts = playerParts(rule, lives, { from, to }).map(({ percentage, sums }) => ({ percentage, sums: sums.games }))
  const rows = lives.flatMap((life) => life.rows).filter(({ day }) => from <= day && day <= to)
  const sums = forEach(baseMeasures, (name) => {
    const whole = rows.reduce((sum, row) => sum.plus(row[name]), new Decimal(0))
    return parts.reduce((left, part) => left.minus(part.sums[name]), whole)
  })
  return roundMoney(computeCommission({ rule, sums, parts }).amount)
}

describe('a clause that looks at single players', () => {
  it.each(clauses)('$clause', ({ terms, lives, months, paid }) => {
    expect(months.map((month) => paidIn(terms, lives, month))).toEqual(paid)
  })

  it('leaves out exactly what is not earned back, each measure in proportion', () => {
    const rule = share({ percentage: 30, cpaPlayers: 'earnedBack' })
    const deeds = [{ day: '2026-01-10', turnover: '400', payout: '190', bonus: '10' }]
    const [none] = playerParts(rule, [player({ counted: '2026-01-10', value: '33.34', deeds })], {
      from: '2026-01-01',
      to: '2026-01-31',
    })
    // 33.34 of 200: 0.1667 of each
    expect(forEach(baseMeasures, (name) => none!.sums.games[name].toFixed())).toEqual({
      turnover: '66.68',
      payout: '31.67',
      bonus: '1.67',
      chargebacks: '0',
    })
  })

  it('says of each rate which players', () => {
    const problems = isRewardDealComplete(share({ percentage: 1, playerRates: [{ percentage: 5 }] }))
    expect(problems).toEqual([{ field: 'playerRates.0.afterMonths', code: 'required' }])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DealTerms } from '#rules/deals/terms.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

/*
 * Clauses about single players, from public terms in our own words, through events and the close. Every payout was
 * reckoned by hand. All of them are closed together, as in an office: one affiliate each.
 */

type Deed = readonly [
  at: string,
  type: 'deposit' | 'bet' | 'win' | 'bonus' | 'chargeback' | 'barred',
  amount?: number,
  product?: 'bets' | 'games' | 'lotto',
]

interface Player {
  readonly registered: string
  readonly country?: string
  readonly deeds: readonly Deed[]
}

interface DealClause {
  readonly clause: string
  readonly terms: DealTerms & { readonly value?: number }
  readonly players: readonly Player[]
  /** Day and amount of every entry that is not 0, by hand. */
  readonly paid: readonly string[]
}

const zone = 'America/Sao_Paulo'
/** A player that registers on the first of January. */
const player = (...deeds: readonly Deed[]): Player => ({ registered: '2026-01-01', deeds })
const from = (country: string, ...deeds: readonly Deed[]): Player => ({ ...player(...deeds), country })
const first = { fact: 'depositCount', amount: 1 } as const

const clauses: readonly DealClause[] = [
  {
    clause: '56: 20 deposited within 30 days of the registration: the last second of day 30 in São Paulo counts',
    terms: { conditions: [{ fact: 'depositSum', amount: 20, within: 30, unit: 'days', since: 'registration' }] },
    players: [
      player(['2026-02-01T02:59:59Z', 'deposit', 20]),
      player(['2026-02-01T03:00:00Z', 'deposit', 20]),
      player(['2026-01-10T12:00:00Z', 'deposit', 19.99], ['2026-02-01T03:00:00Z', 'deposit', 0.01]),
    ],
    paid: ['2026-01-31 100.00'],
  },
  {
    clause: '57: a first deposit of 10 that is staked once over',
    terms: {
      value: 60,
      conditions: [
        { fact: 'firstDeposit', amount: 10 },
        { joined: 'and', fact: 'wagerSum', amount: 10 },
      ],
    },
    players: [
      player(['2026-01-05T12:00:00Z', 'deposit', 10], ['2026-01-06T12:00:00Z', 'bet', 9.99]),
      player(['2026-01-05T12:00:00Z', 'deposit', 10], ['2026-01-06T12:00:00Z', 'bet', 10]),
      player(['2026-01-05T12:00:00Z', 'deposit', 9], ['2026-01-06T12:00:00Z', 'bet', 500]),
    ],
    paid: ['2026-01-06 60.00'],
  },
  {
    clause: '58: five bets, or stakes of 20: either is enough',
    terms: {
      value: 40,
      conditions: [
        { fact: 'wagerCount', amount: 5 },
        { joined: 'or', fact: 'wagerSum', amount: 20 },
      ],
    },
    players: [
      player(...[1, 2, 3, 4, 5].map((hour): Deed => [`2026-01-08T1${hour}:00:00Z`, 'bet', 1])),
      player(['2026-01-09T12:00:00Z', 'bet', 20]),
      player(...[1, 2, 3, 4].map((hour): Deed => [`2026-01-09T1${hour}:00:00Z`, 'bet', 1])),
    ],
    paid: ['2026-01-08 40.00', '2026-01-09 40.00'],
  },
  {
    clause: '59: who has not staked 100 within 60 days of the first deposit is not paid',
    terms: { conditions: [{ fact: 'wagerSum', amount: 100, within: 60, unit: 'days', since: 'firstDeposit' }] },
    players: [
      // The first deposit is of the 2nd of January: day 60 is the 3rd of March.
      player(['2026-01-02T12:00:00Z', 'deposit', 30], ['2026-03-04T02:59:59Z', 'bet', 100]),
      player(['2026-01-02T12:00:00Z', 'deposit', 30], ['2026-03-04T03:00:00Z', 'bet', 100]),
      player(['2026-01-02T12:00:00Z', 'bet', 100]),
    ],
    paid: ['2026-03-03 100.00'],
  },
  {
    clause: '60: what is deposited within 24 hours of the first deposit adds up to 50',
    terms: { conditions: [{ fact: 'depositSum', amount: 50, within: 24, unit: 'hours', since: 'firstDeposit' }] },
    players: [
      player(['2026-01-10T10:00:00Z', 'deposit', 30], ['2026-01-11T10:00:00Z', 'deposit', 20]),
      player(['2026-01-10T10:00:00Z', 'deposit', 30], ['2026-01-11T10:00:01Z', 'deposit', 20]),
    ],
    paid: ['2026-01-11 100.00'],
  },
  {
    clause: '61: players of Brazil and Portugal alone',
    terms: { conditions: [first], countries: 'BR, PT' },
    players: [
      from('BR', ['2026-01-04T12:00:00Z', 'deposit', 5]),
      from('PT', ['2026-01-04T12:00:00Z', 'deposit', 5]),
      from('ES', ['2026-01-04T12:00:00Z', 'deposit', 5]),
    ],
    paid: ['2026-01-04 200.00'],
  },
  {
    clause: '62: approved 30 days after; who excluded himself before is void, who did so after is paid',
    terms: { conditions: [first], holdDays: 30 },
    players: [
      player(['2026-01-05T12:00:00Z', 'deposit', 5], ['2026-02-05T02:59:59Z', 'barred']),
      player(['2026-01-05T12:00:00Z', 'deposit', 5], ['2026-02-05T03:00:00Z', 'barred']),
    ],
    // Held to the 4th of February: its last second in São Paulo voids, the next does not.
    paid: ['2026-02-04 100.00'],
  },
  {
    clause: '63: a deposit that is called back within 60 days takes the value back',
    terms: { value: 80, conditions: [first], clawBack: 'chargeback', clawBackDays: 60 },
    players: [
      player(['2026-01-05T12:00:00Z', 'deposit', 25], ['2026-03-06T12:00:00Z', 'chargeback', 25]),
      player(['2026-01-05T12:00:00Z', 'deposit', 25], ['2026-03-07T12:00:00Z', 'chargeback', 25]),
    ],
    // 60 days after the 5th of January: the 6th of March.
    paid: ['2026-01-05 160.00', '2026-03-06 -80.00'],
  },
  {
    clause: '64: at most two players a month, what is beyond is lost',
    terms: { conditions: [first], caps: [{ per: 'month', atMost: 2, beyond: 'lost' }] },
    players: [
      ...[1, 2, 3].map(() => player(['2026-02-01T02:59:59Z', 'deposit', 5])),
      player(['2026-02-01T03:00:00Z', 'deposit', 5]),
    ],
    paid: ['2026-01-31 200.00', '2026-02-01 100.00'],
  },
  {
    clause: '65: one a day, the others wait for the next days',
    terms: { value: 30, conditions: [first], caps: [{ per: 'day', atMost: 1, beyond: 'later' }] },
    players: [1, 2, 3].map(() => player(['2026-01-20T12:00:00Z', 'deposit', 5])),
    paid: ['2026-01-20 30.00', '2026-01-21 30.00', '2026-01-22 30.00'],
  },
  {
    clause: '66: a budget of 250 a month for players of 100 each pays two of them',
    terms: { conditions: [first], caps: [{ per: 'month', measure: 'money', atMost: 250, beyond: 'lost' }] },
    players: [1, 2, 3].map((day) => player([`2026-01-1${day}T12:00:00Z`, 'deposit', 5])),
    paid: ['2026-01-11 100.00', '2026-01-12 100.00'],
  },
  {
    clause: '67: nothing in a month with fewer than three deposits, then for all players of that month',
    terms: { conditions: [first], minimums: [{ fact: 'depositCount', amount: 3 }] },
    players: [
      ...['01-10', '01-11', '02-12', '02-13'].map((day) => player([`2026-${day}T12:00:00Z`, 'deposit', 5])),
      player(['2026-02-14T12:00:00Z', 'deposit', 5]),
    ],
    paid: ['2026-02-14 300.00'],
  },
  {
    clause: '68: played in the casino on three different days',
    terms: { value: 45, conditions: [{ fact: 'daysActive', product: 'games', amount: 3 }] },
    players: [
      player(...['02', '03', '04'].map((day): Deed => [`2026-01-${day}T12:00:00Z`, 'bet', 1, 'games'])),
      // Two bets of one day in São Paulo, though not in UTC.
      player(
        ['2026-01-02T12:00:00Z', 'bet', 1, 'games'],
        ['2026-01-03T02:59:59Z', 'bet', 1, 'games'],
        ['2026-01-04T12:00:00Z', 'bet', 1, 'games'],
      ),
      player(...['02', '03', '04'].map((day): Deed => [`2026-01-${day}T12:00:00Z`, 'bet', 1, 'bets'])),
    ],
    paid: ['2026-01-04 45.00'],
  },
  {
    clause: '69: a single deposit of 50: 30 and 40 are none',
    terms: { value: 55, conditions: [{ fact: 'depositSum', span: 'single', amount: 50 }] },
    players: [
      player(['2026-01-02T12:00:00Z', 'deposit', 30], ['2026-01-03T12:00:00Z', 'deposit', 40]),
      player(['2026-01-02T12:00:00Z', 'deposit', 30], ['2026-01-05T12:00:00Z', 'deposit', 50]),
    ],
    paid: ['2026-01-05 55.00'],
  },
  {
    clause: '70: more than 20 deposited: 20 itself is not more',
    terms: { conditions: [{ fact: 'depositSum', comparator: 'moreThan', amount: 20 }] },
    players: [
      player(['2026-01-02T12:00:00Z', 'deposit', 20]),
      player(['2026-01-02T12:00:00Z', 'deposit', 20], ['2026-01-07T12:00:00Z', 'deposit', 0.01]),
    ],
    paid: ['2026-01-07 100.00'],
  },
  {
    clause: '71: the house kept 30 of a player within 7 days of the registration',
    terms: { conditions: [{ fact: 'ggr', amount: 30, within: 7, unit: 'days', since: 'registration' }] },
    players: [
      player(['2026-01-03T12:00:00Z', 'bet', 100], ['2026-01-08T12:00:00Z', 'win', 70.01]),
      player(['2026-01-03T12:00:00Z', 'bet', 29], ['2026-01-09T12:00:00Z', 'bet', 500]),
      player(['2026-01-03T12:00:00Z', 'bet', 100], ['2026-01-03T13:00:00Z', 'win', 70]),
    ],
    paid: ['2026-01-03 200.00'],
  },
  {
    clause: '72: ten staked at the lottery; other games do not count',
    terms: { value: 12, conditions: [{ fact: 'wagerSum', product: 'lotto', amount: 10 }] },
    players: [
      player(['2026-01-03T12:00:00Z', 'bet', 10, 'lotto']),
      player(['2026-01-03T12:00:00Z', 'bet', 100, 'games'], ['2026-01-04T12:00:00Z', 'bet', 9.99, 'lotto']),
    ],
    paid: ['2026-01-03 12.00'],
  },
  {
    clause: '73: duplicates are void within the hold of 14 days, and never come back',
    terms: { conditions: [first], holdDays: 14 },
    players: [
      player(['2026-01-05T12:00:00Z', 'deposit', 5], ['2026-01-06T12:00:00Z', 'barred']),
      player(['2026-01-05T12:00:00Z', 'deposit', 5]),
    ],
    paid: ['2026-01-19 100.00'],
  },
  {
    clause: '74: two deposits and 50 staked within 14 days, or a first deposit of 200 at once',
    terms: {
      value: 150,
      conditions: [
        { fact: 'depositCount', amount: 2, within: 14, unit: 'days', since: 'registration' },
        { joined: 'and', fact: 'wagerSum', amount: 50, within: 14, unit: 'days', since: 'registration' },
        { joined: 'or', fact: 'firstDeposit', amount: 200 },
      ],
    },
    players: [
      player(
        ['2026-01-03T12:00:00Z', 'deposit', 10],
        ['2026-01-15T12:00:00Z', 'deposit', 10],
        ['2026-01-16T02:59:59Z', 'bet', 50],
      ),
      player(
        ['2026-01-03T12:00:00Z', 'deposit', 10],
        ['2026-01-15T12:00:00Z', 'deposit', 10],
        ['2026-01-16T03:00:00Z', 'bet', 50],
      ),
      player(['2026-02-20T12:00:00Z', 'deposit', 200]),
    ],
    paid: ['2026-01-15 150.00', '2026-02-20 150.00'],
  },
  {
    clause: '230: nothing in a month with fewer than two players who bet, then for all players of that month',
    terms: { conditions: [first], minimums: [{ fact: 'activePlayers', amount: 2 }] },
    players: [
      // Two days of one player are one active player.
      player(
        ['2026-01-10T12:00:00Z', 'deposit', 5],
        ['2026-01-11T12:00:00Z', 'bet', 1],
        ['2026-01-12T12:00:00Z', 'bet', 1, 'lotto'],
      ),
      player(['2026-01-11T12:00:00Z', 'deposit', 5], ['2026-01-20T12:00:00Z', 'bet', 0.01]),
      // Alone in February until its last second in São Paulo; in March the second one does not bet.
      player(['2026-02-12T12:00:00Z', 'deposit', 5], ['2026-02-12T12:00:00Z', 'bet', 1]),
      player(['2026-03-05T12:00:00Z', 'deposit', 5], ['2026-03-01T02:59:59Z', 'bet', 1]),
      player(['2026-03-06T12:00:00Z', 'bet', 1]),
    ],
    paid: ['2026-01-20 200.00', '2026-02-28 100.00'],
  },
  {
    clause: '252: nothing for a month with more than 55 % of its deposits at the minimum of 10',
    terms: { conditions: [first], minimums: [{ fact: 'smallDeposits', upTo: 10, comparator: 'atMost', amount: 55 }] },
    players: [
      player(['2026-01-10T12:00:00Z', 'deposit', 10]),
      player(['2026-01-11T12:00:00Z', 'deposit', 10.01]),
      player(['2026-01-12T12:00:00Z', 'deposit', 10]),
      player(['2026-01-20T12:00:00Z', 'deposit', 50]),
      // The last second of February in São Paulo: alone there, and not in March.
      player(['2026-03-01T02:59:59Z', 'deposit', 10]),
      player(['2026-03-01T03:00:00Z', 'deposit', 11]),
    ],
    // 1 of 1, 1 of 2, 2 of 3, 2 of 4; 1 of 1; 0 of 1.
    paid: ['2026-01-11 200.00', '2026-01-12 -200.00', '2026-01-20 400.00', '2026-03-01 100.00'],
  },
  {
    clause: '253: nothing for a month of whose new players more than 20 % were barred by its end',
    terms: { conditions: [first], minimums: [{ fact: 'barredPlayers', comparator: 'atMost', amount: 20 }] },
    players: [
      player(['2026-01-05T12:00:00Z', 'deposit', 10]),
      player(['2026-01-06T12:00:00Z', 'deposit', 10], ['2026-01-08T12:00:00Z', 'barred']),
      // Barred in February: January is over.
      player(['2026-01-10T12:00:00Z', 'deposit', 10], ['2026-02-03T12:00:00Z', 'barred']),
      player(['2026-01-11T12:00:00Z', 'deposit', 10]),
      player(['2026-01-12T12:00:00Z', 'deposit', 10]),
      player(['2026-02-05T12:00:00Z', 'deposit', 10]),
      // Barred on its day: it does not count, and 1 of 2 is too much.
      player(['2026-02-06T12:00:00Z', 'deposit', 10], ['2026-02-06T13:00:00Z', 'barred']),
    ],
    // On the 8th 1 of 2 is barred; only the 12th makes it 1 of 5.
    paid: [
      '2026-01-05 100.00',
      '2026-01-06 100.00',
      '2026-01-08 -200.00',
      '2026-01-12 500.00',
      '2026-02-05 100.00',
      '2026-02-06 -100.00',
    ],
  },
  {
    clause: '254: a quota of three new players in three months, or nothing of the month',
    terms: { conditions: [first], minimums: [{ fact: 'firstDeposits', amount: 3, months: 3 }] },
    players: [
      player(['2026-01-05T12:00:00Z', 'deposit', 10]),
      player(['2026-02-05T12:00:00Z', 'deposit', 10]),
      player(['2026-03-05T12:00:00Z', 'deposit', 10]),
    ],
    paid: ['2026-03-05 100.00'],
  },
  {
    clause: '255: the same quota as a flag: all is paid',
    terms: { conditions: [first], minimums: [{ fact: 'firstDeposits', amount: 3, months: 3, missed: 'flag' }] },
    players: [
      player(['2026-01-05T12:00:00Z', 'deposit', 10]),
      player(['2026-02-05T12:00:00Z', 'deposit', 10]),
      player(['2026-03-05T12:00:00Z', 'deposit', 10]),
    ],
    paid: ['2026-01-05 100.00', '2026-02-05 100.00', '2026-03-05 100.00'],
  },
  {
    clause: '75: a player is paid once, whatever it does after',
    terms: { conditions: [first], clawBack: 'any', clawBackDays: 5 },
    players: [
      player(
        ['2026-01-05T12:00:00Z', 'deposit', 5],
        ['2026-01-06T12:00:00Z', 'barred'],
        ['2026-02-05T12:00:00Z', 'deposit', 5],
        ['2026-03-05T12:00:00Z', 'deposit', 500],
      ),
    ],
    paid: ['2026-01-05 100.00', '2026-01-06 -100.00'],
  },
  {
    clause: '279: who staked its first deposit three times over, whatever it was, within 30 days',
    terms: {
      conditions: [
        { fact: 'wagerSum', amount: 3, timesOf: 'firstDeposit', within: 30, unit: 'days', since: 'registration' },
      ],
    },
    players: [
      player(['2026-01-05T12:00:00Z', 'deposit', 20], ['2026-01-06T12:00:00Z', 'bet', 59.99]),
      player(['2026-01-05T12:00:00Z', 'deposit', 20], ['2026-01-07T12:00:00Z', 'bet', 60]),
      player(['2026-01-08T12:00:00Z', 'bet', 500]),
      player(['2026-01-05T12:00:00Z', 'bet', 300], ['2026-01-09T12:00:00Z', 'deposit', 100]),
      player(['2026-01-05T12:00:00Z', 'deposit', 10], ['2026-02-01T03:00:00Z', 'bet', 30]),
    ],
    // Three times 20 on the 7th; 300 staked before the deposit of 100 counts with it
    paid: ['2026-01-07 100.00', '2026-01-09 100.00'],
  },
  {
    clause: '280: 30 % of the first deposit, at most 60; half a cent',
    terms: {
      value: 0,
      conditions: [first],
      bandFact: 'firstDeposit',
      bands: [{ from: 10, percentage: 30, atMost: 60 }],
      clawBack: 'chargeback',
    },
    players: [
      player(['2026-01-05T12:00:00Z', 'deposit', 9.99]),
      player(['2026-01-06T12:00:00Z', 'deposit', 33.35]),
      player(['2026-01-07T12:00:00Z', 'deposit', 1000], ['2026-01-20T12:00:00Z', 'chargeback', 1000]),
    ],
    // 33.35 x 0.3 = 10.005
    paid: ['2026-01-06 10.01', '2026-01-07 60.00', '2026-01-20 -60.00'],
  },
  {
    clause: '281: 100 for 20 deposited; in Brazil 60 for 50 deposited within 7 days, held 10; nothing in Portugal',
    terms: {
      conditions: [{ fact: 'depositSum', amount: 20 }],
      overrides: [
        { country: 'BR', value: 60, fact: 'depositSum', amount: 50, within: 7, since: 'registration', holdDays: 10 },
        { country: 'PT', value: 0 },
      ],
    },
    players: [
      from('BR', ['2026-01-05T12:00:00Z', 'deposit', 20]),
      from('BR', ['2026-01-05T12:00:00Z', 'deposit', 20], ['2026-01-09T02:59:59Z', 'deposit', 30]),
      from('BR', ['2026-01-09T03:00:00Z', 'deposit', 50]),
      from('PT', ['2026-01-06T12:00:00Z', 'deposit', 500]),
      from('ES', ['2026-01-07T12:00:00Z', 'deposit', 20]),
      player(['2026-01-08T12:00:00Z', 'deposit', 20]),
    ],
    // Day 7 in São Paulo ends at 03:00 UTC of the 9th; the case of the 8th is held to the 18th
    paid: ['2026-01-07 100.00', '2026-01-08 100.00', '2026-01-18 60.00'],
  },
]

describe('a clause about single players', () => {
  let given: TestDatabase
  let world: World
  const affiliates = new Map<string, number>()

  beforeAll(async () => {
    given = await createTestDatabase()
    world = makeWorld(given.database, { now: new Date('2026-06-15T12:00:00Z') })
    for (const { clause, terms, players } of clauses) {
      const affiliate = await world.affiliate({
        profile: await world.profile([{ productType: 'cpa', value: 100, ...terms }]),
      })
      affiliates.set(clause, affiliate)
      for (const { registered, country, deeds } of players) {
        const id = await world.player({ affiliate, registered })
        for (const [at, type, amount = 0, product] of deeds)
          await world.event({
            player: id,
            affiliate,
            at,
            zone,
            type,
            amount,
            ...(country ? { country } : {}),
            ...(product ? { product } : {}),
          })
      }
    }
    await world.close('2026-01-01', '2026-03-31')
  }, 180_000)
  afterAll(() => given?.drop())

  it.each(clauses)('$clause', async ({ clause, paid }) => {
    const entries = await world.entries({ affiliate: affiliates.get(clause)! })
    const amounts = entries.map(({ day, value }) => `${day} ${value}`).filter((entry) => !entry.endsWith(' 0.00'))
    expect(amounts).toEqual(paid)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Office, openOffice } from '#tests/support/office.ts'
import { type Deed, pays } from './reckonByApi.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice({ now: () => new Date('2026-11-20T12:00:00Z') })
})
afterAll(() => office.close())

const share = (percentage: number, terms: readonly object[]) => ({
  productType: 'games',
  subType: 'ngr',
  percentage,
  terms,
})
const perPlayer = (value: number, terms: readonly object[]) => ({
  productType: 'cpa',
  subType: 'player',
  value,
  triggerCondition: 'first_deposit',
  triggerOperation: 'count',
  triggerComparison: '>= 1',
  terms,
})
/** Players that register and deposit for the first time on a day. */
const depositors = (day: string, names: readonly string[]): Deed[] =>
  names.flatMap((name): Deed[] => [
    [day, 'registration', name],
    [day, 'deposit', name, 20],
  ])

describe('fixedAmount', () => {
  it('is paid in proportion to the days that the affiliate had of its first month', async () => {
    const terms = [{ type: 'fixedAmount', how: 'added', amount: 500, prorated: true }]
    const { months, steps } = await pays(office, {
      rewards: [perPlayer(50, terms)],
      deeds: [...depositors('2026-08-16', ['one', 'two']), ['2026-09-03', 'bet', 'one', 10]],
      from: '2026-08-01',
      to: '2026-09-30',
    })
    // 2 x 50 + 500 x 16 / 31; the whole in the month after
    expect(months).toEqual(['2026-08 358.06', '2026-09 500.00'])
    expect(steps.find(({ kind }) => kind === 'flatFee').fee).toBeCloseTo(258.0645, 4)
  })
  it('guarantees no more than that part of the least amount', async () => {
    const { months } = await pays(office, {
      rewards: [share(10, [{ type: 'fixedAmount', how: 'atLeast', amount: 310, prorated: true }])],
      deeds: [
        ['2026-08-22', 'registration', 'one'],
        ['2026-08-22', 'bet', 'one', 10],
        ['2026-09-03', 'bet', 'one', 10],
      ],
      from: '2026-08-01',
      to: '2026-09-30',
    })
    expect(months).toEqual(['2026-08 100.00', '2026-09 310.00'])
  })
})

describe('a minimum that pays later', () => {
  const asked = (amount: number) => [{ type: 'minimum', fact: 'firstDeposits', amount, missed: 'later' }]
  it('withholds a month that misses it, and pays it with the first month that meets it', async () => {
    const { months, steps } = await pays(office, {
      rewards: [share(10, asked(5))],
      deeds: [
        ...depositors('2026-07-03', ['a', 'b', 'c']),
        ['2026-07-05', 'bet', 'a', 1000],
        ['2026-08-02', 'bet', 'a', 400],
        ...depositors('2026-08-10', ['d', 'e', 'f', 'g', 'h']),
        ['2026-08-20', 'bet', 'a', 600],
        ['2026-09-02', 'bet', 'a', 70],
      ],
      from: '2026-07-01',
      to: '2026-09-30',
    })
    expect(months).toEqual(['2026-08 200.00'])
    expect(steps).toContainEqual({ kind: 'released', amount: 100, result: 140 })
  })
  it('adds up what several months left', async () => {
    const { months } = await pays(office, {
      rewards: [share(10, asked(1))],
      carryOver: 'full',
      deeds: [
        ['2026-07-03', 'registration', 'a'],
        ['2026-07-05', 'bet', 'a', 500],
        ['2026-08-05', 'bet', 'a', 400],
        ['2026-09-05', 'deposit', 'a', 20],
        ['2026-09-06', 'bet', 'a', 600],
      ],
      from: '2026-07-01',
      to: '2026-09-30',
    })
    expect(months).toEqual(['2026-09 150.00'])
  })
  it('does the same with values per player', async () => {
    const { months } = await pays(office, {
      rewards: [perPlayer(100, asked(3))],
      deeds: [
        ...depositors('2026-07-03', ['a', 'b']),
        ...depositors('2026-08-03', ['c']),
        ...depositors('2026-09-03', ['d', 'e', 'f']),
      ],
      from: '2026-07-01',
      to: '2026-09-30',
    })
    expect(months).toEqual(['2026-09 600.00'])
  })
})

describe('a minimum with a grace period', () => {
  const quota = [1, 2, 3, 2, 1]
  const deeds = quota.flatMap((count, month): Deed[] => {
    const day = `2026-0${month + 5}-02`
    const names = Array.from({ length: count }, (_, index) => `p${month}${index}`)
    return [...depositors(day, names), [day, 'bet', names[0]!, 1000]]
  })
  const minimum = { type: 'minimum', fact: 'firstDeposits', amount: 3, graceMonths: 2, begins: 'nextMonth' }
  it('is not asked for before, and takes effect in the month after one that missed it', async () => {
    const { months, steps } = await pays(office, {
      rewards: [share(30, [{ ...minimum, lasts: 'forGood' }])],
      deeds,
      from: '2026-05-01',
      to: '2026-09-30',
    })
    expect(months).toEqual(['2026-05 300.00', '2026-06 300.00', '2026-07 300.00', '2026-08 300.00'])
    expect(steps.filter(({ isGrace }) => isGrace).length).toBeGreaterThan(1)
  })
  it('is asked for in the first month after it where it takes effect at once', async () => {
    const { months } = await pays(office, {
      rewards: [share(30, [{ ...minimum, begins: 'atOnce', missed: 'rate', percentage: 5 }])],
      deeds,
      from: '2026-05-01',
      to: '2026-09-30',
    })
    expect(months.map((month) => month.slice(8))).toEqual(['300.00', '300.00', '300.00', '50.00', '50.00'])
  })
})

describe('a share of deposits', () => {
  it('is taken of all that is deposited, whatever is played', async () => {
    const { months, steps } = await pays(office, {
      rewards: [{ productType: 'games', subType: 'deposits', percentage: 5 }],
      deeds: [
        ['2026-08-03', 'registration', 'a'],
        ['2026-08-03', 'deposit', 'a', 1000],
        ['2026-08-04', 'bet', 'a', 10, { product: 'bets' }],
        ['2026-08-20', 'deposit', 'a', 50],
      ],
      from: '2026-08-01',
      to: '2026-08-31',
    })
    expect(months).toEqual(['2026-08 52.50'])
    expect(steps).toContainEqual({ kind: 'base', name: 'deposits', result: 1050 })
  })
})

describe('a deduction of charge-backs', () => {
  it('comes off a theoretical base', async () => {
    const rows = [
      { gameGroup: 'slots', percentage: 3.71 },
      { gameGroup: 'table', percentage: 2.57 },
      { gameGroup: 'videopoker', percentage: 0.94 },
      { gameGroup: 'blackjack', percentage: 1.26 },
    ]
    const bet = (game_group: string, amount: number): Deed => ['2026-08-04', 'bet', 'a', amount, { game_group }]
    const terms = [
      { type: 'theoretical', rows },
      { type: 'deduction', kind: 'costs', percentage: 100 },
    ]
    const { months, steps } = await pays(office, {
      rewards: [{ productType: 'games', subType: 'theoretical', percentage: 35, terms }],
      deeds: [
        ['2026-08-03', 'registration', 'a'],
        bet('slots', 10_000),
        bet('table', 1000),
        bet('videopoker', 2000),
        bet('blackjack', 5000),
        ['2026-08-10', 'win', 'a', 30_000],
        ['2026-08-11', 'chargeback', 'a', 50],
      ],
      from: '2026-08-01',
      to: '2026-08-31',
    })
    expect(months).toEqual(['2026-08 149.98'])
    expect(steps.at(-3)).toMatchObject({ kind: 'deduction', name: 'costs', of: 'chargebacks', amount: 50 })
  })
})

describe('quarantine', () => {
  it('is over so many months after the win', async () => {
    const { months } = await pays(office, {
      rewards: [share(30, [{ type: 'quarantine', above: 50_000, lapsesAfter: 2 }])],
      deeds: [
        ['2026-05-03', 'registration', 'a'],
        ['2026-05-03', 'registration', 'b'],
        ['2026-05-04', 'win', 'a', 60_000],
        ['2026-05-05', 'bet', 'b', 1000],
        ['2026-06-05', 'bet', 'a', 10_000],
        ['2026-07-05', 'bet', 'a', 500],
        ['2026-08-05', 'bet', 'a', 1000],
      ],
      from: '2026-05-01',
      to: '2026-08-31',
    })
    expect(months).toEqual(['2026-05 300.00', '2026-08 300.00'])
  })
  it('withholds the commission of the month 1:1', async () => {
    const { months, steps } = await pays(office, {
      rewards: [share(30, [{ type: 'quarantine', above: 50_000, by: 'month' }])],
      deeds: [
        ['2026-06-03', 'registration', 'a'],
        ['2026-06-03', 'registration', 'b'],
        ['2026-06-04', 'win', 'a', 100_000],
        ['2026-06-05', 'bet', 'b', 16_666.67],
        ['2026-07-05', 'bet', 'a', 95_000],
        ['2026-07-05', 'bet', 'b', 16_666.67],
        ['2026-08-05', 'bet', 'a', 50_000],
        ['2026-08-05', 'bet', 'b', 16_666.67],
      ],
      from: '2026-06-01',
      to: '2026-08-31',
    })
    expect(months).toEqual(['2026-07 5000.00', '2026-08 20000.00'])
    expect(steps.find(({ kind }) => kind === 'quarantineSetOff').amount).toBeCloseTo(5000, 2)
  })
})

describe('playerCap', () => {
  it('pays no more than so much commission on a player, over its life', async () => {
    const { months } = await pays(office, {
      rewards: [share(30, [{ type: 'playerCap', of: 'commission', amount: 200, over: 'life' }])],
      deeds: [
        ['2026-07-03', 'registration', 'a'],
        ['2026-07-03', 'registration', 'b'],
        ['2026-07-05', 'bet', 'a', 500],
        ['2026-08-05', 'bet', 'a', 400],
        ['2026-08-06', 'bet', 'b', 200],
      ],
      from: '2026-07-01',
      to: '2026-08-31',
    })
    expect(months).toEqual(['2026-07 150.00', '2026-08 110.00'])
  })
})

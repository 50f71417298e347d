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
describe('hybrid only', () => {
  it('shares in players that CPA was paid for, from the day on which they count', async () => {
    const { months, steps } = await pays(office, {
      rewards: [perPlayer(50, []), share(20, [{ type: 'hybrid', players: 'only' }])],
      deeds: [
        ['2026-08-03', 'registration', 'a'],
        ['2026-08-03', 'registration', 'b'],
        ['2026-08-04', 'bet', 'a', 40],
        ['2026-08-04', 'bet', 'b', 300],
        ['2026-08-05', 'deposit', 'a', 20],
        ['2026-08-06', 'bet', 'a', 100],
        ['2026-09-06', 'bet', 'b', 100],
        ['2026-09-06', 'win', 'a', 100],
        ['2026-09-07', 'bet', 'a', 200],
      ],
      from: '2026-08-01',
      to: '2026-09-30',
    })
    expect(months).toEqual(['2026-08 70.00', '2026-09 20.00'])
    expect(steps).toContainEqual({ kind: 'players', percentage: null, base: 340, amount: 0 })
  })
})

describe('deductions by country', () => {
  it('take each of what players of the country brought, and one of all others', async () => {
    const deduction = (country: string, percentage: number) => ({
      type: 'deduction',
      kind: 'adminFee',
      country,
      percentage,
    })
    const { months, steps } = await pays(office, {
      rewards: [share(30, [deduction('AU', 10), deduction('others', 35)])],
      deeds: [
        ['2026-08-03', 'registration', 'a', undefined, { country: 'AU' }],
        ['2026-08-03', 'registration', 'b', undefined, { country: 'BR' }],
        ['2026-08-03', 'registration', 'c'],
        ['2026-08-05', 'bet', 'a', 1500],
        ['2026-08-06', 'win', 'a', 500],
        ['2026-08-06', 'bet', 'b', 9000],
        ['2026-08-07', 'bet', 'c', 1000],
      ],
      from: '2026-08-01',
      to: '2026-08-31',
    })
    expect(months).toEqual(['2026-08 2220.00'])
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'deduction', country: 'AU', base: 1000, amount: 100 }))
  })
})

describe('tiers', () => {
  it('are not raised by players that CPA was paid for', async () => {
    const tiers = {
      type: 'tiers',
      by: 'firstDeposits',
      without: 'counted',
      rows: [
        { from: 0, percentage: 20 },
        { from: 2, percentage: 50 },
      ],
    }
    const counting = { triggerCondition: 'deposit', triggerOperation: 'sum', triggerComparison: '>= 100' }
    const deeds = (large: readonly string[]) => (day: string, names: readonly string[]) =>
      names.flatMap((name): Deed[] => [
        [day, 'registration', name],
        [day, 'deposit', name, large.includes(name) ? 100 : 20],
      ])
    const { months, steps } = await pays(office, {
      rewards: [
        { ...perPlayer(10, []), ...counting },
        { ...share(0, [tiers]), calculation: 'dynamic', percentage: null },
      ],
      deeds: [
        ...deeds(['a', 'b'])('2026-08-03', ['a', 'b', 'c']),
        ['2026-08-05', 'bet', 'a', 1000],
        ...deeds(['d'])('2026-09-03', ['d', 'e', 'f']),
        ['2026-09-05', 'bet', 'a', 1000],
      ],
      from: '2026-08-01',
      to: '2026-09-30',
    })
    // 2 x 10 + 20 % of 1000, of three first depositors one without CPA; 10 + 50 %, of three two
    expect(months).toEqual(['2026-08 220.00', '2026-09 510.00'])
    expect(steps).toContainEqual({ kind: 'tierBase', fact: 'firstDeposits', span: 'period', actual: 1 })
  })
  it('over players are those that each of them reached by what it brought', async () => {
    const tiers = { type: 'tiers', over: 'player', comparator: 'moreThan', rows: [{ from: 500, percentage: 25 }] }
    const { months, steps } = await pays(office, {
      rewards: [share(5, [tiers])],
      deeds: [
        ['2026-08-03', 'registration', 'a'],
        ['2026-08-03', 'registration', 'b'],
        ['2026-08-05', 'bet', 'a', 500],
        ['2026-08-06', 'bet', 'b', 600],
        ['2026-08-07', 'win', 'b', 99],
        ['2026-09-05', 'bet', 'b', 500],
        ['2026-09-06', 'win', 'a', 40],
      ],
      from: '2026-08-01',
      to: '2026-09-30',
    })
    // 25 + 125.25; 5 % of 460
    expect(months).toEqual(['2026-08 150.25', '2026-09 23.00'])
    expect(steps).toContainEqual({ kind: 'players', percentage: 25, base: 501, amount: 125.25 })
  })
})

describe('tiers of the last days', () => {
  const tiers = {
    type: 'tiers',
    by: 'firstDeposits',
    span: 'days',
    days: 60,
    rows: [
      { from: 0, percentage: 50 },
      { from: 5, percentage: 60 },
      { from: 10, percentage: 75 },
      { from: 20, percentage: 100 },
    ],
  }
  const depositing = (day: string, count: number): Deed[] =>
    Array.from({ length: count }, (_, index) => `${day}-${index}`).flatMap((name): Deed[] => [
      [day, 'registration', name],
      [day, 'deposit', name, 20],
    ])
  const deeds: Deed[] = [
    ['2026-04-03', 'registration', 'a'],
    ['2026-04-04', 'bet', 'a', 100],
    ...depositing('2026-05-10', 6),
    ['2026-05-11', 'bet', 'a', 100],
    ...depositing('2026-06-10', 6),
    ['2026-06-11', 'bet', 'a', 100],
    ...depositing('2026-09-10', 3),
    ['2026-09-11', 'bet', 'a', 100],
  ]
  const paid = async (terms: object) => {
    const rewards = [{ ...share(0, [terms]), calculation: 'dynamic', percentage: null }]
    const { months } = await pays(office, { rewards, deeds, from: '2026-04-01', to: '2026-09-30' })
    return months.map((month) => month.slice(8))
  }
  it('never fall, where they stay once they were reached', async () => {
    expect(await paid({ ...tiers, ratchet: true })).toEqual(['50.00', '60.00', '75.00', '75.00'])
  })
  it('fall with what the days came to, where they do not', async () => {
    expect(await paid(tiers)).toEqual(['50.00', '60.00', '75.00', '50.00'])
  })
})

describe('a minimum of one-time depositors', () => {
  it('asks that no more than a part of the new ones left it at one deposit', async () => {
    const minimum = { type: 'minimum', fact: 'onceDepositors', comparator: 'atMost', amount: 50 }
    const deposits = (day: string, counts: readonly number[]): Deed[] =>
      counts.flatMap((count, player): Deed[] => [
        [day, 'registration', `${day}-${player}`],
        ...Array.from({ length: count }, (): Deed => [day, 'deposit', `${day}-${player}`, 20]),
      ])
    const { months, steps } = await pays(office, {
      rewards: [share(30, [minimum])],
      deeds: [
        ...deposits('2026-08-03', [2, 1, 1]),
        ['2026-08-05', 'bet', '2026-08-03-0', 100],
        ...deposits('2026-09-03', [2, 3, 1]),
        ['2026-09-05', 'bet', '2026-09-03-0', 100],
      ],
      from: '2026-08-01',
      to: '2026-09-30',
    })
    expect(months).toEqual(['2026-09 30.00'])
    expect(steps.findLast(({ kind }) => kind === 'minimum').actual).toBeCloseTo(33.333, 3)
  })
})

describe('a cap of money that cuts', () => {
  it('is the most that a month pays', async () => {
    const cap = { type: 'cap', per: 'month', measure: 'money', atMost: 60, cuts: true }
    const { months } = await pays(office, {
      rewards: [share(30, [cap])],
      deeds: [
        ['2026-08-03', 'registration', 'a'],
        ['2026-08-05', 'bet', 'a', 1000],
      ],
      from: '2026-08-01',
      to: '2026-08-31',
    })
    expect(months).toEqual(['2026-08 60.00'])
  })
})

describe('what was not tried together', () => {
  it('is refused where it is said', async () => {
    const problemsOf = async (values: object) => {
      const { status, body } = await office.root.post('/api/reward', {
        name: 'Refused',
        calculation: 'fixed',
        ...values,
      })
      return [status, ...Object.entries(body.details ?? {}).map(([field, [{ code }]]: any) => `${field} ${code}`)]
    }
    const over = { type: 'tiers', over: 'player', rows: [{ from: 500, percentage: 25 }] }
    expect(await problemsOf(share(5, [over, { type: 'expiry', afterDays: 9 }]))).toContain(
      'terms.1.type cannot_stand_beside',
    )
    const capped = { type: 'playerCap', of: 'commission', amount: 200 }
    expect(await problemsOf(share(5, [capped, { type: 'deduction', kind: 'tax', percentage: 5 }]))).toContain(
      'terms.1.type cannot_stand_beside',
    )
    expect(await problemsOf(share(5, [{ type: 'deduction', kind: 'costs', percentage: 5 }]))).toEqual([
      400,
      'terms.0.kind not_applicable',
    ])
    expect(await problemsOf(share(5, [{ type: 'deduction', kind: 'tax', country: 'XYZ', percentage: 5 }]))).toEqual([
      400,
      'terms.0.country invalid_choice',
    ])
    const waiting = { type: 'minimum', fact: 'ngr', amount: 5, missed: 'later', lasts: 'forGood' }
    expect(await problemsOf(share(5, [waiting]))).toEqual([400, 'terms.0.lasts not_applicable'])
  })
})

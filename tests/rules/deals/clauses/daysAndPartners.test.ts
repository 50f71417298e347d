import { describe, expect, it } from 'vitest'
import { businessDay, startOfMonth } from '#engine/values/calendar.ts'
import { computeCommission, entryAmount } from '#rules/commission/commission.ts'
import { compilePartnerExpression, computePartnerCommission } from '#rules/commission/partners.ts'
import { roundMoney, sumMoney } from '#engine/values/money.ts'
import { nextPayDay, paidBefore, type PayCalendar } from '#rules/payouts/payCalendar.ts'
import { share } from './reckon.ts'

const zone = 'America/Sao_Paulo'

describe('a clause about days', () => {
  it.each([
    ['2026-03-01T02:59:59Z', '2026-02-28', '2026-02-01'],
    ['2026-03-01T02:59:59.999Z', '2026-02-28', '2026-02-01'],
    ['2026-03-01T03:00:00Z', '2026-03-01', '2026-03-01'],
    // Summer time: until 2019 it was two hours behind.
    ['2018-12-01T01:59:59Z', '2018-11-30', '2018-11-01'],
    ['2018-12-01T02:00:00Z', '2018-12-01', '2018-12-01'],
  ])('40: months turn at midnight of São Paulo: %s is of %s', (at, day, month) => {
    expect([businessDay({ at, zone }), startOfMonth(businessDay({ at, zone }))]).toEqual([day, month])
  })

  it('41: what a month pays is not what its days would pay rounded one by one', () => {
    // 30 % of 0.05 a day: 0.015 rounded daily would be 0.60 in 30 days; of the month it is 0.45.
    const to = (day: number) =>
      computeCommission({
        rule: share({ percentage: 30 }),
        sums: { turnover: (0.05 * day).toFixed(2), payout: 0, bonus: 0, chargebacks: 0 },
      }).amount
    const entries = Array.from({ length: 30 }, (_, day) => entryAmount({ earned: to(day + 1), earnedBefore: to(day) }))
    expect(sumMoney(entries)).toBe('0.45')
  })

  it.each<[string, PayCalendar, string, string]>([
    [
      '42: paid on the 10th; a Saturday is moved to Monday',
      { payRhythm: 'month', payDay: 10 },
      '2026-10-02',
      '2026-10-12',
    ],
    ['43: paid by the 15th of the month after', { payRhythm: 'month', payDay: 15 }, '2026-11-01', '2026-11-16'],
    ['44: paid on the last day of a month', { payRhythm: 'month', payDay: 31 }, '2027-04-01', '2027-04-30'],
    ['45: paid every Tuesday', { payRhythm: 'week', payDay: 2 }, '2026-11-25', '2026-12-01'],
    ['46: paid every two weeks', { payRhythm: 'fortnight', payFrom: '2026-11-06' }, '2026-11-07', '2026-11-20'],
    [
      '47: paid on the first working day',
      { payRhythm: 'month', payDay: 1, holidays: [{ day: '2027-01-01' }] },
      '2026-12-15',
      '2027-01-04',
    ],
    ['150: paid 30 days after the month', { payAfterDays: 30 }, '2026-11-01', '2026-11-30'],
    [
      '151: paid on the first working day from the 15th day after the month',
      { payRhythm: 'workingDay', payAfterDays: 15 },
      '2026-11-01',
      '2026-11-16',
    ],
    ['152: weeks are paid on the Wednesday after', { payAfterDays: 3, calendar: 'week' }, '2026-11-23', '2026-11-25'],
  ])('%s', (_, calendar, from, day) => {
    expect(nextPayDay(calendar, from)).toBe(day)
  })

  it.each([
    // Day by day: nothing of the new month is paid with the old one.
    ['2026-11-29', '2026-10-01'],
    ['2026-11-30', '2026-11-01'],
    ['2026-12-29', '2026-11-01'],
    ['2026-12-30', '2026-12-01'],
  ])('153: what is paid 30 days after the month on %s ends before %s', (today, before) => {
    expect(paidBefore({ payAfterDays: 30 }, today)).toBe(before)
  })
})

interface PartnerClause {
  readonly clause: string
  readonly formula: string
  readonly percentage: number
  readonly abatement?: number
  readonly level?: 1 | 2
  readonly parentEarned?: string
  readonly sums: { readonly ngr: string; readonly affiliate_reward: string; readonly turnover?: string }
  readonly paid: string
}

const partnerClauses: readonly PartnerClause[] = [
  {
    clause: '48: 5 % of what the affiliates one brought earn',
    formula: 'affiliate_reward * percentage',
    percentage: 5,
    sums: { ngr: '9000', affiliate_reward: '1234.50' },
    // 61.725: half a cent
    paid: '61.73',
  },
  {
    clause: '49: on the second level 20 % of what the partner above earned',
    formula: 'value * percentage',
    percentage: 20,
    level: 2,
    parentEarned: '61.73',
    sums: { ngr: '9000', affiliate_reward: '1234.50' },
    // 12.346
    paid: '12.35',
  },
  {
    clause: '50: 5 % of what affiliates earn, at most 500 a month',
    formula: 'min(affiliate_reward * percentage, 500)',
    percentage: 5,
    sums: { ngr: '90000', affiliate_reward: '10000.01' },
    paid: '500.00',
  },
  {
    clause: '51: more than 10,000 of net revenue doubles the share: 10,000 itself does not',
    formula: 'ngr > 10000 ? ngr * percentage * 2 : ngr * percentage',
    percentage: 5,
    sums: { ngr: '10000', affiliate_reward: '0' },
    paid: '500.00',
  },
  {
    clause: '52: and a cent more does',
    formula: 'ngr > 10000 ? ngr * percentage * 2 : ngr * percentage',
    percentage: 5,
    sums: { ngr: '10000.01', affiliate_reward: '0' },
    // 1000.001
    paid: '1000.00',
  },
  {
    clause: '53: of what is left after affiliates and 12 % of tax, a third',
    formula: '(ngr - affiliate_reward - abatment) * percentage',
    percentage: 33.33,
    abatement: 12,
    sums: { ngr: '2500', affiliate_reward: '700' },
    // 1800 - 216 = 1584; x 0.3333 = 527.9472
    paid: '527.95',
  },
  {
    clause: '54: at least 100 a month where anything was won',
    formula: 'ngr > 0 ? max(100, ngr * percentage) : 0',
    percentage: 10,
    sums: { ngr: '0.01', affiliate_reward: '0' },
    paid: '100.00',
  },
  {
    clause: '55: a network that lost owes nothing',
    formula: '(ngr - affiliate_reward - abatment) * percentage',
    percentage: 30,
    sums: { ngr: '-400', affiliate_reward: '20' },
    paid: '0.00',
  },
]

describe('a clause about who brings affiliates', () => {
  it.each(partnerClauses)('$clause', ({ formula, percentage, abatement = 0, level = 1, parentEarned, sums, paid }) => {
    const compiled = compilePartnerExpression(formula)
    if (!compiled.ok) throw new Error('The formula does not parse.')
    const result = computePartnerCommission({
      expression: compiled.expression,
      level,
      percentage,
      abatement,
      sums: { turnover: 0, ggr: 0, admin_fee: 0, ...sums },
      ...(parentEarned === undefined ? {} : { parentEarned }),
    })
    expect(result.ok && roundMoney(result.amount)).toBe(paid)
  })
})

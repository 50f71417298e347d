import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#engine/values/calendar.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { type DealReversal, type DealCase, advanceCases, stateOf } from '#rules/deals/caseStates.ts'
import { conditionsMetOn, type PlayerFact, type PlayerFacts } from '#rules/deals/conditions.ts'
import { isRewardDealComplete } from '#rules/deals/dealRules.ts'
import type { DealCap, DealCondition, DealTerms } from '#rules/deals/terms.ts'

const ruleOf = (terms: DealTerms): RewardRule => ({
  productType: 'cpa',
  subType: 'player',
  calculation: 'fixed',
  value: 100,
  ...terms,
})
const deed = (day: string, type: string, amount: string, more: Partial<PlayerFact> = {}): PlayerFact => ({
  day,
  at: `${day}T12:00:00Z`,
  type,
  product: type === 'deposit' ? 'none' : 'games',
  count: 1,
  sum: amount,
  max: amount,
  first: amount,
  ...more,
})
const player = (deeds: PlayerFact[]): PlayerFacts => ({
  marks: { registration: { day: '2026-01-01', at: '2026-01-01T12:00:00Z' } },
  firstDepositAmount: null,
  country: 'BR',
  deeds,
})
const always = { from: '-infinity', until: 'infinity', to: '2026-12-31' }
const met = (conditions: DealCondition[], deeds: PlayerFact[], days = always) =>
  conditionsMetOn(ruleOf({ conditions }), player(deeds), days)

describe('the day on which a player meets a deal', () => {
  it('keeps what a window had when it ended: deposits in 7 days, wagers in 30', () => {
    const conditions: DealCondition[] = [
      { fact: 'depositSum', amount: 20, within: 7, since: 'registration' },
      { fact: 'wagerSum', amount: 50, within: 30, since: 'registration' },
    ]
    const bet = deed('2026-01-31', 'bet', '50')
    expect(met(conditions, [deed('2026-01-08', 'deposit', '20'), bet])).toBe('2026-01-31')
    expect(met(conditions, [deed('2026-01-09', 'deposit', '20'), bet])).toBeNull()
    expect(met(conditions, [deed('2026-01-08', 'deposit', '20'), deed('2026-02-01', 'bet', '50')])).toBeNull()
  })

  it('looks at NGR at the end of a day, on the first day of a rule that came later as well', () => {
    const conditions: DealCondition[] = [{ fact: 'ngr', amount: 10, comparator: 'moreThan' }]
    const day = [deed('2026-01-02', 'bet', '100'), deed('2026-01-02', 'win', '90')]
    expect(met(conditions, day)).toBeNull()
    const next = [...day, deed('2026-01-03', 'bet', '0.01')]
    expect(met(conditions, next)).toBe('2026-01-03')
    expect(met(conditions, next, { ...always, from: '2026-02-01' })).toBe('2026-02-01')
    expect(met(conditions, [...next, deed('2026-01-04', 'win', '5')], { ...always, from: '2026-02-01' })).toBeNull()
  })

  it('begins no window by what is not known', () => {
    expect(
      met([{ fact: 'depositCount', amount: 1, within: 30, since: 'click' }], [deed('2026-01-02', 'deposit', '9')]),
    ).toBeNull()
  })
})

describe('what becomes of a case', () => {
  const caps = fc.array(
    fc.record({
      per: fc.constantFrom('day' as const, 'month' as const, 'deal' as const),
      measure: fc.constantFrom('players' as const, 'money' as const),
      atMost: fc.integer({ min: 1, max: 400 }),
      beyond: fc.constantFrom('later' as const, 'lost' as const),
    }),
    { maxLength: 3 },
  )
  const offset = fc.integer({ min: 0, max: 60 })
  const first = '2026-01-15'
  const office = fc.record({
    caps,
    holdDays: fc.integer({ min: 0, max: 20 }),
    clawBack: fc.constantFrom('none' as const, 'barred' as const, 'chargeback' as const, 'any' as const),
    clawBackDays: fc.option(fc.integer({ min: 0, max: 30 })),
    met: fc.array(offset, { minLength: 1, maxLength: 12 }),
    blows: fc.array(
      fc.record({ player: fc.nat(11), day: offset, by: fc.constantFrom('barred' as const, 'chargeback' as const) }),
      { maxLength: 8 },
    ),
  })

  it('is the same day by day as all at once, and no cap lets more through', () => {
    fc.assert(
      fc.property(office, ({ met: days, blows: told, ...terms }) => {
        const rule = ruleOf({
          ...terms,
          caps: terms.caps.map((cap) =>
            cap.measure === 'players' ? { ...cap, atMost: Math.ceil(cap.atMost / 100) } : cap,
          ),
        })
        const made = (): DealCase[] =>
          days.map((day, index) => ({
            player: index,
            metDay: addDays(first, day),
            approvalDay: addDays(first, day + terms.holdDays),
            paidDay: null,
            endedDay: null,
            endedBy: null,
          }))
        const blows = Map.groupBy(
          told
            .map(({ player: who, day, by }): DealReversal & { player: number } => ({
              player: who,
              by,
              day: addDays(first, day),
            }))
            .sort((one, other) => one.day.localeCompare(other.day)),
          ({ player: who }) => who,
        )
        const common = { blows, ruleOn: () => rule }
        const to = addDays(first, 120)
        const whole = made()
        advanceCases({ ...common, cases: whole, countedBefore: new Map(), from: '-infinity', to })
        const daily = made()
        for (let day = first; day <= to; day = addDays(day, 1)) {
          const counted = Map.groupBy(
            daily.filter(({ paidDay }) => paidDay !== null && paidDay < day),
            ({ paidDay }) => `${paidDay!.slice(0, 7)}-01`,
          )
          const countedBefore = new Map([...counted].map(([month, own]) => [month, own.length]))
          advanceCases({
            ...common,
            cases: daily.filter(({ metDay: on }) => on <= day),
            countedBefore,
            from: day,
            to: day,
          })
        }
        expect(daily).toEqual(whole)
        const paid = whole.flatMap(({ paidDay }) => paidDay ?? [])
        for (const { per, atMost, measure } of (rule.caps ?? []) as DealCap[]) {
          const limit = measure === 'money' ? Math.floor(Number(atMost) / 100) : Number(atMost)
          const groups = Map.groupBy(paid, (day) => (per === 'day' ? day : per === 'month' ? day.slice(0, 7) : ''))
          for (const [, group] of groups) expect(group.length).toBeLessThanOrEqual(limit)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is shown as held, waiting, approved, revoked or lost', () => {
    const one = {
      player: 1,
      metDay: '2026-01-01',
      approvalDay: '2026-01-08',
      paidDay: '2026-01-10',
      endedDay: null,
      endedBy: null,
    }
    expect(['2026-01-07', '2026-01-08', '2026-01-10'].map((day) => stateOf(one, day))).toEqual([
      'held',
      'waiting',
      'approved',
    ])
    expect(stateOf({ ...one, endedDay: '2026-01-12', endedBy: 'barred' }, '2026-01-12')).toBe('revoked')
    expect(stateOf({ ...one, paidDay: null, endedDay: '2026-01-08', endedBy: 'cap' }, '2026-01-09')).toBe('lost')
  })
})

describe('the check of a deal', () => {
  const problems = (terms: object) =>
    isRewardDealComplete({ productType: 'cpa', calculation: 'fixed', ...terms }).map(
      ({ field, code }) => `${field} ${code}`,
    )

  it('refuses windows without an end, products of deposits, halves of what is counted, caps that stand twice', () => {
    expect(problems({ conditions: [{ fact: 'depositSum', amount: 20, since: 'registration' }] })).toEqual([
      'conditions.0.within required',
    ])
    expect(problems({ conditions: [{ fact: 'depositSum', amount: 20, within: 3 }] })).toEqual([
      'conditions.0.since required',
    ])
    expect(problems({ conditions: [{ fact: 'depositCount', amount: 1.5, product: 'bets', span: 'single' }] })).toEqual([
      'conditions.0.product not_applicable',
      'conditions.0.span not_applicable',
      'conditions.0.amount too_many_decimals',
    ])
    expect(problems({ countries: 'Brazil' })).toEqual(['countries invalid_choice'])
    expect(
      problems({
        caps: [
          { per: 'deal', atMost: 5, beyond: 'later' },
          { per: 'deal', atMost: 6 },
        ],
      }),
    ).toEqual(['caps.0.beyond not_applicable', 'caps.1.per duplicate_items'])
    expect(problems({ calculation: 'dynamic', caps: [{ per: 'day', measure: 'money', atMost: 5 }] })).toEqual([
      'caps.0.measure not_applicable',
    ])
    expect(
      problems({
        countries: 'BR, pt',
        conditions: [{ fact: 'wagerSum', product: 'bets', amount: 1, within: 24, unit: 'hours', since: 'click' }],
      }),
    ).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TaxedMonth, type TaxTable, withhold } from '#rules/payouts/withholding.ts'
import { centsOf as exactCents, roundMoney, sumMoney } from '#engine/values/money.ts'

interface Case {
  readonly what: string
  readonly payments: readonly { day: string; gross: string; inss: string; irrf: string; net: string }[]
  readonly total: object
  readonly byMonth: object
}
const cases = JSON.parse(
  readFileSync(new URL('../../cases/11-withholding/payments.json', import.meta.url), 'utf8'),
) as {
  tables: { tax: string; brackets: { from: number; rate: number; deduct?: number }[]; ceiling: number | null }[]
  cases: Case[]
}

const centsOf = (money: string) => Number(exactCents(money))
const moneyOf = (cents: number) => roundMoney(cents / 100)
const addMoney = (one: string, other: string) => sumMoney([one, other])

/** A progressive table as they are printed: each bracket's deduction joins it to the one before, so nothing jumps. */
const progressive = fc
  .array(fc.record({ width: fc.integer({ min: 1, max: 3000 }), step: fc.integer({ min: 0, max: 8 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((steps) => {
    let [from, rate, deduct] = [0, 0, 0]
    return [
      { from: 0, rate: 0, deduct: 0 },
      ...steps.map(({ width, step }) => {
        from += width
        deduct += (from * step) / 100
        rate += step
        return { from, rate, deduct: Math.round(deduct * 10_000) / 10_000 }
      }),
    ]
  })
const flat = fc.integer({ min: 0, max: 20 }).map((rate) => [{ from: 0, rate, deduct: 0 }])
const office = fc.record({
  first: flat,
  second: progressive,
  ceiling: fc.option(fc.integer({ min: 0, max: 2000 })),
  payments: fc.array(fc.integer({ min: 1, max: 800_000 }), { minLength: 1, maxLength: 9 }),
})

/** Pays in the order given, each beside the month before it. */
function month(payments: readonly number[], tables: readonly TaxTable[]): Record<string, number> {
  let so: TaxedMonth = { gross: '0.00', withheld: {} }
  for (const cents of payments) {
    const gross = moneyOf(cents)
    const { lines } = withhold(gross, tables, so)
    const withheld: Record<string, string> = { ...so.withheld }
    for (const { tax, value } of lines) withheld[tax] = addMoney(withheld[tax] ?? '0.00', value)
    so = { gross: addMoney(so.gross, gross), withheld }
  }
  return Object.fromEntries(Object.entries(so.withheld).map(([tax, value]) => [tax, centsOf(value)]))
}

describe('what is withheld in a month', () => {
  it('does not depend on how its payments are split', () => {
    fc.assert(
      fc.property(office, ({ first, second, ceiling, payments }) => {
        const tables: TaxTable[] = [
          { tax: 'inss', after: [], brackets: first, ceiling },
          { tax: 'irrf', after: ['inss'], brackets: second, ceiling: null },
        ]
        const whole = payments.reduce((sum, cents) => sum + cents, 0)
        const once = month([whole], tables)
        expect(month(payments, tables)).toEqual(once)
        expect(month(payments.toReversed(), tables)).toEqual(once)
      }),
      { numRuns: 1_000 },
    )
  })

  it('does not depend on the order in which they are paid', () => {
    const drawn = fc.record({ office, turns: fc.array(fc.nat(), { minLength: 9, maxLength: 9 }) })
    fc.assert(
      fc.property(drawn, ({ office: { first, second, ceiling, payments }, turns }) => {
        const tables: TaxTable[] = [
          { tax: 'inss', after: [], brackets: first, ceiling },
          { tax: 'irrf', after: ['inss'], brackets: second, ceiling: null },
        ]
        const once = month([payments.reduce((sum, cents) => sum + cents, 0)], tables)
        const shuffled = payments
          .map((cents, index) => ({ cents, turn: turns[index % turns.length]! }))
          .toSorted((one, other) => one.turn - other.turn)
          .map(({ cents }) => cents)
        expect(month(shuffled, tables)).toEqual(once)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each(cases.cases)('is $total for $what', ({ payments, byMonth }) => {
    const tables = cases.tables.map(({ tax, brackets, ceiling }): TaxTable => ({
      tax,
      after: tax === 'irrf' ? ['inss'] : [],
      brackets: brackets.map(({ from, rate, deduct = 0 }) => ({ from, rate, deduct })),
      ceiling,
    }))
    const months = Map.groupBy(payments, ({ day }) => day.slice(0, 7))
    for (const [name, own] of months) {
      let so: TaxedMonth = { gross: '0.00', withheld: {} }
      for (const { gross, net, ...taxes } of own) {
        const told = withhold(gross, tables, so)
        const of = (tax: string) => told.lines.find((line) => line.tax === tax)?.value ?? '0.00'
        expect([of('inss'), of('irrf'), told.net]).toEqual([taxes.inss, taxes.irrf, net])
        const withheld = Object.fromEntries(
          ['inss', 'irrf'].map((tax) => [tax, addMoney(so.withheld[tax] ?? '0.00', of(tax))]),
        )
        so = { gross: addMoney(so.gross, gross), withheld }
      }
      expect(so.withheld).toEqual((byMonth as Readonly<Record<string, object>>)[name])
    }
  })
})

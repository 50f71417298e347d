import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateExpression } from '#engine/values/expression/evaluate.ts'
import { formulaSql, measureParts, measureValue, measureWords } from '#rules/activity/measureValues.ts'
import { parseExpression, wordsOf } from '#engine/values/expression/parse.ts'
import { defaultExpression } from '#engine/values/expression/tree.ts'
import { measureNames, measures } from '#rules/activity/measures.ts'
import type { DerivedMeasureName } from '#rules/activity/measures.ts'

const values = {
  turnover: 0,
  ggr: '1200.50',
  admin_fee: 50,
  ngr: 1000,
  value: 189,
  gross_value: 700,
  affiliate_reward: 300,
  abatment: 70,
  percentage: '0.3',
}

function evaluate(text: string): string {
  const parsed = parseExpression(text)
  if (!parsed.ok) throw new Error(`${parsed.problem.code}: ${parsed.problem.message}`)
  const result = evaluateExpression({ tree: parsed.tree, values })
  return result.ok ? result.value.toFixed() : result.failure.code
}

describe('an expression', () => {
  it.each([
    [defaultExpression, '189'],
    ['ngr * percentage', '300'],
    ['value', '189'],
    ['gross_value - value', '511'],
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['10 - 2 - 3', '5'],
    ['100 / 10 / 2', '5'],
    ['1 / 3', '0.33333333333333333333'],
    ['-1 / 3', '-0.33333333333333333333'],
    ['2 / 3', '0.66666666666666666667'],
    ['2 ^ 3 ^ 2', '512'],
    ['(2 ^ 3) ^ 2', '64'],
    ['-2 ^ 2', '-4'],
    ['2 ^ -2', '0.25'],
    ['0 ^ 0', '1'],
    ['- -5', '5'],
    ['+5', '5'],
    ['2 * -3', '-6'],
    ['.5 + 0.25', '0.75'],
    ['0.1 + 0.2', '0.3'],
    ['10%', '0.1'],
    ['ngr * 30%', '300'],
    ['(10 + 20)%', '0.3'],
    ['-10%', '-0.1'],
    ['10% - 3', '-2.9'],
    ['1000 + 10%', '1000.1'],
    ['10% * 10%', '0.01'],
    ['50%^2', '0.25'],
    ['ngr > 500 ? 1 : 2', '1'],
    ['ngr > 1000 ? 1 : 2', '2'],
    ['ngr >= 1000 ? 1 : 2', '1'],
    ['ngr == 1000 ? 1 : 2', '1'],
    ['ngr != 1000 ? 1 : 2', '2'],
    ['ngr < 1000 ? 1 : ngr <= 1000 ? 2 : 3', '2'],
    ['1 ? 0 ? 3 : 4 : 5', '4'],
    ['(ngr > 500 ? 1 : 2) * 10', '10'],
    ['1 > 2 ? 1 : 2 + 3', '5'],
    ['(ngr > 500) * 7', '7'],
    ['0 ? 1 : 2', '2'],
    ['-1 ? 1 : 2', '1'],
    ['turnover == 0 ? 0 : ggr / turnover', '0'],
    ['min(3, 1, 2)', '1'],
    ['max(ngr, ggr)', '1200.5'],
    ['max(min(ngr, 500), 0) * 10%', '50'],
    ['abs(-7)', '7'],
    ['round(2.5)', '3'],
    ['round(-2.5)', '-3'],
    ['round(2.345, 2)', '2.35'],
    ['floor(-2.5)', '-3'],
    ['ceil(-2.5)', '-2'],
    ['max (1,\n\t2)', '2'],
  ])('%s is %s', (text, result) => {
    expect(evaluate(text)).toBe(result)
  })

  it.each([
    ['ngr / turnover', { code: 'division_by_zero', position: 6, length: 8 }],
    ['ngr / (ngr - 1000)', { code: 'division_by_zero', position: 7, length: 10 }],
    ['max(1, ngr / turnover)', { code: 'division_by_zero', position: 13, length: 8 }],
    ['ngr / turnover > 1 ? 1 : 2', { code: 'division_by_zero', position: 6 }],
    ['turnover ^ -1', { code: 'division_by_zero', position: 0, length: 8 }],
    ['ngr ^ 10', { code: 'too_large' }],
  ])('%s has no result and says where: %j', (text, failure) => {
    const parsed = parseExpression(text)
    expect(parsed.ok && evaluateExpression({ tree: parsed.tree, values })).toMatchObject({ ok: false, failure })
  })

  it('has no result where a keyword has no value or one beyond all amounts', () => {
    const { tree } = parseExpression('ngr + 1') as Extract<ReturnType<typeof parseExpression>, { ok: true }>
    expect(evaluateExpression({ tree, values: {} })).toMatchObject({
      ok: false,
      failure: { code: 'missing_value', word: 'ngr' },
    })
    expect(evaluateExpression({ tree, values: { ngr: '1e30' } })).toMatchObject({
      ok: false,
      failure: { code: 'too_large', word: 'ngr' },
    })
  })

  it('names the keywords it reads, each once', () => {
    const { tree } = parseExpression('max(ngr, value) + (ngr > 1 ? ggr : -value%)^2') as Extract<
      ReturnType<typeof parseExpression>,
      { ok: true }
    >
    expect(wordsOf(tree)).toEqual(['ngr', 'value', 'ggr'])
  })

  it('of plain arithmetic gives what JavaScript gives', () => {
    const { formula } = fc.letrec<{ formula: string }>((tie) => ({
      formula: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.integer({ min: 0, max: 50 }).map(String),
        fc
          .tuple(tie('formula'), fc.constantFrom('+', '-', '*'), tie('formula'))
          .map(([left, operator, right]) => `${left} ${operator} ${right}`),
        tie('formula').map((inner) => `(${inner})`),
        tie('formula').map((inner) => `-(${inner})`),
        fc
          .tuple(
            tie('formula'),
            fc.constantFrom('<', '<=', '>', '>=', '==', '!='),
            tie('formula'),
            tie('formula'),
            tie('formula'),
          )
          .map(
            ([left, operator, right, then, otherwise]) => `((${left}) ${operator} (${right}) ? ${then} : ${otherwise})`,
          ),
        fc
          .tuple(fc.constantFrom('min', 'max'), tie('formula'), tie('formula'))
          .map(([name, first, second]) => `${name}(${first}, ${second})`),
      ),
    }))
    fc.assert(
      fc.property(
        formula.filter((text) => text.length <= 500),
        (text) => {
          const reference = new Function('min', 'max', `return ${text}`)(Math.min, Math.max) as number
          const parsed = parseExpression(text)
          if (!parsed.ok) return expect(parsed.problem.code).toBe('too_deep')
          const result = evaluateExpression({ tree: parsed.tree, values: {} })
          if (Math.abs(reference) <= Number.MAX_SAFE_INTEGER)
            expect(result.ok && result.value.toNumber() + 0).toBe(reference + 0)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('the formulas of measures', () => {
  const derived = measureNames.filter((name): name is DerivedMeasureName => measures[name].formula !== null)

  it.each(derived)('%s is written over words that exist and can be written as SQL', (name) => {
    expect(measureParts(name).every((part) => measureWords.includes(part))).toBe(true)
    expect(measureParts(name).length).toBeGreaterThan(0)
    expect(
      formulaSql({
        formula: measures[name].formula,
        columns: Object.fromEntries(measureWords.map((word) => [word, `m.${word}`])),
      }),
    ).toMatch(/\bm\.[a-z_]+::numeric\b/)
  })

  it('refuse a missing word rather than counting it as 0', () => {
    expect(() => measureValue('ggr', { turnover: 1 })).toThrow('payout')
  })

  it('are exact: the sum of ggr over rows is the ggr of the sums', () => {
    expect(measureValue('ggr', { turnover: '0.30', payout: '0.10' })!.toFixed()).toBe('0.2')
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileExpression } from '#engine/values/expression/evaluate.ts'
import { parseExpression } from '#engine/values/expression/parse.ts'
import { plainFormula } from '#engine/values/expression/plainFormula.ts'
import { type DerivedMeasureName, measures } from '#rules/activity/measures.ts'
import { measureParts, measureWords } from '#rules/activity/measureValues.ts'

const digits = (max: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: max })
const amount = fc
  .tuple(fc.boolean(), digits(20), digits(25))
  .map(([isNegative, whole, places]) => `${isNegative ? '-' : ''}${whole.join('')}.${places.join('')}`)
const names = Object.keys(measures).filter((name) => measures[name as DerivedMeasureName].formula !== null)
const treeOf = (formula: string) => {
  const parsed = parseExpression(formula, { keywords: measureWords })
  if (!parsed.ok) throw new Error(parsed.problem.message)
  return parsed.tree
}

test('a measure computed plainly comes to what the general way comes to, or leaves it to that', () => {
  let plainly = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...(names as DerivedMeasureName[])),
      fc.array(fc.oneof(amount, fc.integer({ min: -1_000_000, max: 1_000_000 }).map(String)), {
        minLength: 6,
        maxLength: 6,
      }),
      (name, amounts) => {
        const tree = treeOf(measures[name].formula)
        const values = Object.fromEntries(measureParts(name).map((word, index) => [word, amounts[index]]))
        const value = plainFormula(tree)?.(values)
        if (!value) return
        plainly += 1
        const general = compileExpression(tree)(values)
        expect(general.ok && general.value.toFixed()).toBe(value.toFixed())
      },
    ),
    { numRuns: 2_000 },
  )
  expect(plainly).toBeGreaterThan(200)
})

test('what it does not know it leaves alone', () => {
  for (const formula of ['ggr / turnover', 'ggr > 0 ? ggr : 0', 'round(ggr, 2)'])
    expect(plainFormula(treeOf(formula))).toBeNull()
  const sum = plainFormula(treeOf('turnover - payout'))!
  expect(sum({ turnover: '10' })).toBeNull()
  expect(sum({ turnover: 'NaN', payout: '1' })).toBeNull()
  expect(sum({ turnover: '10000000000000000', payout: '1' })).toBeNull()
})

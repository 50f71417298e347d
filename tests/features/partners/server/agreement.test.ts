import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluateExpression } from '#engine/values/expression/evaluate.ts'
import { parseExpression } from '#engine/values/expression/parse.ts'
import { toSql } from '#engine/values/expression/toSql.ts'
import type { Tree } from '#engine/values/expression/tree.ts'
import { Decimal } from '#engine/values/money.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import type { TestDatabase } from '#tests/support/database.ts'

const words = ['ngr', 'ggr', 'turnover', 'percentage', 'value'] as const
const columns = Object.fromEntries(words.map((word) => [word, `v.${word}`]))

const number = fc.oneof(
  fc.integer({ min: 0, max: 12 }).map(String),
  fc.constantFrom('0.5', '2.345', '0.3', '1000', '0.000001', '333.33', '123456789.12'),
)
const { formula } = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 5 },
    number,
    fc.constantFrom(...words),
    fc
      .tuple(tie('formula'), fc.constantFrom('+', '-', '*', '/', '/'), tie('formula'))
      .map(([left, operator, right]) => `${left} ${operator} ${right}`),
    fc
      .tuple(fc.constantFrom('(', '-('), tie('formula'), fc.constantFrom(')', ')%'))
      .map(([open, inner, close]) => `${open}${inner}${close}`),
    fc.tuple(tie('formula'), fc.integer({ min: -6, max: 6 })).map(([base, exponent]) => `(${base})^${exponent}`),
    fc
      .tuple(tie('formula'), fc.constantFrom('<', '<=', '>', '>=', '==', '!='), tie('formula'))
      .map(([left, operator, right]) => `((${left}) ${operator} (${right}))`),
    fc
      .tuple(tie('formula'), tie('formula'), tie('formula'))
      .map(([condition, then, otherwise]) => `((${condition}) ? ${then} : ${otherwise})`),
    fc
      .tuple(fc.constantFrom('min', 'max'), tie('formula'), tie('formula'))
      .map(([name, first, second]) => `${name}(${first}, ${second})`),
    fc
      .tuple(fc.constantFrom('abs', 'floor', 'ceil', 'round'), tie('formula'))
      .map(([name, operand]) => `${name}(${operand})`),
    fc.tuple(tie('formula'), fc.integer({ min: 0, max: 6 })).map(([operand, places]) => `round(${operand}, ${places})`),
  ),
}))
const cents = fc
  .oneof(fc.integer({ min: -100_000_000, max: 100_000_000 }), fc.integer({ min: -3, max: 3 }))
  .map((value) => (value / 100).toFixed(2))
const amounts = fc.tuple(cents, cents, cents, cents, cents)

/** By which code evaluating fails where the database has a result, or none. */
const failureSql = (name: string) =>
  `(CASE WHEN ${name} IS NULL THEN 'division_by_zero' WHEN abs(${name}) >= 1e16 THEN 'too_large' END)`

describe('decimals and SQL', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await createTestDatabase({ empty: true })
  })
  afterAll(() => test.drop())

  async function inDatabase(tree: Tree, values: readonly string[]): Promise<string> {
    const row = sql.raw(
      `(values (${values.map((value) => `${value}::numeric(18,2)`).join(', ')})) as v (${words.join(', ')})`,
    )
    const query = sql<{
      result: string
      failure: string | null
    }>`select r as result, ${sql.raw(failureSql('r'))} as failure from (select ${sql.raw(toSql({ tree, columns }))} as r
      from ${row}) as results`
    const { rows } = await query.execute(test.database.db)
    return rows[0]!.failure ?? new Decimal(rows[0]!.result).toFixed()
  }

  it('give the same result, or fail by the same code, for any formula and amounts', async () => {
    let evaluated = 0
    await fc.assert(
      fc.asyncProperty(formula, amounts, async (text, values) => {
        const parsed = parseExpression(text)
        if (!parsed.ok) return
        evaluated += 1
        const result = evaluateExpression({
          tree: parsed.tree,
          values: Object.fromEntries(words.map((word, index) => [word, values[index]])),
        })
        expect(await inDatabase(parsed.tree, values)).toBe(result.ok ? result.value.toFixed() : result.failure.code)
      }),
      { numRuns: 1000 },
    )
    expect(evaluated).toBeGreaterThan(500)
  })
})

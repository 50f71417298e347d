import type { Decimal } from '../money.ts'
import { measureInputs, measureNames, measures } from '../measures.ts'
import type { DerivedMeasureName, MeasureInput, MeasureName } from '../measures.ts'
import { compileExpression } from './evaluate.ts'
import type { CompiledExpression, ExpressionValues } from './evaluate.ts'
import { parseExpression, wordsOf } from './parse.ts'
import { toSql } from './toSql.ts'
import type { ColumnNames } from './toSql.ts'
import type { Tree } from './tree.ts'

/** A word a measure's formula may use. */
export type MeasureWord = MeasureName | MeasureInput

/** Every word the formulas of measures may use. */
export const measureWords: readonly MeasureWord[] = [...measureNames, ...measureInputs]

const trees = new Map<DerivedMeasureName, Tree>()
const parts = new Map<DerivedMeasureName, readonly MeasureWord[]>()
const compiled = new Map<DerivedMeasureName, CompiledExpression>()

/** The formula of a measure, parsed. @throws {Error} when the definition itself is wrong */
export function measureTree(name: DerivedMeasureName): Tree {
  let tree = trees.get(name)
  if (!tree) {
    const parsed = parseExpression(measures[name].formula, { keywords: measureWords })
    if (!parsed.ok) throw new Error(`The formula of ${name} is wrong: ${parsed.problem.message}`)
    trees.set(name, (tree = parsed.tree))
  }
  return tree
}

/** The words a measure's formula is made of, for example turnover and payout of ggr. */
export function measureParts(name: DerivedMeasureName): readonly MeasureWord[] {
  let found = parts.get(name)
  if (!found) parts.set(name, (found = wordsOf(measureTree(name)) as MeasureWord[]))
  return found
}

/**
 * One measure from the words of its formula, by the one definition in `measures.ts`.
 * @returns the exact value; null (shown empty) where its divisor is 0
 * @throws {Error} when a word of the formula has no value or is no number
 */
export function measureValue(name: DerivedMeasureName, values: ExpressionValues): Decimal | null {
  let compute = compiled.get(name)
  if (!compute) compiled.set(name, (compute = compileExpression(measureTree(name))))
  const result = compute(values)
  if (result.ok) return result.value
  if (result.failure.code === 'division_by_zero') return null
  throw new Error(`${name}: ${result.failure.message}`)
}

/** One measure as SQL of type numeric over the columns of its formula's words; null where its divisor is 0. */
export function measureSql(input: { name: DerivedMeasureName; columns: ColumnNames }): string {
  return toSql({ tree: measureTree(input.name), columns: input.columns })
}

import type { Decimal } from '../money.ts'
import { measureInputs, measureNames, measures } from '../measures.ts'
import type { DerivedMeasureName, MeasureInput, RuleMeasure } from '../measures.ts'
import { compileExpression } from './evaluate.ts'
import type { CompiledExpression, ExpressionValues } from './evaluate.ts'
import { parseExpression, wordsOf } from './parse.ts'
import { toSql } from './toSql.ts'
import type { ColumnNames } from './toSql.ts'
import type { Tree } from './tree.ts'

/** A word a measure's formula may use. */
export type MeasureWord = RuleMeasure | MeasureInput

/** Every word the formulas of measures may use. */
export const measureWords: readonly MeasureWord[] = [...measureNames, ...measureInputs]

const trees = new Map<string, Tree>()
const parts = new Map<string, readonly string[]>()
const compiled = new Map<string, CompiledExpression>()

/** A formula over some words, parsed. @throws {Error} when it is wrong, or has another word */
function formulaTree(formula: string, words: readonly string[]): Tree {
  let tree = trees.get(formula)
  if (!tree) {
    const parsed = parseExpression(formula, { keywords: words })
    if (!parsed.ok) throw new Error(`The formula ${formula} is wrong: ${parsed.problem.message}`)
    trees.set(formula, (tree = parsed.tree))
  }
  return tree
}

/** The words a formula is made of, of those it may use. @throws {Error} when it is wrong */
export function formulaParts(formula: string, words: readonly string[]): readonly string[] {
  let found = parts.get(formula)
  if (!found) parts.set(formula, (found = wordsOf(formulaTree(formula, words))))
  return found
}

/** The formula of a measure, parsed. @throws {Error} when the definition itself is wrong */
export function measureTree(name: DerivedMeasureName): Tree {
  return formulaTree(measures[name].formula, measureWords)
}

/** The words a measure's formula is made of, for example turnover and payout of ggr. */
export function measureParts(name: DerivedMeasureName): readonly MeasureWord[] {
  return formulaParts(measures[name].formula, measureWords) as MeasureWord[]
}

/**
 * A measure from the words of its formula.
 * @returns the exact value; null (shown empty) where its divisor is 0
 * @throws {Error} when a word of the formula has no value or is no number
 */
export function formulaValue(
  formula: string,
  values: ExpressionValues,
  words: readonly string[] = Object.keys(values),
): Decimal | null {
  let compute = compiled.get(formula)
  if (!compute) compiled.set(formula, (compute = compileExpression(formulaTree(formula, words))))
  const result = compute(values)
  if (result.ok) return result.value
  if (result.failure.code === 'division_by_zero') return null
  throw new Error(`${formula}: ${result.failure.message}`)
}

/**
 * One of the measures of commission, by the one definition in `measures.ts`.
 * @throws {Error} as {@link formulaValue}
 */
export function measureValue(name: DerivedMeasureName, values: ExpressionValues): Decimal | null {
  return formulaValue(measures[name].formula, values, measureWords)
}

/** A measure's formula as SQL of type numeric over the columns of its words; null where its divisor is 0. */
export function formulaSql({ formula, columns }: { formula: string; columns: ColumnNames }): string {
  return toSql({ tree: formulaTree(formula, Object.keys(columns)), columns })
}

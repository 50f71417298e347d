import {
  type DerivedMeasureName,
  type MeasureInput,
  measureInputs,
  measureNames,
  measures,
  type RuleMeasure,
} from './measures.ts'
import type { Decimal } from '#engine/values/money.ts'
import {
  type CompiledExpression,
  compileExpression,
  type ExpressionValues,
} from '#engine/values/expression/evaluate.ts'
import { parseExpression, wordsOf } from '#engine/values/expression/parse.ts'
import { plainFormula } from '#engine/values/expression/plainFormula.ts'
import { type ColumnNames, toSql } from '#engine/values/expression/toSql.ts'
import type { Tree } from '#engine/values/expression/tree.ts'

/** A word a measure's formula may use. */
export type MeasureWord = RuleMeasure | MeasureInput

/** Every word the formulas of measures may use. */
export const measureWords: readonly MeasureWord[] = [...measureNames, ...measureInputs]

interface Formula {
  readonly tree: Tree
  readonly compute: CompiledExpression
  readonly plain: ReturnType<typeof plainFormula>
}

const formulas = new Map<string, Formula>()

/** A formula over some words, read once. @throws {Error} when it is wrong, or has another word */
function formulaOf(text: string, words: readonly string[]): Formula {
  const known = formulas.get(text)
  if (known) return known
  const parsed = parseExpression(text, { keywords: words })
  if (!parsed.ok) throw new Error(`The formula ${text} is wrong: ${parsed.problem.message}`)
  const { tree } = parsed
  const formula = { tree, compute: compileExpression(tree), plain: plainFormula(tree) }
  formulas.set(text, formula)
  return formula
}

/** The words a formula is made of, of those it may use. @throws {Error} when it is wrong */
export const formulaParts = (formula: string, words: readonly string[]): readonly string[] =>
  wordsOf(formulaOf(formula, words).tree)

/** The words a measure's formula is made of, for example turnover and payout of ggr. */
export const measureParts = (name: DerivedMeasureName): readonly MeasureWord[] =>
  formulaParts(measures[name].formula, measureWords) as MeasureWord[]

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
  const { plain, compute } = formulaOf(formula, words)
  const simple = plain?.(values)
  if (simple) return simple
  const result = compute(values)
  if (result.ok) return result.value
  if (result.failure.code === 'division_by_zero') return null
  throw new Error(`${formula}: ${result.failure.message}`)
}

/** One of the measures of commission, by the one definition in `measures.ts`. @throws {Error} as {@link formulaValue} */
export const measureValue = (name: DerivedMeasureName, values: ExpressionValues): Decimal | null =>
  formulaValue(measures[name].formula, values, measureWords)

/** A measure's formula as SQL of type numeric over the columns of its words; null where its divisor is 0. */
export const formulaSql = ({ formula, columns }: { formula: string; columns: ColumnNames }): string =>
  toSql({ tree: formulaOf(formula, Object.keys(columns)).tree, columns })

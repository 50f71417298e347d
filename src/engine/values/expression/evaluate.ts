import { Decimal, type DecimalValue } from '../money.ts'
import { Exact, kept, operationOf, type Parts, wordSize } from './operations.ts'
import { ExpressionFault, type ExpressionProblem, fault } from './problems.ts'
import type { Tree } from './tree.ts'

/** The result of an expression, exact to 20 places, or why it has none for these amounts. */
export type Evaluation =
  | { readonly ok: true; readonly value: Decimal }
  | { readonly ok: false; readonly failure: ExpressionProblem }

/** The amounts of the keywords. */
export type ExpressionValues = Readonly<Record<string, DecimalValue | undefined>>

/** An expression made ready: give it the amounts of its keywords, it gives the result. */
export type CompiledExpression = (values: ExpressionValues) => Evaluation

type Step = (values: ExpressionValues) => Decimal

/** No stored amount is as large: numeric(18,2) holds less. */
const resultMax = new Decimal(10).pow(16)
const wordMax = new Exact(10).pow(wordSize)

/**
 * Makes a function of a parsed expression. Semantics, which the SQL of `toSql` shares: every product, quotient and power is
 * rounded to 20 places, half away from zero; sums are exact; only the branch of `?:` that is taken is evaluated; dividing by 0
 * fails, also inside a comparison or an argument.
 */
export function compileExpression(tree: Tree): CompiledExpression {
  const step = compile(tree)
  return (values) => {
    try {
      const value = new Decimal(step(values))
      return value.abs().gte(resultMax) ? fault('too_large', tree) : { ok: true, value }
    } catch (error) {
      if (error instanceof ExpressionFault) return { ok: false, failure: error.problem }
      throw error
    }
  }
}

/** Evaluates a parsed expression once; see {@link compileExpression}. */
export function evaluateExpression({ tree, values }: { tree: Tree; values: ExpressionValues }): Evaluation {
  return compileExpression(tree)(values)
}

function compile(tree: Tree): Step {
  const { kind, text } = tree
  if (kind === 'word') return (values) => wordValue(tree, values[text])
  if (kind === 'number') {
    const value = new Exact(text)
    return () => value
  }
  const steps = tree.parts.map(compile)
  const [first, second, third] = steps as [Step, Step, Step]
  if (kind === 'choose') return (values) => (first(values).isZero() ? third : second)(values)
  const { exact } = operationOf(kind)!
  return (values) => exact(steps.map((each) => each(values)) as unknown as Parts<Decimal>, tree)
}

function wordValue(tree: Tree, given: DecimalValue | undefined): Decimal {
  if (given === undefined) fault('missing_value', tree)
  const value = new Exact(given)
  return value.isFinite() && value.abs().lte(wordMax) ? kept(value) : fault('too_large', tree)
}

import { Decimal as DecimalBase } from 'decimal.js'
import { Decimal } from '../money.ts'
import type { DecimalValue } from '../money.ts'
import { intermediatePlaces, magnitudeMax, wordMagnitude } from './magnitude.ts'
import type { ComparisonOperator, Place, Tree } from './tree.ts'

/** Why an expression has no result for some amounts. `word` names the keyword where it is about one. */
export interface EvaluationFailure extends Place {
  readonly code: 'division_by_zero' | 'missing_value' | 'too_large'
  readonly message: string
  readonly word?: string
}

/** The result of an expression, exact to 20 places, or why there is none. */
export type Evaluation =
  | { readonly ok: true; readonly value: Decimal }
  | { readonly ok: false; readonly failure: EvaluationFailure }

/** The amounts of the keywords. */
export type ExpressionValues = Readonly<Record<string, DecimalValue | undefined>>

/** An expression made ready: give it the amounts of its keywords, it gives the result. */
export type CompiledExpression = (values: ExpressionValues) => Evaluation

type Step = (values: ExpressionValues) => DecimalBase

/** No stored amount is as large: numeric(18,2) holds less. */
const resultMax = new Decimal(10).pow(16)
/** Quotients and powers are cut twice, as PostgreSQL does it: first to these places, then to the kept ones. */
const guardPlaces = intermediatePlaces + 10

/** Enough digits that no bounded product of two kept numbers loses one. */
const Exact = DecimalBase.clone({
  precision: magnitudeMax + 4 * intermediatePlaces,
  rounding: DecimalBase.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
})
const wordMax = new Exact(10).pow(wordMagnitude)
const one = new Exact(1)
const zero = new Exact(0)

class EvaluationFault extends Error {
  readonly failure: EvaluationFailure

  constructor(failure: EvaluationFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/**
 * Makes a function of a parsed expression. Semantics, which the SQL of {@link toSql} shares: every product, quotient
 * and power is rounded to 20 places, half away
 * from zero; sums are exact; only the branch of `?:` that is taken is evaluated; dividing by 0 fails, also inside a
 * comparison or an argument.
 */
export function compileExpression(tree: Tree): CompiledExpression {
  const step = compile(tree)
  return (values) => {
    try {
      const value = new Decimal(step(values))
      if (value.abs().greaterThanOrEqualTo(resultMax)) {
        throw new EvaluationFault({
          code: 'too_large',
          position: tree.position,
          length: tree.length,
          message: 'The result is too large to be an amount.',
        })
      }
      return { ok: true, value }
    } catch (error) {
      if (error instanceof EvaluationFault) return { ok: false, failure: error.failure }
      throw error
    }
  }
}

/** Evaluates a parsed expression once; see {@link compileExpression}. */
export function evaluateExpression(input: { tree: Tree; values: ExpressionValues }): Evaluation {
  return compileExpression(input.tree)(input.values)
}

function compile(tree: Tree): Step {
  switch (tree.kind) {
    case 'number': {
      const value = new Exact(tree.value)
      return () => value
    }
    case 'word':
      return (values) => wordValue({ tree, given: values[tree.name] })
    case 'negate': {
      const of = compile(tree.of)
      return (values) => of(values).negated()
    }
    case 'percent': {
      const of = compile(tree.of)
      return (values) => kept(of(values).times('0.01'))
    }
    case 'arithmetic':
      return compileArithmetic(tree)
    case 'power':
      return compilePower(tree)
    case 'compare': {
      const [left, right] = [compile(tree.left), compile(tree.right)]
      return (values) => (holds(left(values).comparedTo(right(values)), tree.operator) ? one : zero)
    }
    case 'choose': {
      const [condition, then, otherwise] = [compile(tree.condition), compile(tree.then), compile(tree.otherwise)]
      return (values) => (condition(values).isZero() ? otherwise(values) : then(values))
    }
    case 'call':
      return compileCall(tree)
  }
}

function compileArithmetic(tree: Extract<Tree, { kind: 'arithmetic' }>): Step {
  const [left, right] = [compile(tree.left), compile(tree.right)]
  switch (tree.operator) {
    case '+':
      return (values) => left(values).plus(right(values))
    case '-':
      return (values) => left(values).minus(right(values))
    case '*':
      return (values) => kept(left(values).times(right(values)))
    case '/':
      return (values) => divide({ dividend: left(values), divisor: right(values), place: tree.right })
  }
}

function compilePower(tree: Extract<Tree, { kind: 'power' }>): Step {
  const base = compile(tree.base)
  const exponent = Math.abs(tree.exponent)
  const power: Step = (values) => cutTwice(base(values).pow(exponent))
  return tree.exponent < 0 ? (values) => divide({ dividend: one, divisor: power(values), place: tree.base }) : power
}

function compileCall(tree: Extract<Tree, { kind: 'call' }>): Step {
  const operands = tree.operands.map(compile)
  const first = operands[0]!
  switch (tree.name) {
    case 'min':
      return (values) => Exact.min(...operands.map((operand) => operand(values)))
    case 'max':
      return (values) => Exact.max(...operands.map((operand) => operand(values)))
    case 'abs':
      return (values) => first(values).abs()
    case 'round':
      return (values) => first(values).toDecimalPlaces(tree.places, DecimalBase.ROUND_HALF_UP)
    case 'floor':
      return (values) => first(values).floor()
    case 'ceil':
      return (values) => first(values).ceil()
  }
}

function wordValue(input: { tree: Extract<Tree, { kind: 'word' }>; given: DecimalValue | undefined }): DecimalBase {
  const { name, position, length } = input.tree
  if (input.given === undefined)
    throw new EvaluationFault({ code: 'missing_value', position, length, word: name, message: `${name} has no value.` })
  const value = new Exact(input.given)
  if (!value.isFinite() || value.abs().greaterThan(wordMax)) {
    throw new EvaluationFault({ code: 'too_large', position, length, word: name, message: `${name} is too large.` })
  }
  return kept(value)
}

function divide(input: { dividend: DecimalBase; divisor: DecimalBase; place: Place }): DecimalBase {
  const { position, length } = input.place
  if (input.divisor.isZero())
    throw new EvaluationFault({
      code: 'division_by_zero',
      position,
      length,
      message: 'This is 0 here, and nothing can be divided by 0.',
    })
  return cutTwice(input.dividend.dividedBy(input.divisor))
}

function cutTwice(value: DecimalBase): DecimalBase {
  return kept(value.toDecimalPlaces(guardPlaces, DecimalBase.ROUND_HALF_UP))
}

function kept(value: DecimalBase): DecimalBase {
  return value.decimalPlaces() > intermediatePlaces
    ? value.toDecimalPlaces(intermediatePlaces, DecimalBase.ROUND_HALF_UP)
    : value
}

function holds(order: number, operator: ComparisonOperator): boolean {
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case '==':
      return order === 0
    case '!=':
      return order !== 0
  }
}

import { intermediatePlaces } from './magnitude.ts'
import type { Tree } from './tree.ts'

/**
 * For each keyword an expression uses, the SQL column that holds its amount: an identifier, or one qualified by its
 * table, quoted or not.
 */
export type ColumnNames = Readonly<Record<string, string | undefined>>

const columnPattern =
  /^(?:(?:[a-z_][a-z0-9_]*|"[A-Za-z_][A-Za-z0-9_]*")\.)?(?:[a-z_][a-z0-9_]*|"[A-Za-z_][A-Za-z0-9_]*")$/
const literalPattern = /^[0-9]{1,18}(?:\.[0-9]{1,12})?$/
const guardPlaces = intermediatePlaces + 10

/**
 * Writes a parsed expression as one PostgreSQL expression of type numeric, with the semantics of
 * {@link compileExpression}. The columns must not be null: then
 * the result is null exactly where evaluating fails by dividing by 0, and no row makes the statement fail. See
 * {@link failureSql}.
 * @throws {Error} when a keyword has no column or a column is no identifier: a mistake in the code that asks, never in
 * what a user wrote
 */
export function toSql(input: { tree: Tree; columns: ColumnNames }): string {
  return write(input.tree, input.columns)
}

/**
 * SQL of type text for a column that holds the result of {@link toSql}: the code of the evaluation's failure
 * (`division_by_zero`, `too_large`), or null
 * where the result is an amount.
 */
export function failureSql(column: string): string {
  const name = checkedColumn(column)
  return `(CASE WHEN ${name} IS NULL THEN 'division_by_zero' WHEN abs(${name}) >= 1e16 THEN 'too_large' END)`
}

function write(tree: Tree, columns: ColumnNames): string {
  switch (tree.kind) {
    case 'number':
      if (!literalPattern.test(tree.value)) throw new Error(`Not a number of an expression: ${tree.value}`)
      return `${tree.value}::numeric`
    case 'word':
      return wordSql(tree.name, columns)
    case 'negate':
      return `(- ${write(tree.of, columns)})`
    case 'percent':
      return `round(${write(tree.of, columns)} * 0.01, ${intermediatePlaces})`
    case 'arithmetic':
      return arithmeticSql(tree, columns)
    case 'power': {
      const power = `round(power(round(${write(tree.base, columns)}, ${guardPlaces}), ${Math.abs(tree.exponent)}::numeric), ${intermediatePlaces})`
      return tree.exponent < 0 ? quotient('1::numeric', power) : power
    }
    case 'compare':
      return choiceSql({ condition: conditionSql(tree, columns), then: '1::numeric', otherwise: '0::numeric' })
    case 'choose':
      return choiceSql({
        condition: conditionSql(tree.condition, columns),
        then: write(tree.then, columns),
        otherwise: write(tree.otherwise, columns),
      })
    case 'call':
      return callSql(tree, columns)
  }
}

function wordSql(name: string, columns: ColumnNames): string {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (column === undefined) throw new Error(`The keyword ${name} has no column.`)
  return `round(${checkedColumn(column)}::numeric, ${intermediatePlaces})`
}

function checkedColumn(column: string): string {
  if (!columnPattern.test(column)) throw new Error(`Not the name of a column: ${column}`)
  return column
}

function arithmeticSql(tree: Extract<Tree, { kind: 'arithmetic' }>, columns: ColumnNames): string {
  const [left, right] = [write(tree.left, columns), write(tree.right, columns)]
  if (tree.operator === '*') return `round(${left} * ${right}, ${intermediatePlaces})`
  return tree.operator === '/' ? quotient(left, right) : `(${left} ${tree.operator} ${right})`
}

/**
 * PostgreSQL gives a quotient at least as many places as its dividend; 0 below the line makes the whole result null.
 */
function quotient(dividend: string, divisor: string): string {
  return `round(round(${dividend}, ${guardPlaces}) / nullif(${divisor}, 0), ${intermediatePlaces})`
}

/** A simple CASE, so that a condition that has no result gives none either, and is evaluated once. */
function choiceSql(choice: { condition: string; then: string; otherwise: string }): string {
  return `(CASE ${choice.condition} WHEN TRUE THEN ${choice.then} WHEN FALSE THEN ${choice.otherwise} END)`
}

function conditionSql(tree: Tree, columns: ColumnNames): string {
  if (tree.kind !== 'compare') return `(${write(tree, columns)} <> 0)`
  const operator = tree.operator === '==' ? '=' : tree.operator === '!=' ? '<>' : tree.operator
  return `(${write(tree.left, columns)} ${operator} ${write(tree.right, columns)})`
}

function callSql(tree: Extract<Tree, { kind: 'call' }>, columns: ColumnNames): string {
  const operands = tree.operands.map((operand) => write(operand, columns))
  switch (tree.name) {
    case 'min':
    case 'max':
      return extremeSql({ name: tree.name, operands, canFail: tree.operands.some(canFail) })
    case 'round':
      return `round(${operands[0]}, ${tree.places})`
    case 'abs':
    case 'floor':
    case 'ceil':
      return `${tree.name}(${operands[0]})`
  }
}

/** `least` and `greatest` pass over nulls; where an operand can fail its null must come through. */
function extremeSql(input: { name: 'min' | 'max'; operands: string[]; canFail: boolean }): string {
  if (!input.canFail) return `${input.name === 'min' ? 'least' : 'greatest'}(${input.operands.join(', ')})`
  const rows = input.operands.map((operand) => `(${operand})`).join(', ')
  return `(SELECT CASE WHEN count(operand) = count(*) THEN ${input.name}(operand) END FROM (VALUES ${rows}) AS operands (operand))`
}

function canFail(tree: Tree): boolean {
  switch (tree.kind) {
    case 'number':
    case 'word':
      return false
    case 'negate':
    case 'percent':
      return canFail(tree.of)
    case 'arithmetic':
      return tree.operator === '/' || canFail(tree.left) || canFail(tree.right)
    case 'compare':
      return canFail(tree.left) || canFail(tree.right)
    case 'power':
      return tree.exponent < 0 || canFail(tree.base)
    case 'choose':
      return canFail(tree.condition) || canFail(tree.then) || canFail(tree.otherwise)
    case 'call':
      return tree.operands.some(canFail)
  }
}

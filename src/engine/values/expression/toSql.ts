import { intermediatePlaces, operationOf, operations, type Parts } from './operations.ts'
import type { Tree } from './tree.ts'

/** For each keyword the SQL column that holds its amount: an identifier, or one qualified by its table, quoted or not. */
export type ColumnNames = Readonly<Record<string, string | undefined>>

const columnPattern = /^(?:(?:[a-z_][a-z0-9_]*|"[A-Za-z_]\w*")\.)?(?:[a-z_][a-z0-9_]*|"[A-Za-z_]\w*")$/

/**
 * Writes a parsed expression as one PostgreSQL expression of type numeric, with the semantics of `compileExpression`. The
 * columns must not be null: then the result is null exactly where evaluating fails by dividing by 0, and no row makes the
 * statement fail.
 * @throws {Error} when a keyword has no column or a column is no identifier: a mistake in the code that asks, never a user's
 */
export const toSql = ({ tree, columns }: { tree: Tree; columns: ColumnNames }): string => write(tree, columns)

function write(tree: Tree, columns: ColumnNames, isCondition = false): string {
  const { kind } = tree
  const operation = operationOf(kind)
  const parts = tree.parts.map((part, index) => write(part, columns, kind === 'choose' && index === 0))
  const sql = operation ? operation.sql(parts as unknown as Parts<string>, tree) : leafSql(tree, columns)
  if (isCondition) return operation?.isComparison ? sql : `(${sql} <> 0)`
  return operation?.isComparison ? operations.choose.sql([sql, '1::numeric', '0::numeric']) : sql
}

function leafSql({ kind, text }: Tree, columns: ColumnNames): string {
  if (kind === 'number') return `${checked(text, /^[0-9]{1,18}(?:\.[0-9]{1,12})?$/)}::numeric`
  if (!Object.hasOwn(columns, text)) throw new Error(`The keyword ${text} has no column.`)
  return `round(${checked(columns[text], columnPattern)}::numeric, ${intermediatePlaces})`
}

function checked(written = '', pattern: RegExp): string {
  if (!pattern.test(written)) throw new Error(`Neither a number nor the name of a column: ${written}`)
  return written
}

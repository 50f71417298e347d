import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '#engine/server/http/errors.ts'
import type { ReportWindow } from '../reportWindow.ts'

/** A column of an answer by its name, and what it is in the statement. */
export interface AnswerColumn {
  readonly name: string
  readonly value: RawBuilder<unknown>
}

/**
 * In which order somebody wants the rows; nothing where they want the report's own. What has no value comes last. Equal
 * ones follow in the report's own order, which is one of all rows, so that no row stands in two windows or in none.
 * @param columns those that the reader is shown as they are: by what is hidden or masked nobody sorts, and it answers
 * as what is not there
 * @throws ApiError 400 naming the columns there are
 */
export function sortSql({ sort }: ReportWindow, columns: readonly AnswerColumn[]): RawBuilder<unknown>[] {
  if (!sort) return []
  const column = columns.find(({ name }) => name === sort.column)
  const values = { reason: `sort can be by: ${columns.map(({ name }) => name).join(', ')}` }
  if (!column) throw new ApiError('invalid_request', { values, problems: [{ field: 'sort', code: 'unknown_sort' }] })
  return [sql`${column.value} ${sql.raw(sort.direction === 'DESC' ? 'desc' : 'asc')} nulls last`]
}

/** The window itself, behind the order of a select. */
export function limitSql({ limit, offset }: ReportWindow): RawBuilder<unknown> {
  return sql`${
    limit === null
      ? sql``
      : sql`limit
    ${limit}::bigint`
  }
    ${
      offset === 0
        ? sql``
        : sql`offset
    ${offset}::bigint`
    }`
}

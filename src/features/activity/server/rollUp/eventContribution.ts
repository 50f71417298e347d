import { type RawBuilder, sql } from 'kysely'
import { contributionSql } from '#engine/declaration/derive/activity/movementColumns.ts'
import { movementColumns } from './columns.ts'

const contributions = new Map(movementColumns.map((column) => [column.name, sql.raw(contributionSql(column))]))

/** What a row of `event` adds to a column of movement, as it is declared: the SQL of one event, to be summed. */
export function eventContribution(name: string): RawBuilder<unknown> {
  return contributions.get(name)!
}

import { type RawBuilder, sql } from 'kysely'
import { type MovementSum, movementContributions } from '../../../domain/activity/movement.ts'
import type { EventType } from '../../../domain/activity/events.ts'
import { columnOf, type MovementColumn } from './rollUp.ts'

/** What a row of `event` adds to a column of movement, as the domain defines it: the SQL of one event, to be summed. */
export function eventContribution(column: MovementColumn): RawBuilder<unknown> {
  if (column === 'ftd') return sql`is_first_deposit::integer`
  const branches = (Object.keys(movementContributions) as EventType[]).flatMap((type) => {
    const { counts, sums } = movementContributions[type]
    if (counts.some((count) => columnOf[count] === column)) return [sql`when ${sql.lit(type)} then 1`]
    const sum = (Object.keys(sums) as MovementSum[]).find((name) => columnOf[name] === column)
    return sum ? [sql`when ${sql.lit(type)} then ${sums[sum] === 'negated' ? sql`-amount` : sql`amount`}`] : []
  })
  return sql`case type ${sql.join(branches, sql` `)} else 0 end`
}

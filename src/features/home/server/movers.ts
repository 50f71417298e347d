import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Mover, MoversAnswer } from '../answers/inbox.ts'
import { addMonths, startOfMonth } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { readableTable } from '#features/commission/server/partialAmounts.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { todayOf } from '#engine/records/server/change.ts'

const shownMax = 5

interface Row {
  readonly affiliate: number
  readonly name: string
  readonly currency: string
  readonly value: string
  readonly before: string
}

/** Who earned most this month, and whose earnings fell most against the same days of the month before. */
export async function readMovers(context: AppContext, actor: Actor): Promise<MoversAnswer> {
  const to = todayOf(context, actor)
  const from = startOfMonth(to)
  const within = (first: string, last: string) => sql`entry.day between ${first}::date and ${last}::date`
  const isNow = within(from, to)
  const isBefore = within(addMonths(from, -1), addMonths(to, -1))
  const { rows } = await sql<Row & { isTop: boolean; isFalling: boolean }>`with earned as (
      select entry.affiliate, entry.currency, coalesce(sum(entry.value) filter (where ${isNow}), 0) as value,
        coalesce(sum(entry.value) filter (where ${isBefore}), 0) as before
      from ${readableTable(resources.entry, actor)} entry
      where entry.affiliate is not null and entry.kind = 'commission' and (${isNow} or ${isBefore})
        and ${scopeCondition({ actor, resource: resources.entry, alias: 'entry' })}
      group by 1, 2), ranked as (
      select earned.*, row_number() over (partition by currency order by value desc, affiliate) as high,
        row_number() over (partition by currency order by value - before, affiliate) as fall from earned)
    select ranked.affiliate, affiliate.name, ranked.currency, ranked.value::numeric(18, 2) as value,
      ranked.before::numeric(18, 2) as before, high <= ${sql.lit(shownMax)} and ranked.value > 0 as "isTop",
      fall <= ${sql.lit(shownMax)} and ranked.value < ranked.before as "isFalling"
    from ranked join affiliate on affiliate.id = ranked.affiliate
    where high <= ${sql.lit(shownMax)} or fall <= ${sql.lit(shownMax)}
    order by ranked.currency, ranked.value desc, ranked.affiliate`.execute(readAs(context.database, actor))
  const shown = ({ affiliate, name, currency, value, before }: Row): Mover => ({
    affiliate,
    name,
    currency,
    value: Number(value),
    before: Number(before),
  })
  const fall = ({ value, before }: Mover) => value - before
  return {
    from,
    to,
    top: rows.filter(({ isTop }) => isTop).map(shown),
    falling: rows
      .filter(({ isFalling }) => isFalling)
      .map(shown)
      .toSorted((one, other) => one.currency.localeCompare(other.currency) || fall(one) - fall(other)),
  }
}

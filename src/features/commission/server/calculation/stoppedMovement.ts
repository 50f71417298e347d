import { type RawBuilder, sql } from 'kysely'
import { baseMeasures } from '#rules/activity/measures.ts'
import { affiliateTotalColumns, affiliateTotalSum, movementColumns } from '#features/activity/server/rollUp/columns.ts'

/** What a stop keeps back of a row of `movement_wide`: one product, or all of it where the product is empty. In cents. */
const stoppedSums = sql.raw(
  baseMeasures
    .map((measure) => {
      const stored = movementColumns.find((column) => column.measure === measure)!.name
      const ofProducts = affiliateTotalColumns.flatMap(({ name, column, product }) =>
        column === stored && product !== 'none' ? `when '${product}' then ${name}` : [],
      )
      return `case stopped.product when '' then ${affiliateTotalSum(measure)} ${ofProducts.join(' ')} end as ${measure}`
    })
    .join(', '),
)

/**
 * A statement of what affiliates brought on days on which their rules have no result and nothing was paid before: day,
 * affiliate, brand and the base measures in cents. Who earns of what others bring earns nothing of it, and makes up for
 * it once it is paid.
 * @param isAsked a condition on `stopped.day` and `stopped.owner`
 */
export function stoppedMovement(isAsked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select wide.day, wide.affiliate, wide.brand, ${stoppedSums} from close_problem stopped
    join movement_wide wide on wide.day = stopped.day and wide.affiliate = stopped.owner
    join currency_book own on own.currency = stopped.currency and wide.brand = any(own.brands)
    where ${isAsked} and stopped.owner_kind = 'affiliate' and case
      when stopped.product = '' then not exists (select from entry paid where paid.affiliate = stopped.owner
        and paid.day = stopped.day and paid.currency = stopped.currency and paid.kind = 'commission')
      when stopped.product in ('bets', 'games', 'lotto') and stopped.code = 'rule_of_another_currency' then
        not exists (select from commission paid where paid.day = stopped.day
          and paid.affiliate = stopped.owner and paid.brand = wide.brand and paid.product = stopped.product)
      else false end`
}

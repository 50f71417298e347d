import { sql } from 'kysely'
import type { Check } from '#engine/records/server/write/effect.ts'

/** A brand that was told of activity keeps its currency: what is booked would be read as another money. */
export const bookedCurrency: Check = async ({ transaction, operation, id, changed }) => {
  if (operation !== 'update' || !changed.includes('currency')) return []
  const { rows } = await sql`select from event_identity where brand = ${id}::text::bigint limit 1`.execute(transaction)
  return rows.length === 0 ? [] : [{ field: 'currency', code: 'currency_is_booked' }]
}

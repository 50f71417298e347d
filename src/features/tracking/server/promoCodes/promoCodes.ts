import { sql } from 'kysely'
import { storeAuthor } from '#engine/auth/server/authorship.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import type { Check, Effect } from '#engine/records/server/write/effect.ts'

/** So many codes of an affiliate wait for a decision at most. */
const waitingMax = 5

/** A code stands for a link of its affiliate and its brand, and nobody asks for dozens at once. */
export const promoCodeFits: Check = async ({ transaction, operation, actor, after }) => {
  if (operation !== 'create' && operation !== 'update') return []
  const { action, affiliate, brand } = after!
  const link = await firstRow(
    transaction,
    sql`select from action join campaign on campaign.id = action.campaign
      where action.id = ${String(action)}::text::bigint and action.affiliate = ${String(affiliate)}::text::bigint
        and campaign.brand = ${String(brand)}::text::bigint`,
  )
  if (!link) return [{ field: 'action', code: 'promo_code_link' }]
  if (operation !== 'create' || actor.kind !== 'affiliate') return []
  // One after the other: two at once would each see the number without the other.
  await sql`select pg_advisory_xact_lock(hashtext('promo codes of an affiliate'), ${String(affiliate)}::text::bigint::integer)`.execute(
    transaction,
  )
  const { count } = (await firstRow(
    transaction,
    sql<{ count: number }>`select count(*)::integer as count from promo_code
      where affiliate = ${String(affiliate)}::text::bigint and state = 'waiting'`,
  ))!
  return count >= waitingMax ? [{ field: 'code', code: 'too_many_waiting', values: { max: waitingMax } }] : []
}

/** What staff give counts at once; what an affiliate asks for waits. */
export const openPromoCode: Effect = async ({ transaction, actor, id, context }) => {
  const at = context.now()
  await storeAuthor(transaction, { object: 'promoCode', id: Number(id), what: 'asked', author: actor, at })
  const state = actor.kind === 'affiliate' ? 'waiting' : 'active'
  await sql`update promo_code set state = ${state}::text where id = ${id!}::text::bigint`.execute(transaction)
}

import { sql } from 'kysely'
import { firstRow } from '#engine/server/database/rows.ts'
import type { Check } from '#engine/records/server/write/effect.ts'

/** Nobody was brought by itself, nor by one that it brought itself, however many stand between. */
export const referralCycle: Check = async ({ transaction, operation, id, after, changed }) => {
  const by = after?.['referredBy'] ?? null
  if (operation === 'remove' || id === null || by === null || !changed.includes('referredBy')) return []
  // Two that name each other at once would each find nothing.
  await sql`select pg_advisory_xact_lock(hashtext('referrals'))`.execute(transaction)
  const above = sql<{ is_cycle: boolean }>`with recursive above as (
      select id, referred_by from affiliate where id = ${String(by)}::text::bigint
      union select up.id, up.referred_by from affiliate up join above on above.referred_by = up.id
    ) select exists (select from above where id = ${String(id)}::text::bigint) as is_cycle`
  const row = await firstRow(transaction, above)
  return row!.is_cycle ? [{ field: 'referredBy', code: 'referral_cycle' }] : []
}

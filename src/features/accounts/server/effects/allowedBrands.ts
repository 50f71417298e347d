import { sql } from 'kysely'
import type { Check } from '#engine/records/server/write/effect.ts'

/** A user's allowed brands belong to the user's company. */
export const allowedBrands: Check = async ({ transaction, operation, after, changed }) => {
  if (operation === 'remove' || !changed.some((name) => name === 'allowedBrands' || name === 'company')) return []
  const ids = `{${(after!.allowedBrands as number[]).join(',')}}`
  const {
    rows: [row],
  } = await sql<{ is_foreign: boolean }>`select exists (select from brand
    where id = any(${ids}::text::bigint[]) and company is distinct
      from ${after!.company === null ? null : String(after!.company)}::text::bigint) as is_foreign`.execute(transaction)
  return row!.is_foreign ? [{ field: 'allowedBrands', code: 'invalid_allowed_brands' }] : []
}

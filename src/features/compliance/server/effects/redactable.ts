import { sql } from 'kysely'
import { payeeKinds } from '#rules/payouts/payments.ts'
import type { Check } from '#engine/records/server/write/effect.ts'

/**
 * Nobody is redacted who is still in use: somebody who can sign in, somebody to whom something is due or on its way.
 * Asked of redactions alone.
 */
export const redactable: Check = async ({ transaction, resource, operation, id, before }) => {
  if (operation !== 'redact') return []
  const isSuspended = before!.suspended
  if (isSuspended !== undefined && (before!.root || !isSuspended))
    return [{ field: before!.root ? 'root' : 'suspended', code: 'still_signs_in' }]
  const owner = payeeKinds.find((kind) => kind === resource.name)
  if (!owner) return []
  const {
    rows: [due],
  } = await sql<{ entries: number; payments: number }>`select
    (select count(*) from entry where ${sql.id(owner)} = ${id}::text::bigint and value <> 0
      and status in ('pending', 'awaiting_approval')) as entries,
    (select count(*) from payment where ${sql.id(owner)} = ${id}::text::bigint
      and state in ('created', 'sent', 'unknown')) as payments`.execute(transaction)
  const { entries, payments } = due!
  return entries + payments > 0 ? [{ field: 'root', code: 'money_due', values: { entries, payments } }] : []
}

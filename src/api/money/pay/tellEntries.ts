import { sql } from 'kysely'
import { ownerKinds } from '../../../domain/payments.ts'
import type { WriteStep } from '../../records/write/writeRequest.ts'

/**
 * Follows a change of an owner's payment type: what is pending will be paid in the new way, and its list says so. What
 * is paid, or being paid, keeps the way in which it was.
 */
export async function tellEntries({ transaction, resource, id, operation, after }: WriteStep): Promise<void> {
  const ownerKind = ownerKinds.find((kind) => kind === resource.name)
  if (!ownerKind || operation !== 'update') return
  await sql`update entry set payment_method = ${(after?.paymentType as string | null) ?? 'manual'}::text
    where ${sql.ref(`entry.${ownerKind}`)} = ${Number(id)} and status = 'pending'
    and not exists (select from payment_entry where payment_entry.entry = entry.id and payment_entry.holds)`.execute(
    transaction,
  )
}

import { type Kysely, sql } from 'kysely'
import { bucketOf, lockBucket } from '../close/closeDays.ts'
import type { OwnerKind } from '../../../domain/payments.ts'

/**
 * Locks an owner for paying, to the end of the transaction: neither a close that computes its entries nor another
 * payment runs beside it.
 * @returns whether there is such an owner.
 */
export async function lockOwner(db: Kysely<any>, { kind, id }: { kind: OwnerKind; id: number }): Promise<boolean> {
  // The owner first, as a change of its record does, then what closes take.
  const { rows } =
    await sql`select from ${sql.table(kind)} where id = ${String(id)}::text::bigint for no key update`.execute(db)
  if (kind === 'affiliate') await lockBucket(db, bucketOf(id))
  else await sql`select pg_advisory_xact_lock(hashtext('closePartners'))`.execute(db)
  return rows.length > 0
}

import { type Kysely, sql } from 'kysely'
import type { OwnerKind } from '../../../domain/payments.ts'

/** How long automatic payment waits after a payment was declined; the same as after a payment key was changed. */
const holdMs = 24 * 60 * 60_000

/** Holds automatic payment of an owner; a longer hold that is there already stays. */
export async function holdOwner(
  db: Kysely<any>,
  { kind, id, reason, now }: { kind: OwnerKind; id: number; reason: string; now: Date },
): Promise<void> {
  await sql`insert into payment_hold (owner_kind, owner, held_until, reason)
    values (${kind}::text, ${String(id)}::text::bigint,
    ${new Date(now.getTime() + holdMs).toISOString()}::text::timestamptz, ${reason}::text)
    on conflict (owner_kind, owner) do update set held_until = excluded.held_until, reason = excluded.reason
      where payment_hold.held_until < excluded.held_until`.execute(db)
}

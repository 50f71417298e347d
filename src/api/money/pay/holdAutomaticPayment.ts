import { sql } from 'kysely'
import type { WriteStep } from '../../records/write/writeRequest.ts'
import { ownerKinds } from '../../../domain/payments.ts'

/** How long nothing is sent to a payment key that has just been changed: time for its owner to notice. */
const holdMs = 24 * 60 * 60 * 1000

/** Follows a change of an owner's payment key or its type: automatic payment of that owner waits for a day. */
export async function holdAutomaticPayment({
  transaction,
  resource,
  id,
  operation,
  context,
}: WriteStep): Promise<void> {
  const ownerKind = ownerKinds.find((kind) => kind === resource.name)
  if (!ownerKind || operation !== 'update') return
  const until = new Date(context.now().getTime() + holdMs)
  await sql`insert into payment_hold (owner_kind, owner, held_until, reason) values (${ownerKind}::text, ${Number(id)},
    ${until.toISOString()}::text::timestamptz, 'payment_key_changed')
    on conflict (owner_kind, owner) do update set held_until = greatest(payment_hold.held_until, excluded.held_until),
      reason = excluded.reason`.execute(transaction)
}

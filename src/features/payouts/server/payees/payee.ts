import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { isNeededIn } from '#engine/declaration/derive/visibility.ts'
import { columnName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { type Payee, payeeKinds } from '#rules/payouts/payments.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import type { WriteStep } from '#engine/records/server/write/writeRequest.ts'
import { bucketOf, lockBucket } from '#features/commission/server/close/closeDays.ts'

/** Whether somebody sees an owner. */
export async function canSeePayee(
  { db, actor }: Pick<WriteContext, 'db' | 'actor'>,
  { kind, id }: Payee,
): Promise<boolean> {
  const isVisible = scopeCondition({ actor, resource: resources[kind], alias: 'owner' })
  const statement = sql`select from ${sql.table(kind)} owner
    where owner.id = ${String(id)}::text::bigint and ${isVisible}`
  return (await firstRow(db, statement)) !== undefined
}

/**
 * Locks an owner for paying, to the end of the transaction: neither a close that computes its entries nor another
 * payment runs beside it.
 * @returns whether there is such an owner.
 */
export async function lockPayee(db: Kysely<any>, { kind, id }: Payee): Promise<boolean> {
  // The owner first, as a change of its record does, then what closes take.
  const { rows } =
    await sql`select from ${sql.table(kind)} where id = ${String(id)}::text::bigint for no key update`.execute(db)
  if (kind === 'affiliate') await lockBucket(db, bucketOf(id))
  else await sql`select pg_advisory_xact_lock(hashtext('closePartners'))`.execute(db)
  return rows.length > 0
}

/** The order in which owners are locked by everybody: by what closes take, so that two runs do not wait in a circle. */
export function inLockOrder<Account extends Payee & { readonly currency: string }>(
  payees: readonly Account[],
): Account[] {
  const place = ({ kind, id }: Payee) => [payeeKinds.indexOf(kind), kind === 'affiliate' ? bucketOf(id) : 0, id]
  return payees.toSorted((one, other) => {
    const [ofOne, ofOther] = [place(one), place(other)]
    const differing = ofOne.findIndex((each, index) => each !== ofOther[index])
    return differing < 0 ? one.currency.localeCompare(other.currency) : ofOne[differing]! - ofOther[differing]!
  })
}

/**
 * The required fields that an owner lacks, as its form shows them: an affiliate made by an import earns, but is paid
 * once it is filled in.
 */
export async function missingFields(db: Kysely<any>, { kind, id }: Payee): Promise<string[]> {
  const resource: AnyResource = resources[kind]
  const record = await firstRow(db, sql<Record<string, unknown>>`select * from ${sql.table(kind)} where id = ${id}`)
  const said = Object.fromEntries(
    Object.keys(resource.fields).map((name) => [name, record?.[columnName(name)] ?? null]),
  )
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const value = record?.[columnName(name)] ?? null
    if (resource.completeWith[name]) return isNeededIn(resource, name, said) && value === null ? [name] : []
    if (resource.visibleWhen[name]) return []
    if (field.kind === 'references')
      return (field.count ?? field.min ?? 0) > (Array.isArray(value) ? value.length : 0) && !field.heldBy ? [name] : []
    return isNeededIn(resource, name, said) && value === null ? [name] : []
  })
}

/** How long automatic payment waits after a payment was declined or a key changed: time for people to notice. */
const holdMs = 24 * 60 * 60_000

/** Holds automatic payment of an owner; a longer hold that is there already stays. */
export async function startCoolingOff(
  db: Kysely<any>,
  { kind, id, reason, now }: Payee & { reason: string; now: Date },
): Promise<void> {
  await sql`insert into payment_hold (owner_kind, owner, held_until, reason)
    values (${kind}::text, ${String(id)}::text::bigint, ${timestamp(new Date(now.getTime() + holdMs))}, ${reason}::text)
    on conflict (owner_kind, owner) do update set held_until = excluded.held_until, reason = excluded.reason
      where payment_hold.held_until < excluded.held_until`.execute(db)
}

/** The owner whose record was changed by a write; null where it is no owner's, or no change. */
export const changedOwner = ({ resource, id, operation }: WriteStep): Payee | null => {
  const kind = payeeKinds.find((each) => each === resource.name)
  return kind && operation === 'update' ? { kind, id: Number(id) } : null
}

/**
 * Follows a change of an owner's payment type: what is pending will be paid in the new way, and its list says so. What
 * is paid, or being paid, keeps the way in which it was.
 */
export async function syncEntryPaymentMethod(step: WriteStep): Promise<void> {
  const owner = changedOwner(step)
  if (!owner) return
  await sql`update entry set payment_method = ${(step.after?.paymentType as string | null) ?? 'manual'}::text
    where ${sql.ref(`entry.${owner.kind}`)} = ${owner.id} and status = 'pending'
      and not exists (select from payment_entry held where held.entry = entry.id and held.holds)`.execute(
    step.transaction,
  )
}

import { type Kysely, sql } from 'kysely'
import { endSessions } from '#engine/auth/server/endSessions.ts'
import { type Account, accountOf } from '#engine/auth/server/authorship.ts'
import { readApprovalTerms, requireAnotherPerson } from '#engine/auth/server/requireAnotherPerson.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { newValues, type WriteContext, writeAuditEntry } from '#engine/records/server/change.ts'
import { companyOfSql, endSuspensionHold, placeHold } from '#features/payouts/server/holds/holds.ts'
import { lockPayee } from '#features/payouts/server/payees/payee.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import type { Suspension } from '../../answers/suspensions.ts'
import { identityDigests, readIdentity } from './bannedIdentity.ts'

/** A record that can be suspended. */
export interface Suspended {
  readonly object: 'affiliate' | 'action' | 'campaign' | 'partner'
  readonly id: number
}

/** Who is paid, of what can be suspended; null of links and campaigns. */
const payeeOf = ({ object, id }: Suspended): Payee | null =>
  object === 'affiliate' || object === 'partner' ? { kind: object, id } : null

const isOf = ({ object, id }: Suspended) => sql`object = ${object}::text and record = ${id}::bigint`

/** Begins a suspension. @returns its id; null where one is in force */
async function begin(
  { db, actor, at }: WriteContext,
  record: Suspended,
  { reason, isBan }: { reason: string; isBan: boolean },
): Promise<number | null> {
  const account = accountOf(actor)
  const begun = sql<{
    id: number
  }>`insert into suspension (object, record, reason, started_at, started_by, author_kind, author,
      is_ban)
    values (${record.object}::text, ${record.id}::bigint, ${reason}::text, ${timestamp(at)}, ${actor.name}::text,
      ${account?.kind ?? null}::text, ${account?.id ?? null}::bigint, ${isBan}::boolean)
    on conflict (object, record) where ended_at is null do nothing returning id`
  return (await firstRow(db, begun))?.id ?? null
}

/** Signs a payee out everywhere, ends its access keys and holds its payments. */
async function shutOut(change: WriteContext, payee: Payee, reason: string): Promise<void> {
  const { db, at } = change
  await placeHold(change, payee, { cause: 'suspended', note: reason })
  const of = payee.kind === 'affiliate' ? { affiliateId: payee.id } : { partnerId: payee.id }
  await endSessions(db, { of, reason: 'suspended', at })
  await sql`update access_key set ended_at = ${timestamp(at)}
    where ${sql.ref(payee.kind)} = ${payee.id}::bigint and ended_at is null`.execute(db)
}

/**
 * Suspends a record from this moment on: its links lead on without the tag, nothing is attributed to it or what lies
 * below it, its sessions and access keys end, and its payments are held. What was earned before stays.
 * @throws ApiError `already_suspended`
 */
export async function suspend(change: WriteContext, record: Suspended, reason: string): Promise<void> {
  const payee = payeeOf(record)
  if (payee) await lockPayee(change.db, payee)
  if ((await begin(change, record, { reason, isBan: false })) === null) throw new ApiError('already_suspended')
  const changes = newValues({ reason })
  await writeAuditEntry(change, { operation: 'suspend', object: record.object, objectId: record.id, changes })
  if (payee) await shutOut(change, payee, reason)
}

/**
 * Suspends an affiliate or partner for good: what it is known by is rejected in applications and in new records of its
 * company from now on. A suspension in force becomes a ban.
 * @throws ApiError `already_banned`
 */
export async function ban(
  context: Pick<AppContext, 'database' | 'environment'>,
  change: WriteContext,
  { payee, reason }: { payee: Payee; reason: string },
): Promise<void> {
  const { db, actor, at } = change
  const record = { object: payee.kind, id: payee.id } as Suspended
  await lockPayee(db, payee)
  await sql`update suspension set ended_at = ${timestamp(at)}, ended_by = ${actor.name}::text,
    end_reason = ${reason}::text where ${isOf(record)} and ended_at is null and not is_ban`.execute(db)
  const id = await begin(change, record, { reason, isBan: true })
  if (id === null) throw new ApiError('already_banned')
  const digests = (await identityDigests(context, await readIdentity(db, payee))).flat()
  await sql`insert into banned_identity (suspension, company, digest)
    select ${id}::bigint, (${companyOfSql(payee)}), digest from unnest(${arrayOf('text', digests)}) digest
    on conflict do nothing`.execute(db)
  const changes = newValues({ reason })
  await writeAuditEntry(change, { operation: 'ban', object: record.object, objectId: record.id, changes })
  await shutOut(change, payee, reason)
}

/** Whether a suspension holds money: something pending that could be paid. */
async function holdsMoney(db: Kysely<any>, { kind, id }: Payee): Promise<boolean> {
  const pending = sql`select from entry where ${sql.ref(kind)} = ${id}::bigint and status = 'pending' and value > 0 limit 1`
  return (await firstRow(db, pending)) !== undefined
}

/**
 * Ends the suspension of a record: what happens from now on counts again, and payments are no longer held for it. Where
 * money was held, or it was banned, another person than the one who did it has to.
 * @throws ApiError `not_suspended`, and as {@link requireAnotherPerson} does
 */
export async function resume(change: WriteContext, record: Suspended, reason: string): Promise<void> {
  const { db, actor, at } = change
  const payee = payeeOf(record)
  if (payee) await lockPayee(db, payee)
  const found = await firstRow(
    db,
    sql<{ id: number; is_ban: boolean; author_kind: Account['kind'] | null; author: number | null }>`select id, is_ban,
      author_kind, author from suspension where ${isOf(record)} and ended_at is null for update`,
  )
  if (!found) throw new ApiError('not_suspended')
  if (payee && (found.is_ban || (await holdsMoney(db, payee)))) {
    const { author_kind: kind, author } = found
    const authors = kind !== null && author !== null ? [{ kind, id: Number(author) }] : []
    const terms = await readApprovalTerms(db, companyOfSql(payee))
    await requireAnotherPerson(db, { authors, approver: actor, demands: terms, at })
  }
  await sql`update suspension set ended_at = ${timestamp(at)}, ended_by = ${actor.name}::text,
    end_reason = ${reason}::text where id = ${found.id}::bigint`.execute(db)
  const changes = newValues({ reason })
  await writeAuditEntry(change, { operation: 'resume', object: record.object, objectId: record.id, changes })
  if (payee) await endSuspensionHold(change, payee, reason)
}

/** The suspensions of a record, the newest first. */
export async function readSuspensions(db: Kysely<any>, record: Suspended): Promise<Suspension[]> {
  const { rows } = await sql<Omit<Suspension, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null }>`
    select reason, is_ban as "isBan", started_at as "startedAt", started_by as "startedBy", ended_at as "endedAt", ended_by as "endedBy",
      end_reason as "endReason" from suspension where ${isOf(record)} order by id desc limit 100`.execute(db)
  return rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }))
}

/** How many links a record is about: itself, its own, or those of affiliates below a partner. */
export async function countLinks(db: Kysely<any>, { object, id }: Suspended): Promise<number> {
  if (object === 'action') return 1
  const below = sql`affiliate in (select affiliate.id from affiliate where affiliate.partner in (
    with recursive down (id) as (select ${id}::bigint union select partner.id from partner join down on partner.parent = down.id)
    select id from down))`
  const whose = object === 'partner' ? below : sql`${sql.ref(object)} = ${id}::bigint`
  const counted = await firstRow(db, sql<{ links: string }>`select count(*) as links from action where ${whose}`)
  return Number(counted!.links)
}

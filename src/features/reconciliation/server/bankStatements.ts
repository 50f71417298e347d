import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { StoredStatement } from '../answers/bankStatements.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { readAuthors, storeAuthor } from '#engine/auth/server/authorship.ts'
import { type ApprovalTerms, findDependence, requireAnotherPerson } from '#engine/auth/server/requireAnotherPerson.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { newValues, type WriteContext, writeAuditEntry } from '#engine/records/server/change.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

/** How the file is known again: SHA-256 of its text. */
export const digestOfStatement = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A stored file that waits, or waited, for a second person. */
export interface StatementRow {
  readonly id: number
  readonly content: string | null
  readonly state: 'waiting' | 'approved' | 'declined'
  readonly payments: readonly number[]
}

/**
 * Stores a file that says that money of settled payments came back, as it was confirmed first. Whoever confirms the
 * same file later is no author of it, and whoever only compared it has no part in it.
 * @returns its id
 */
export async function storeStatement(
  change: WriteContext,
  { text, payments }: { text: string; payments: readonly number[] },
): Promise<number> {
  const { db, actor, at } = change
  const digest = digestOfStatement(text)
  const stored = await firstRow(
    db,
    sql<{ id: number }>`insert into bank_statement (digest, content, payments, uploaded_at, uploaded_by)
      values (${digest}::text, ${text}::text, ${idArray(payments)}, ${timestamp(at)}, ${actor.name}::text)
      on conflict (digest) do nothing returning id`,
  )
  if (!stored) {
    // Declined or approved before: it waits again, for what it says of other payments.
    const again = sql<{
      id: number
    }>`update bank_statement set payments = ${idArray(payments)}, content = ${text}::text,
      state = 'waiting' where digest = ${digest}::text returning id`
    return (await firstRow(db, again))!.id
  }
  const { id } = stored
  await storeAuthor(db, { object: 'bankStatement', id, name: digest, what: 'uploaded', author: actor, at })
  const line = { operation: 'upload', object: 'bankStatement', objectId: id }
  await writeAuditEntry(change, { ...line, changes: newValues({ digest, payments }) })
  return id
}

/** The strictest terms of the companies whose payments these are. */
async function termsOf(db: Kysely<any>, payments: readonly number[]): Promise<ApprovalTerms> {
  const terms = await firstRow(
    db,
    sql<ApprovalTerms>`select coalesce(max(company.approver_apart_days), 0) as "approverApartDays",
        coalesce(max(company.approver_age_days), 0) as "approverAgeDays"
      from payment left join affiliate on affiliate.id = payment.affiliate left join partner on partner.id = payment.partner
        join company on company.id = coalesce(affiliate.company, partner.company)
      where payment.id = any(${idArray(payments)})`,
  )
  return terms!
}

async function decisionOf({ db, actor, at }: WriteContext, { id, payments }: Pick<StatementRow, 'id' | 'payments'>) {
  const authors = await readAuthors(db, { object: 'bankStatement', id })
  return { authors, approver: actor, demands: await termsOf(db, payments), at }
}

/** Whether this person is another one than who uploaded a file. */
export async function isSecondPerson(
  change: WriteContext,
  row: Pick<StatementRow, 'id' | 'payments'>,
): Promise<boolean> {
  return (await findDependence(change.db, await decisionOf(change, row))) === null
}

const seesPayments = (actor: Actor) => sql`exists (select from payment where payment.id = any (stored.payments)
  and ${scopeCondition({ actor, resource: resources.payment, alias: 'payment' })})`

/** Files that wait for a second person, about payments that this person sees, the oldest first. */
export async function listWaiting({ db, actor, ...moment }: WriteContext): Promise<StoredStatement[]> {
  const { rows } = await sql<
    Omit<StoredStatement, 'uploadedAt' | 'isAuthor'> & { uploadedAt: Date }
  >`select stored.id, stored.digest,
      stored.payments, stored.uploaded_at as "uploadedAt", stored.uploaded_by as "uploadedBy"
    from bank_statement stored where stored.state = 'waiting' and ${seesPayments(actor)}
    order by stored.id limit 100`.execute(db)
  const found: StoredStatement[] = []
  for (const row of rows) {
    const isAuthor = !(await isSecondPerson({ db, actor, ...moment }, row))
    found.push({ ...row, uploadedAt: row.uploadedAt.toISOString(), isAuthor })
  }
  return found
}

/**
 * The stored file behind an id, where it waits and this person sees a payment of it.
 * @throws ApiError `not_found`
 */
export async function readWaitingStatement(
  db: Kysely<any>,
  { actor, id, isLocked = false }: { actor: Actor; id: number; isLocked?: boolean },
): Promise<StatementRow & { readonly content: string }> {
  const row = await firstRow(
    db,
    sql<StatementRow>`select stored.id, stored.content, stored.state, stored.payments from bank_statement stored
      where stored.id = ${String(id)}::text::bigint and stored.state = 'waiting' and ${seesPayments(actor)}
      ${isLocked ? sql`for update of stored` : sql``}`,
  )
  if (!row || row.content === null) throw new ApiError('not_found')
  return { ...row, content: row.content }
}

/** @throws ApiError as {@link requireAnotherPerson} does, for who uploaded the file */
export async function requireSecondPerson(change: WriteContext, row: StatementRow): Promise<void> {
  await requireAnotherPerson(change.db, await decisionOf(change, row))
}

/** Stores what became of a file: its text is not needed any more. */
export async function closeStatement(
  change: WriteContext,
  id: number,
  { state, reason = null }: { state: 'approved' | 'declined'; reason?: string | null },
): Promise<void> {
  const { db, actor, at } = change
  await sql`update bank_statement set state = ${state}::text, content = null, decided_at = ${timestamp(at)},
    decided_by = ${actor.name}::text, reason = ${reason}::text where id = ${id}::bigint`.execute(db)
  const changes = [{ field: 'state', before: 'waiting', after: state }, ...newValues(reason === null ? {} : { reason })]
  const operation = state === 'approved' ? 'approve' : 'decline'
  await writeAuditEntry(change, { operation, object: 'bankStatement', objectId: id, changes })
}

import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { KeptHold } from '../../answers/holds.ts'
import { askedHoldCauses, type HoldCause, holdCauses } from '#rules/payouts/holds.ts'
import type { Money } from '#engine/values/money.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { decidedMark, readAuthors, reopenAuthors, storeAuthor, userAccounts } from '#engine/auth/server/authorship.ts'
import { readApprovalTerms, requireAnotherPerson } from '#engine/auth/server/requireAnotherPerson.ts'
import { storeAccessChange } from '#engine/auth/server/storeAccessChange.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type WriteContext, writeAuditEntry, newValues, currentBusinessTime } from '#engine/records/server/change.ts'
import type { WriteStep } from '#engine/records/server/write/writeRequest.ts'
import { changedOwner, startCoolingOff, lockPayee } from '../payees/payee.ts'
import type { PayeeAccount } from '../payees/payeeAccount.ts'
import { paidBy } from '../payees/readPayees.ts'

/** Who is paid, and to where. */
export type PayeeIdentity = Pick<
  PayeeAccount,
  'kind' | 'id' | 'name' | 'document' | 'documentType' | 'paymentKey' | 'paymentKeyType'
> &
  Partial<Pick<PayeeAccount, 'bic'>>

/** Key and person in one word, which tells whether either changed and says neither. */
export function payeeIdentityDigest({
  kind,
  id,
  name,
  document,
  documentType,
  paymentKey,
  paymentKeyType,
  bic,
}: PayeeIdentity): string {
  const account = [paymentKeyType, paymentKey, ...(bic ? [bic] : [])]
  const text = JSON.stringify([kind, id, name, documentType, document, ...account])
  return createHash('sha256').update(text).digest('hex')
}

/** What a person approves: this amount to this key of this owner. */
export function approvedFor(payee: PayeeIdentity, { value, currency }: { value: Money; currency: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([payeeIdentityDigest(payee), value, currency]))
    .digest('hex')
}

/** A hold that is about to be placed. */
interface NewHold {
  readonly cause: HoldCause
  readonly note: string
  /** Of {@link payeeIdentityDigest}: what is accepted where a person releases it. */
  readonly payee?: string
  /** How many people have to release it; one by itself. */
  readonly approvals?: number
  /** Which of an affiliate's people changed the key. */
  readonly changedBy?: number | undefined
}

/** Places a hold; one of the same cause that is in force stays as it is. @returns whether it is new */
export async function placeHold(change: WriteContext, owner: Payee, hold: NewHold): Promise<boolean> {
  const { cause, note, payee, approvals, changedBy } = hold
  const { db, actor, at } = change
  const placed = await firstRow(
    db,
    sql<{
      id: number
    }>`insert into owner_hold (owner_kind, owner, cause, note, payee, placed_at, placed_by, approvals_needed,
      changed_by)
      values (${owner.kind}::text, ${owner.id}::bigint, ${cause}::text, ${note}::text, ${payee ?? null}::text,
        ${timestamp(at)}, ${actor.name}::text, ${approvals ?? 1}::int, ${changedBy ?? null}::bigint)
      on conflict (owner_kind, owner, cause) where released_at is null do nothing returning id`,
  )
  if (!placed) return false
  const changes = newValues({ cause, reason: note })
  await writeAuditEntry(change, { operation: 'hold', object: owner.kind, objectId: owner.id, changes })
  return true
}

/** What a person releases without looking at findings. */
const causesByHand = holdCauses.filter((cause) => cause !== 'risk' && cause !== 'suspended')
const isAsked = sql`cause in (${sql.join(askedHoldCauses.map((cause) => sql.lit(cause)))})`
const inForce = ({ kind, id }: Payee) => sql`owner_kind = ${kind}::text and owner = ${id}::bigint
  and released_at is null`

/**
 * Ends the holds of these causes that are in force, and says why.
 * @param end.isAccepted whether the key and person that they were about are taken from now on: where a person says so,
 * not where the key is another and may come back
 * @returns how many
 */
async function endHolds(
  change: WriteContext,
  owner: Payee,
  { causes, note, isAccepted: isTaken }: { causes: readonly HoldCause[]; note: string; isAccepted: boolean },
) {
  const { db, actor, at } = change
  const { rows } = await sql<{ cause: HoldCause; note: string }>`update owner_hold set released_at = ${timestamp(at)},
      released_by = ${actor.name}::text, release_note = ${note}::text,
      payee = case when ${isTaken}::boolean then payee end
    where ${inForce(owner)} and cause in (${sql.join(causes.map((cause) => sql.lit(cause)))}) returning cause, note`.execute(
    db,
  )
  for (const held of rows) {
    const changes = [{ field: 'cause', before: held.cause, after: null }, ...newValues({ reason: note })]
    await writeAuditEntry(change, { operation: 'release', object: owner.kind, objectId: owner.id, changes })
  }
  return rows.length
}

/** A person holds all payments of an owner. @throws ApiError `payment_on_hold` where one does already */
export async function holdByHand(change: WriteContext, owner: Payee, reason: string): Promise<void> {
  if (!(await lockPayee(change.db, owner))) throw new ApiError('not_found')
  if (!(await placeHold(change, owner, { cause: 'by_hand', note: reason })))
    throw new ApiError('payment_on_hold', { values: { reason } })
}

/** SQL: the company of an owner. */
export const companyOfSql = ({ kind, id }: Payee): RawBuilder<number | null> =>
  sql`select owner.company from ${sql.table(kind)} owner where owner.id = ${id}::bigint`

/**
 * A person releases whatever holds payments of an owner: another one than everybody who changed its key, or said that
 * its money came back, since payments were released last. Where several people have to, the last of them ends it.
 * @param release.placedAt of the newest hold that was looked at: a key that changed since is not released with it
 * @throws ApiError `not_on_hold`, `risk_on_hold`, `hold_changed`, and as {@link requireAnotherPerson} does
 */
export async function releaseHold(
  change: WriteContext,
  owner: Payee,
  { reason, placedAt }: { reason: string; placedAt: string | null },
): Promise<void> {
  const { db, actor, at } = change
  if (!(await lockPayee(db, owner))) throw new ApiError('not_found')
  const later = sql`select from owner_hold where ${inForce(owner)} and cause = 'key_changed'
    and placed_at > ${placedAt}::text::timestamptz`
  if (placedAt !== null && (await firstRow(db, later))) throw new ApiError('hold_changed')
  const waiting = await readApprovals(db, owner)
  const held = await firstRow(
    db,
    sql`select from owner_hold where ${inForce(owner)} and cause not in ('by_hand', 'suspended')`,
  )
  if (held) {
    const authors = [
      ...(await readAuthors(db, { object: owner.kind, id: owner.id })),
      ...userAccounts(...(waiting?.approvers ?? [])),
    ]
    const terms = await readApprovalTerms(db, companyOfSql(owner))
    await requireAnotherPerson(db, { authors, approver: actor, demands: terms, at })
  }
  if (waiting && waiting.approvers.length + 1 < waiting.needed) return approveHold(change, owner, waiting.hold, reason)
  if ((await endHolds(change, owner, { causes: causesByHand, note: reason, isAccepted: true })) > 0) {
    await storeAuthor(db, { object: owner.kind, id: owner.id, what: decidedMark, author: actor, at })
    return
  }
  const atRisk = await firstRow(db, sql`select from owner_hold where ${inForce(owner)} and cause = 'risk'`)
  throw new ApiError(atRisk ? 'risk_on_hold' : 'not_on_hold', { values: { reason: 'risk' } })
}

/** A hold that several people release, and who of them did; null where one is enough. */
async function readApprovals(
  db: Kysely<any>,
  owner: Payee,
): Promise<{ hold: number; needed: number; approvers: number[] } | null> {
  const found = await firstRow(
    db,
    sql<{ hold: number; needed: number; approvers: number[] }>`select id as hold, approvals_needed as needed,
      array(select approver from owner_hold_approval given where given.hold = owner_hold.id) as approvers
      from owner_hold where ${inForce(owner)} and approvals_needed > 1`,
  )
  return found ? { ...found, approvers: found.approvers.map(Number) } : null
}

/** One of several people says that a hold may end. */
async function approveHold(change: WriteContext, owner: Payee, hold: number, reason: string): Promise<void> {
  const { db, actor, at } = change
  await sql`insert into owner_hold_approval (hold, approver, approver_name, at)
    values (${hold}::bigint, ${actor.userId}::bigint, ${actor.name}::text, ${timestamp(at)})`.execute(db)
  const changes = newValues({ cause: 'key_changed', reason })
  await writeAuditEntry(change, { operation: 'approve', object: owner.kind, objectId: owner.id, changes })
}

/** All that is decided about an affiliate's findings: nothing of them holds it any more. @returns how many it ended */
export function endRiskHold(change: WriteContext, owner: Payee, note: string): Promise<number> {
  return endHolds(change, owner, { causes: ['risk'], note, isAccepted: false })
}

/** An owner is no longer suspended. @returns how many holds it ended */
export function endSuspensionHold(change: WriteContext, owner: Payee, note: string): Promise<number> {
  return endHolds(change, owner, { causes: ['suspended'], note, isAccepted: false })
}

/** Whether a person released a hold that was about this key and person. */
export async function isAccepted(db: Kysely<any>, owner: Payee, payee: string): Promise<boolean> {
  const released = sql`select from owner_hold where owner_kind = ${owner.kind}::text and owner = ${owner.id}::bigint
    and payee = ${payee}::text and released_at is not null limit 1`
  return (await firstRow(db, released)) !== undefined
}

/** All holds of an owner, the newest first. */
export async function readHolds(db: Kysely<any>, { kind, id }: Payee): Promise<KeptHold[]> {
  const { rows } = await sql<Omit<KeptHold, 'placedAt' | 'releasedAt'> & { placedAt: Date; releasedAt: Date | null }>`
    select id, cause, note, placed_at as "placedAt", placed_by as "placedBy", released_at as "releasedAt",
      released_by as "releasedBy", release_note as "releaseNote", approvals_needed as "approvalsNeeded",
      array(select approver_name from owner_hold_approval given where given.hold = owner_hold.id order by at) as "approvedBy"
    from owner_hold where owner_kind = ${kind}::text and owner = ${id}::bigint order by id desc limit 200`.execute(db)
  return rows.map(({ placedAt, releasedAt, ...row }) => ({
    ...row,
    placedAt: placedAt.toISOString(),
    releasedAt: releasedAt?.toISOString() ?? null,
  }))
}

/** The money of a payment came back: nothing more goes to that key, unless a person says so. */
export async function holdReturned(
  change: WriteContext,
  owner: Payee,
  { sentTo, reason }: { sentTo: string | null; reason: string },
): Promise<void> {
  const present = sql<{ key: string | null }>`select ${paidBy.key} as key from ${sql.table(owner.kind)} owner
    where owner.id = ${owner.id}::bigint`
  const key = (await firstRow(change.db, present))?.key
  if (sentTo === null || key !== sentTo) return
  await placeHold(change, owner, { cause: 'returned', note: reason })
}

/** What a gateway said of the key that a held owner has now; what differs, where it is another's. */
export interface KeyWord {
  readonly payee: string
  readonly isRight: boolean
  readonly differs: string | null
}

/** The gateway was asked about the key that a held owner has by now: a right one ends the holds about it. */
export async function answerHolds(
  change: WriteContext,
  owner: Payee,
  { payee, isRight, differs }: KeyWord,
): Promise<void> {
  if (isRight) {
    await endHolds(change, owner, { causes: askedHoldCauses, note: 'key_is_right', isAccepted: false })
    return
  }
  if (differs !== null) await placeHold(change, owner, { cause: 'other_person', note: differs, payee })
  await sql`update owner_hold set recheck_at = null, payee = ${payee}::text,
      note = case when cause = 'other_person' then coalesce(${differs}::text, note) else note end
    where ${inForce(owner)} and ${isAsked}`.execute(change.db)
}

/** The holds about whose the key is wait for the gateway's answer, from a moment on; null where there is nothing to ask. */
export async function askAgainAt(db: Kysely<any>, owner: Payee, at: Date | null): Promise<void> {
  await sql`update owner_hold set recheck_at = ${at === null ? sql`null` : timestamp(at)}
    where ${inForce(owner)} and ${isAsked}`.execute(db)
}

/**
 * Follows a change of an owner's payment key or its type: automatic payment of that owner waits for a day. What held it
 * because its money came back from the key that it had ends; whose the new one is, the gateway is asked. Where the company
 * wants a second person, or a colleague changed where money goes, it waits for that one; what an affiliate's person did
 * not prove to be its own waits as well.
 */
export async function holdAutomaticPayment(step: WriteStep): Promise<void> {
  const owner = changedOwner(step)
  if (!owner) return
  const { transaction: db, actor, http: request, context } = step
  await startCoolingOff(db, { ...owner, reason: 'payment_key_changed', now: context.now() })
  const change = { db, actor, request, ...currentBusinessTime(context, actor) }
  const authored = { object: owner.kind, id: owner.id, what: 'paymentKey', at: change.at } as const
  await storeAuthor(db, { ...authored, author: actor })
  // An undo or a way back may bring what somebody else once set: they do not release it.
  if (await wasThereBefore(step, owner)) await reopenAuthors(db, authored)
  // Where a person said that money came back, another one releases it, whatever the key is by then.
  if ((await readAuthors(db, { object: owner.kind, id: owner.id, what: 'returned' })).length === 0)
    await endHolds(change, owner, { causes: ['returned'], note: 'payment_key_changed', isAccepted: false })
  await askAgainAt(db, owner, change.at)
  if (owner.kind === 'affiliate') await tellAffiliate(step, owner.id)
  const second = (await wantsSecondPerson(step, owner)) ? 1 : 0
  const approvals = Math.max(await countMissingApprovals(db, actor), second)
  if (approvals > 0) await holdChangedKey(change, owner, { approvals, changedBy: actor.affiliateUser })
}

/** What decides where an affiliate's money goes. */
const receiverFields = ['paymentKeyType', 'paymentKey', 'taxNumber', 'iban', 'bic'] as const

/** Whether the owner was paid to the same key or account before another one. */
async function wasThereBefore({ transaction, after }: WriteStep, { kind, id }: Payee): Promise<boolean> {
  const found = sql`select from activity_log, jsonb_array_elements(changes) change
    where object = ${kind}::text and object_id = ${String(id)}::text and change->>'field' = any(array['paymentKey', 'iban'])
      and change->>'before' in (${(after?.['paymentKey'] ?? null) as string | null}::text,
        ${(after?.['iban'] ?? null) as string | null}::text) limit 1`
  return (await firstRow(transaction, found)) !== undefined
}

/**
 * Whether a changed key waits for another person: where the company wants it, and where a user who is not root sends
 * money elsewhere. The first key of an owner that earned nothing yet sends none.
 */
async function wantsSecondPerson({ transaction, actor, before }: WriteStep, owner: Payee): Promise<boolean> {
  const isColleague = actor.userId !== null && !actor.root
  const hadKey = receiverFields.some((name) => (before?.[name] ?? null) !== null)
  const found = sql`select from ${sql.table(owner.kind)} changed left join company on company.id = changed.company
    where changed.id = ${owner.id}::bigint and (company.key_changes = 'second' or (${isColleague}::boolean
      and (${hadKey}::boolean or exists (select from entry where ${sql.ref(`entry.${owner.kind}`)} = changed.id))))`
  return (await firstRow(transaction, found)) !== undefined
}

/** Tells an affiliate that it is paid to elsewhere; what was before comes back if it stops the change. */
async function tellAffiliate({ transaction, before, actor, context }: WriteStep, affiliate: number): Promise<void> {
  const stored = Object.fromEntries(receiverFields.map((name) => [name, before![name] ?? null]))
  const told = { affiliate, before: stored, author: actor, at: context.now() }
  await storeAccessChange(transaction, { ...told, kind: 'paymentKey' })
}

/**
 * How many members of staff have to vouch for what one of an affiliate's people changed: two where there is no
 * authenticator; one where there is, but nobody vouched for this person since it was set up or since staff let the
 * person in, who may be that staff themselves.
 */
async function countMissingApprovals(db: Kysely<any>, { affiliateUser }: Actor): Promise<number> {
  if (affiliateUser === undefined) return 0
  const found = await firstRow(
    db,
    sql<{
      is_vouched: boolean
    }>`select exists (select from owner_hold where owner_hold.changed_by = step.affiliate_user_id
        and cause = 'key_changed' and released_at > greatest(step.confirmed_at, (select max(made.at) from authorship made
          where made.object = 'affiliateUser' and made.object_id = step.affiliate_user_id))) as is_vouched
      from affiliate_user_two_step step
      where step.affiliate_user_id = ${affiliateUser}::bigint and step.confirmed_at is not null`,
  )
  return found ? (found.is_vouched ? 0 : 1) : 2
}

/**
 * Holds an owner whose key is put back to what it was before a change: whoever set a key there before may have set this
 * one, and does not release it.
 */
export async function holdRestoredKey(change: WriteContext, owner: Payee): Promise<void> {
  await reopenAuthors(change.db, { object: owner.kind, id: owner.id, what: 'paymentKey', at: change.at })
  await holdChangedKey(change, owner, { approvals: 1, changedBy: undefined })
}

/** Holds an owner for a changed key. What was said of the key before says nothing of this one. */
async function holdChangedKey(
  change: WriteContext,
  owner: Payee,
  { approvals, changedBy }: { approvals: number; changedBy: number | undefined },
): Promise<void> {
  if (await placeHold(change, owner, { cause: 'key_changed', note: '-', approvals, changedBy })) return
  const present = sql`${inForce(owner)} and cause = 'key_changed'`
  await sql`delete from owner_hold_approval using owner_hold where owner_hold.id = hold and ${present}`.execute(
    change.db,
  )
  // Who looks at it sees who changed the key last, and what they saw before releases nothing.
  await sql`update owner_hold set approvals_needed = greatest(approvals_needed, ${approvals}::int),
    changed_by = ${changedBy ?? null}::bigint, placed_at = ${timestamp(change.at)},
    placed_by = ${change.actor.name}::text where ${present}`.execute(change.db)
}

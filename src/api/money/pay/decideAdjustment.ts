import { sql } from 'kysely'
import { resources } from '../../../../resources/index.ts'
import { ApiError } from '../../errors.ts'
import type { Day } from '../../../domain/calendar.ts'
import type { OwnerKind } from '../../../domain/payments.ts'
import { requireApart } from '../../auth/requireApart.ts'
import { readOwners } from './readOwners.ts'
import type { PaymentChange } from '../../records/change.ts'
import { logActivity } from '../../records/activityLog.ts'
import { requireOpenDay } from '../close/lockedDays.ts'
import { requireWhole } from '../../records/parts.ts'
import { scopeCondition } from '../../records/scope.ts'

interface Proposed {
  readonly id: number
  readonly day: Day
  readonly owner_kind: OwnerKind
  readonly owner: number
  readonly currency: string
  readonly status: string
  readonly asker: number | null
}

/** The entry behind an id, locked, where this person sees all of it and it waits for approval. */
async function lockProposed({ db, actor }: PaymentChange, id: number): Promise<Proposed> {
  const {
    rows: [entry],
  } = await sql<Proposed>`select entry.id, entry.day::text as day, case when entry.affiliate is null then 'partner'
      else 'affiliate' end as owner_kind, coalesce(entry.affiliate, entry.partner) as owner,
      entry.currency, entry.status, (select requested_by from entry_request
        where entry_request.entry = entry.id) as asker
    from entry where entry.id = ${String(id)}::text::bigint
      and ${scopeCondition({ actor, resource: resources.entry, alias: 'entry' })} for update of entry`.execute(db)
  if (!entry) throw new ApiError('not_found')
  await requireWhole(db, { actor, resource: 'entry', which: sql`asked.id = ${entry.id}::bigint` })
  if (entry.status !== 'awaiting_approval') throw new ApiError('entry_not_awaiting_approval')
  return entry
}

async function move(
  { db, actor, at, request }: PaymentChange,
  { id }: Proposed,
  decision: { status: 'pending' | 'declined'; operation: 'approve' | 'decline'; reason?: string },
): Promise<void> {
  const approver = decision.status === 'pending' ? actor.name : null
  await sql`update entry set status = ${decision.status}::text, approved_by = ${approver}::text, version = version + 1,
    updated_at = ${at.toISOString()}::text::timestamptz where id = ${id}`.execute(db)
  await sql`update entry_request set decided_by = ${actor.userId}::bigint where entry = ${id}`.execute(db)
  const changes = [
    { field: 'status', before: 'awaiting_approval', after: decision.status },
    ...(approver === null ? [] : [{ field: 'approvedBy', before: null, after: approver }]),
    ...(decision.reason === undefined ? [] : [{ field: 'reason', before: null, after: decision.reason }]),
  ]
  await logActivity(db, { actor, request, operation: decision.operation, object: 'entry', objectId: id, changes, at })
}

/**
 * A second person approves an adjustment by hand; from now on it is pending as any entry is.
 * @throws ApiError `not_found`, `partly_visible`, `entry_not_awaiting_approval`, `period_locked`, and as
 * {@link requireApart} does
 */
export async function approveAdjustment(change: PaymentChange, id: number): Promise<void> {
  const entry = await lockProposed(change, id)
  await requireOpenDay(change.db, { kind: entry.owner_kind, id: entry.owner, day: entry.day })
  const [terms] = await readOwners(change.db, {
    kind: entry.owner_kind,
    one: { id: entry.owner, currency: entry.currency },
    now: change.at,
  })
  await requireApart(change.db, {
    asker: entry.asker,
    approver: change.actor.userId ?? 0,
    terms: terms!,
    at: change.at,
  })
  await move(change, entry, { status: 'pending', operation: 'approve' })
}

/**
 * Somebody declines an adjustment by hand, whoever asked for it among them: it stays in the list, and is never paid.
 * @throws ApiError `not_found`, `partly_visible`, `entry_not_awaiting_approval`
 */
export async function declineAdjustment(change: PaymentChange, id: number, reason: string): Promise<void> {
  await move(change, await lockProposed(change, id), { status: 'declined', operation: 'decline', reason })
}

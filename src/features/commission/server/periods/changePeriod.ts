import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { ChecklistCode } from '../../answers/periods.ts'
import { type Actor, seesPart } from '#engine/declaration/actor.ts'
import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import type { PeriodState } from '#rules/accountingPeriods.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { userAccounts } from '#engine/auth/server/authorship.ts'
import { approvalTermsSql, type ApprovalTerms, requireAnotherPerson } from '#engine/auth/server/requireAnotherPerson.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { type WriteContext, writeAuditEntry, newValues } from '#engine/records/server/change.ts'
import { byClockOf } from '#engine/records/server/visibility/companyClock.ts'
import { scopeCondition, seesAll } from '#engine/records/server/visibility/scope.ts'
import { readChecklist } from './periodChecklist.ts'
import { digestOf, readControlTotals } from './controlTotals.ts'
import { raiseStatements } from '#features/webhooks/server/emit/money.ts'
import { stopEntries } from './lockedDays.ts'

/** A period as its checking and locking read it. */
export interface PeriodRow {
  readonly id: number
  readonly company: number
  readonly from: Day
  readonly to: Day
  readonly state: PeriodState
}

/**
 * Asks that somebody sees all brands of a company, and all below them: its amounts are those of all together.
 * @throws ApiError `partly_visible`
 */
export async function requireWholeCompanyVisible(db: Kysely<any>, actor: Actor, company: number): Promise<void> {
  if (seesAll(actor)) return
  if (seesPart(actor)) throw new ApiError('partly_visible')
  const { rows } = await sql`select from brand where company = ${company}::bigint
      and not id = any(${arrayOf('bigint', actor.allowedBrands)}) limit 1`.execute(db)
  if (rows.length > 0) throw new ApiError('partly_visible')
}

/**
 * The period behind an id, where this person sees all of its company.
 * @param lock keeps it from others until the transaction ends
 * @throws ApiError `not_found`, `partly_visible`
 */
export async function readPeriod(
  db: Kysely<any>,
  { actor, id, lock = false }: { actor: Actor; id: number; lock?: boolean },
): Promise<PeriodRow> {
  const isVisible = scopeCondition({ actor, resource: resources.period, alias: 'period' })
  const row = await firstRow(
    db,
    sql<PeriodRow>`select period.id, period.company, period."from"::text as "from", period."to"::text as "to",
        period.state from period where period.id = ${String(id)}::text::bigint and ${isVisible}
      ${lock ? sql`for update of period` : sql``}`,
  )
  if (!row) throw new ApiError('not_found')
  await requireWholeCompanyVisible(db, actor, row.company)
  return row
}

interface Move {
  readonly state: PeriodState
  readonly operation: 'check' | 'lock' | 'reopen'
  /** Columns beside the state. */
  readonly said: Readonly<Record<string, string | null>>
  readonly changes: readonly FieldChange[]
}

async function move(change: WriteContext, period: PeriodRow, { state, operation, said, changes }: Move): Promise<void> {
  const columns = Object.entries(said).map(([column, value]) => {
    const type = sql.raw(column.endsWith('_at') ? 'timestamptz' : 'text')
    return sql`${sql.id(column)} = ${value}::text::${type}`
  })
  await sql`update period set state = ${state}::text, ${sql.join(columns)}, version = version + 1,
    updated_at = ${timestamp(change.at)} where id = ${period.id}`.execute(change.db)
  const moved = [{ field: 'state', before: period.state, after: state }, ...changes]
  await writeAuditEntry(change, { operation, object: 'period', objectId: period.id, changes: moved })
}

/**
 * Somebody signs what a period comes to: its control totals are kept and stand in the log. It can be done anew until
 * another person locks it.
 * @param accepted lines of the checklist that are not in order and are signed all the same
 * @throws ApiError `not_found`, `partly_visible`, `period_is_locked`, `period_not_over`, `period_not_in_order`
 */
export async function checkPeriod(
  change: WriteContext,
  { id, accepted }: { id: number; accepted: readonly ChecklistCode[] },
): Promise<void> {
  const { db, actor, at } = change
  const period = await readPeriod(db, { actor, id, lock: true })
  if (period.state === 'locked') throw new ApiError('period_is_locked')
  const today = businessDay(await byClockOf(change, period.company))
  if (period.to >= today) throw new ApiError('period_not_over', { values: { to: period.to } })
  const open = (await readChecklist(db, period, today))
    .filter(({ ok, required }) => required && !ok)
    .map(({ code }) => code)
  const missing = open.filter((code) => !accepted.includes(code))
  if (missing.length > 0) throw new ApiError('period_not_in_order', { values: { items: missing.join(', ') } })
  const totals = await readControlTotals(db, period)
  const digest = digestOf(period, totals)
  await sql`insert into period_signature (period, checked_by, accepted, totals, digest)
    values (${period.id}, ${actor.userId}::bigint, ${arrayOf('text', open)}, ${JSON.stringify(totals)}::text::jsonb,
      ${digest}::text)
    on conflict (period) do update set checked_by = excluded.checked_by, locked_by = null, accepted = excluded.accepted,
      totals = excluded.totals, digest = excluded.digest`.execute(db)
  await move(change, period, {
    state: 'checked',
    operation: 'check',
    said: { checked_by: actor.name, checked_at: at.toISOString() },
    changes: newValues({
      checkedBy: actor.name,
      ...(open.length > 0 ? { accepted: open } : {}),
      controlTotals: totals,
      digest,
    }),
  })
}

interface Signature extends ApprovalTerms {
  readonly checked_by: number | null
  readonly digest: string
}

/**
 * A second person locks a period that somebody checked, where it still comes to what was signed. From now on its
 * entries stay; what comes later is an adjustment of the day on which it comes.
 * @throws ApiError `not_found`, `partly_visible`, `period_is_locked`, `period_not_checked`, `period_changed`, and as
 * {@link requireAnotherPerson} does
 */
export async function lockPeriod(change: WriteContext, id: number): Promise<void> {
  const { db, actor, at } = change
  // Whoever writes entries has ended, and what begins later knows that the period is locked.
  await stopEntries(db)
  const period = await readPeriod(db, { actor, id, lock: true })
  const signature = await firstRow(
    db,
    sql<Signature>`select checked_by, digest, ${approvalTermsSql}
      from period_signature join company on company.id = ${period.company}
      where period_signature.period = ${period.id}`,
  )
  if (period.state === 'locked') throw new ApiError('period_is_locked')
  if (period.state !== 'checked' || !signature) throw new ApiError('period_not_checked')
  const authors = userAccounts(signature.checked_by)
  await requireAnotherPerson(db, { authors, approver: actor, demands: signature, at })
  const totals = await readControlTotals(db, period)
  if (digestOf(period, totals) !== signature.digest) throw new ApiError('period_changed')
  await sql`update period_signature set locked_by = ${actor.userId}::bigint where period = ${period.id}`.execute(db)
  await move(change, period, {
    state: 'locked',
    operation: 'lock',
    said: { locked_by: actor.name, locked_at: at.toISOString() },
    changes: newValues({ lockedBy: actor.name, controlTotals: totals, digest: signature.digest }),
  })
  await raiseStatements(db, period)
}

/**
 * Somebody opens a period again that was checked or locked, and says why. What was posted later because of the lock
 * stays where it was posted; nothing is posted twice.
 * @throws ApiError `not_found`, `partly_visible`, `period_is_open`
 */
export async function reopenPeriod(
  change: WriteContext,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const { db, actor } = change
  await stopEntries(db)
  const period = await readPeriod(db, { actor, id, lock: true })
  if (period.state === 'open') throw new ApiError('period_is_open')
  await sql`delete from period_signature where period = ${period.id}`.execute(db)
  await move(change, period, {
    state: 'open',
    operation: 'reopen',
    said: { checked_by: null, checked_at: null, locked_by: null, locked_at: null, reopen_reason: reason },
    changes: newValues({ reason }),
  })
}

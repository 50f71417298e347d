import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../../config/actor.ts'
import { attemptText } from '../../../config/remarks.ts'
import { type Money, sumMoney } from '../../../domain/money.ts'
import type { OwnerKind } from '../../../domain/payments.ts'
import { waitsForApproval } from './dayLimits.ts'
import { readOwners } from './readOwners.ts'
import { insertRequest } from './insertRequest.ts'
import { takeBackAdvances } from './takeBackAdvances.ts'
import { idArray } from '../../database/arrays.ts'
import type { ConfirmedPayment, ManualPayment, PresentMoment } from './confirmManualPayment.ts'

const byHand = { code: 'byHand' } as const

/** Locked pending entries of one owner and currency that somebody paid by hand, in one sum. */
export interface HandPayment {
  readonly owner: { readonly kind: OwnerKind; readonly id: number }
  /** Of the entries. */
  readonly currency: string
  readonly entries: readonly { readonly id: number; readonly value: Money }[]
  readonly given: ManualPayment
  readonly actor: Actor
  readonly present: PresentMoment
}

/**
 * Writes a payment by hand over locked entries: settled, and the entries complete; or, above the company's limit,
 * waiting for another person with all that was said of it, and the entries held.
 * The log is the caller's.
 */
export async function payByHand(
  db: Kysely<any>,
  { owner: { kind, id: owner }, currency, entries, given, actor, present: { now, zone } }: HandPayment,
): Promise<ConfirmedPayment> {
  const value = sumMoney(entries.map((entry) => entry.value))
  const ids = idArray(entries.map(({ id }) => id))
  const [terms] = await readOwners(db, { kind, one: { id: owner, currency }, now })
  const awaitsApproval = await waitsForApproval(db, { owner: terms!, value, asker: actor.userId, at: now, zone })
  const moment = sql`${now.toISOString()}::text::timestamptz`
  const {
    rows: [row],
  } = await sql<{ id: number }>`insert into payment
      (created_at, updated_at, ${sql.id(kind)}, value, currency, method, state, entries, paid_at, reference, note,
        requested_by, awaits_approval)
    values (${moment}, ${moment}, ${owner}::bigint, ${value}::text::numeric, ${currency}::text, 'manual',
      ${awaitsApproval ? 'created' : 'settled'}::text, ${ids}, ${given.paidAt}::text::timestamptz,
      ${given.reference}::text, ${given.note}::text, ${actor.name}::text, ${awaitsApproval}::boolean)
    returning id`.execute(db)
  const payment = row!.id
  await sql`insert into payment_entry (payment, entry) select ${payment}::bigint, unnest(${ids})`.execute(db)
  await insertRequest(db, { payment, requestedBy: actor.userId })
  if (awaitsApproval) return { payment, awaitsApproval }
  await sql`insert into payment_attempt (payment, at, outcome, message, remark) values (${payment}, ${moment},
    'settled', ${attemptText(byHand)}::text, ${JSON.stringify(byHand)}::text::jsonb)`.execute(db)
  await sql`update entry set status = 'complete', payment_method = 'manual', version = version + 1,
    updated_at = ${moment} where id = any(${ids})`.execute(db)
  await takeBackAdvances(db, { entries: entries.map(({ id }) => id), actor, at: now, zone })
  return { payment, awaitsApproval }
}

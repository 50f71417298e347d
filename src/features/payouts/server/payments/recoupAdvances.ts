import { sql } from 'kysely'
import { businessDay } from '#engine/values/calendar.ts'
import { type Money, negated } from '#engine/values/money.ts'
import { payeeOf } from '#rules/payouts/payments.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { addAdjustment } from '#features/commission/server/close/adjustEntry.ts'
import { readAllocations } from '#features/commission/server/close/entryDetails.ts'
import { byClockOfPayment } from '../payees/payeeClock.ts'

/** What takes an advance back is written as, in the list of its adjustments. */
const reason = 'advance_taken_back'

interface Advance {
  readonly id: number
  readonly affiliate: number | null
  readonly partner: number | null
  readonly value: Money
}

/**
 * Advances among entries that have just become complete are taken back: each by an adjustment of the opposite amount,
 * which what is earned from now on is set against.
 * @param entries the caller holds their locks.
 */
export async function recoupAdvances(change: WriteContext, entries: readonly number[]): Promise<void> {
  const { db, actor } = change
  const { rows } = await sql<Advance>`select id, affiliate, partner, value from entry
    where id = any(${idArray(entries)}) and kind = 'advance' and not exists (
      select from entry_adjustment where source_entry = entry.id and reason = ${reason}::text) order by id`.execute(db)
  for (const { id, value, ...row } of rows) {
    const parts = (await readAllocations(db, [id])).map((part) => ({ ...part, value: negated(part.value) }))
    const today = businessDay(await byClockOfPayment(change, row))
    await addAdjustment(db, { source: id, owner: payeeOf(row), value: negated(value), parts, reason, today, actor })
  }
}

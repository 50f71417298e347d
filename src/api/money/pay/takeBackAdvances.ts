import { type Kysely, sql } from 'kysely'
import { businessDay } from '../../../domain/calendar.ts'
import { type Money, negated } from '../../../domain/money.ts'
import type { OwnerKind } from '../../../domain/payments.ts'
import type { Actor } from '../../../config/actor.ts'
import { idArray } from '../../database/arrays.ts'
import { addAdjustment } from '../close/adjustEntry.ts'
import { readParts } from '../close/entryParts.ts'

/** What takes an advance back is written as, in the list of its adjustments. */
const takenBack = 'advance_taken_back'

/**
 * Advances among entries that have just become complete are taken back: each by an adjustment of the opposite amount,
 * which what is earned from now on is set against.
 * @param entries the caller holds their locks.
 */
export async function takeBackAdvances(
  db: Kysely<any>,
  { entries, actor, at, zone }: { entries: readonly number[]; actor: Actor; at: Date; zone: string },
): Promise<void> {
  const { rows } = await sql<{
    id: number
    kind: OwnerKind
    owner: number
    value: Money
  }>`select id, case when affiliate is null then 'partner' else 'affiliate' end as kind,
      coalesce(affiliate, partner) as owner, value
    from entry where id = any(${idArray(entries)}) and kind = 'advance' and not exists (select from entry_adjustment
      where source_entry = entry.id and reason = ${takenBack}::text) order by id`.execute(db)
  for (const { id, kind, owner, value } of rows) {
    const {
      rows: [last],
    } = await sql<{
      number: number
    }>`select coalesce(max(number), 0) as number from entry_adjustment where source_entry = ${id}`.execute(db)
    const parts = (await readParts(db, [id])).map((part) => ({ ...part, value: negated(part.value) }))
    await addAdjustment(db, {
      source: id,
      owner,
      ownerKind: kind,
      number: last!.number + 1,
      value: negated(value),
      parts,
      reason: takenBack,
      today: businessDay({ at, zone }),
      actor,
    })
  }
}

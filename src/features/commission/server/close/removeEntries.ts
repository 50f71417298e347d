import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { logActivity, type LogOrigin } from '#engine/activityLog/server/activityLog.ts'
import { idArray } from '#engine/server/database/arrays.ts'

interface WholeEntry {
  readonly id: number
  readonly content: Readonly<Record<string, unknown>>
}

/**
 * Removes pending entries; the activity log keeps the whole content of each, lines included. The caller has made sure,
 * under lock, that they are pending and not being paid.
 */
export async function removeEntries(
  db: Kysely<any>,
  { ids, actor, request }: { ids: readonly number[]; actor: Actor; request?: LogOrigin | undefined },
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<WholeEntry>`select entry.id, json_build_object('day', entry.day,
      'affiliate', entry.affiliate, 'partner', entry.partner, 'kind', entry.kind, 'value', entry.value,
      'currency', entry.currency, 'status', entry.status, 'paymentMethod', entry.payment_method, 'lines', (
        select coalesce(json_agg(json_build_object('product', line.product, 'base', line.base, 'rate', line.rate,
          'ruleVersion', line.rule_version, 'amount', line.amount, 'detail', line.detail) order by line.product), '[]')
        from entry_line line where line.entry = entry.id)) as content
    from entry where entry.id = any(${idArray(ids)}) order by entry.id`.execute(db)
  for (const { id, content } of rows) {
    const gone = Object.entries(content).map(([field, before]) => ({ field, before, after: null }))
    const changes = gone.filter(({ before }) => before !== null)
    await logActivity(db, { actor, request, operation: 'remove', object: 'entry', objectId: id, changes })
  }
  await sql`delete from entry where id = any(${idArray(ids)})`.execute(db)
}

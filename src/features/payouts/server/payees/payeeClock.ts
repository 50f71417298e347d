import { sql } from 'kysely'
import type { Payee } from '#rules/payouts/payments.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import type { WriteContext } from '#engine/records/server/change.ts'

/** A change by the clock of the company of whom it pays, where that names a zone: whoever asks may sit elsewhere. */
export async function byClockOfPayee(change: WriteContext, { kind, id }: Payee): Promise<WriteContext> {
  const found = sql<{ zone: string | null }>`select company.time_zone as zone from company
    join ${sql.table(kind)} owner on owner.company = company.id where owner.id = ${String(id)}::text::bigint`
  const { zone } = (await firstRow(change.db, found)) ?? { zone: null }
  return zone === null ? change : { ...change, zone }
}

/** The same of a payment. */
export function byClockOfPayment(
  change: WriteContext,
  { affiliate, partner }: { readonly affiliate: number | null; readonly partner: number | null },
): Promise<WriteContext> {
  return byClockOfPayee(
    change,
    affiliate === null ? { kind: 'partner', id: partner! } : { kind: 'affiliate', id: affiliate },
  )
}

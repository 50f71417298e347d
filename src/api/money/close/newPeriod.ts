import { sql } from 'kysely'
import type { Check } from '../../effects/effect.ts'

/** A period ends after it begins, and no day is in two of a company. */
export const newPeriod: Check = async ({ transaction, operation, after }) => {
  if (operation !== 'create') return []
  const { company, from, to } = after as { company: number; from: string; to: string }
  if (to < from) return [{ field: 'to', code: 'before_begin' }]
  await sql`select pg_advisory_xact_lock(hashtext('period of a company'),
    ${String(company)}::text::bigint::integer)`.execute(transaction)
  const {
    rows: [other],
  } = await sql<{ from: string; to: string }>`select "from"::text as "from", "to"::text as "to" from period
    where company = ${String(company)}::text::bigint and period."from" <= ${to}::text::date
      and period."to" >= ${from}::text::date order by period."from" limit 1`.execute(transaction)
  return other ? [{ field: 'from', code: 'period_overlaps', values: { from: other.from, to: other.to } }] : []
}

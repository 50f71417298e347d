import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { measures } from '#resources/measures.ts'
import { type ControlAmount, controlAmounts, type ControlTotal } from '../../answers/periods.ts'
import type { MeasureName } from '#engine/declaration/names.ts'
import type { Day } from '#engine/values/calendar.ts'
import { earnedKinds } from '#rules/payouts/payments.ts'
import { forEach } from '#rules/activity/measures.ts'
import { affiliateTotalSum } from '#features/activity/server/rollUp/columns.ts'

/** The days of a company that are looked at. */
export interface CompanyDays {
  readonly company: number
  readonly from: Day
  readonly to: Day
}

/** The condition that an entry's owner is of a company. @param entry the entry's alias */
export function isOfCompany(entry: string, company: number): RawBuilder<boolean> {
  return sql`(${sql.ref(`${entry}.affiliate`)} in (select owner.id from affiliate owner
    where owner.company = ${company}::bigint)
    or ${sql.ref(`${entry}.partner`)} in (select owner.id from partner owner where owner.company = ${company}::bigint))`
}

/** What of them movement tells; entries tell the others. */
const ofMovement = controlAmounts.filter((name) => Object.hasOwn(measures, name)) as readonly MeasureName[]
type Row = { readonly currency: string; readonly entries: number } & Readonly<Record<ControlAmount, string>>

/** What a company's days come to, one row a currency; none where nothing moved. */
export async function readControlTotals(db: Kysely<any>, { company, from, to }: CompanyDays): Promise<ControlTotal[]> {
  const within = sql`between ${from}::text::date and ${to}::text::date`
  const ofKind = (...kinds: readonly string[]) =>
    sql`coalesce(sum(entry.value) filter (where entry.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})), 0)`
  // Money stands there in whole cents.
  const moved = sql.raw(ofMovement.map((name) => `sum(${affiliateTotalSum(name)}) / 100.0 as ${name}`).join(', '))
  const { rows } = await sql<Row>`
    with written as (
      select entry.currency, count(*) filter (where entry.value <> 0) as entries, ${ofKind(...earnedKinds)} as commission,
        ${ofKind('adjustment')} as adjustments, ${ofKind('advance')} as advances,
        sum(entry.value) as total
      from entry where entry.day ${within} and entry.status in ('pending', 'complete')
        and ${isOfCompany('entry', company)} group by 1),
    moved as (
      select coalesce(brand.currency, 'BRL') as currency, ${moved}
      from movement_wide join brand on brand.id = movement_wide.brand where brand.company = ${company}::bigint
        and movement_wide.day ${within} group by 1)
    select currency, coalesce(written.entries, 0) as entries,
      ${sql.join(controlAmounts.map((name) => sql`coalesce(${sql.id(name)}, 0)::numeric(20, 2) as ${sql.id(name)}`))}
    from written full join moved using (currency) order by currency`.execute(db)
  return rows.map(({ currency, entries, ...values }) => ({
    currency,
    entries: Number(entries),
    ...forEach(controlAmounts, (name) => Number(values[name])),
  }))
}

/** What two people sign: SHA-256 over company, days and totals. */
export function digestOf({ company, from, to }: CompanyDays, totals: readonly ControlTotal[]): string {
  const inOrder = totals.map((total) =>
    ['currency', 'entries', ...controlAmounts].map((name) => total[name as keyof ControlTotal]),
  )
  return createHash('sha256')
    .update(JSON.stringify([company, from, to, inOrder]))
    .digest('hex')
}

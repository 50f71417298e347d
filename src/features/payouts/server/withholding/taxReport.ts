import { type Kysely, sql } from 'kysely'
import type { TaxReportRow } from '../../answers/taxes.ts'
import type { Day } from '#engine/values/calendar.ts'

/** What stands in a month: payments of it that were sent, and what is given back in it of earlier months. */
const counted = (company: number, month: Day) => sql`(
  select taxed.*, payment.affiliate, payment.partner, 1 as sign from payment_taxed taxed
    join payment on payment.id = taxed.payment
    where taxed.company = ${company}::bigint and taxed.month = ${month}::text::date and payment.state <> 'created'
      and (taxed.voided is null or taxed.voided > taxed.month)
  union all
  select taxed.*, payment.affiliate, payment.partner, -1 from payment_taxed taxed
    join payment on payment.id = taxed.payment
    where taxed.company = ${company}::bigint and taxed.voided = ${month}::text::date and taxed.month < taxed.voided)`

/**
 * What was withheld in a month, by tax and payee. A month that is over stays as it is: what came back of its payments
 * since stands in the month in which it did.
 * @param month its first day
 */
export async function readTaxReport(
  db: Kysely<any>,
  { company, month }: { company: number; month: Day },
): Promise<TaxReportRow[]> {
  type Row = Omit<TaxReportRow, 'gross' | 'withheld' | 'givenBack' | 'total'> &
    Record<'gross' | 'withheld' | 'givenBack', string>
  const { rows } = await sql<Row>`
    with counted as materialized (select * from ${counted(company, month)} counted),
      whole as (select payee, currency, sum(sign * gross) as gross, count(*) filter (where sign = 1)::int as payments,
          string_agg(distinct coalesce(affiliate.name, partner.name), ', ') as name
        from counted left join affiliate on affiliate.id = counted.affiliate
        left join partner on partner.id = counted.partner group by 1, 2)
    select kept.tax, split_part(payee, ' ', 1) as "documentType", split_part(payee, ' ', 2) as document, whole.name,
      currency, whole.payments, whole.gross::text as gross,
      coalesce(sum(kept.value) filter (where sign = 1), 0)::text as withheld,
      coalesce(sum(kept.value) filter (where sign = -1), 0)::text as "givenBack"
    from counted join whole using (payee, currency) join payment_withheld kept on kept.payment = counted.payment
    group by kept.tax, payee, currency, whole.name, whole.payments, whole.gross
    order by kept.tax, currency, whole.name, payee`.execute(db)
  return rows.map(({ gross, withheld, givenBack, ...row }) => ({
    ...row,
    // Owners without a document are told by name alone.
    document: /^(affiliate|partner)-\d+$/.test(row.document) ? '' : row.document,
    gross: Number(gross),
    withheld: Number(withheld),
    givenBack: Number(givenBack),
    total: (Math.round(Number(withheld) * 100) - Math.round(Number(givenBack) * 100)) / 100,
  }))
}

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Taxes } from '#engine/declaration/tax.ts'
import { taxes as declared, taxNames } from '#resources/taxes.ts'
import type { Day } from '#engine/values/calendar.ts'
import { compareMoney, type Money, zeroMoney } from '#engine/values/money.ts'
import { type Payee, type PayeeKind, payeeKinds, type PaymentState } from '#rules/payouts/payments.ts'
import { type TaxBracket, type TaxedMonth, type TaxTable, withhold, type Withheld } from '#rules/payouts/withholding.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'

const taxes: Taxes = declared

/** A payment of which something may be kept back. */
export interface Withholding {
  readonly owner: Payee
  readonly currency: string
  readonly gross: Money
  /** The tables of this day count. */
  readonly day: Day
}

interface Row {
  /** Of what was asked, from 0. */
  readonly place: number
  readonly tax: string
  readonly municipality: string
  readonly brackets: readonly TaxBracket[]
  readonly ceiling: Money | null
}

/** The tables that hold, of a tax by municipality the owner's own, else the one that holds everywhere. */
function chosenTables(rows: readonly Row[]): TaxTable[] {
  return taxNames.flatMap((tax): TaxTable[] => {
    const own = rows.filter((row) => row.tax === tax)
    const [found] = own.toSorted((one, other) => other.municipality.length - one.municipality.length)
    if (!found || (found.municipality !== '' && !taxes[tax]!.byMunicipality)) return []
    const ceiling = found.ceiling === null ? null : Number(found.ceiling)
    return [{ tax, after: taxes[tax]!.after ?? [], brackets: found.brackets, ceiling }]
  })
}

const documentOf: Readonly<Record<PayeeKind, RawBuilder<string>>> = {
  affiliate: sql`coalesce(document, case document_type when 'cpf' then cpf end)`,
  partner: sql`document`,
}

/**
 * Owners as payees of taxes: their company, and the document that owners of one payee have in common; who has none is a
 * payee of its own.
 */
const payees = sql.join(
  payeeKinds.map(
    (kind) => sql`select ${sql.lit(kind)} as kind, id, company, document_type, municipality, document_type || ' '
      || coalesce(nullif(upper(regexp_replace(${documentOf[kind]}, '[^0-9A-Za-z]', '', 'g')), ''),
        ${sql.lit(`${kind}-`)} || id) as payee from ${sql.table(kind)}`,
  ),
  sql` union all `,
)

const firstOfMonth = (day: Day) => sql`date_trunc('month', ${day}::text::date)::date`

/** What each of the asked was paid in the month of a day before, and what was withheld of it. */
async function readMonths(db: Kysely<any>, wanted: string, day: Day): Promise<Map<number, TaxedMonth>> {
  const { rows } = await sql<TaxedMonth & { place: number }>`
    select wanted.place, month.gross::text as gross, coalesce((select json_object_agg(taken.tax, taken.value::text)
        from (select kept.tax, sum(kept.value) as value from payment_withheld kept
          where kept.payment = any(month.payments) group by kept.tax) taken), '{}') as withheld
    from jsonb_to_recordset(${wanted}::text::jsonb) wanted (place integer, kind text, id bigint, currency text)
    join (${payees}) owner on owner.kind = wanted.kind and owner.id = wanted.id
    cross join lateral (select sum(taxed.gross) as gross, array_agg(taxed.payment) as payments from payment_taxed taxed
      where taxed.company = owner.company and taxed.payee = owner.payee and taxed.currency = wanted.currency
        and taxed.voided is null and taxed.day >= ${firstOfMonth(day)}
        and taxed.day < ${firstOfMonth(day)} + interval '1 month') month
    where month.gross is not null`.execute(db)
  return new Map(rows.map(({ place, ...month }) => [place, month]))
}

/**
 * What would be kept back of payments by the tables of a day, and what would be left to send: of each in the order in
 * which they were asked, as if it were the next of its payee's month.
 */
export async function computeWithholding(
  db: Kysely<any>,
  asked: readonly Omit<Withholding, 'day'>[],
  day: Day,
): Promise<{ lines: Withheld[]; net: Money }[]> {
  const wanted = asked.map(({ owner, currency }, place) => ({ place, kind: owner.kind, id: owner.id, currency }))
  const { rows } = await sql<Row>`select distinct on (wanted.place, tables.tax, tables.municipality) wanted.place,
      tables.tax, tables.municipality, tables.brackets, tables.ceiling
    from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) wanted (place integer, kind text, id bigint, currency text)
    join (${payees}) owner on owner.kind = wanted.kind and owner.id = wanted.id
    join tax_table tables on tables.company = owner.company and tables.owner_kind = owner.document_type
      and tables.municipality in ('', lower(trim(coalesce(owner.municipality, ''))))
      and tables.currency = wanted.currency and tables.day <= ${day}::text::date
    order by wanted.place, tables.tax, tables.municipality desc, tables.day desc`.execute(db)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  if (rows.length === 0) return asked.map(({ gross }) => withhold(gross, []))
  const months = await readMonths(db, JSON.stringify(wanted), day)
  return asked.map(({ gross, currency }, place) =>
    withhold(gross, chosenTables(byPlace.get(place) ?? []), months.get(place), currency),
  )
}

/**
 * Keeps other payments of an owner's payee from being taxed until the transaction ends: of two at once the second sees
 * the month with the first. Owners of one document are locked together.
 */
async function lockPayee(db: Kysely<any>, { kind, id }: Payee): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('withholding'), hashtext(owner.company || ' ' || owner.payee))
    from (${payees}) owner where owner.kind = ${kind}::text and owner.id = ${String(id)}::text::bigint
      and owner.payee is not null and owner.company is not null`.execute(db)
}

/**
 * What is kept back of a payment by the tables of its day, with what its payee was paid in the month, and what is left
 * to send. Locks the payee's month.
 * @throws ApiError `nothing_left` where taxes take all of it
 */
export async function withholdOf(
  db: Kysely<any>,
  { day, ...withholding }: Withholding,
): Promise<{ lines: Withheld[]; net: Money }> {
  await lockPayee(db, withholding.owner)
  const [result] = await computeWithholding(db, [withholding], day)
  const { lines, net } = result!
  if (lines.length > 0 && compareMoney(net, zeroMoney) <= 0) throw new ApiError('nothing_left')
  return { lines, net }
}

/** Keeps with a payment what was kept back of it. */
export async function insertWithheld(
  db: Kysely<any>,
  payment: number,
  { owner, currency, gross, day, today, lines }: Withholding & { today: Day; lines: readonly Withheld[] },
): Promise<void> {
  for (const { tax, base, rate, value, before } of lines)
    await sql`insert into payment_withheld (payment, tax, base, rate, value, before) values (${payment}::bigint,
      ${tax}::text, ${base}::text::numeric, ${rate}::numeric, ${value}::text::numeric,
      ${before}::text::numeric)`.execute(db)
  await sql`insert into payment_taxed (payment, company, payee, currency, gross, day, month)
    select ${payment}::bigint, owner.company, owner.payee, ${currency}::text, ${gross}::text::numeric,
      ${day}::text::date, case when exists (select from period where period.company = owner.company
          and period.state = 'locked' and ${day}::text::date between period."from" and period."to")
        then greatest(${firstOfMonth(day)}, ${firstOfMonth(today)}) else ${firstOfMonth(day)} end
    from (${payees}) owner where owner.kind = ${owner.kind}::text and owner.id = ${String(owner.id)}::text::bigint
      and owner.payee is not null and owner.company is not null
      and owner.document_type in ('cpf', 'cnpj')`.execute(db)
}

/**
 * Taxes a payment that was made in an earlier month anew as it is sent, with what its payee is paid in the month in which
 * it goes: that month is its base and has it in its report.
 * @returns false where taxes would take all of it; then nothing is changed
 */
export async function taxAsSent(db: Kysely<any>, payment: number, { owner, currency, gross, day }: Withholding) {
  const asMade = await firstRow(
    db,
    sql`select from payment_taxed where payment = ${payment} and day < ${firstOfMonth(day)}`,
  )
  if (!asMade) return true
  await lockPayee(db, owner)
  const withholding = { owner, currency, gross, day }
  const [result] = await computeWithholding(db, [withholding], day)
  const { lines, net } = result!
  if (lines.length > 0 && compareMoney(net, zeroMoney) <= 0) return false
  await sql`delete from payment_withheld where payment = ${payment}`.execute(db)
  await sql`delete from payment_taxed where payment = ${payment}`.execute(db)
  await insertWithheld(db, payment, { ...withholding, today: day, lines })
  return true
}

/**
 * Follows a payment to another state in the books of taxes: one that was refused or came back counts no more in its
 * month, and is given back in the present one.
 */
export async function followTaxed(
  db: Kysely<any>,
  { payment, to, today }: { payment: number; to: PaymentState; today: Day },
): Promise<void> {
  if (to === 'rejected' || to === 'returned')
    await sql`update payment_taxed set voided = greatest(month, ${firstOfMonth(today)})
      where payment = ${payment} and voided is null`.execute(db)
}

import { type Kysely, sql } from 'kysely'
import { type Taxes } from '#engine/declaration/tax.ts'
import { taxes as declared, taxNames } from '#resources/taxes.ts'
import type { Day } from '#engine/values/calendar.ts'
import { compareMoney, type Money, zeroMoney } from '#engine/values/money.ts'
import { type Payee, payeeKinds } from '#rules/payouts/payments.ts'
import { type TaxBracket, type TaxTable, withhold, type Withheld } from '#rules/payouts/withholding.ts'
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

/**
 * What would be kept back of payments by the tables of a day, and what would be left to send: of each in the order in
 * which they were asked.
 */
export async function computeWithholding(
  db: Kysely<any>,
  asked: readonly Omit<Withholding, 'day'>[],
  day: Day,
): Promise<{ lines: Withheld[]; net: Money }[]> {
  const wanted = asked.map(({ owner, currency }, place) => ({ place, kind: owner.kind, id: owner.id, currency }))
  const owners = sql.join(
    payeeKinds.map(
      (kind) => sql`select ${sql.lit(kind)} as kind, id, company, document_type, municipality from ${sql.table(kind)}`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<Row>`select distinct on (wanted.place, tables.tax, tables.municipality) wanted.place,
      tables.tax, tables.municipality, tables.brackets, tables.ceiling
    from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) wanted (place integer, kind text, id bigint, currency text)
    join (${owners}) owner on owner.kind = wanted.kind and owner.id = wanted.id
    join tax_table tables on tables.company = owner.company and tables.owner_kind = owner.document_type
      and tables.municipality in ('', lower(trim(coalesce(owner.municipality, ''))))
      and tables.currency = wanted.currency and tables.day <= ${day}::text::date
    order by wanted.place, tables.tax, tables.municipality desc, tables.day desc`.execute(db)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return asked.map(({ gross }, place) => withhold(gross, chosenTables(byPlace.get(place) ?? [])))
}

/**
 * What is kept back of a payment by the tables of its day, and what is left to send.
 * @throws ApiError `nothing_left` where taxes take all of it
 */
export async function withholdOf(
  db: Kysely<any>,
  { day, ...withholding }: Withholding,
): Promise<{ lines: Withheld[]; net: Money }> {
  const [result] = await computeWithholding(db, [withholding], day)
  const { lines, net } = result!
  if (lines.length > 0 && compareMoney(net, zeroMoney) <= 0) throw new ApiError('nothing_left')
  return { lines, net }
}

/** Keeps with a payment what was kept back of it. */
export async function insertWithheld(db: Kysely<any>, payment: number, lines: readonly Withheld[]): Promise<void> {
  for (const { tax, base, rate, value } of lines)
    await sql`insert into payment_withheld (payment, tax, base, rate, value) values (${payment}::bigint, ${tax}::text,
      ${base}::text::numeric, ${rate}::numeric, ${value}::text::numeric)`.execute(db)
}

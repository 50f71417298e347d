import { type Kysely, sql } from 'kysely'
import { type Taxes } from '../../../config/tax.ts'
import { taxes as declared, taxNames } from '../../../../resources/taxes.ts'
import type { Day } from '../../../domain/calendar.ts'
import { compareMoney, type Money, zeroMoney } from '../../../domain/money.ts'
import type { Owner } from '../../../domain/payments.ts'
import { type TaxBracket, type TaxTable, withhold, type Withheld } from '../../../domain/withholding.ts'
import { ApiError } from '../../errors.ts'

const taxes: Taxes = declared

/** A payment of which something may be kept back. */
export interface Withholding {
  readonly owner: Owner
  readonly currency: string
  readonly gross: Money
  /** The tables of this day count. */
  readonly day: Day
}

interface Row {
  readonly tax: string
  readonly municipality: string
  readonly brackets: readonly TaxBracket[]
  readonly ceiling: Money | null
}

/** The tables of a day for an owner; of a tax by municipality its own, else the one that holds everywhere. */
async function tablesFor(db: Kysely<any>, { owner, currency, day }: Withholding): Promise<TaxTable[]> {
  // A partner has no document that says of which kind it is.
  if (owner.kind === 'partner') return []
  const { rows } = await sql<Row>`select distinct on (tables.tax, tables.municipality) tables.tax, tables.municipality,
      tables.brackets, tables.ceiling
    from affiliate join tax_table tables on tables.company = affiliate.company
      and tables.owner_kind = affiliate.document_type
      and tables.municipality in ('', lower(trim(coalesce(affiliate.municipality, ''))))
    where affiliate.id = ${owner.id}::bigint and tables.currency = ${currency}::text
      and tables.day <= ${day}::text::date
    order by tables.tax, tables.municipality desc, tables.day desc`.execute(db)
  return taxNames.flatMap((tax): TaxTable[] => {
    const own = rows.filter((row) => row.tax === tax)
    const [found] = own.toSorted((one, other) => other.municipality.length - one.municipality.length)
    if (!found || (found.municipality !== '' && !taxes[tax]!.byMunicipality)) return []
    const ceiling = found.ceiling === null ? null : Number(found.ceiling)
    return [{ tax, after: taxes[tax]!.after ?? [], brackets: found.brackets, ceiling }]
  })
}

/**
 * What is kept back of a payment by the tables of its day, and what is left to send.
 * @throws ApiError `nothing_left` where taxes take all of it
 */
export async function withholdOf(
  db: Kysely<any>,
  withholding: Withholding,
): Promise<{ lines: Withheld[]; net: Money }> {
  const result = withhold(withholding.gross, await tablesFor(db, withholding))
  if (result.lines.length > 0 && compareMoney(result.net, zeroMoney) <= 0) throw new ApiError('nothing_left')
  return result
}

/** Keeps with a payment what was kept back of it. */
export async function insertWithheld(db: Kysely<any>, payment: number, lines: readonly Withheld[]): Promise<void> {
  for (const { tax, base, rate, value } of lines)
    await sql`insert into payment_withheld (payment, tax, base, rate, value) values (${payment}::bigint, ${tax}::text,
      ${base}::text::numeric, ${rate}::numeric, ${value}::text::numeric)`.execute(db)
}

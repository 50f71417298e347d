import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { textArray } from '#engine/server/database/arrays.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { readCsvTable } from '#engine/imports/server/table/readCsvTable.ts'
import { controlMeasures, findMonthColumns } from '#rules/activity/dailyTotals.ts'
import { decimalSignIn, plainAmount, plainMonth } from '#rules/activity/feedValues.ts'
import { migrationKits } from '#rules/activity/migrationKits.ts'
import { movementColumns } from '../rollUp/columns.ts'

/** What another system states of a month: a count or an amount, or null where it is taken back. */
export interface StatedTotal {
  /** `YYYY-MM` */
  readonly month: string
  readonly measure: string
  readonly value: string | null
}

const textMax = 200_000
const monthsMax = 600
const problemsMax = 100
const counts: ReadonlySet<string> = new Set(movementColumns.flatMap(({ name, isMoney }) => (isMoney ? [] : [name])))
const patternOf = (measure: string) => (counts.has(measure) ? /^\d{1,12}(?:\.0+)?$/ : /^-?\d{1,13}(?:\.\d{1,2}0*)?$/)

const bodySchema = z.union([
  z.strictObject({
    totals: z
      .array(
        z.strictObject({
          month: z.string(),
          measure: z.enum(controlMeasures),
          value: z.union([z.string(), z.number(), z.null()]),
        }),
      )
      .min(1)
      .max(monthsMax * controlMeasures.length),
  }),
  z.strictObject({ table: z.string().min(1).max(textMax) }),
])

/**
 * Reads stated totals: `{totals: [{month, measure, value}]}`, or `{table}`, text as it is copied from a spreadsheet,
 * with a line of heads and one a month.
 * @throws ApiError 400 naming each cell that cannot be read
 */
export function readStatedTotals(body: unknown): StatedTotal[] {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) throw new ApiError('invalid_request', { values: { reason: 'totals or table' } })
  const [given, problems] = ['table' in parsed.data ? totalsIn(parsed.data.table) : parsed.data.totals, [] as Problem[]]
  const totals = given.flatMap(({ month: named, measure, value }, place): StatedTotal[] => {
    const [month, text] = [plainMonth(named), value === null ? null : String(value).trim()]
    const field = (name: string) => `totals.${place + 1}.${name}`
    if (month === null) problems.push({ field: field('month'), code: 'invalid_date' })
    if (text !== null && !patternOf(measure).test(text))
      problems.push({ field: field('value'), code: 'import_number', values: { value: text.slice(0, 60) } })
    return month === null ? [] : [{ month, measure, value: text }]
  })
  if (problems.length > 0) throw validationError(problems.slice(0, problemsMax))
  return totals
}

function totalsIn(text: string): { month: string; measure: string; value: string | null }[] {
  const { heads, rows } = readCsvTable(text)
  const targets = findMonthColumns(heads, migrationKits, migrationKits[0]!)
  const monthAt = targets?.indexOf('month') ?? -1
  const places = controlMeasures.flatMap((measure) => {
    const place = targets?.indexOf(measure) ?? -1
    return place < 0 ? [] : [{ measure, place }]
  })
  if (monthAt < 0 || places.length === 0) throw validationError([{ field: 'table', code: 'import_no_column' }])
  const textOf = (cell: unknown) => (cell === null || cell === undefined ? '' : String(cell).trim())
  const amounts = rows.flatMap(({ cells }) => places.map(({ place }) => textOf(cells[place])))
  const sign = decimalSignIn(amounts) ?? ','
  return rows.flatMap(({ cells }) =>
    places.flatMap(({ measure, place }) => {
      const value = plainAmount(textOf(cells[place]), sign)
      return value === '' || value === '-' ? [] : [{ month: textOf(cells[monthAt]), measure, value }]
    }),
  )
}

/** Keeps what is stated of months, and takes back what is null. */
export async function keepStatedTotals(
  db: Kysely<AnyTables>,
  { brand, totals, by, now }: { brand: number; totals: readonly StatedTotal[]; by: string; now: Date },
): Promise<void> {
  const last = [...new Map(totals.map((total) => [`${total.month} ${total.measure}`, total])).values()]
  const given = sql`unnest(${textArray(last.map(({ month }) => `${month}-01`))}::text::date[],
    ${textArray(last.map(({ measure }) => measure))}::text::text[],
    ${textArray(last.map(({ value }) => value ?? ''))}::text::text[]) as given (month, measure, value)`
  await sql`delete from stated_total using ${given} where stated_total.brand = ${brand}::bigint
    and stated_total.month = given.month and stated_total.measure = given.measure and given.value = ''`.execute(db)
  await sql`insert into stated_total (brand, month, measure, value, stated_by, stated_at)
    select ${brand}::bigint, month, measure, value::numeric, ${by}::text, ${timestamp(now)} from ${given}
      where value <> '' order by month, measure
    on conflict (brand, month, measure) do update set value = excluded.value, stated_by = excluded.stated_by,
      stated_at = excluded.stated_at`.execute(db)
}

/** What is stated of a brand's months. */
export async function statedTotals(db: Kysely<AnyTables>, brand: number): Promise<StatedTotal[]> {
  const { rows } = await sql<StatedTotal>`select to_char(month, 'YYYY-MM') as month, measure, value::text as value
    from stated_total where brand = ${brand}::bigint order by month, measure`.execute(db)
  return rows
}

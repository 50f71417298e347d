import { type Kysely, sql } from 'kysely'
import { currency as currencies } from '#resources/choices.ts'
import { taxes as declared, taxNames } from '#resources/taxes.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { ListedTaxTable, StoredTaxTable } from '../../answers/taxes.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { Taxes } from '#engine/declaration/tax.ts'
import { isDay } from '#engine/values/calendar.ts'
import { defaultCurrency } from '#engine/values/money.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import type { TaxBracket } from '#rules/payouts/withholding.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { logActivity, type LogOrigin } from '#engine/activityLog/server/activityLog.ts'

/** A table as it is loaded. */
export type GivenTaxTable = Omit<StoredTaxTable, 'id' | 'company'>

const taxes: Taxes = declared
const names = ['tax', 'ownerKind', 'municipality', 'currency', 'from', 'brackets', 'ceiling', 'source']
const bracketsMax = 20
const textMax = 200
const amountMax = 9_999_999_999

const isAmount = (value: unknown, max = amountMax): value is number =>
  typeof value === 'number' &&
  value >= 0 &&
  value <= max &&
  Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-4

function isBracket(value: unknown): value is TaxBracket {
  if (typeof value !== 'object' || value === null) return false
  const { from, rate, deduct, ...rest } = value as Record<string, unknown>
  const isKnown = Object.keys(rest).length === 0
  return isKnown && isAmount(from) && isAmount(rate, 100) && (deduct === undefined || isAmount(deduct))
}

function bracketProblems(given: unknown): Problem[] {
  const expected = 'a list of {from, rate, deduct}, from above to above, rates in percent'
  const isList = Array.isArray(given) && given.length > 0 && given.length <= bracketsMax && given.every(isBracket)
  const isInOrder = isList && given.every(({ from }, place) => place === 0 || from > given[place - 1]!.from)
  return isInOrder ? [] : [{ field: 'brackets', code: 'invalid_type', values: { expected } }]
}

const textProblems = (field: string, value: unknown, isRequired: boolean): Problem[] => {
  if (value === undefined || value === null || value === '') return isRequired ? [{ field, code: 'required' }] : []
  if (typeof value !== 'string') return [{ field, code: 'invalid_type', values: { expected: 'a text' } }]
  if (hasUnstorableCharacters(value)) return [{ field, code: 'invalid_type', values: { expected: 'a text' } }]
  return value.length > textMax ? [{ field, code: 'too_long', values: { max: textMax } }] : []
}

const choiceProblems = (field: string, value: unknown, choices: readonly string[]): Problem[] =>
  choices.some((each) => each === value)
    ? []
    : [{ field, code: 'invalid_choice', values: { choices: choices.join(', ') } }]

/** Reads a table as it was given. @throws ApiError 400 with all that is wrong */
export function readTaxTable(body: unknown): GivenTaxTable {
  const given = (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as Record<
    string,
    unknown
  >
  const { tax, ownerKind, municipality, currency = defaultCurrency, from, brackets, ceiling = null, source } = given
  const isOfTown = typeof tax === 'string' && Object.hasOwn(taxes, tax) && taxes[tax]!.byMunicipality === true
  const problems: Problem[] = [
    ...Object.keys(given)
      .filter((name) => !names.includes(name))
      .map((name): Problem => ({ field: name.slice(0, 60), code: 'unknown_property' })),
    ...choiceProblems('tax', tax, taxNames),
    ...choiceProblems('ownerKind', ownerKind, ['cpf', 'cnpj']),
    ...choiceProblems('currency', currency, currencies.values),
    ...textProblems('municipality', municipality, false),
    ...(municipality && !isOfTown ? [{ field: 'municipality', code: 'unknown_property' } as const] : []),
    ...(isDay(from) ? [] : [{ field: 'from', code: 'invalid_date' } as const]),
    ...bracketProblems(brackets),
    ...(ceiling === null || isAmount(ceiling)
      ? []
      : [{ field: 'ceiling', code: 'invalid_type', values: { expected: 'an amount' } } as const]),
    ...textProblems('source', source, true),
  ]
  if (problems.length > 0) throw validationError(problems)
  return {
    tax: tax as string,
    ownerKind: ownerKind as 'cpf' | 'cnpj',
    municipality: ((municipality as string | undefined) ?? '').trim().toLowerCase(),
    currency: currency as string,
    from: from as string,
    brackets: (brackets as TaxBracket[]).map((each) => ({ ...each, deduct: each.deduct ?? 0 })),
    ceiling: ceiling as number | null,
    source: source as string,
  }
}

/** The tables of a company, the newest of each first. */
export async function listTaxTables(db: Kysely<any>, company: number): Promise<StoredTaxTable[]> {
  const { rows } = await sql<StoredTaxTable>`select id, company, tax, owner_kind as "ownerKind", municipality, currency,
      day::text as from, brackets, ceiling, source
    from tax_table where company = ${company}::bigint
    order by tax, owner_kind, municipality, currency, day desc`.execute(db)
  return rows.map((row) => ({ ...row, ceiling: row.ceiling === null ? null : Number(row.ceiling) }))
}

type TableKey = Pick<StoredTaxTable, 'tax' | 'ownerKind' | 'municipality' | 'currency' | 'from'>

const keyOf = ({ tax, ownerKind, municipality, currency, from }: TableKey) =>
  JSON.stringify([tax, ownerKind, municipality, currency, from])

/**
 * The tables of a company with who loaded each last, as the log says: a name that was taken out of it is not told.
 * @param db as the owner: the log is not read by the roles
 */
export async function withLoaders(
  db: Kysely<any>,
  { company, tables }: { company: number; tables: readonly StoredTaxTable[] },
): Promise<ListedTaxTable[]> {
  const { rows } = await sql<{ at: Date; actor: string | null; loaded: TableKey | null }>`select at, actor,
      changes->0->'after' as loaded from activity_log
    where object = 'company' and object_id = ${String(company)}::text and operation = 'loadTax' order by id`.execute(db)
  const last = new Map(rows.flatMap((row) => (row.loaded ? [[keyOf(row.loaded), row] as const] : [])))
  return tables.map((table) => {
    const line = last.get(keyOf(table))
    return { ...table, loadedAt: line?.at.toISOString() ?? null, loadedBy: line?.actor ?? null }
  })
}

/** Loads a table; one of the same tax, kind of owner, municipality, currency and day is replaced. The log says both. */
export async function writeTaxTable(
  db: Kysely<any>,
  { company, table, ...by }: { company: number; table: GivenTaxTable; actor: Actor; request: LogOrigin; at: Date },
): Promise<void> {
  const { tax, ownerKind, municipality, currency, from, brackets, ceiling, source } = table
  const present = await listTaxTables(db, company)
  const before = present.find(
    (each) =>
      each.tax === tax &&
      each.ownerKind === ownerKind &&
      each.municipality === municipality &&
      each.currency === currency &&
      each.from === from,
  )
  await sql`insert into tax_table (company, tax, owner_kind, municipality, currency, day, brackets, ceiling, source)
    values (${company}::bigint, ${tax}::text, ${ownerKind}::text, ${municipality}::text, ${currency}::text,
      ${from}::text::date, ${JSON.stringify(brackets)}::text::jsonb, ${ceiling}::numeric, ${source}::text)
    on conflict (company, tax, owner_kind, municipality, currency, day) do update
      set brackets = excluded.brackets, ceiling = excluded.ceiling, source = excluded.source`.execute(db)
  const { id: _, company: __, ...old } = before ?? ({} as StoredTaxTable)
  const changes = [{ field: 'tax', before: before ? old : null, after: table }]
  await logActivity(db, { ...by, operation: 'loadTax', object: 'company', objectId: company, changes })
}

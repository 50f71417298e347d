import { parse } from 'csv-parse/sync'
import { type Kysely, sql } from 'kysely'
import { currency } from '#resources/choices.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { isDay, type Day } from '#engine/values/calendar.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { rowsAs } from '#engine/server/database/arrays.ts'
import { logActivity, type LogOrigin } from '#engine/activityLog/server/activityLog.ts'

/** One unit of `from` in `to`, from a day on until the next one. */
export interface Rate {
  readonly from: string
  readonly to: string
  readonly day: Day
  /** With 10 places at most. */
  readonly rate: number
  /** Who says so. */
  readonly source: string
}

const columns = ['from', 'to', 'day', 'rate', 'source'] as const
const ratesMax = 5_000
const sourceLengthMax = 200
const rateMax = 999_999_999

/** What is wrong with a rate as it was given; a number may come as text, as files hold it. */
function problemsOf(given: Readonly<Record<string, unknown>>): Problem[] {
  const codes = currency.values.join(', ')
  const isCurrency = (value: unknown) => currency.values.some((each) => each === value)
  const text = typeof given.rate === 'number' || typeof given.rate === 'string' ? String(given.rate) : ''
  return [
    ...Object.keys(given)
      .filter((name) => !columns.some((each) => each === name))
      .map((field): Problem => ({ field, code: 'unknown_property' })),
    ...(['from', 'to'] as const)
      .filter((name) => !isCurrency(given[name]))
      .map((field): Problem => ({ field, code: 'invalid_choice', values: { choices: codes } })),
    ...(isCurrency(given.from) && given.from === given.to ? [{ field: 'to', code: 'rate_of_itself' } as const] : []),
    ...(isDay(given.day) ? [] : [{ field: 'day', code: 'invalid_date' } as const]),
    ...(/^\d{1,9}(\.\d{1,10})?$/.test(text) && Number(text) > 0 && Number(text) <= rateMax
      ? []
      : [
          {
            field: 'rate',
            code: 'invalid_type',
            values: { expected: 'a number above 0, with 10 places at most' },
          } as const,
        ]),
    ...(typeof given.source === 'string' && given.source.trim() !== ''
      ? []
      : [{ field: 'source', code: 'required' } as const]),
    ...(typeof given.source === 'string' && given.source.trim().length > sourceLengthMax
      ? [{ field: 'source', code: 'too_long', values: { max: sourceLengthMax } } as const]
      : []),
    ...(typeof given.source === 'string' && hasUnstorableCharacters(given.source)
      ? [{ field: 'source', code: 'unstorable_characters' } as const]
      : []),
  ]
}

function readRate(given: unknown): Rate {
  const problems = problemsOf(
    typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Record<string, unknown>) : {},
  )
  if (problems.length > 0) throw validationError(problems)
  const { from, to, day, rate, source } = given as Record<(typeof columns)[number], string>
  return { from, to, day: day as Day, rate: Number(rate), source: source.trim() }
}

function readAll(given: readonly unknown[]): Rate[] {
  if (given.length > ratesMax)
    throw new ApiError('invalid_request', { values: { reason: `${ratesMax} rates at most; load them in parts` } })
  return given.map((each, index) => {
    try {
      return readRate(each)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { field, code } = error.problems[0]!
      throw new ApiError('invalid_request', { values: { reason: `rate ${index + 1}: ${field}: ${code}` } })
    }
  })
}

/**
 * Reads CSV with a header that names the columns, in any order, separated by comma or semicolon; by semicolon a rate may
 * have a decimal comma, as such files are written.
 */
function readFile(text: string): Rate[] {
  const header = text.slice(0, text.search(/\r?\n|$/))
  const delimiter = header.includes(';') ? ';' : ','
  let rows: Record<string, string>[]
  try {
    rows = parse(text, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.toLowerCase()),
      delimiter,
      trim: true,
      skip_empty_lines: true,
    })
  } catch {
    throw new ApiError('invalid_request', {
      values: { reason: `the file must be CSV with a header: ${columns.join(',')}` },
    })
  }
  const isComma = delimiter === ';'
  return readAll(rows.map((row) => (isComma && row['rate'] ? { ...row, rate: row['rate'].replace(',', '.') } : row)))
}

/**
 * Reads `{from, to, day, rate, source}`, `{rates: [...]}` or `{file}`, the text of a CSV file.
 * @throws ApiError 400, all or nothing
 */
export function readRates(body: unknown): Rate[] {
  const given =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
  const [only, more] = Object.keys(given)
  if (more === undefined && only === 'rates' && Array.isArray(given.rates)) return readAll(given.rates)
  if (more === undefined && only === 'file' && typeof given.file === 'string') return readFile(given.file)
  return [readRate(given)]
}

/** Writes rates; one of the same two currencies and day is replaced. The log says what held before. */
export async function writeRates(
  db: Kysely<any>,
  rates: readonly Rate[],
  { actor, request, at }: { actor: Actor; request?: LogOrigin | undefined; at: Date },
): Promise<void> {
  const byKey = new Map(rates.map((rate) => [`${rate.from} ${rate.to} ${rate.day}`, rate]))
  const last = [...byKey.values()]
  if (last.length === 0) return
  const given = rowsAs('given', last, {
    from_currency: ['text', ({ from }) => from],
    to_currency: ['text', ({ to }) => to],
    day: 'date',
    rate: 'numeric',
    source: 'text',
  })
  const { rows: before } = await sql<{
    key: string
    rate: string
  }>`select concat_ws(' ', stored.from_currency, stored.to_currency, stored.day) as key,
    trim_scale(stored.rate)::text as rate
    from ${given} join rate stored using (from_currency, to_currency, day) for update of stored`.execute(db)
  await sql`insert into rate (from_currency, to_currency, day, rate, source) select * from ${given}
    on conflict (from_currency, to_currency, day) do update set rate = excluded.rate, source = excluded.source`.execute(
    db,
  )
  const known = new Map(before.map(({ key, rate }) => [key, rate]))
  const changes = [...byKey].map(([key, { rate, source }]) => ({
    field: key,
    before: known.get(key) ?? null,
    after: `${rate} (${source})`,
  }))
  await logActivity(db, {
    actor,
    request,
    operation: 'loadRates',
    object: 'rate',
    objectId: [...byKey.keys()][0]!,
    changes,
    at,
  })
}

/** The rates there are between two days, oldest first. */
export async function listRates(db: Kysely<any>, { from, to }: { from: Day; to: Day }): Promise<Rate[]> {
  const { rows } = await sql<
    Omit<Rate, 'rate'> & { rate: string }
  >`select from_currency as "from", to_currency as "to", day::text as day, rate, source from rate
    where day between ${from}::text::date and ${to}::text::date order by day, from_currency, to_currency`.execute(db)
  return rows.map((row) => ({ ...row, rate: Number(row.rate) }))
}

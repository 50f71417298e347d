import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { openingBalanceColumns } from '#rules/activity/migrationKits.ts'
import { resources } from '#resources/index.ts'
import { currency as currencies } from '#resources/choices.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { idArray, textArray } from '#engine/server/database/arrays.ts'
import { foldText } from '#engine/values/foldText.ts'
import { withdrawSettled } from '#features/commission/server/close/withdrawSettled.ts'
import { addDays, businessDay, type Day } from '#engine/values/calendar.ts'
import { Decimal, type Money, roundMoney } from '#engine/values/money.ts'
import { type Attachment, readAttachment } from '#engine/server/http/attachment.ts'
import { propertiesOf } from '#engine/server/http/bodies.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { type FileCell, type FileRow, type FileTable } from '#engine/imports/server/table/fileTable.ts'
import { readTableInThread } from '#engine/imports/server/table/readTable.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { matchColumns } from '#rules/activity/dailyTotals.ts'
import { dayOrderIn, decimalSignIn, plainAmount, plainDay } from '#rules/activity/feedValues.ts'
import { firstMoneyDay } from '#rules/payouts/payments.ts'
import type { ShownOpening } from '../../answers/openings.ts'
import { placeHold } from '../holds/holds.ts'
import { approveAdjustment, proposeAdjustment } from './manualAdjustments.ts'

/** What a file of opening balances came to: entries that wait for another person, all of them at once. */
export interface OpeningBalances {
  /** Names what is approved together; null where nothing is new. */
  readonly file: string | null
  readonly entries: readonly number[]
  readonly totals: readonly { readonly currency: string; readonly value: number }[]
  /** Rows that an earlier file said already. */
  readonly unchanged: number
  /** Losses to be set off against coming revenue as each deal says; no debt is made of them. */
  readonly carried: readonly OpeningRow[]
  /** Columns that hold nothing of a balance. */
  readonly ignored: readonly string[]
  /** What is owed and held: its affiliate is paid once somebody releases it. */
  readonly held: readonly OpeningRow[]
}

interface OpeningRow {
  readonly row: number
  readonly affiliate: string
  readonly currency: string
  readonly value: number
}

interface BalanceRow {
  readonly row: number
  readonly affiliate: string
  /** Null where the file names none: then the day before the company's first day here. */
  readonly day: Day | null
  readonly currency: string | null
  readonly value: Money
  readonly carried: Money
  readonly note: string
}

/** Reads `{file: {name, content}}`. @throws ApiError 400 */
export function readOpeningFile(body: unknown): Attachment {
  const { file: given, ...rest } = propertiesOf(body)
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw validationError([{ field: unknown.slice(0, 60), code: 'unknown_property' }])
  const file = readAttachment(given)
  if (file === null) throw validationError([{ field: 'file', code: 'required' }])
  if ('field' in file) throw validationError([file])
  return file
}

const fieldOf = (row: number, name: string) => `rows.${row}.${name}`
const textOf = (cell: FileCell | undefined) => (cell === null || cell === undefined ? '' : String(cell).trim())

/** The balances that a table states. @throws ApiError `validation_failed` naming each cell that cannot be read */
function balancesIn({ heads, rows }: FileTable): { balances: BalanceRow[]; ignored: string[] } {
  const headed = heads.map(readHead)
  const { targets } = matchColumns(
    headed.map(({ name }) => name),
    openingBalanceColumns,
    openingBalanceColumns,
  )
  const at = (name: string) => targets.indexOf(name)
  if (at('affiliate') < 0 || at('value') < 0) {
    const values = { heads: heads.filter(Boolean).join(', ').slice(0, 300) }
    throw validationError([{ field: 'file', code: 'opening_columns', values }])
  }
  // `Balance (BRL)` and `Balance (USD)` are two balances in one row.
  const valuesAt = headed.flatMap(({ name }, place) => (name === headed[at('value')]!.name ? [place] : []))
  const [amountsAt, problems] = [[...valuesAt, at('carried')], [] as Problem[]]
  const texts = rows.flatMap(({ cells }) =>
    amountsAt.flatMap((place) => (typeof cells[place] === 'string' ? [cells[place]] : [])),
  )
  const sign = decimalSignIn(texts) ?? ','
  const orders = new Set(rows.map(({ cells }) => dayOrderIn(textOf(cells[at('day')]))))
  const order = orders.has('month_first') && !orders.has('day_first') ? 'month_first' : 'day_first'
  const amountOf = (cell: FileCell | undefined, field: string): Money => {
    const text = typeof cell === 'number' ? String(cell) : plainAmount(textOf(cell), sign)
    if (text === '' || text === '-') return '0.00'
    if (/^-?\d{1,13}(?:\.\d{1,2}0*)?$/.test(text)) return roundMoney(text)
    problems.push({ field, code: 'import_number', values: { value: textOf(cell).slice(0, 60) } })
    return '0.00'
  }
  const readRow = ({ row, cells }: FileRow, valueAt: number, isFurther: boolean): BalanceRow => {
    const cell = (name: string) => (at(name) < 0 ? undefined : cells[at(name)])
    const said = textOf(cell('day'))
    const day = said === '' ? null : plainDay(said, order)
    if (said !== '' && day === null) problems.push({ field: fieldOf(row, 'day'), code: 'invalid_date' })
    const affiliate = textOf(cell('affiliate'))
    if (affiliate === '') problems.push({ field: fieldOf(row, 'affiliate'), code: 'required' })
    const currency = textOf(cell('currency')).toUpperCase() || headed[valueAt]!.currency
    if (currency !== null && !currencies.values.some((each) => each === currency))
      problems.push({
        field: fieldOf(row, 'currency'),
        code: 'invalid_choice',
        values: { choices: currencies.values.join(', ') },
      })
    const [value, carried] = [
      amountOf(cells[valueAt], fieldOf(row, 'value')),
      isFurther ? '0.00' : amountOf(cell('carried'), fieldOf(row, 'carried')),
    ]
    return { row, affiliate, day, currency, value, carried, note: textOf(cell('note')) }
  }
  const balances = rows.flatMap((row) => {
    const filled = valuesAt.filter((place) => textOf(row.cells[place]) !== '')
    return (filled.length > 0 ? filled : valuesAt.slice(0, 1)).map((place, index) => readRow(row, place, index > 0))
  })
  if (problems.length > 0) throw validationError(problems.slice(0, problemsMax))
  const isIgnored = (head: string, place: number) => head !== '' && !targets[place] && !valuesAt.includes(place)
  return { balances, ignored: heads.filter(isIgnored).slice(0, 50) }
}

const signs: Readonly<Record<string, string>> = { R$: 'BRL', US$: 'USD', '€': 'EUR', '£': 'GBP' }

/** What a column is called without the currency at its end, and that; of a second such column without its number. */
function readHead(head: string): { name: string; currency: string | null } {
  const plain = head.replace(/ #\d+$/, '')
  const [, name = '', sign = ''] = /^(.*?)[\s([:-]+([A-Z]{3}|R\$|US\$|€|£)[)\]]?$/.exec(plain) ?? []
  const currency = signs[sign] ?? sign
  return name !== '' && currencies.values.some((each) => each === currency)
    ? { name, currency }
    : { name: head, currency: null }
}

/** What an order is refused for, to be told of its row. @throws what says nothing of its fields */
function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof ApiError && error.problems.length > 0) return error.problems
  throw error
}

const problemsMax = 100
const openingsShown = 10

interface Owner {
  readonly name: string
  readonly id: number
  /** The day before the company's first day here. */
  readonly lastDay: Day | null
  readonly currency: string | null
}

/** The affiliates that a file names by token or by the id another system has for them, of those this person sees. */
async function ownersOf({ db, actor }: WriteContext, names: readonly string[]): Promise<Map<string, Owner>> {
  const { rows } = await sql<Owner>`with given as (select unnest(${textArray(names)}::text::text[]) as name),
    found as (select given.name, affiliate.id, 2 as rank from given join affiliate on affiliate.token = given.name
      union all select given.name, external_id.record, 1 from given
        join external_id on external_id.value = given.name and object = 'affiliate')
    select found.name, affiliate.id, (select min(brand.currency) from brand where brand.id = any(affiliate.brands)
        having count(distinct brand.currency) = 1) as currency,
        (select (company.moved_in_on - 1)::text from company where company.id = affiliate.company) as "lastDay"
      from found join affiliate on affiliate.id = found.id
        and ${scopeCondition({ actor, resource: resources.affiliate, alias: 'affiliate' })}
      order by found.rank desc, affiliate.id`.execute(db)
  return new Map(rows.map((row) => [row.name, row]))
}

interface Told {
  readonly affiliate: number
  readonly currency: string
  readonly value: Money
  readonly carried: Money
  /** Of the same file. */
  readonly row?: number
}

/** Opening balances that were stated before, and not declined. */
async function toldBefore({ db }: WriteContext): Promise<Map<string, Told>> {
  // Two files at once would both find that nothing was told.
  await sql`select pg_advisory_xact_lock(hashtext('opening balances'))`.execute(db)
  const { rows } = await sql<Told>`select entry.affiliate, entry.currency, entry.value::text as value,
      entry_request.carried::text as carried from entry_request join entry on entry.id = entry_request.entry
    where entry_request.opening is not null and entry.status <> 'declined'`.execute(db)
  return new Map(rows.map((told) => [`${told.affiliate} ${told.currency}`, told]))
}

/** Words by which other systems say that what they owed is held, folded. */
const heldPattern = /\b(?:retid[oa]|retenid[oa]|bloquead[oa]|held|hold|blocked|frozen|congelad[oa])\b/
const isHeld = ({ note, value }: BalanceRow) => heldPattern.test(foldText(note)) && new Decimal(value).isPositive()
const isSame = (told: Told, { value, carried }: Pick<BalanceRow, 'value' | 'carried'>) =>
  new Decimal(told.value).equals(value) && new Decimal(told.carried).equals(carried)

/**
 * Writes what another system owed, one entry for each affiliate and currency, all of them or none. They are no money
 * before another person approves the file. The same file again writes nothing.
 * @throws ApiError `validation_failed` naming the rows, and as {@link proposeAdjustment} does
 */
export async function proposeOpeningBalances(change: WriteContext, file: Attachment): Promise<OpeningBalances> {
  const { balances, ignored } = balancesIn(await readTableInThread(file.content))
  const owners = await ownersOf(change, [...new Set(balances.map(({ affiliate }) => affiliate))])
  const told = (rows: readonly BalanceRow[], valueOf: (row: BalanceRow) => Money): OpeningRow[] =>
    rows.map((each) => {
      const { row, affiliate } = each
      const currency = each.currency ?? owners.get(affiliate)!.currency!
      return { row, affiliate, currency, value: Number(valueOf(each)) }
    })
  const [before, opening, today] = [await toldBefore(change), randomUUID(), businessDay(change)]
  const [entries, problems] = [[] as number[], [] as Problem[]]
  const sums = new Map<string, Decimal>()
  let unchanged = 0
  for (const balance of balances) {
    const { row, affiliate, value, carried, ...rest } = balance
    const owner = owners.get(affiliate)
    const day = rest.day ?? owner?.lastDay
    const currency = rest.currency ?? owner?.currency
    const stated = owner && currency ? before.get(`${owner.id} ${currency}`) : undefined
    if (!owner) problems.push({ field: fieldOf(row, 'affiliate'), code: 'invalid_affiliate' })
    else if (!currency) problems.push({ field: fieldOf(row, 'currency'), code: 'required' })
    else if (!day) problems.push({ field: fieldOf(row, 'day'), code: 'required' })
    else if (day > today)
      problems.push({ field: fieldOf(row, 'day'), code: 'in_future', values: { today, zone: change.zone ?? 'UTC' } })
    else if (day < firstMoneyDay)
      problems.push({ field: fieldOf(row, 'day'), code: 'before_first_entry', values: { day: firstMoneyDay } })
    else if (new Decimal(carried).isPositive() && !new Decimal(carried).isZero())
      problems.push({ field: fieldOf(row, 'carried'), code: 'too_large', values: { max: 0 } })
    else if (stated && isSame(stated, balance)) unchanged += 1
    else if (stated?.row)
      problems.push({ field: fieldOf(row, 'affiliate'), code: 'import_repeated', values: { row: stated.row } })
    else if (stated) problems.push({ field: fieldOf(row, 'affiliate'), code: 'already_taken' })
    else {
      // One of 0.00 says as well that no day up to then is owed here.
      const proposed = await proposeOpening(change, { id: owner.id, currency, opening, day, balance }).catch(problemsOf)
      if (typeof proposed === 'number') entries.push(proposed)
      else problems.push(...proposed.map((problem) => ({ ...problem, field: fieldOf(row, problem.field) })))
      before.set(`${owner.id} ${currency}`, { affiliate: owner.id, currency, value, carried, row })
      sums.set(currency, (sums.get(currency) ?? new Decimal(0)).plus(value))
    }
  }
  if (problems.length > 0) throw validationError(problems.slice(0, problemsMax))
  return {
    file: entries.length > 0 ? opening : null,
    entries,
    totals: [...sums].map(([currency, value]) => ({ currency, value: Number(value) })),
    unchanged,
    ignored,
    carried: told(
      balances.filter(({ carried }) => !new Decimal(carried).isZero()),
      ({ carried }) => carried,
    ),
    held: told(balances.filter(isHeld), ({ value }) => value),
  }
}

/** Writes the opening balance of one affiliate and currency. @returns the id of its entry */
async function proposeOpening(
  change: WriteContext,
  {
    id,
    currency,
    opening,
    day,
    balance,
  }: { id: number; currency: string; opening: string; day: Day; balance: BalanceRow },
): Promise<number> {
  const { value, carried, note } = balance
  const reason = [`Opening balance ${day}`, note]
    .filter((part) => part !== '')
    .join(' · ')
    .slice(0, 500)
  const order = {
    owner: { kind: 'affiliate', id },
    day,
    currency,
    value,
    kind: 'adjustment',
    reason,
    file: null,
  } as const
  const entry = await proposeAdjustment(change, order)
  await sql`update entry_request set opening = ${opening}::text::uuid, carried = ${carried}::text::numeric,
    held = ${isHeld(balance) ? note : null}::text where entry = ${entry}::bigint`.execute(change.db)
  return entry
}

/** Reads `{file}`, the name that {@link proposeOpeningBalances} gave. @throws ApiError 400 */
export function readOpeningName(body: unknown): string {
  const { file, ...rest } = propertiesOf(body)
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw validationError([{ field: unknown.slice(0, 60), code: 'unknown_property' }])
  if (typeof file !== 'string' || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(file))
    throw validationError([{ field: 'file', code: 'invalid_type', values: { expected: 'the name of a file' } }])
  return file
}

/**
 * Another person approves the opening balances of a file, all of them or none.
 * @throws ApiError `not_found`, and as `approveAdjustment` does of each
 */
export async function approveOpeningBalances(change: WriteContext, file: string): Promise<{ approved: number[] }> {
  const { rows } = await sql<{
    entry: number
    affiliate: number
    day: Day
    currency: string
    held: string | null
  }>`select entry_request.entry, entry.affiliate, entry.day::text as day, entry.currency, entry_request.held
    from entry_request join entry on entry.id = entry_request.entry
    where opening = ${file}::text::uuid and entry.status = 'awaiting_approval' order by 1`.execute(change.db)
  if (rows.length === 0) throw new ApiError('not_found')
  const { db, actor, request: http } = change
  for (const { entry, affiliate, held } of rows) {
    await approveAdjustment(change, entry)
    if (held !== null) await placeHold(change, { kind: 'affiliate', id: affiliate }, { cause: 'by_hand', note: held })
  }
  for (const [key, of] of Map.groupBy(rows, ({ day, currency }) => `${day} ${currency}`)) {
    const [day, currency] = key.split(' ') as [Day, string]
    const affiliates = sql`affiliate.id = any(${idArray(of.map(({ affiliate }) => affiliate))})`
    await withdrawSettled(db, { affiliates, since: addDays(day, 1), currency, actor, http })
  }
  return { approved: rows.map(({ entry }) => entry) }
}

/** The newest files of opening balances, as far as this person sees their entries. */
export async function listOpenings(db: Kysely<any>, actor: Actor): Promise<ShownOpening[]> {
  const { rows } = await sql<Omit<ShownOpening, 'createdAt'> & { createdAt: Date }>`
    with seen as (select request.opening, entry.* from entry_request request join entry on entry.id = request.entry
      where request.opening is not null and entry.status <> 'declined'
        and ${scopeCondition({ actor, resource: resources.entry, alias: 'entry' })}),
    sums as (select opening, json_agg(json_build_object('currency', currency, 'value', value) order by currency) as totals
      from (select opening, currency, sum(value) as value from seen group by 1, 2) each group by 1)
    select seen.opening as file, min(requested_by) as "requestedBy", min(created_at) as "createdAt",
      max(day)::text as day, count(*)::int as entries, (array_agg(sums.totals))[1] as totals,
      (count(*) filter (where status = 'awaiting_approval'))::int as waiting
    from seen join sums on sums.opening = seen.opening group by seen.opening
    order by min(seen.id) desc limit ${sql.lit(openingsShown)}`.execute(db)
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { can, readableFields } from '#engine/declaration/derive/access.ts'
import { isUnique, uniqueWithin } from '#engine/declaration/derive/unique.ts'
import { sameValue, type FieldChange } from '#engine/declaration/derive/difference.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import { kinds } from '#engine/declaration/kinds/index.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { csvText, longestText } from '#engine/values/spreadsheet/cells.ts'
import { formatMoment } from '#engine/values/shownTime.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { type FileTexts, textsOfAll } from '#engine/export/server/texts.ts'
import { cellOf } from '#engine/records/server/export/cells.ts'
import { maskRecord } from '#engine/records/server/query/masked.ts'
import { NameLookup } from '#engine/records/server/export/nameLookup.ts'
import type { WritingRequest } from '#engine/records/server/operations/create.ts'
import type { StepUpCredentials, WriteRequest } from '#engine/records/server/write/writeRequest.ts'
import { attemptInWrite, createInWrite, inWrite, updateInWrite } from '#engine/records/server/writePipeline.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { type ColumnHabit, habitOf, readCell } from './cells.ts'
import { ExistingRecords, keyFields, keyFor, type RowKey } from './existing.ts'
import { setExternalId } from './externalIds.ts'
import { externalIdColumn, idColumn, type ImportMapping, type MatchedColumn } from './mapping.ts'
import { RecordNames } from './recordNames.ts'
import type { FileCell, FileRow, FileTable } from './table/fileTable.ts'

/** What became of a row, or would. */
export interface RowOutcome {
  readonly row: number
  readonly operation: 'create' | 'update' | 'unchanged' | 'refuse'
  readonly record: number | null
  /** What the record is called. */
  readonly name: string | null
  /** Of an update: what changed, as the API carries it. */
  readonly changes?: readonly FieldChange[]
  /** Of a refusal: why, with the cell that says so. */
  readonly problems?: readonly (Problem & { readonly cell: string | null })[]
}

/** What is imported, and how. */
export interface ImportOrder {
  readonly request: WritingRequest
  readonly table: FileTable
  readonly columns: readonly MatchedColumn[]
  readonly mapping: Pick<ImportMapping, 'values' | 'defaults' | 'source'>
  /** `all`: in one transaction or not at all. `accepted`: rows that are refused are left out. */
  readonly mode: 'all' | 'accepted'
  /** Writes nothing: each row is written and undone. */
  readonly isTrial: boolean
  readonly proof?: StepUpCredentials | undefined
  /** Ties the lines of the activity log together. */
  readonly batch?: string | undefined
  /** Rows that an earlier run has written. */
  readonly done?: ReadonlySet<number>
  /** Keeps what became of some rows, in the transaction that wrote them. */
  readonly store?: (
    db: Kysely<any>,
    outcomes: readonly (RowOutcome & { readonly version: number | null })[],
  ) => Promise<void>
  readonly onProgress?: (done: number) => Promise<void> | void
}

/** What came of an import. */
export interface ImportOutcome {
  readonly outcomes: readonly RowOutcome[]
  /** Some of it asks for the authenticator's code, or the present password. */
  readonly needsProof: boolean
}

/** Rows that are read, written and kept at once. */
const chunkRows = 200

/** Undoes what was only tried. */
class OnlyTried extends Error {}
/** Undoes an import of which something was refused. */
class NotAll extends Error {}

interface PreparedRow {
  readonly row: number
  readonly cells: ReadonlyMap<string, FileCell>
}

interface Learned {
  readonly habits: ReadonlyMap<string, ColumnHabit>
  readonly texts: readonly FileTexts[]
}

const isFilled = (cell: FileCell | undefined): cell is string | number | boolean =>
  cell !== undefined && cell !== null && String(cell).trim() !== ''

function prepare({ table, columns }: ImportOrder): { rows: PreparedRow[]; learned: Learned } {
  const places = columns.flatMap(({ field }, place) => (field === null ? [] : [{ field, place }]))
  const cellsOf = ({ row, cells }: FileRow): PreparedRow => ({
    row,
    cells: new Map(
      places.flatMap(({ field, place }) => (isFilled(cells[place]) ? [[field, cells[place]] as const] : [])),
    ),
  })
  const habits = new Map(
    places.map(({ field, place }) => [field, habitOf(table.rows.map(({ cells }) => cells[place] ?? null))]),
  )
  return { rows: table.rows.map(cellsOf), learned: { habits, texts: textsOfAll() } }
}

/** The record a row is about; none where it makes one, or where that cannot be told. */
interface Match {
  readonly record: AnyRecord | null
  readonly problem: Problem | null
}

/** The cells of one row as they were turned into values. */
interface ReadRow {
  readonly values: AnyRecord
  readonly problems: readonly Problem[]
}

/** Imports rows of a file within one transaction; what it knows holds for that transaction alone. */
class RowWriter {
  readonly #order: ImportOrder
  readonly #write: WriteRequest
  readonly #learned: Learned
  readonly #existing: ExistingRecords
  readonly #names: RecordNames
  readonly #shown: NameLookup
  /** Which row a key stands in first. */
  readonly #seen: Map<string, number>
  readonly #fields: readonly [string, Field][]
  /** What this person reads: what is not among it is compared with nothing, which would tell it. */
  readonly #readable: ReadonlySet<string>
  needsProof = false

  constructor(order: ImportOrder, write: WriteRequest, learned: Learned, seen: Map<string, number>) {
    const { resource } = order.request
    this.#order = order
    this.#write = write
    this.#learned = learned
    this.#existing = new ExistingRecords(write, order.mapping.source)
    this.#names = new RecordNames(write, order.mapping.source)
    this.#shown = new NameLookup(write, write.transaction)
    this.#seen = seen
    this.#readable = new Set(readableFields(write))
    // Whose a record is decides which others it may name; what a value's kind follows from comes before it.
    const place = ({ own, kindFrom }: Field) => (own ? 0 : kindFrom ? 2 : 1)
    this.#fields = Object.entries(resource.fields).toSorted(([, first], [, second]) => place(first) - place(second))
  }

  get #resource() {
    return this.#write.resource
  }

  async take(rows: readonly PreparedRow[]): Promise<RowOutcome[]> {
    const keys = new Map(rows.map((row) => [row, this.#keysOf(row)]))
    await this.#existing.load(this.#write.transaction, [...keys.values()].flat())
    const found: Match[] = []
    const marks: string[][] = []
    for (const row of rows) {
      const within = await this.#within(row)
      marks.push(keys.get(row)!.map((key) => this.#markOf(key, within)))
      found.push(this.#match(keys.get(row)!, within))
    }
    const records = found.flatMap((match) => (match.record ? [match.record] : []))
    const targets = this.#fields.flatMap(([name, { target }]) => (target ? [{ name, target }] : []))
    await this.#shown.learnFrom(records, targets)
    const outcomes: RowOutcome[] = []
    for (const [index, row] of rows.entries()) outcomes.push(await this.#takeRow(row, found[index]!, marks[index]!))
    return outcomes
  }

  /** The keys a row has; its own company is known only where it is read as well. */
  #keysOf(row: PreparedRow): RowKey[] {
    const rough = Object.fromEntries(row.cells)
    return keyFields(this.#resource).flatMap((name) => {
      const cell = row.cells.get(name)
      if (!isFilled(cell)) return []
      const field = this.#resource.fields[name]
      const read = field ? readCell(cell, { ...this.#cellContext(name, field) }) : { value: String(cell) }
      const key = 'value' in read ? keyFor(this.#resource, name, read.value, rough) : null
      return key ?? []
    })
  }

  #cellContext(name: string, field: Field) {
    const { habits, texts } = this.#learned
    return { field, habit: habits.get(name) ?? habitOf([]), texts, isCsv: this.#order.table.isCsv }
  }

  /** The records that a row's unique values are unique within. */
  async #within(row: PreparedRow): Promise<AnyRecord> {
    const values: AnyRecord = {}
    const named = this.#fields.flatMap(([, field]) => (isUnique(field) ? (uniqueWithin(field) ?? []) : []))
    for (const name of new Set(named)) {
      const [cell, field] = [row.cells.get(name), this.#resource.fields[name]!]
      if (!isFilled(cell) || !field.target) continue
      const asked = { field, name, record: values }
      const read = await this.#names.resolve(this.#write.transaction, this.#meant(name, cell), asked)
      if ('value' in read) values[name] = read.value
    }
    return values
  }

  /** A text of the file as the mapping says what it means here. */
  #meant(name: string, cell: string | number | boolean): string {
    return this.#order.mapping.values[name]?.[String(cell).trim()] ?? String(cell)
  }

  /** What two rows of one file may not both have. */
  #markOf({ field, value }: RowKey, within: AnyRecord): string {
    const declared = this.#resource.fields[field]
    return [field, declared ? within[uniqueWithin(declared) ?? ''] : '', value].join('\n')
  }

  #match(keys: readonly RowKey[], within: AnyRecord): Match {
    const matched = new Map<number, AnyRecord>()
    for (const key of keys) {
      const found = this.#existing.find(key, within)
      if (found === 'hidden' || (found === null && key.field === idColumn)) {
        // A unique value that belongs to a record out of sight is refused by the write itself.
        if (key.field === idColumn) return { record: null, problem: { field: idColumn, code: 'not_found' } }
        continue
      }
      if (found) matched.set(found.id as number, found)
    }
    if (matched.size > 1) return { record: null, problem: { field: keys[0]!.field, code: 'import_ambiguous' } }
    return { record: [...matched.values()][0] ?? null, problem: null }
  }

  async #takeRow(row: PreparedRow, { record, problem }: Match, marks: readonly string[]): Promise<RowOutcome> {
    const first = marks.map((mark) => ({ mark, row: this.#seen.get(mark) })).find((seen) => seen.row !== undefined)
    const repeated = first && {
      field: first.mark.split('\n')[0]!,
      code: 'import_repeated' as const,
      values: { row: first.row! },
    }
    if (problem ?? repeated) return this.#refused(row, record, [(problem ?? repeated)!])
    const operation = record ? 'update' : 'create'
    const { values, problems } = await this.#read(row, record)
    if (problems.length > 0) return this.#refused(row, record, problems)
    const external = await this.#externalChange(row, record)
    const isChanged = Object.keys(values).length > 0 || external !== null
    if (record && !isChanged) {
      this.#note(row, marks)
      return { row: row.row, operation: 'unchanged', record: record.id as number, name: this.#nameOf(record) }
    }
    if (!can({ actor: this.#write.actor, resource: this.#resource, operation }))
      return this.#refused(row, record, [{ field: 'root', code: 'forbidden' }])
    const attempt = await this.#attempt(() => this.#writeRow(record, values, external))
    if ('problems' in attempt) return this.#refused(row, record, attempt.problems)
    this.#note(row, marks)
    const name = this.#nameOf({ ...record, ...values })
    if (!record) return { row: row.row, operation, record: this.#order.isTrial ? null : Number(attempt.result), name }
    const changes = Object.entries(values)
      .filter(
        ([field]) => this.#resource.fields[field]?.kind !== 'password' && this.#resource.fields[field] !== undefined,
      )
      .map(([field, after]) => ({
        field,
        before: record[field] ?? null,
        after: this.#stored(field, after, { ...record, ...values }),
      }))
    const all = external
      ? [...changes, { field: externalIdColumn, before: external.before, after: external.value }]
      : changes
    return { row: row.row, operation, record: record.id as number, name, changes: all }
  }

  #note({ row }: PreparedRow, marks: readonly string[]): void {
    for (const mark of marks) this.#seen.set(mark, row)
  }

  /** Writes a row; a proof that is asked for is taken once for all rows, and not at all where they are only tried. */
  async #attempt(work: () => Promise<string>): Promise<{ result: string } | { problems: readonly Problem[] }> {
    const attempt = await attemptInWrite(this.#write, work)
    if (!('asked' in attempt)) return attempt
    this.needsProof = true
    const { proof, isTrial } = { proof: this.#write.proof!, isTrial: this.#order.isTrial }
    const isGiven = proof.given.totp !== undefined || proof.given.currentPassword !== undefined
    if (!isTrial && !isGiven) return { problems: [{ field: 'root', code: 'totp_required' }] }
    if (!isTrial) for (const guard of attempt.asked) await guard.prove(this.#write, proof.given)
    proof.isTaken = true
    return this.#attempt(work)
  }

  async #writeRow(
    record: AnyRecord | null,
    values: AnyRecord,
    external: { value: string; before: string | null } | null,
  ): Promise<string> {
    const write = this.#write
    const hasValues = Object.keys(values).length > 0
    if (record && hasValues) await updateInWrite(write, { id: String(record.id), input: values })
    const id = record ? String(record.id) : await createInWrite(write, values)
    if (external) await this.#writeExternal(id, external, record !== null)
    return id
  }

  async #writeExternal(
    id: string,
    { value, before }: { value: string; before: string | null },
    isLogged: boolean,
  ): Promise<void> {
    const { transaction, context, actor, http, batch } = this.#write
    const { source } = this.#order.mapping
    const now = context.now()
    const { isFree } = await setExternalId(transaction, { resource: this.#resource, record: id, source, value, now })
    if (!isFree) throw validationError([{ field: externalIdColumn, code: 'already_taken' }])
    if (!isLogged) return
    const changes = [{ field: externalIdColumn, before, after: value }]
    await logActivity(transaction, {
      actor,
      request: http,
      operation: 'update',
      object: this.#resource.name,
      objectId: id,
      changes,
      batch,
      at: now,
    })
  }

  /** The external id that a row gives its record anew; null where it has it already or the file says none. */
  async #externalChange(
    row: PreparedRow,
    record: AnyRecord | null,
  ): Promise<{ value: string; before: string | null } | null> {
    const cell = row.cells.get(externalIdColumn)
    if (!isFilled(cell)) return null
    const value = String(cell).trim()
    if (!record) return { value, before: null }
    const { rows } = await sql<{
      value: string
    }>`select value from external_id where object = ${this.#resource.name}::text
      and record = ${String(record.id)}::text::bigint and source = ${this.#order.mapping.source}::text`.execute(
      this.#write.transaction,
    )
    const before = rows[0]?.value ?? null
    return before === value ? null : { value, before }
  }

  /** What a row says, as the API takes it; of a record that is there only what differs. */
  async #read(row: PreparedRow, record: AnyRecord | null): Promise<ReadRow> {
    const values: AnyRecord = {}
    const problems: Problem[] = []
    const external = row.cells.get(externalIdColumn)
    if (isFilled(external) && String(external).trim().length > 200)
      problems.push({ field: externalIdColumn, code: 'too_long', values: { max: 200 } })
    for (const [name, field] of this.#fields) {
      const given = row.cells.get(name) ?? (record ? null : this.#order.mapping.defaults[name])
      if (!isFilled(given) || field.readOnly || field.kind === 'computed') continue
      const isKnown = record !== null && this.#readable.has(name)
      if (isKnown && this.#isShownAs(given, name, field, record)) continue
      const cell = this.#order.mapping.values[name]?.[String(given).trim()] ?? given
      const read = field.target
        ? await this.#names.resolve(this.#write.transaction, this.#meant(name, given), {
            field,
            name,
            record: { ...record, ...values },
          })
        : readCell(cell, this.#cellContext(name, field))
      if ('problem' in read) {
        problems.push({ field: name, ...read.problem })
        continue
      }
      if (isKnown && this.#isSame(name, field, read.value, { ...record, ...values })) continue
      values[name] = read.value
      if (field.confirmedBy) values[field.confirmedBy] = read.value
    }
    return { values, problems }
  }

  #stored(name: string, value: unknown, record: AnyRecord): unknown {
    const parsed = kinds[this.#resource.fields[name]!.kind].parse(value, this.#resource.fields[name]!, record)
    return parsed.ok ? parsed.value : value
  }

  #isSame(name: string, field: Field, value: unknown, record: AnyRecord): boolean {
    const stored = this.#stored(name, value, record)
    const now = record[name] ?? kinds[field.kind].empty ?? null
    if (field.kind === 'references' && Array.isArray(stored) && Array.isArray(now))
      return stored.length === now.length && stored.every((id) => now.includes(id))
    return field.kind !== 'password' && sameValue(stored, now)
  }

  /** Whether a cell is what an export shows of the record: sent back, it changes nothing, masked or by a name alike. */
  #isShownAs(cell: string | number | boolean, name: string, field: Field, record: AnyRecord): boolean {
    if (field.kind === 'password') return false
    const shown = maskRecord({ resource: this.#resource, actor: this.#write.actor, record })
    const kind = kinds[field.kind].cell
    return this.#learned.texts.some((texts) => {
      const value = cellOf(shown[name], { field }, { names: this.#shown, texts })
      if (value === null) return false
      const forms = [value, String(value), csvText(value, kind, texts.csv), String(value).slice(0, longestText)]
      // Files say moments to the minute, or to the second.
      return forms.includes(cell) || (kind === 'moment' && formatMoment(String(value)) === formatMoment(String(cell)))
    })
  }

  #nameOf(record: AnyRecord): string | null {
    const title = record[this.#resource.title]
    return typeof title === 'string' ? title : null
  }

  #refused(row: PreparedRow, record: AnyRecord | null, problems: readonly Problem[]): RowOutcome {
    const title = row.cells.get(this.#resource.title)
    return {
      row: row.row,
      operation: 'refuse',
      record: (record?.id as number | undefined) ?? null,
      name: record ? this.#nameOf(record) : title === undefined ? null : String(title),
      problems: problems.map((problem) => ({
        ...problem,
        cell: isFilled(row.cells.get(problem.field)) ? String(row.cells.get(problem.field)).slice(0, 200) : null,
      })),
    }
  }
}

/** A record that a later row makes is not there yet: such rows are taken again after the others. */
const waitsForOthers = (order: ImportOrder, { problems = [] }: RowOutcome): boolean =>
  problems.some(
    ({ code, field }) =>
      code === 'import_reference_unknown' &&
      order.request.resource.fields[field]?.target === order.request.resource.name,
  )

async function versionsOf(db: Kysely<any>, name: string, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; version: number }>`select id, version from ${sql.table(tableName(name))}
    where id = any(${`{${ids.join(',')}}`}::text::bigint[])`.execute(db)
  return new Map(rows.map(({ id, version }) => [Number(id), version]))
}

/** Takes rows of one transaction, and keeps what became of them in it. */
async function takeRows(
  order: ImportOrder,
  write: WriteRequest,
  {
    rows,
    learned,
    seen,
    onDone,
  }: {
    rows: readonly PreparedRow[]
    learned: Learned
    seen: Map<string, number>
    onDone?: (count: number) => Promise<void> | void
  },
): Promise<{ outcomes: RowOutcome[]; needsProof: boolean }> {
  const writer = new RowWriter(order, write, learned, seen)
  const outcomes: RowOutcome[] = []
  for (let from = 0; from < rows.length; from += chunkRows) {
    outcomes.push(...(await writer.take(rows.slice(from, from + chunkRows))))
    await onDone?.(Math.min(from + chunkRows, rows.length))
  }
  return { outcomes, needsProof: writer.needsProof }
}

async function storeOutcomes(
  { store, request }: ImportOrder,
  db: Kysely<any>,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  if (!store) return
  const written = outcomes.filter(({ operation }) => operation === 'create' || operation === 'update')
  const versions = await versionsOf(
    db,
    request.resource.name,
    written.map(({ record }) => record!),
  )
  await store(
    db,
    written.map((outcome) => ({ ...outcome, version: versions.get(outcome.record!) ?? null })),
  )
}

/** All rows, those that wait for others again, until nothing more comes of it. */
async function inRounds(
  order: ImportOrder,
  rows: readonly PreparedRow[],
  take: (rows: readonly PreparedRow[]) => Promise<RowOutcome[]>,
): Promise<RowOutcome[]> {
  const outcomes = new Map<number, RowOutcome>()
  for (let waiting = rows; waiting.length > 0;) {
    const taken = await take(waiting)
    for (const outcome of taken) outcomes.set(outcome.row, outcome)
    const again = new Set(taken.filter((outcome) => waitsForOthers(order, outcome)).map(({ row }) => row))
    if (again.size === waiting.length) break
    waiting = waiting.filter(({ row }) => again.has(row))
  }
  return rows.map(({ row }) => outcomes.get(row)!)
}

async function atOnce(order: ImportOrder, rows: readonly PreparedRow[], learned: Learned): Promise<ImportOutcome> {
  let [outcomes, needsProof]: [RowOutcome[], boolean] = [[], false]
  try {
    await inWrite({ ...order.request, batch: order.batch, proof: order.proof }, async (write) => {
      const seen = new Map<string, number>()
      outcomes = await inRounds(order, rows, async (some) => {
        const onDone = (count: number) => order.onProgress?.(rows.length - some.length + count)
        const taken = await takeRows(order, write, { rows: some, learned, seen, onDone })
        needsProof ||= taken.needsProof
        return taken.outcomes
      })
      if (order.isTrial) throw new OnlyTried()
      if (outcomes.some(({ operation }) => operation === 'refuse')) throw new NotAll()
      await storeOutcomes(order, write.transaction, outcomes)
    })
  } catch (error) {
    if (error instanceof OnlyTried) return { outcomes, needsProof }
    if (!(error instanceof NotAll)) throw error
    // Nothing was written; what could have been is not told as done.
    outcomes = outcomes.filter(({ operation }) => operation === 'refuse' || operation === 'unchanged')
  }
  return { outcomes, needsProof }
}

async function inChunks(order: ImportOrder, rows: readonly PreparedRow[], learned: Learned): Promise<ImportOutcome> {
  let [seen, needsProof, done] = [new Map<string, number>(), false, 0]
  const outcomes = await inRounds(order, rows, async (waiting) => {
    const taken: RowOutcome[] = []
    for (let from = 0; from < waiting.length; from += chunkRows) {
      const chunk = waiting.slice(from, from + chunkRows)
      const kept = await inWrite({ ...order.request, batch: order.batch, proof: order.proof }, async (write) => {
        const tried = new Map(seen)
        const result = await takeRows(order, write, { rows: chunk, learned, seen: tried })
        await storeOutcomes(order, write.transaction, result.outcomes)
        return { ...result, seen: tried }
      })
      seen = kept.seen
      needsProof ||= kept.needsProof
      taken.push(...kept.outcomes)
      done += chunk.length
      await order.onProgress?.(Math.min(done, rows.length))
    }
    return taken
  })
  return { outcomes, needsProof }
}

/**
 * Imports the rows of a file, each through the write pipeline with the rights of whoever asks: a row whose id, external
 * id or unique value belongs to a record changes it, every other makes one. An empty cell says nothing.
 * @throws ApiError where a proof that was given is wrong
 */
export function importRows(given: ImportOrder): Promise<ImportOutcome> {
  const order = { ...given, proof: given.proof ?? { given: {}, isTaken: false } }
  const { rows, learned } = prepare(order)
  const open = rows.filter(({ row }) => !order.done?.has(row))
  return order.isTrial || order.mode === 'all' ? atOnce(order, open, learned) : inChunks(order, open, learned)
}

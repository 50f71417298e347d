import { withoutRepeats } from '#engine/declaration/derive/flatFields.ts'
import { sql } from 'kysely'
import { can, readableFields } from '#engine/declaration/derive/access.ts'
import { externalIdColumn, isExternalIdColumn, sourceOfColumn } from '#engine/declaration/derive/exportColumns.ts'
import { isUnique, uniqueWithin } from '#engine/declaration/derive/unique.ts'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import { kinds } from '#engine/declaration/kinds/index.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { csvText, longestText } from '#engine/values/spreadsheet/cells.ts'
import { formatMoment } from '#engine/values/shownTime.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { cellOf } from '#engine/records/server/export/cells.ts'
import { maskRecord } from '#engine/records/server/query/masked.ts'
import { NameLookup } from '#engine/records/server/export/nameLookup.ts'
import type { WriteRequest } from '#engine/records/server/write/writeRequest.ts'
import { attemptInWrite, createInWrite, suspendInWrite, updateInWrite } from '#engine/records/server/writePipeline.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { habitOf, isStopped, readCell } from './cells.ts'
import { ExistingRecords, keyFields, keyFor, type RowKey } from './existing.ts'
import { setExternalId } from './externalIds.ts'
import { idColumn, suspendedColumn } from './mapping.ts'
import { RecordNames } from './recordNames.ts'
import {
  aboutMark,
  isFilled,
  type RowOutcome,
  type ImportOrder,
  type PreparedRow,
  type Learned,
} from './importOrder.ts'

/** The record a row is about; none where it makes one, or where that cannot be told. */
interface Match {
  readonly record: AnyRecord | null
  readonly problem: Problem | null
}

/** The cells of one row as they were turned into values. */
interface ReadRow {
  readonly values: AnyRecord
  readonly problems: readonly Problem[]
  /** Cells that name nothing here, of what may come later: they are left empty, and told. */
  readonly left: readonly Problem[]
}

/** An id elsewhere that a row gives its record anew. */
interface ExternalChange {
  readonly field: string
  readonly source: string
  readonly value: string
  readonly before: string | null
}

/** Imports rows of a file within one transaction; what it knows holds for that transaction alone. */
export class RowWriter {
  readonly #order: ImportOrder
  readonly #write: WriteRequest
  readonly #learned: Learned
  readonly #existing: ExistingRecords
  readonly #names: RecordNames
  readonly #shown: NameLookup
  /** Which row a key stands in first. */
  readonly #seen: Map<string, number>
  readonly #fields: readonly [string, Field][]
  readonly #keyFields: readonly string[]
  readonly #externalColumns: readonly string[]
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
    this.#externalColumns = order.columns.flatMap(({ field }) => (field && isExternalIdColumn(field) ? field : []))
    this.#keyFields = [...new Set([...keyFields(resource), ...this.#externalColumns])]
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
    return this.#keyFields.flatMap((name) => {
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

  /**
   * The record that a row repeats though no id says so: of those that are alike, one that no other row of the file is
   * about, best one in which nothing changes.
   */
  async #alike(row: PreparedRow): Promise<AnyRecord | null> {
    const { knownBy, title, fields } = this.#resource
    if (!knownBy) return null
    const { values, problems } = await this.#read(row, null)
    const known = Object.fromEntries(
      knownBy.map((name) => [name, this.#stored(name, values[name] ?? fields[name]!.default, values)]),
    )
    if (problems.length > 0 || Object.values(known).some((value) => value === undefined || value === null)) return null
    const sources = this.#externalIdsOf(row).map(({ source }) => source)
    const called = values[title] ?? null
    const found = (await this.#existing.alike(this.#write.transaction, known, sources)).filter(
      (record) =>
        !this.#seen.has(aboutMark(Number(record.id))) &&
        (called === null || record[title] == null || this.#isSame(title, fields[title]!, called, record)),
    )
    for (const record of found) if (Object.keys((await this.#read(row, record)).values).length === 0) return record
    return found[0] ?? null
  }

  async #takeRow(row: PreparedRow, { record: named, problem }: Match, marks: readonly string[]): Promise<RowOutcome> {
    const record = named ?? (problem ? null : await this.#alike(row))
    const first = marks.map((mark) => ({ mark, row: this.#seen.get(mark) })).find((seen) => seen.row !== undefined)
    const repeated = first && {
      field: first.mark.split('\n')[0]!,
      code: 'import_repeated' as const,
      values: { row: first.row! },
    }
    if (problem ?? repeated) return this.#refused(row, record, [(problem ?? repeated)!])
    const operation = record ? 'update' : 'create'
    const { values: read, problems, left } = await this.#read(row, record)
    if (problems.length > 0) return this.#refused(row, record, problems)
    // A file of an export says what blocks say twice.
    const values = withoutRepeats(this.#resource, read)
    const external = await this.#externalChanges(row, record)
    const isChanged = Object.keys(values).length > 0 || external.length > 0
    if (record && !isChanged) {
      this.#note(row, marks, record.id as number)
      return { row: row.row, operation: 'unchanged', record: record.id as number, name: this.#nameOf(record) }
    }
    if (!can({ actor: this.#write.actor, resource: this.#resource, operation }))
      return this.#refused(row, record, [{ field: 'root', code: 'forbidden' }])
    const stopped = row.cells.get(suspendedColumn)
    const attempt = await this.#attempt(() =>
      this.#writeRow(record, values, external, isStopped(this.#stateOf(stopped)) ? String(stopped) : null),
    )
    if ('problems' in attempt) return this.#refused(row, record, attempt.problems)
    this.#note(row, marks, Number(record?.id ?? attempt.result))
    const name = this.#nameOf({ ...record, ...values })
    if (!record) {
      const made = this.#order.isTrial ? null : Number(attempt.result)
      return { row: row.row, operation, record: made, name, ...(left.length > 0 ? this.#told(row, left) : {}) }
    }
    const changes = Object.entries(values)
      .filter(
        ([field]) => this.#resource.fields[field]?.kind !== 'password' && this.#resource.fields[field] !== undefined,
      )
      .map(([field, after]) => ({
        field,
        before: record[field] ?? null,
        after: this.#stored(field, after, { ...record, ...values }),
      }))
    const elsewhere = external.map(({ field, before, value }) => ({ field, before, after: value }))
    return { row: row.row, operation, record: record.id as number, name, changes: [...changes, ...elsewhere] }
  }

  #note({ row }: PreparedRow, marks: readonly string[], record: number): void {
    for (const mark of [...marks, ...(this.#resource.knownBy ? [aboutMark(record)] : [])]) this.#seen.set(mark, row)
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
    external: readonly ExternalChange[],
    stopped: string | null,
  ): Promise<string> {
    const write = this.#write
    const hasValues = Object.keys(values).length > 0
    if (record && hasValues) await updateInWrite(write, { id: String(record.id), input: values })
    const id = record ? String(record.id) : await createInWrite(write, values)
    for (const change of external) await this.#writeExternal(id, change, record !== null)
    if (stopped !== null && !record) await suspendInWrite(write, id, stopped)
    return id
  }

  /** What a cell of states means here. */
  #stateOf(cell: string | number | boolean | null | undefined) {
    return isFilled(cell) ? (this.#order.mapping.values[suspendedColumn]?.[String(cell).trim()] ?? cell) : undefined
  }

  async #writeExternal(id: string, { field, source, value, before }: ExternalChange, isLogged: boolean): Promise<void> {
    const { transaction, context, actor, http, batch } = this.#write
    const now = context.now()
    const { isFree } = await setExternalId(transaction, { resource: this.#resource, record: id, source, value, now })
    if (!isFree) throw validationError([{ field, code: 'already_taken' }])
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

  #externalIdsOf(row: PreparedRow): Omit<ExternalChange, 'before'>[] {
    return this.#externalColumns.flatMap((field) => {
      const cell = row.cells.get(field)
      if (!isFilled(cell)) return []
      return { field, source: sourceOfColumn(field) ?? this.#order.mapping.source, value: String(cell).trim() }
    })
  }

  /** The ids elsewhere that a row gives its record anew: those it has already and empty cells say nothing. */
  async #externalChanges(row: PreparedRow, record: AnyRecord | null): Promise<ExternalChange[]> {
    const given = this.#externalIdsOf(row)
    if (given.length === 0 || !record) return given.map((each) => ({ ...each, before: null }))
    const { rows } = await sql<{ source: string; value: string }>`select source, value from external_id
      where object = ${this.#resource.name}::text and record = ${String(record.id)}::text::bigint`.execute(
      this.#write.transaction,
    )
    const held = new Map(rows.map(({ source, value }) => [source, value]))
    return given
      .map((each) => ({ ...each, before: held.get(each.source) ?? null }))
      .filter(({ before, value }) => before !== value)
  }

  /** What a row says, as the API takes it; of a record that is there only what differs. */
  async #read(row: PreparedRow, record: AnyRecord | null): Promise<ReadRow> {
    const values: AnyRecord = {}
    const problems: Problem[] = []
    const left: Problem[] = []
    for (const name of this.#externalColumns) {
      const cell = row.cells.get(name)
      if (isFilled(cell) && String(cell).trim().length > 200)
        problems.push({ field: name, code: 'too_long', values: { max: 200 } })
    }
    for (const [name, field] of this.#fields) {
      const given =
        row.cells.get(name) ?? (record ? null : (this.#order.mapping.defaults[name] ?? this.#standIn(name, row)))
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
        const mayWait = field.importedLater && (!record || !field.required)
        const isLeft = mayWait && read.problem.code === 'import_reference_unknown'
        ;(isLeft ? left : problems).push({ field: name, ...read.problem })
        continue
      }
      if (isKnown && this.#isSame(name, field, read.value, { ...record, ...values })) continue
      values[name] = read.value
      if (field.confirmedBy) values[field.confirmedBy] = read.value
    }
    return { values, problems, left }
  }

  /** What a new record is called where its file gives it no name: as its token. */
  #standIn(name: string, row: PreparedRow) {
    if (name !== this.#resource.title || this.#resource.fields[name]!.kind !== 'text') return null
    const token = this.#fields.find(([, { kind }]) => kind === 'token')?.[0]
    return token === undefined ? null : row.cells.get(token)
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
      ...this.#told(row, problems),
    }
  }

  #told(row: PreparedRow, problems: readonly Problem[]): Required<Pick<RowOutcome, 'problems'>> {
    const cellOfProblem = ({ field }: Problem) => {
      const cell = row.cells.get(field)
      return isFilled(cell) ? String(cell).slice(0, 200) : null
    }
    return { problems: problems.map((problem) => ({ ...problem, cell: cellOfProblem(problem) })) }
  }
}

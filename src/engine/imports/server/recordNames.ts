import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import { ownerFor } from '#engine/declaration/actor.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import { isUnique } from '#engine/declaration/derive/unique.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { isSameSql } from '#engine/server/database/soughtText.ts'
import type { RecordRequest } from '#engine/records/server/recordRequest.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { severalIn } from './cells.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources

/** A record that a text names, with what it must agree in with the record that refers to it. */
interface Named {
  readonly id: number
  readonly agrees: Readonly<Record<string, unknown>>
}
/** Records that a text names, the surest first: by a unique value, an external id, a name. */
type Candidates = readonly (readonly Named[])[]

/** How a reference is found again that has no name for whoever exported it. */
const byOwnId = /^#(\d{1,15})$/
const candidatesMax = 20

/**
 * Finds the records that cells name: by token or another unique value, by the id another system has for them (that of
 * the file first), by name,
 * or by `#id`. Within the scope of whoever imports. What was found is remembered; what was not is asked again, since an
 * earlier row may have made it.
 */
export class RecordNames {
  readonly #request: RecordRequest
  readonly #source: string
  readonly #found = new Map<string, Candidates>()

  constructor(request: RecordRequest, source: string) {
    this.#request = request
    this.#source = source
  }

  /** The ids that a cell of a reference field names, or what is wrong with it. */
  async resolve(
    db: Kysely<any>,
    text: string,
    { field, name, record }: { field: Field; name: string; record: AnyRecord },
  ): Promise<{ value: number | number[] } | { problem: Problem }> {
    const target = resources[field.target!]!
    if (field.kind === 'reference') {
      const id = await this.#one(db, text.trim(), { field, target, record })
      return typeof id === 'number' ? { value: id } : { problem: { field: name, ...id } }
    }
    await this.#learnPieces(db, text, target)
    const parts = severalIn(text, (part) => this.#found.has(keyOf(target, part)))
    const ids: number[] = []
    for (const part of parts) {
      const id = await this.#one(db, part, { field, target, record })
      if (typeof id !== 'number') return { problem: { field: name, ...id } }
      ids.push(id)
    }
    return { value: [...new Set(ids)] }
  }

  /** Whether any record is known by the text; the whole first, since names may hold commas. */
  async #learnPieces(db: Kysely<any>, text: string, target: AnyResource): Promise<void> {
    if ((await this.#candidates(db, text.trim(), target)).some((some) => some.length > 0)) return
    const pieces = text.split(/[,;|\n]/)
    for (let from = 0; from < pieces.length; from += 1)
      for (let to = from + 1; to <= Math.min(pieces.length, from + 3); to += 1)
        await this.#candidates(db, pieces.slice(from, to).join(',').trim(), target)
  }

  async #one(
    db: Kysely<any>,
    text: string,
    { field, target, record }: { field: Field; target: AnyResource; record: AnyRecord },
  ): Promise<number | Omit<Problem, 'field'>> {
    const values = { value: text.slice(0, 80) }
    for (const some of await this.#candidates(db, text, target)) {
      const fitting = some.filter((named) => this.#fits(named, field, record))
      if (fitting.length === 1) return fitting[0]!.id
      if (fitting.length > 1) return { code: 'import_reference_ambiguous', values }
    }
    return { code: 'import_reference_unknown', values }
  }

  /** Whether a record agrees with the one that refers to it as `only` of the field asks, as far as that is known here. */
  #fits({ agrees }: Named, { only }: Field, record: AnyRecord): boolean {
    return Object.entries(only ?? {}).every(([name, wanted]) => {
      if (!(name in agrees)) return true
      const value = 'value' in wanted ? wanted.value : this.#valueOf(record, wanted.sameAs)
      return value === undefined || value === null || String(agrees[name]) === String(value)
    })
  }

  #valueOf(record: AnyRecord, name: string): unknown {
    const field = this.#request.resource.fields[name]
    return record[name] ?? (field?.own ? ownerFor(this.#request.actor) : undefined)
  }

  async #candidates(db: Kysely<any>, text: string, target: AnyResource): Promise<Candidates> {
    const key = keyOf(target, text)
    const known = this.#found.get(key)
    if (known || text === '') return known ?? []
    const found = await this.#read(db, text, target)
    if (found.some((some) => some.length > 0)) this.#found.set(key, found)
    return found
  }

  async #read(db: Kysely<any>, text: string, target: AnyResource): Promise<Candidates> {
    const own = byOwnId.exec(text)
    if (own) return [await this.#where(db, target, sql`t.id = ${own[1]}::text::bigint`)]
    const unique = Object.keys(target.fields).filter((name) => {
      const field = target.fields[name]!
      return (isUnique(field) || field.kind === 'slug') && name !== target.title && !field.masked
    })
    const column = (name: string) => sql.ref(`t.${columnName(name)}`)
    const byUnique =
      unique.length === 0
        ? []
        : await this.#where(
            db,
            target,
            sql`(${sql.join(
              unique.map((name) => sql`${column(name)} = ${text}::text`),
              sql` or `,
            )})`,
          )
    if (byUnique.length > 0) return [byUnique]
    const byOther = await this.#where(
      db,
      target,
      sql`t.id in (select record from external_id where object = ${target.name}::text and source = ${this.#source}::text
        and value = ${text}::text)`,
    )
    if (byOther.length > 0) return [byOther]
    const byAny = await this.#where(
      db,
      target,
      sql`t.id in (select record from external_id where object = ${target.name}::text and value = ${text}::text)`,
    )
    if (byAny.length > 0) return [byAny]
    const title = target.fields[target.title]!
    if (!['text', 'email', 'url', 'slug'].includes(title.kind)) return []
    const exact = await this.#where(db, target, sql`${column(target.title)} = ${text}::text`)
    return exact.length > 0 ? [exact] : [await this.#where(db, target, isSameSql(column(target.title), text))]
  }

  async #where(db: Kysely<any>, target: AnyResource, condition: RawBuilder<unknown>): Promise<Named[]> {
    const visible = scopeCondition({ actor: this.#request.actor, resource: target, alias: 't' })
    const compared = Object.keys(target.fields).filter((name) => target.fields[name]!.kind === 'reference')
    const agrees =
      compared.length === 0
        ? sql`'{}'::json`
        : sql`json_build_object(${sql.join(compared.flatMap((name) => [sql.lit(name), sql.ref(`t.${columnName(name)}`)]))})`
    const { rows } = await sql<Named>`select t.id, ${agrees} as agrees from ${sql.table(tableName(target.name))} t
      where ${condition} and ${visible} order by t.id limit ${sql.lit(candidatesMax)}`.execute(db)
    return rows.map(({ id, agrees: values }) => ({ id: Number(id), agrees: values }))
  }
}

const keyOf = (target: AnyResource, text: string) => `${target.name}\n${text}`

import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { reports } from '#resources/reports/index.ts'
import { canReadOptions } from '#engine/declaration/derive/access.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { columnOf, recordAlias, tableAs } from '../query/columns.ts'
import type { RecordRequest } from '../recordRequest.ts'
import { scopeCondition } from '../visibility/scope.ts'

/** Names that are kept; beyond it a book starts anew, so that a file of any length needs no more memory. */
const keptMax = 20_000

/** What a record is called whose name this person may not see. */
const withoutName = (id: unknown) => `#${String(id)}`

/**
 * Names of the records that an export refers to, asked for once each, under the rights and scope of the option lists.
 */
export class NameLookup {
  readonly #request: RecordRequest
  readonly #db: Kysely<any>
  readonly #names = new Map<string, Map<string, string>>()

  constructor(request: RecordRequest, db: Kysely<any>) {
    this.#request = request
    this.#db = db
  }

  /** Learns the names of records of a resource. */
  async learn(target: string, ids: readonly unknown[]): Promise<void> {
    let known = this.#names.get(target)
    if (!known || known.size > keptMax) this.#names.set(target, (known = new Map()))
    const wanted = [...new Set(ids.map(String))].filter((id) => !known.has(id))
    if (wanted.length === 0) return
    for (const { id, name } of await this.#read(target, wanted)) known.set(id, name)
    for (const id of wanted) if (!known.has(id)) known.set(id, withoutName(id))
  }

  /** Learns what some records refer to. @param targets field -> resource. */
  async learnFrom(
    records: readonly AnyRecord[],
    targets: readonly { readonly name: string; readonly target: string }[],
  ): Promise<void> {
    for (const { name, target } of targets)
      await this.learn(
        target,
        records.flatMap((record) => (record[name] ?? []) as number | number[]),
      )
  }

  nameOf(target: string, id: unknown): string {
    return this.#names.get(target)?.get(String(id)) ?? withoutName(id)
  }

  async #read(target: string, ids: readonly string[]): Promise<readonly { id: string; name: string }[]> {
    const { actor } = this.#request
    const resource = (resources as unknown as Readonly<Record<string, AnyResource>>)[target]
    if (
      !resource ||
      !canReadOptions({
        actor,
        resource,
        resources: resources as unknown as Readonly<Record<string, AnyResource>>,
        reports,
      })
    )
      return []
    const { rows } = await sql<{
      id: string
      name: string | null
    }>`select t.id::text as id, ${columnOf(resource.title)}::text as name from ${tableAs(resource)}
      where t.id = any(${`{${ids.join(',')}}`}::text::bigint[])
        and ${scopeCondition({ actor, resource, alias: recordAlias })}`.execute(this.#db)
    return rows.map(({ id, name }) => ({ id, name: name ?? withoutName(id) }))
  }
}

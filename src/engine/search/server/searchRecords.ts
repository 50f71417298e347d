import { type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can, readableFields } from '#engine/declaration/derive/access.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import {
  columnOf,
  countingColumn,
  countingCondition,
  maskedFields,
  recordAlias,
  tableAs,
} from '#engine/records/server/query/columns.ts'
import { hasExternalIdSql } from '#engine/records/server/externalIdSql.ts'
import type { Condition } from '#engine/records/server/query/filterConditions.ts'
import { beginsSql, holdsSql, isSameSql } from '#engine/server/database/soughtText.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

/** A record that was found: its name, and what of it besides tells it from others of that name. */
export interface FoundRecord {
  readonly id: number
  readonly name: string
  /** The field that was found, or else one that people know the record by; null where there is none. */
  readonly field: string | null
  readonly value: string | null
}

/** What was found of one kind. */
export interface FoundGroup {
  readonly resource: string
  readonly records: readonly FoundRecord[]
  /** There are more than are named. */
  readonly hasMore: boolean
}

/** Fewest characters that are looked for; a single one is in everything. */
export const searchLengthMin = 2
/** Most characters that are looked for. */
export const searchLengthMax = 100

const shownMax = 5
/** Nobody waits longer for a list that is only there to be quick. */
const timeoutMs = 3_000
/** Digits are looked for without what people write between them. */
const digitKinds: readonly string[] = ['cpf', 'document']
/** Beyond every place that can be declared. */
const lastPlace = 101
const separators = /[.\-/\s]/g

interface Sought {
  readonly resource: AnyResource
  readonly fields: readonly string[]
}

/** What this person may look for: resources they may list and open, and of these the fields they see in full. */
function soughtBy(actor: Actor): Sought[] {
  return (Object.values(resources) as unknown as AnyResource[]).flatMap((resource) => {
    if (
      // A log is looked through on its own page: what is sought here are the things themselves.
      resource.nature === 'log' ||
      !can({ actor, resource, operation: 'list' }) ||
      !can({ actor, resource, operation: 'read' })
    )
      return []
    const masked = maskedFields({ resource, actor })
    const fields = readableFields({ actor, resource }).filter(
      (name) => resource.fields[name]!.search && resource.fields[name]!.kind !== 'list' && !masked.includes(name),
    )
    return fields.length > 0 ? [{ resource, fields }] : []
  })
}

/** The text to look for in a field; null where it cannot be in it. */
function textFor({ resource }: Sought, name: string, text: string): string | null {
  if (!digitKinds.includes(resource.fields[name]!.kind)) return text
  const bare = text.replace(separators, '')
  return bare.length >= searchLengthMin ? bare : null
}

/** The first of these that holds, as its field's name and value; else the first of `others` that is filled in. */
function tellingField(
  resource: AnyResource,
  matches: readonly { name: string; condition: Condition }[],
  others: readonly string[],
): { field: RawBuilder<unknown>; value: RawBuilder<unknown> } {
  const cases = [
    ...matches,
    ...others.map((name) => ({ name, condition: sql`${countingColumn(resource, name)} is not null` as Condition })),
  ]
  if (cases.length === 0) return { field: sql`null::text`, value: sql`null::text` }
  return {
    field: sql`case ${sql.join(
      cases.map(({ name, condition }) => sql`when ${condition} then ${name}::text`),
      sql` `,
    )} end`,
    value: sql`case ${sql.join(
      cases.map(({ name, condition }) => sql`when ${condition} then ${countingColumn(resource, name)}::text`),
      sql` `,
    )} end`,
  }
}

function groupQuery(sought: Sought, actor: Actor, text: string): RawBuilder<unknown> {
  const { resource, fields } = sought
  const matches = fields.flatMap((name) => {
    const given = textFor(sought, name, text)
    if (given === null) return []
    const counts = countingCondition(resource, name)
    const holds = holdsSql(columnOf(name), given)
    return [{ name, given, condition: counts === null ? holds : (sql`(${counts} and ${holds})` as Condition) }]
  })
  if (matches.length === 0)
    return sql`select null::text as resource, null::bigint as id, null::text as name, null::text as field,
      null::text as value, 0 as rank where false`
  const title = countingColumn(resource, resource.title)
  const telling = tellingField(
    resource,
    matches.filter(({ name }) => name !== resource.title),
    fields.filter((name) => name !== resource.title),
  )
  const isWhole = sql.join(
    matches.map(({ name, given }) => sql`coalesce(${isSameSql(countingColumn(resource, name), given)}, false)`),
    sql` or `,
  )
  const isNamed = hasExternalIdSql(resource, recordAlias, text)
  const begins = sql`coalesce(${beginsSql(sql`${title}::text`, text)}, false)`
  return sql`(select ${resource.name}::text as resource, t.id, coalesce(${title}::text, t.id::text) as name,
    ${telling.field} as field, ${telling.value} as value,
      case when ${isWhole} or ${isNamed} then 0 when ${begins} then 1 else 2 end as rank
    from ${tableAs(resource, recordAlias, actor)} where ${scopeCondition({ actor, resource, alias: recordAlias })}
      and (${sql.join([...matches.map(({ condition }) => condition), isNamed], sql` or `)})
    order by rank, ${title}, t.id limit ${shownMax + 1}::integer)`
}

interface FoundRow extends FoundRecord {
  readonly resource: string
  readonly rank: number
}

/** A kind with a whole match comes first: whoever pastes a token wants that one. */
function groupsOf(rows: readonly FoundRow[]): FoundGroup[] {
  // What people look for most comes first; the rest follows as declared.
  const placeOf = (name: string) =>
    (resources as unknown as Readonly<Record<string, AnyResource>>)[name]?.searchPlace ?? lastPlace
  const groups = [...Map.groupBy(rows, ({ resource }) => resource)]
  groups.sort(
    ([one, [best]], [other, [otherBest]]) =>
      Number(best!.rank > 0) - Number(otherBest!.rank > 0) || placeOf(one) - placeOf(other),
  )
  return groups.map(([resource, found]) => ({
    resource,
    records: found.slice(0, shownMax).map(({ id, name, field, value }) => ({ id: Number(id), name, field, value })),
    hasMore: found.length > shownMax,
  }))
}

/** The searched text: without spaces around it; null where there is nothing to look for. */
export function soughtText(given: string): string | null {
  const text = given.normalize('NFC').trim()
  return text.length < searchLengthMin || text.length > searchLengthMax || hasUnstorableCharacters(text) ? null : text
}

/**
 * `GET /api/search?q=`: a few records of every kind this person may list, in whose searched fields the text is found;
 * whole matches first,
 * then names that begin with it.
 */
export async function searchRecords({
  context,
  actor,
  text,
}: {
  context: AppContext
  actor: Actor
  text: string
}): Promise<FoundGroup[]> {
  const queries = soughtBy(actor).map((sought) => groupQuery(sought, actor, text))
  if (queries.length === 0) return []
  return inTransaction(readAs(context.database, actor), async (transaction) => {
    await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(transaction)
    const { rows } =
      await sql<FoundRow>`select * from (${sql.join(queries, sql` union all `)}) found order by rank, name, id`.execute(
        transaction,
      )
    return groupsOf(rows)
  })
}

import { sql } from 'kysely'
import { readableFields } from '#engine/declaration/derive/access.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import { ownerFor } from '#engine/declaration/actor.ts'
import { isUnique, ownerField, uniqueWithin } from '#engine/declaration/derive/unique.ts'
import { kinds } from '#engine/declaration/kinds/index.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import {
  columnOf,
  countingCondition,
  maskedFields,
  recordAlias,
  tableAs,
} from '#engine/records/server/query/columns.ts'
import type { Condition } from '#engine/records/server/query/filterConditions.ts'
import { parseFilterValue, parseId } from '#engine/records/server/query/filterValues.ts'
import type { Query } from '#engine/records/server/query/listParameters.ts'
import { type RecordRequest, requireAccess } from '#engine/records/server/recordRequest.ts'
import { isSameSql } from '#engine/server/database/soughtText.ts'
import { scopeCondition, seesAll } from '#engine/records/server/visibility/scope.ts'

/** Whether another record has a value, and which ones of those this person sees. */
export interface Duplicates {
  readonly exists: boolean
  readonly records: readonly { readonly id: number; readonly name: string }[]
}

const shownMax = 3
const none: Duplicates = { exists: false, records: [] }

/** Is a value that two records have worth a word? */
export function isComparedField(field: Field): boolean {
  return field.kind !== 'password' && (isUnique(field) || Boolean(field.warnIfDuplicate))
}

interface Question {
  readonly name: string
  readonly field: Field
  readonly value: string
  readonly beside: AnyRecord
  readonly except: string | null
  readonly owner: string | null
}

/** An id among the parameters; null where it is left out. */
function idIn(given: unknown): string | null {
  const id = given === undefined ? null : parseId(given as string)
  if (given !== undefined && id === null) throw new ApiError('invalid_id')
  return id
}

/**
 * The one field that is asked about, with what its kind depends on, `document=…&documentType=cpf`, and whose the record
 * is to be: `company=3`.
 */
function readQuestion({ resource, actor }: RecordRequest, { except, ...given }: Query): Question {
  const owner = ownerField(resource.fields)
  const masked = maskedFields({ resource, actor })
  const compared = readableFields({ actor, resource }).filter(
    (name) => isComparedField(resource.fields[name]!) && !masked.includes(name),
  )
  const names = Object.keys(given).filter((name) => compared.includes(name))
  const name = names[0]
  const kindFrom = name === undefined ? undefined : resource.fields[name]!.kindFrom
  const wrong = Object.keys(given).find((each) => each !== name && each !== kindFrom && each !== owner)
  if (wrong !== undefined) throw validationError([{ field: wrong.slice(0, 60), code: 'unknown_filter' }])
  if (name === undefined) throw new ApiError('invalid_request', { values: { reason: 'it names no field to compare' } })
  const field = resource.fields[name]!
  const text = parseFilterValue({ field: { kind: 'text' }, value: given[name] })
  if (text === null) throw validationError([{ field: name, code: 'invalid_type', values: { expected: 'a text' } }])
  return {
    name,
    field,
    value: text,
    beside: kindFrom === undefined ? {} : { [kindFrom]: given[kindFrom] },
    except: idIn(except),
    owner: owner === null ? null : idIn(given[owner]),
  }
}

/** The value as it would be stored, so that 529.982.247-25 finds 52998224725; null while it is none yet. */
function storedForm({ field, value, beside }: Question): string | null {
  // Whoever names no type has the stored form already.
  if (field.kindFrom !== undefined && beside[field.kindFrom] === undefined) return value
  const parsed = kinds[field.kind].parse(value, field, beside)
  return parsed.ok ? String(parsed.value) : null
}

/** Names of people are compared the way people mean them; what must be unique as its index compares it. */
function sameAs(name: string, field: Field, value: string): Condition {
  const column = columnOf(name)
  return field.kind === 'text' && !isUnique(field) ? isSameSql(column, value) : sql`${column} = ${value}::text`
}

/**
 * Where records belong to a company, only those of the same one are compared, that of the record or the one it is to
 * have; unless a value is unique among all.
 */
function sameOwner({ resource, actor }: RecordRequest, { field, owner, except }: Question): Condition {
  const name = ownerField(resource.fields)
  if (name === null || (isUnique(field) && uniqueWithin(field) === null)) return sql`true`
  const ownId = ownerFor(actor)
  const own = ownId === null ? null : String(ownId)
  if (!seesAll(actor)) return sql`${columnOf(name)} = ${own}::text::bigint`
  const stored = sql`(select stored.${sql.id(columnName(name))} from ${sql.table(tableName(resource.name))} stored
    where stored.id = ${except}::text::bigint)`
  return sql`${columnOf(name)} = coalesce(${owner}::text::bigint, ${stored}, ${own}::text::bigint)`
}

/**
 * `GET /api/{entity}/duplicates?field=value[&except=id][&company=id]`: says that another record has this value, and
 * names those in this person's scope.
 * What must be unique is compared with every record that it must differ from, because saving would tell the same;
 * everything else within the scope.
 * @throws ApiError 403 without the role to list, 400 for a field that is not compared.
 */
export async function findDuplicates(request: RecordRequest, query: Query): Promise<Duplicates> {
  requireAccess(request, 'list')
  const { resource, actor, context } = request
  const question = readQuestion(request, query)
  const value = storedForm(question)
  if (value === null || value.trim() === '') return none
  const visible = scopeCondition({ actor, resource: resource as AnyResource, alias: recordAlias })
  const title = columnOf(resource.title)
  const counts = countingCondition(resource, question.name) ?? sql`true`
  const reach = isUnique(question.field) ? sql`true` : sql`${visible} and ${counts}`
  const { rows } = await sql<{
    id: number
    name: string
    is_visible: boolean
  }>`select t.id, coalesce(${title}::text, t.id::text) as name, ${visible} as is_visible from ${tableAs(resource)}
    where ${sameAs(question.name, question.field, value)} and t.id <> coalesce(${question.except}::text::bigint, 0)
      and ${sameOwner(request, question)} and ${reach}
    order by is_visible desc, t.id limit ${shownMax}::integer`.execute(context.database.db)
  return {
    exists: rows.length > 0,
    records: rows.filter((row) => row.is_visible).map(({ id, name }) => ({ id: Number(id), name })),
  }
}

import { type RawBuilder, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import { referenceError } from '#engine/declaration/kinds/relations.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { Field, FieldMap } from '#engine/declaration/fields/index.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { inverseOf } from '../inverse.ts'
import { typedArray, typedValue, parseFilterValue } from '../query/filterValues.ts'
import { scopeCondition } from '../visibility/scope.ts'
import type { WriteStep } from './writeRequest.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources

/** The ids a reference or references field holds. */
export function idsOf(value: unknown): number[] {
  return Array.isArray(value) ? (value as number[]) : typeof value === 'number' ? [value] : []
}

/**
 * The error of a reference to what is not there; a field whose own error says something else (that one is needed) has
 * the resource's.
 */
function missingCode(field: Field): ErrorCode {
  return referenceError(field.error?.startsWith('invalid_') ? field : { ...field, error: undefined })
}

/**
 * Which targets agree with what a record refers to has: `brand.company` is the company of the record's brand,
 * `campaign.brand.company` that of its campaign's.
 */
function agreesWithReached({
  resource,
  record,
  path,
  column,
}: {
  resource: AnyResource
  record: AnyRecord
  path: string
  column: RawBuilder<unknown>
}): RawBuilder<boolean>[] {
  const [first, ...further] = path.split('.') as [string, ...string[]]
  if (typeof record[first] !== 'number') return []
  let at = resource.fields[first]!
  let reached: RawBuilder<unknown> = sql`${String(record[first])}::text::bigint`
  for (const name of further) {
    const next = resources[at.target!]!
    reached = sql`(select ${sql.ref(columnName(name))} from ${sql.table(tableName(next.name))} where id = ${reached})`
    at = next.fields[name]!
  }
  return [sql<boolean>`${column} = ${reached}`]
}

/** The fields of the record that decide what a reference may name. */
function dependsOn(field: Field): string[] {
  return Object.values(field.only ?? {}).flatMap((wanted) => ('sameAs' in wanted ? [wanted.sameAs.split('.')[0]!] : []))
}

/** Which targets agree with what `only` of the field asks for. */
function onlyConditions(resource: AnyResource, field: Field, record: AnyRecord): RawBuilder<boolean>[] {
  const target = resources[field.target!]!
  return Object.entries(field.only ?? {}).flatMap(([name, wanted]) => {
    if ('sameAs' in wanted && wanted.sameAs.includes('.'))
      return agreesWithReached({ resource, record, path: wanted.sameAs, column: sql.ref(`t.${columnName(name)}`) })
    const value = 'value' in wanted ? wanted.value : record[wanted.sameAs]
    const targetField = target.fields[name]!
    const ids = idsOf(value)
    if (Array.isArray(value) && ids.length === 0) return []
    const column = sql.ref(`t.${columnName(name)}`)
    if (targetField.kind === 'references')
      return [sql<boolean>`${column} && ${typedArray(ids.map(String), 'reference')}`]
    if (Array.isArray(value)) return [sql<boolean>`${column} = any(${typedArray(ids.map(String), 'reference')})`]
    const parsed = parseFilterValue({ field: targetField, value })
    return parsed === null ? [] : [sql<boolean>`${column} = ${typedValue(parsed, targetField.kind)}`]
  })
}

/**
 * Locks the targets that are there and visible, and answers their ids: none of them can be removed before this write is
 * done.
 */
async function lockTargets(
  step: WriteStep,
  { name, field }: { name: string; field: Field },
  ids: readonly number[],
  conditions: readonly RawBuilder<boolean>[],
): Promise<Set<number>> {
  const target = resources[field.target!]!
  const sorted = ids.toSorted((first, second) => first - second).map(String)
  const visible = scopeCondition({ actor: step.actor, resource: target, alias: 't' })
  // The other side of a relation is written as well: locked weakly first, two such writes would wait for each other for
  // good.
  const strength = sql.raw(inverseOf({ resource: step.resource, name }) ? 'for update' : 'for key share')
  const { rows } = await sql<{ id: number }>`select t.id from ${sql.table(tableName(target.name))} t
    where t.id = any(${typedArray(sorted, 'reference')}) and ${sql.join(
      [visible, ...conditions],
      sql`
      and `,
    )}
      order by t.id ${strength} of t`.execute(step.transaction)
  return new Set(rows.map(({ id }) => id))
}

async function existenceProblem(step: WriteStep, name: string, field: Field): Promise<Problem[]> {
  const before = idsOf(step.before?.[name])
  const after = idsOf(step.after![name])
  const added = after.filter((id) => !before.includes(id))
  const removed = field.kind === 'references' ? before.filter((id) => !after.includes(id)) : []
  const checked = dependsOn(field).some((other) => step.changed.includes(other)) ? after : added
  if (
    checked.length > 0 &&
    (await lockTargets(step, { name, field }, checked, onlyConditions(step.resource, field, step.after!))).size <
      new Set(checked).size
  ) {
    return [{ field: name, code: missingCode(field) }]
  }
  // Taking away what one does not see would undo somebody else's work unseen.
  if (removed.length > 0 && !(await seesAllOf(step, field, removed))) return [{ field: name, code: missingCode(field) }]
  return []
}

async function seesAllOf(step: WriteStep, field: Field, ids: readonly number[]): Promise<boolean> {
  const target = resources[field.target!]!
  const {
    rows: [row],
  } = await sql<{ hidden: boolean }>`select exists (select from ${sql.table(tableName(target.name))} t
    where t.id = any(${typedArray(ids.map(String), 'reference')})
      and not ${scopeCondition({ actor: step.actor, resource: target, alias: 't' })}) as hidden`.execute(
    step.transaction,
  )
  return !row!.hidden
}

async function distinctProblem(step: WriteStep, name: string, field: Field): Promise<Problem[]> {
  const ids = idsOf(step.after![name])
  if (!field.distinctBy || ids.length === 0) return []
  const target = resources[field.target!]!
  const {
    rows: [row],
  } = await sql<{ kinds: number }>`select count(distinct ${sql.ref(columnName(field.distinctBy))}) as kinds
    from ${sql.table(tableName(target.name))} where id = any(${typedArray(ids.map(String), 'reference')})`.execute(
    step.transaction,
  )
  return row!.kinds < ids.length ? [{ field: name, code: 'products_must_differ' }] : []
}

/** The same of references inside rows: those of rows that were not there before, which agree with their row or record. */
async function rowProblems(step: WriteStep, name: string, items: FieldMap): Promise<Problem[]> {
  const rowsOf = (record: AnyRecord | null | undefined) => (record?.[name] ?? []) as readonly AnyRecord[]
  const before = new Set(rowsOf(step.before).map((row) => JSON.stringify(row)))
  const problems: Problem[] = []
  for (const [index, row] of rowsOf(step.after).entries()) {
    if (before.has(JSON.stringify(row))) continue
    for (const [item, field] of Object.entries(items)) {
      const [id] = field.kind === 'reference' ? idsOf(row[item]) : []
      if (id === undefined) continue
      const conditions = onlyConditions(step.resource, field, { ...step.after, ...row })
      const found = await lockTargets(step, { name: item, field }, [id], conditions)
      if (found.size === 0) problems.push({ field: `${name}.${index}.${item}`, code: missingCode(field) })
    }
  }
  return problems
}

/**
 * Are the records that a write newly refers to there, visible to whoever writes, different where they must be, and
 * free? They stay locked
 * until the write is done, so that none of them is removed meanwhile. References that do not change are not asked
 * again.
 */
export async function referenceProblems(step: WriteStep): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [name, field] of Object.entries(step.resource.fields)) {
    if (field.items && step.changed.includes(name)) problems.push(...(await rowProblems(step, name, field.items)))
    const isRelation = field.kind === 'reference' || field.kind === 'references'
    const dependsOnChange = dependsOn(field).some((other) => step.changed.includes(other))
    if (!isRelation || !(step.changed.includes(name) || dependsOnChange)) continue
    const missing = await existenceProblem(step, name, field)
    problems.push(...(missing.length > 0 ? missing : await distinctProblem(step, name, field)))
  }
  return problems
}

import { type RawBuilder, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { type AnyResource, scopeOf } from '#engine/declaration/resource.ts'
import { keepsAuthors, type Lifecycle, statesBefore, type Transition } from '#engine/declaration/transition.ts'
import { soleDimension } from '#engine/declaration/actor.ts'
import { readApprovalTerms } from '#engine/auth/server/requireAnotherPerson.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { authorsSql, forgetAuthors, requireNoAuthor } from '../authors.ts'
import { newValues, writeAuditEntry } from '../change.ts'
import { scopeCondition } from '../visibility/scope.ts'
import { storedValues } from '../write/storedValues.ts'
import type { TransitionEffect, TransitionStep } from './transitionEffect.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources

/** A transition of a resource: its name, and the lifecycle that it is part of. */
export interface NamedTransition {
  readonly resource: AnyResource
  readonly lifecycle: Lifecycle
  readonly name: string
  readonly transition: Transition
  /** What its `effect` names. */
  readonly effect: TransitionEffect | undefined
}

interface LockedRecord {
  readonly state: string
  readonly version: number
  readonly owner: number | null
  readonly authors: readonly number[]
}

/** The company of a record, which says who counts as another person: its own, or that of what its scope leads over. */
function ownerSql(resource: AnyResource): RawBuilder<number | null> {
  const ways = Object.values(scopeOf(resource)).map((path) => path.split('.')[0]!)
  const owners = [...new Set([soleDimension, ...ways])].flatMap((name) => {
    const field = resource.fields[name]
    if (field?.kind !== 'reference') return []
    const column = sql.ref(`record.${columnName(name)}`)
    if (field.target === soleDimension) return [column]
    if (!resources[field.target!]?.fields[soleDimension]) return []
    return [
      sql`(select reached.${sql.id(soleDimension)} from ${sql.table(tableName(field.target!))} reached
        where reached.id = ${column})`,
    ]
  })
  return owners.length > 0 ? sql`coalesce(${sql.join(owners)})` : sql`null::bigint`
}

/** @throws ApiError `not_found` */
async function lockRecord(step: TransitionStep, { resource, lifecycle }: NamedTransition): Promise<LockedRecord> {
  const isVisible = scopeCondition({ actor: step.actor, resource, alias: 'record' })
  const row = await firstRow(
    step.db,
    sql<LockedRecord>`select ${sql.ref(`record.${columnName(lifecycle.state)}`)} as state, record.version,
        ${ownerSql(resource)} as owner,
        ${keepsAuthors(resource) ? authorsSql('record') : sql`'{}'::bigint[]`} as authors
      from ${sql.table(tableName(resource.name))} record
      where record.id = ${String(step.id)}::text::bigint and ${isVisible} for update of record`,
  )
  if (!row) throw new ApiError('not_found')
  return row
}

/** What a transition fills in: the values of its fields, and those of them that the log says. */
function valuesOf({ actor, at, input }: TransitionStep, { sets = {} }: Transition) {
  const sources: AnyRecord = { ...input, actor: actor.name, now: at.toISOString(), empty: null }
  const fields = Object.entries(sets).map(([field, source]) => [field, sources[source!] ?? null] as const)
  const actors = Object.entries(sets).flatMap(([field, source]) => (source === 'actor' ? [[field, actor.name]] : []))
  return {
    values: Object.fromEntries(fields) as AnyRecord,
    logged: {
      ...Object.fromEntries(actors),
      ...Object.fromEntries(Object.entries(input).filter(([, v]) => v !== null)),
    },
  }
}

/**
 * Decides about a record as its transition is declared: locks it, asks that it is in the state and version that was
 * looked at, and that another person decides where one must, then does what follows and writes it with its audit entry.
 * @param seen the version that was looked at, where the transition asks for it
 * @throws ApiError `not_found`, `stale_version`, the refusal of the transition, `approver_not_apart`,
 * `approver_too_new`, and what its effect throws
 */
export async function runTransition(step: TransitionStep, named: NamedTransition, seen: number | null): Promise<void> {
  const { resource, lifecycle, name, transition } = named
  const { db, at, id } = step
  const { authors, work } = typeof named.effect === 'object' ? named.effect : { authors: null, work: named.effect }
  const record = await lockRecord(step, named)
  if (!statesBefore(transition).includes(record.state)) throw new ApiError(transition.refusal ?? 'stale_version')
  if (seen !== null && record.version !== seen) throw new ApiError('stale_version')
  const object = resource.name
  if (transition.by === 'another') {
    const demands = await readApprovalTerms(db, sql`${record.owner}::bigint`)
    await requireNoAuthor(step, { object, id, users: record.authors, others: await authors?.(step), demands })
  }
  const outcome = (await work?.(step)) ?? {}
  const { values, logged } = valuesOf(step, transition)
  const assignments = storedValues({ resource, values: { [lifecycle.state]: transition.to, ...values } })
  await sql`update ${sql.table(tableName(object))}
    set ${sql.join(assignments.map(({ column, value }) => sql`${column} = ${value}`))}, version = version + 1,
      updated_at = ${timestamp(at)} where id = ${id}::bigint`.execute(db)
  const moved = { field: lifecycle.state, before: record.state, after: transition.to }
  const changes = [...newValues(outcome.proved ?? {}), moved, ...newValues({ ...logged, ...outcome.logged })]
  await writeAuditEntry(step, { operation: name, object, objectId: id, changes })
  if (transition.by === 'another') await forgetAuthors(step, { object, id, isKept: keepsAuthors(resource) })
}

import { type RawBuilder, sql } from 'kysely'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import { isUnique, uniqueWithin } from '#engine/declaration/derive/unique.ts'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { WriteStep } from './writeRequest.ts'

/** The condition that another record counts as one that may not hold the same value. */
function isCompared(step: WriteStep, name: string): RawBuilder<unknown> {
  const within = uniqueWithin(step.resource.fields[name]!)
  return within === null
    ? sql`true`
    : sql`${sql.ref(columnName(within))} = ${String(step.after![within])}::text::bigint`
}

function takenCode(resource: AnyResource, name: string): ErrorCode {
  return (resource.fields[name]!.taken ?? 'already_taken') as ErrorCode
}

/** That another record has a value: at its field and, of a new record where its field says so, of the record. */
function takenProblems(resource: AnyResource, name: string, isNew: boolean): Problem[] {
  const { takenRecord } = resource.fields[name]!
  return [
    ...(isNew && takenRecord ? [{ field: 'root', code: takenRecord as ErrorCode }] : []),
    { field: name, code: takenCode(resource, name) },
  ]
}

/**
 * Which of the values that change belong to another record already. The unique index has the last word, see
 * `takenField`.
 */
export async function uniquenessProblems(step: WriteStep): Promise<Problem[]> {
  const names = step.changed.filter(
    (name) => isUnique(step.resource.fields[name]!) && step.after![name] !== null && step.after![name] !== undefined,
  )
  const problems: Problem[] = []
  for (const name of names) {
    const {
      rows: [row],
    } = await sql<{ is_taken: boolean }>`select exists (select from ${sql.table(tableName(step.resource.name))}
      where ${sql.ref(columnName(name))} = ${step.after![name]}::text and ${isCompared(step, name)}
        and id <> coalesce(${step.id}::text::bigint, 0)) as is_taken`.execute(step.transaction)
    if (row!.is_taken) problems.push(...takenProblems(step.resource, name, step.id === null))
  }
  return problems
}

/**
 * The problem behind a violated unique index of a declared table, where two writes came at once; null for any other
 * error.
 */
export function takenField(resource: AnyResource, error: unknown): Problem | null {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505') return null
  const name = Object.keys(resource.fields).find(
    (field) => constraint === `${tableName(resource.name)}_${columnName(field)}_key`,
  )
  return name ? { field: name, code: takenCode(resource, name) } : null
}

import { sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { type Inverse, inverseOf } from '../inverse.ts'
import { recordColumns, tableAs } from '../query/columns.ts'
import { applyChange } from '../writePipeline.ts'
import { idsOf } from './references.ts'
import type { WriteStep } from './writeRequest.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources

async function pointTo(
  step: WriteStep,
  inverse: Inverse,
  { name, ids, to }: { name: string; ids: readonly number[]; to: number | null },
): Promise<void> {
  for (const id of ids.toSorted((first, second) => first - second)) {
    const { rows } = await sql<{
      record: string
    }>`select row_to_json(found)::text as record from ${tableAs(inverse.resource)},
      lateral (select ${recordColumns({ resource: inverse.resource })}) found
        where t.id = ${String(id)}::text::bigint for update of t`.execute(step.transaction)
    if (!rows[0]) continue
    const before = JSON.parse(rows[0].record) as AnyRecord
    const held = before[inverse.name] ?? null
    // Asked again now that the row is locked: another write may have taken it meanwhile.
    if (to !== null && held !== null && held !== to)
      throw validationError([{ field: name, code: 'partner_already_associated' }])
    await applyChange(
      { ...step, resource: inverse.resource, isInverse: true },
      { id: String(id), before, values: { [inverse.name]: to } },
    )
  }
}

/**
 * Writes an inverse relation where it is kept: the reference of each record that was added to the list or taken from
 * it.
 */
async function writeList(step: WriteStep, name: string, inverse: Inverse): Promise<void> {
  const [before, after] = [idsOf(step.before?.[name]), idsOf(step.after![name])]
  await pointTo(step, inverse, { name, ids: before.filter((id) => !after.includes(id)), to: null })
  await pointTo(step, inverse, { name, ids: after.filter((id) => !before.includes(id)), to: Number(step.id) })
}

/**
 * Where a reference is the kept side of a list, the record whose list it changes counts as changed: a form that shows
 * the old list is stale.
 */
async function touchListOwners(step: WriteStep, name: string): Promise<void> {
  const field = step.resource.fields[name]!
  const target = field.kind === 'reference' ? resources[field.target!]! : undefined
  const list =
    target &&
    Object.keys(target.fields).find((each) => {
      const inverse = inverseOf({ resource: target, name: each })
      return inverse?.resource.name === step.resource.name && inverse.name === name
    })
  if (!target || !list) return
  const [was, is] = [step.before?.[name] ?? null, step.after?.[name] ?? null]
  const touched: { owner: unknown; before: number[]; after: number[] }[] = [
    { owner: was, before: [Number(step.id)], after: [] },
    { owner: is, before: [], after: [Number(step.id)] },
  ]
  for (const { owner, before, after } of touched) {
    if (owner === null) continue
    await sql`update ${sql.table(tableName(target.name))}
      set version = version + 1, updated_at = ${step.context.now().toISOString()}::text::timestamptz
      where id = ${String(owner)}::text::bigint`.execute(step.transaction)
    await logActivity(step.transaction, {
      actor: step.actor,
      request: step.http,
      operation: 'update',
      object: target.name,
      objectId: Number(owner),
      batch: step.batch,
      at: step.context.now(),
      changes: [{ field: list, before, after }],
    })
  }
}

/**
 * Keeps both sides of a relation that is declared on both in step: what is written on one is stored, versioned and
 * logged on the other.
 */
export async function writeInverse(step: WriteStep): Promise<void> {
  for (const name of step.changed) {
    const inverse = inverseOf({ resource: step.resource, name })
    if (inverse) await writeList(step, name, inverse)
    else if (!step.isInverse) await touchListOwners(step, name)
  }
}

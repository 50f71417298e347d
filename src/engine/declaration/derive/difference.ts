import type { AnyRecord } from '../record.ts'
import type { AnyResource } from '../resource.ts'

/** One field that changed, as the activity log keeps it. */
export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** Are two values of a field the same? Arrays and rows are compared by content. */
export function sameValue(first: unknown, second: unknown): boolean {
  if (first === second) return true
  if ((first ?? null) === null || (second ?? null) === null) return (first ?? null) === (second ?? null)
  if (typeof first !== 'object' || typeof second !== 'object') return false
  const [one, other] = [first as AnyRecord, second as AnyRecord]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Array.isArray(first) === Array.isArray(second) && [...names].every((name) => sameValue(one[name], other[name]))
}

const secret = '***'

/** Of two states of some blocks those that differ, told apart by their keys: what stayed as it was is left out. */
function blocksDifference(was: unknown, is: unknown): { before: readonly unknown[]; after: readonly unknown[] } {
  const [before, after] = [was, is].map((each) => (Array.isArray(each) ? (each as AnyRecord[]) : [])) as [
    AnyRecord[],
    AnyRecord[],
  ]
  const without = (blocks: AnyRecord[], others: AnyRecord[]) =>
    blocks.filter((block) => !others.some((other) => other.key === block.key && sameValue(other, block)))
  return { before: without(before, after), after: without(after, before) }
}

/**
 * What changed between two states of a record, field by field in the order of the declaration. A password shows only
 * that it changed.
 * @param before null for a new record.
 * @param after null for a removed one.
 */
export function recordDifference({
  resource,
  before,
  after,
}: {
  resource: AnyResource
  before: AnyRecord | null
  after: AnyRecord | null
}): FieldChange[] {
  return Object.entries(resource.fields).flatMap(([field, { kind, over }]) => {
    if (kind === 'computed') return []
    if (kind === 'password') return after?.[field] ? [{ field, before: before ? secret : null, after: secret }] : []
    const [was, is] = [before?.[field] ?? null, after?.[field] ?? null]
    if (sameValue(was, is)) return []
    if (kind !== 'blocks') return [{ field, before: was, after: is }]
    const change = blocksDifference(was, is)
    // Where the fields below say nothing either, a new record has nothing to say of its blocks.
    return over && change.before.length + change.after.length === 0 ? [] : [{ field, ...change }]
  })
}

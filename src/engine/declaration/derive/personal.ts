import type { Field } from '../fields/index.ts'
import { kinds } from '../kinds/index.ts'
import type { AnyResource } from '../resource.ts'

/** Kinds of which nothing can be taken out without breaking what refers to it or is made of it. */
const untouchable: ReadonlySet<string> = new Set(['reference', 'references', 'computed', 'password', 'token', 'slug'])

/** Can what stands in such a field be taken out of a record for good? */
export function isRedactable(field: Field): boolean {
  return !untouchable.has(field.kind) && kinds[field.kind].column(field) !== null && field.dated !== true
}

/** The fields of a resource that tell something of a person. */
export function personalFields({ fields }: AnyResource): string[] {
  return Object.keys(fields).filter((name) => fields[name]!.personal === true)
}

/** Does a record of it tell anything of a person? */
export const isPersonal = (resource: AnyResource): boolean => personalFields(resource).length > 0

/** Fields of other resources by which a record says that it tells of the person of another (`redactedWith`). */
export function toldOf(
  person: AnyResource,
  resources: readonly AnyResource[],
): { readonly resource: AnyResource; readonly field: string }[] {
  return resources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([field, { target, redactedWith }]) =>
      redactedWith && target === person.name ? [{ resource, field }] : [],
    ),
  )
}

/** What is kept for a time: its fields by how long. */
export function keptFields(resource: AnyResource): ReadonlyMap<string, readonly string[]> {
  const byPeriod = new Map<string, string[]>()
  for (const name of personalFields(resource)) {
    const keep = resource.fields[name]!.keep ?? resource.keep
    if (keep !== undefined) byPeriod.set(keep, [...(byPeriod.get(keep) ?? []), name])
  }
  return byPeriod
}

/**
 * What stands in a field once it is redacted: nothing; the number of the record where people know it by that field, so
 * that lists, entries and payments go on naming one and not another.
 */
export function redactedValue(resource: AnyResource, name: string, id: string): unknown {
  if (name === resource.title) return `#${id}`
  return kinds[resource.fields[name]!.kind].empty ?? null
}

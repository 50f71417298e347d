import type { AnyResource } from '#engine/declaration/resource.ts'
import { resources } from '#resources/index.ts'

/** The other side of a relation: the resource whose reference field holds it. */
export interface Inverse {
  readonly resource: AnyResource
  /** The reference field of that resource. */
  readonly name: string
}

/**
 * Where a `references` field is held by a `reference` of its target (`partner.affiliates` by `affiliate.partner`),
 * the list is read from there and written through there: one fact, one place.
 * @returns null where the field holds its values itself.
 */
export function inverseOf({ resource, name }: { resource: AnyResource; name: string }): Inverse | null {
  const field = resource.fields[name]
  if (!field?.heldBy) return null
  const other = (resources as Readonly<Record<string, AnyResource>>)[field.target!]
  return other ? { resource: other, name: field.heldBy } : null
}

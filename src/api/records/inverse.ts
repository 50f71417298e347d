import type { AnyResource } from '../../config/resource.ts'
import { resources } from '../../../resources/index.ts'

/** The other side of a relation: the resource whose reference field holds it. */
export interface Inverse {
  readonly resource: AnyResource
  /** The reference field of that resource. */
  readonly name: string
}

/**
 * Where an exclusive `references` field and a `reference` back to it say the same thing (`partner.affiliates` and `affiliate.partner`),
 * the single reference holds it, and the list is read from there and written through there: one fact, one place.
 * @returns null where the field holds its values itself.
 */
export function inverseOf({ resource, name }: { resource: AnyResource; name: string }): Inverse | null {
  const field = resource.fields[name]
  if (field?.kind !== 'references' || !field.exclusive) return null
  const other = (resources as Readonly<Record<string, AnyResource>>)[field.target!]
  const back = other && Object.keys(other.fields).find((each) => other.fields[each]!.kind === 'reference' && other.fields[each]!.target === resource.name)
  return other && back ? { resource: other, name: back } : null
}

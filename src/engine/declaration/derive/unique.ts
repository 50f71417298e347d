import type { Field } from '../fields/index.ts'

/** May no other record hold the value, at all or within something? Tokens always are unique. */
export function isUnique(field: Field): boolean {
  return Boolean(field.unique) || field.kind === 'token'
}

/**
 * The field that two records must agree in before one value of theirs is one too many; null where that is so of all
 * records.
 */
export function uniqueWithin(field: Field): string | null {
  return typeof field.unique === 'object' ? field.unique.within : null
}

/** The field by which a resource's records belong to somebody; null where they belong to nobody. */
export function ownerField(fields: Readonly<Record<string, Field>>): string | null {
  return Object.keys(fields).find((name) => fields[name]!.own) ?? null
}

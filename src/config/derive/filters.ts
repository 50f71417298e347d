import type { Field } from '../fields/index.ts'
import { type FilterOperator, kinds } from '../kinds/index.ts'

/** How the API lets a list be filtered by a field: `field`, `field_gte`, `field_lte`, `field_like`. */
export function filterOperators(field: Field): readonly FilterOperator[] {
  return kinds[field.kind].operators
}

/** Can a list be sorted by a field? */
export function isSortable(field: Field): boolean {
  return kinds[field.kind].isSortable
}

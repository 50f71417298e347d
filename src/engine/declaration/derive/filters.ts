import type { ComputedAs, Field, FieldKind } from '../fields/index.ts'
import { type FilterOperator, kinds } from '../kinds/index.ts'

/**
 * Computed values that are compared like stored ones; a computed text, address or structure says nothing that a stored
 * field would not.
 */
const comparedAs: Readonly<Partial<Record<ComputedAs, FieldKind>>> = {
  boolean: 'boolean',
  completeness: 'boolean',
  integer: 'integer',
  money: 'money',
}

/** The kind as which a field's values are compared: its own, and of a computed field that of what comes out. */
export function comparedKind(field: Field): FieldKind {
  return field.kind === 'computed' ? (comparedAs[field.as ?? 'text'] ?? 'computed') : field.kind
}

/** How the API lets a list be filtered by a field: `field`, `field_gte`, `field_lte`, `field_like`, `field_type`. */
export function filterOperators(field: Field): readonly FilterOperator[] {
  return kinds[comparedKind(field)].operators
}

/** Can a list be sorted by a field? */
export function isSortable(field: Field): boolean {
  return kinds[field.kind].isSortable
}

/** How a list is narrowed by a field where nothing is said: texts by a part of them, numbers and days from-to, what is one of several by any of them. */
export function filterStyleOf(field: Field): 'equals' | 'in' | 'range' | 'contains' {
  const operators = kinds[comparedKind(field)]?.operators ?? []
  if (field.choices || field.target) return 'in'
  if (operators.includes('like')) return 'contains'
  return operators.includes('gte') ? 'range' : 'equals'
}

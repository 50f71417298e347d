import type { CellKind } from '#engine/values/spreadsheet/cells.ts'
import type { Actor } from '../actor.ts'
import type { ComputedAs, Field } from '../fields/index.ts'
import { kinds } from '../kinds/index.ts'
import type { AnyResource } from '../resource.ts'
import { readableFields } from './access.ts'

/**
 * A column of an exported list: the field's name, which never changes with the language, and how its cells are typed.
 */
export interface ExportedField {
  readonly name: string
  /** Undefined for what every record has: id and the two moments. */
  readonly field: Field | undefined
  readonly kind: CellKind
}

const computedCells: Readonly<Partial<Record<ComputedAs, CellKind>>> = {
  integer: 'number',
  money: 'money',
  moment: 'moment',
  boolean: 'boolean',
  completeness: 'boolean',
}

function cellKindOf(field: Field): CellKind {
  return field.kind === 'computed' ? (computedCells[field.as ?? 'text'] ?? 'text') : kinds[field.kind].cell
}

/**
 * Does a cell of a file hold values of this field? Passwords are never read, and computed structures have pages of
 * their own.
 */
export function fitsFile(field: Field): boolean {
  return field.kind !== 'password' && !(field.kind === 'computed' && field.as === 'json')
}

/** What takes the id that another system has for a record. */
export const externalIdColumn = 'externalId'
/** The column of one system's ids, where a file says which: `externalId:affilka`. */
export const externalIdColumnOf = (source: string): string => `${externalIdColumn}:${source}`
/** Whether a column holds ids of another system. */
export const isExternalIdColumn = (name: string): boolean =>
  name === externalIdColumn || name.startsWith(`${externalIdColumn}:`)
/** Which system's ids a column holds; null where it says none. */
export const sourceOfColumn = (name: string): string | null => name.slice(externalIdColumn.length + 1) || null

/**
 * Everything this person may export of a resource's records: the id, what they may read in the order of the
 * declaration, and when a record was made and changed.
 * @param sources systems whose ids for such records are told as well, a column each
 */
export function exportedFields({
  resource,
  actor,
  sources = [],
}: {
  resource: AnyResource
  actor: Actor
  sources?: readonly string[]
}): ExportedField[] {
  const declared = readableFields({ actor, resource })
    .map((name) => ({ name, field: resource.fields[name]! }))
    .filter(({ field }) => fitsFile(field))
  return [
    { name: 'id', field: undefined, kind: 'number' },
    ...declared.map(({ name, field }) => ({ name, field, kind: cellKindOf(field) })),
    { name: 'createdAt', field: undefined, kind: 'moment' },
    { name: 'updatedAt', field: undefined, kind: 'moment' },
    ...sources.map((source) => ({ name: externalIdColumnOf(source), field: undefined, kind: 'text' as const })),
  ]
}

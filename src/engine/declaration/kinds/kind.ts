import type { CellKind } from '#engine/values/spreadsheet/cells.ts'
import type { ErrorCode } from '../errorCatalogue.ts'
import type { Field, FieldKind } from '../fields/index.ts'
import type { MessageValues } from '../problems.ts'
import type { AnyRecord } from '../record.ts'

/** What is wrong with one value; `path` says where inside it (`0.from`). */
export interface ValueProblem {
  readonly code: ErrorCode
  readonly values?: MessageValues
  readonly path?: string
}

/** A value in the form in which it is stored, or what is wrong with it. */
export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly ValueProblem[] }

/** How a list may be filtered by a field over the API: `field`, `field_gte`, `field_lte`, `field_like`, `field_type`. */
export type FilterOperator = 'equals' | 'gte' | 'lte' | 'like' | 'type'

/** A JSON Schema fragment, for the OpenAPI document. */
export type JsonSchema = { readonly [key: string]: unknown }

/** A schema that takes null as well. */
export const orNull = (schema: JsonSchema): JsonSchema =>
  typeof schema.type === 'string'
    ? {
        ...schema,
        type: [schema.type, 'null'],
        ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
      }
    : schema

/** A schema that says under which conditions its field counts, where there are any. */
export function countingWhile(
  schema: JsonSchema,
  conditions: Readonly<Record<string, unknown>> | undefined,
): JsonSchema {
  const texts = Object.entries(conditions ?? {}).map(([name, wanted]) => `${name} is ${[wanted].flat().join(' or ')}`)
  const parts = [
    ...(typeof schema.description === 'string' ? [schema.description] : []),
    `Counts only while ${texts.join(' and ')}`,
  ]
  return texts.length > 0 ? { ...schema, description: parts.join('. ') } : schema
}

/** Everything that follows from a field's kind. A new kind is one of these, and a widget in the pages. */
export interface Kind {
  /**
   * The column's PostgreSQL type, as `format_type` prints it; null where nothing is stored in the record's own table.
   */
  readonly column: (field: Field) => string | null
  /**
   * Checks and normalises a value that is not empty.
   * @param record the whole record as it will be, for kinds that depend on another field.
   */
  readonly parse: (value: unknown, field: Field, record: AnyRecord) => Parsed
  readonly schema: (field: Field) => JsonSchema
  readonly operators: readonly FilterOperator[]
  readonly isSortable: boolean
  /** How a cell of an export is typed: tokens, CPF and all else that is no amount stays text. */
  readonly cell: CellKind
  /** What an empty value is stored as; null where nothing is said. */
  readonly empty?: unknown
}

/** The registry of kinds. */
export type Kinds = Readonly<Record<FieldKind, Kind>>

/** The two answers of a check. */
export const valid = (value: unknown): Parsed => ({ ok: true, value })
export const invalid = (code: ErrorCode, values?: MessageValues, path?: string): Parsed => ({
  ok: false,
  problems: [{ code, values, path }],
})

import type { Field } from '../fields/index.ts'
import { kinds } from '../kinds/index.ts'
import type { AnyResource } from '../resource.ts'
import type { DeclaredConstraint } from './declaredTable.ts'
import { columnName, tableName } from './names.ts'
import { isRedactable } from './personal.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const isText = (field: Field) => kinds[field.kind].column(field) === 'text'

function between(value: string, { min, max }: { min?: number | undefined; max?: number | undefined }): string[] {
  return [...(min === undefined ? [] : [`${value} >= ${min}`]), ...(max === undefined ? [] : [`${value} <= ${max}`])]
}

/** What every value of a column keeps to, as SQL; the same as is checked before it is written, as far as a database can say it. */
function conditionsOf(column: string, field: Field): string[] {
  const { kind, choices, min, max } = field
  const schema = kinds[kind].schema(field) as { minLength?: number; maxLength?: number; pattern?: string }
  const words = choices?.values.map(quoted).join(', ')
  if (kind === 'choice') return [`${column} IN (${words})`]
  if (kind === 'manyOf') return [`${column} <@ ARRAY[${words}]::text[]`]
  if (kind === 'percent') return between(column, { min: min ?? 0, max: max ?? 100 })
  if (kind === 'integer' || kind === 'money') return between(column, { min, max })
  if (kind === 'cpf') return [`${column} ~ '^[0-9]{11}$'`]
  if (kind === 'list' || kind === 'blocks') return [`jsonb_typeof(${column}) = 'array'`]
  if (!isText(field)) return []
  const pattern = schema.pattern === undefined ? [] : [`${column} ~ ${quoted(schema.pattern)}`]
  return [...between(`char_length(${column})`, { min: schema.minLength, max: schema.maxLength }), ...pattern]
}

/** Must every record hold something in a field, whatever else it says? Not what can be taken out of it for good. */
export function isAlwaysRequired(
  { visibleWhen, requiredWhen, title }: Pick<AnyResource, 'visibleWhen' | 'requiredWhen' | 'title'>,
  name: string,
  field: Field,
): boolean {
  const isTakenOut = field.personal === true && name !== title && isRedactable(field)
  const isConditional = Object.hasOwn(visibleWhen, name) || Object.hasOwn(requiredWhen, name)
  return Boolean(field.required) && !isConditional && !isTakenOut
}

/**
 * The constraints of a resource's table: what a column refers to is there, and its values are ones the declaration
 * allows. What names a record that goes takes its own with it where the declaration says so, else it keeps it.
 */
export function constraintsOf(resource: AnyResource): DeclaredConstraint[] {
  const table = tableName(resource.name)
  return Object.entries(resource.fields).flatMap(([name, field]): DeclaredConstraint[] => {
    if (kinds[field.kind].column(field) === null) return []
    const column = columnName(name)
    if (field.kind === 'reference') {
      const removal = field.removedWith ? ' ON DELETE CASCADE' : ''
      const definition = `FOREIGN KEY ("${column}") REFERENCES "${tableName(field.target!)}" ("id")${removal}`
      return [{ name: `${table}_${column}_refers`, column, definition }]
    }
    const conditions = conditionsOf(`"${column}"`, field)
    if (conditions.length === 0) return []
    return [{ name: `${table}_${column}_holds`, column, definition: `CHECK (${conditions.join(' AND ')})` }]
  })
}

import type { Field } from '../fields/index.ts'
import { kinds } from '../kinds/index.ts'
import type { AnyResource } from '../resource.ts'
import { constraintsOf, isAlwaysRequired } from './constraints.ts'
import type { DeclaredColumn, DeclaredIndex, DeclaredTable } from './declaredTable.ts'
import { columnName, historyTableName, tableName } from './names.ts'
import { uniqueWithin } from './unique.ts'

export { columnName, historyTableName, tableName } from './names.ts'

const emptyDefaults: Readonly<Record<string, string>> = {
  'bigint[]': "'{}'::bigint[]",
  'text[]': "'{}'::text[]",
  jsonb: "'[]'::jsonb",
  boolean: 'false',
}

const systemColumns: readonly DeclaredColumn[] = [
  { name: 'id', type: 'bigint', nullable: false, identity: true, primaryKey: true },
  { name: 'version', type: 'integer', nullable: false, default: '1' },
  { name: 'created_at', type: 'timestamp with time zone', nullable: false, default: 'now()' },
  { name: 'updated_at', type: 'timestamp with time zone', nullable: false, default: 'now()' },
]

const literal = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

/**
 * What a field says where nothing is given, as SQL. Records that are there already get it with the column, as new ones
 * do when they are made.
 */
function fillOf({ default: said }: Field, type: string): { fill?: string } {
  if (Array.isArray(said)) return said.length === 0 ? {} : { fill: `ARRAY[${said.map(literal).join(', ')}]::${type}` }
  // An empty boolean is a no already.
  return said !== false && ['string', 'number', 'boolean'].includes(typeof said)
    ? { fill: `${literal(said)}::${type}` }
    : {}
}

function declaredColumn(resource: AnyResource, name: string): DeclaredColumn | null {
  const field = resource.fields[name]!
  const type = kinds[field.kind].column(field)
  if (type === null) return null
  const empty = emptyDefaults[type]
  const renamed = field.renamedFrom ? { renamedFrom: columnName(field.renamedFrom) } : {}
  // What counts for some records only stays empty for all that are there.
  const fill = name in resource.visibleWhen ? {} : fillOf(field, type)
  const required = isAlwaysRequired(resource, name, field) && !empty ? { required: true } : {}
  return {
    name: columnName(name),
    type,
    ...renamed,
    ...fill,
    ...(empty ? { nullable: false, default: empty } : { nullable: true, ...required }),
  }
}

/**
 * Parts of words are found by their three-letter pieces: the search box, `q`, `_like` and the palette ask
 * `searchable_text(column) like '%part%'`, and of rows inside a record their text.
 */
function searchIndex(table: string, name: string, field: Field): DeclaredIndex[] {
  const type = kinds[field.kind].column(field)
  if (!field.search || type === null) return []
  const column = columnName(name)
  return [
    {
      name: `${table}_${column}_search`,
      columns: [`searchable_text("${column}"${type === 'text' ? '' : '::text'})`],
      method: 'gin',
      operators: 'gin_trgm_ops',
    },
  ]
}

function fieldIndexes(table: string, name: string, field: Field): DeclaredIndex[] {
  const column = columnName(name)
  if (field.heldBy) return []
  if (field.kind === 'references') return [{ name: `${table}_${column}_index`, columns: [column], method: 'gin' }]
  const within = uniqueWithin(field)
  if (within) return [{ name: `${table}_${column}_key`, columns: [columnName(within), column], unique: true }]
  if (field.unique || field.kind === 'token')
    return [{ name: `${table}_${column}_key`, columns: [column], unique: true }]
  const isSought = field.kind === 'reference' || field.warnIfDuplicate || field.kind === 'date'
  return isSought ? [{ name: `${table}_${column}_index`, columns: [column] }] : []
}

function recordTable(resource: AnyResource): DeclaredTable {
  const name = tableName(resource.name)
  const fields = Object.entries(resource.fields)
  return {
    name,
    columns: [...systemColumns, ...fields.flatMap(([field]) => declaredColumn(resource, field) ?? [])],
    constraints: constraintsOf(resource),
    indexes: fields.flatMap(([field, options]) => [
      ...fieldIndexes(name, field, options),
      ...searchIndex(name, field, options),
    ]),
  }
}

/** The fields of a resource of which every value is kept with its days. */
export function datedFields(resource: AnyResource): string[] {
  return Object.keys(resource.fields).filter((name) => resource.fields[name]!.dated)
}

function historyTable(resource: AnyResource): DeclaredTable[] {
  const dated = datedFields(resource)
  if (dated.length === 0) return []
  const name = historyTableName(resource.name)
  return [
    {
      name,
      columns: [
        systemColumns[0]!,
        { name: 'record', type: 'bigint', nullable: false },
        { name: 'valid_from', type: 'date', nullable: false },
        { name: 'valid_to', type: 'date', nullable: true },
        ...dated.flatMap((field) => {
          const column = declaredColumn(resource, field)
          return column ? [{ ...column, required: false }] : []
        }),
      ],
      indexes: [{ name: `${name}_record_key`, columns: ['record', 'valid_from'], unique: true }],
    },
  ]
}

/**
 * The tables that a configuration asks for: one for each resource, and `{resource}_history` where it has dated fields.
 * @param resources every resource, by name.
 */
export function declaredTables(resources: Readonly<Record<string, AnyResource>>): DeclaredTable[] {
  return Object.values(resources).flatMap((resource) => [recordTable(resource), ...historyTable(resource)])
}

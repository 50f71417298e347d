import type {
  DeclaredChoice,
  DeclaredColumn,
  DeclaredIndex,
  DeclaredTable,
} from '#engine/declaration/derive/declaredTable.ts'
import { constraintDifference, newConstraints } from './constraintDifference.ts'
import type { ExistingColumn, ExistingIndex, ExistingTable } from './readSchema.ts'

/** A change that would lose or risk what is stored, so that it is made only on request. */
export interface RefusedChange {
  /** For example `affiliate.cpf: type text -> bigint`. */
  what: string
  why: string
  how: string
  /** What makes the change all the same. */
  statements: string[]
}

/** A column that the configuration has no field for any more. */
export interface UnusedColumn {
  readonly table: string
  readonly column: string
  /** How many records have something else in it than new ones would. */
  readonly values: number
  /** Since when, `2026-11-28`; null where it has just become so. */
  readonly since: string | null
}

/** What separates the database from the configuration. */
export interface SchemaDifference {
  /** SQL that closes the gap without losing anything; doing it twice does no harm. */
  statements: string[]
  refused: RefusedChange[]
  /** What is declared no more: nothing reads it, and it does not stand in the way. */
  unused: UnusedColumn[]
}

/** The columns of a table that the configuration does not know, and that no migration made by hand. */
export function unknownColumns(table: DeclaredTable, present: ExistingTable): ExistingColumn[] {
  if (table.others === 'any') return []
  const known = new Set([
    ...(table.others ?? []),
    ...table.columns.map(({ name }) => name),
    ...formerNames(table, present),
  ])
  return present.columns.filter(({ name }) => !known.has(name) && !name.startsWith(handWrittenPrefix))
}

/** The names that columns have still, of fields with `renamedFrom`. */
const formerNames = ({ columns }: DeclaredTable, present: ExistingTable) =>
  columns.flatMap(({ name, renamedFrom }) =>
    renamedFrom && !present.columns.some((column) => column.name === name) ? [renamedFrom] : [],
  )

/** Columns of this prefix in a declared table belong to hand-written migrations, not to the configuration. */
const handWrittenPrefix = 'sys_'

/**
 * Compares what the configuration declares with what is there. Additive changes, `renamedFrom` and types in which every
 * value says the same become statements; other types and new restrictions on filled columns are refused with the way to
 * do them, and what is declared no more stays. Tables, indexes
 * and
 * `sys_` columns that the configuration does not know are left alone: hand-written migrations make them.
 */
export function schemaDifference({
  declared,
  existing,
}: {
  declared: readonly DeclaredTable[]
  existing: readonly ExistingTable[]
}): SchemaDifference {
  const difference: SchemaDifference = { statements: [], refused: [], unused: [] }
  for (const table of declared) {
    const present = existing.find(({ name }) => name === table.name)
    if (present) compareTable(table, { present, existing }, difference)
    else difference.statements.push(createTable(table), ...table.indexes.map((index) => createIndex(table.name, index)))
  }
  difference.statements.push(...followedBy(declared, existing))
  // Last: what they refer to is there by then.
  for (const table of declared) {
    const present = existing.find(({ name }) => name === table.name)
    difference.statements.push(...(present ? constraintDifference(table, present) : newConstraints(table)))
  }
  return difference
}

/** What the database makes of columns that are new; of several tables that it makes it of, once. */
function followedBy(declared: readonly DeclaredTable[], existing: readonly ExistingTable[]): string[] {
  const changed = declared.filter(({ name, columns, followed }) => {
    const present = existing.find((table) => table.name === name)?.columns.map((column) => column.name)
    return followed && columns.some((column) => !present?.includes(column.name))
  })
  return [...new Set(changed.map(({ followed }) => followed!.statement))]
}

interface Compared {
  readonly present: ExistingTable
  readonly existing: readonly ExistingTable[]
}

function compareTable(table: DeclaredTable, { present, existing }: Compared, difference: SchemaDifference): void {
  const renamed = new Map<string, string>()
  for (const column of table.columns) {
    const own = present.columns.find(({ name }) => name === column.name)
    const former =
      column.renamedFrom && !own ? present.columns.find(({ name }) => name === column.renamedFrom) : undefined
    if (former) {
      renamed.set(former.name, column.name)
      difference.statements.push(renameColumn(table.name, former.name, column.name))
    }
    const compared = own ?? former
    if (compared) compareColumn({ table, column, present: compared }, difference)
    else {
      addColumn({ table, column, isFilled: present.isFilled }, difference)
      difference.statements.push(...fillOf(column, existing))
    }
  }
  for (const column of unknownColumns(table, present)) {
    // What the database makes something of goes with what it makes; anything else stays for who takes the edit back.
    if (table.followed) difference.refused.push(droppedColumn(table, column.name))
    else difference.statements.push(...leftAlone(table.name, column))
  }
  compareIndexes({ table, present, renamed }, difference)
  for (const choice of table.choices ?? []) compareChoice({ table: table.name, choice, present }, difference)
}

/** The words that a constraint names, as PostgreSQL prints it. */
const wordsOf = (text: string) => [...text.matchAll(/'([^']*)'/g)].map(([, word]) => word!)

function compareChoice(
  { table, choice, present }: { table: string; choice: DeclaredChoice; present: ExistingTable },
  difference: SchemaDifference,
): void {
  const existing = present.checks.find(({ name }) => name === choice.name)
  const known = existing ? wordsOf(existing.text) : []
  const gone = known.filter((word) => !choice.values.includes(word))
  if (existing && gone.length === 0 && choice.values.every((word) => known.includes(word))) return
  const alter = `ALTER TABLE ${quote(table)}`
  const words = choice.values.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')
  const added = `ADD CONSTRAINT ${quote(choice.name)} CHECK (${quote(choice.column)} IN (${words}))`
  // One after the other: workers (Citus) take one such command at a time.
  const replace = (validity: string) => [
    `${alter} DROP CONSTRAINT IF EXISTS ${quote(choice.name)};`,
    `${alter} ${added}${validity};`,
  ]
  if (gone.length > 0) {
    difference.refused.push({
      what: `${table}.${choice.column}: may no longer be ${gone.join(' or ')}`,
      why: 'rows may hold it',
      how: 'declare it as it was, or remove those rows in a migration first',
      statements: replace(''),
    })
  } else {
    // What is there kept to fewer words: nothing of it has to be looked at again.
    difference.statements.push(...replace(existing ? ' NOT VALID' : ''))
  }
}

/** What fills a new column from what it is made of, where there can be any of that. */
function fillOf({ fillFrom }: DeclaredColumn, existing: readonly ExistingTable[]): string[] {
  if (!fillFrom) return []
  const known = existing.flatMap(({ checks }) =>
    checks.filter(({ name }) => name === fillFrom.check).flatMap(({ text }) => wordsOf(text)),
  )
  return fillFrom.words.some((word) => known.includes(word)) ? [fillFrom.statement] : []
}

function addColumn(
  { table, column, isFilled }: { table: DeclaredTable; column: DeclaredColumn; isFilled: boolean },
  difference: SchemaDifference,
): void {
  const added = (definition: string) => `ALTER TABLE ${quote(table.name)} ADD COLUMN IF NOT EXISTS ${definition};`
  // What is there has nothing to hold in it, unless a default says so.
  const statement = added(columnDefinition({ ...column, required: false }))
  if (column.fill !== undefined) {
    // PostgreSQL notes a constant with the column and writes no row: a million records have it at once, and nobody
    // waits.
    const said = `-- What is in ${table.name} already gets ${column.fill} in ${column.name}.`
    difference.statements.push(
      // Server-side work that makes records goes on without it: that it is filled in is asked of people.
      `${said}\n${added(columnDefinition({ ...column, required: false, default: column.fill }))}`,
      alterDefault({ table, column }),
    )
    return
  }
  const isImpossible = isFilled && !column.nullable && column.default === undefined && !column.identity
  if (!isImpossible) return void difference.statements.push(statement)
  difference.refused.push({
    what: `${table.name}.${column.name}: a new column that must not be empty`,
    why: 'the table has rows, and nothing says what they should hold',
    how: 'give the column a default, or let it be empty and require it in the validation',
    statements: [statement],
  })
}

function compareColumn(
  { table, column, present }: { table: DeclaredTable; column: DeclaredColumn; present: ExistingColumn },
  difference: SchemaDifference,
): void {
  const alter = `ALTER TABLE ${quote(table.name)} ALTER COLUMN ${quote(column.name)}`
  const what = `${table.name}.${column.name}`
  if (present.type !== column.type) retype({ table, column, present }, difference)
  const isSettled = present.type === column.type || present.losing?.count === 0
  if (present.nullable && !column.nullable && column.default !== undefined && isSettled) {
    difference.statements.push(
      `UPDATE ${quote(table.name)} SET ${quote(column.name)} = ${column.default} WHERE ${quote(column.name)} IS NULL;`,
      `${alter} SET NOT NULL;`,
    )
  } else if (present.nullable && !column.nullable) {
    difference.refused.push({
      what: `${what}: may no longer be empty`,
      why: 'rows may hold nothing there',
      how: 'fill the empty ones in a migration first',
      statements: [`${alter} SET NOT NULL;`],
    })
  }
  if (!present.nullable && column.nullable && !column.required) difference.statements.push(`${alter} DROP NOT NULL;`)
  if (!column.identity && bareDefault(present.default) !== bareDefault(column.default)) {
    difference.statements.push(alterDefault({ table, column }))
  }
}

/** Another type is given where every stored value keeps what it says. */
function retype({ table, column, present }: Parameters<typeof compareColumn>[0], difference: SchemaDifference): void {
  const alter = `ALTER TABLE ${quote(table.name)}`
  // `7.00` is a whole number that no integer is read from.
  const through = /^(?:integer|bigint)$/.test(column.type) ? '::numeric' : ''
  const converted = [
    `${alter} DROP CONSTRAINT IF EXISTS ${quote(`${table.name}_${column.name}_holds`)};`,
    `${alter} ALTER COLUMN ${quote(column.name)} DROP DEFAULT;`,
    `${alter} ALTER COLUMN ${quote(column.name)} TYPE ${column.type} USING ${quote(column.name)}::text${through}::${column.type};`,
    ...(column.default === undefined ? [] : [alterDefault({ table, column })]),
  ]
  const { count, named } = present.losing ?? { count: NaN, named: [] }
  if (count === 0) return void difference.statements.push(...converted)
  const records = Number.isNaN(count) ? 'stored values' : `${count} ${count === 1 ? 'record' : 'records'}`
  const which = named.length === 0 ? '' : ` (${named.join(', ')}${count > named.length ? ', …' : ''})`
  difference.refused.push({
    what: `${table.name}.${column.name}: type ${present.type} -> ${column.type}`,
    why: `${records} would lose what ${count === 1 ? 'it says' : 'they say'}${which}`,
    how: 'mend these records first, or add a field of the new type under another name',
    statements: converted,
  })
}

/** A column that nobody fills in any more may be empty. */
function leftAlone(table: string, { name, nullable, default: begins }: ExistingColumn): string[] {
  return nullable || begins !== null ? [] : [`ALTER TABLE ${quote(table)} ALTER COLUMN ${quote(name)} DROP NOT NULL;`]
}

function alterDefault({ table, column }: { table: DeclaredTable; column: DeclaredColumn }): string {
  const alter = `ALTER TABLE ${quote(table.name)} ALTER COLUMN ${quote(column.name)}`
  return column.default === undefined ? `${alter} DROP DEFAULT;` : `${alter} SET DEFAULT ${column.default};`
}

function droppedColumn({ name, followed }: DeclaredTable, column: string): RefusedChange {
  const drop = `ALTER TABLE ${quote(name)} DROP COLUMN IF EXISTS ${quote(column)};`
  const views = followed?.views.map(quote).join(', ')
  return {
    what: `${name}.${column}: no longer in the configuration`,
    why: 'its values would be lost',
    how: 'put the field back, or name the new field `renamedFrom` this one',
    statements: followed ? [`DROP VIEW IF EXISTS ${views};`, drop, followed.statement] : [drop],
  }
}

function compareIndexes(
  { table, present, renamed }: { table: DeclaredTable; present: ExistingTable; renamed: ReadonlyMap<string, string> },
  difference: SchemaDifference,
): void {
  const left = new Set(present.indexes.filter(({ name }) => !table.indexes.some((index) => index.name === name)))
  for (const index of table.indexes) {
    const own = present.indexes.find(({ name }) => name === index.name)
    if (own && isSameShape(index, own, renamed)) continue
    const former = [...left].find(
      (candidate) =>
        candidate.columns.some((column) => renamed.has(bareName(column))) && isSameShape(index, candidate, renamed),
    )
    if (former) {
      left.delete(former)
      difference.statements.push(`ALTER INDEX IF EXISTS ${quote(former.name)} RENAME TO ${quote(index.name)};`)
      continue
    }
    if (own) difference.statements.push(`DROP INDEX IF EXISTS ${quote(own.name)};`)
    difference.statements.push(createIndex(table.name, index))
  }
  // A field that was unique and is not any more: the index would go on refusing what the configuration allows. One that
  // is no longer searched would only cost each write.
  for (const index of left) {
    // What was unique within something has that before it.
    const column = bareName(index.columns.at(-1) ?? '')
    const isOfField =
      index.unique && index.name === `${table.name}_${column}_key` && table.columns.some(({ name }) => name === column)
    const isOfSearch =
      index.method === 'gin' && table.columns.some(({ name }) => index.name === `${table.name}_${name}_search`)
    if (isOfField || isOfSearch) difference.statements.push(`DROP INDEX IF EXISTS ${quote(index.name)};`)
  }
}

/** Expressions are printed back by PostgreSQL in words of its own; only columns and one function of them can be compared. */
function isSameShape(declared: DeclaredIndex, existing: ExistingIndex, renamed: ReadonlyMap<string, string>): boolean {
  if ((declared.unique ?? false) !== existing.unique || (declared.method ?? 'btree') !== existing.method) return false
  if (declared.columns.length !== existing.columns.length) return false
  return declared.columns.every((column, position) => {
    const own = calledWith(column)
    if (!own) return true
    const there = calledWith(existing.columns[position] ?? '')
    return there !== null && there.called === own.called && (renamed.get(there.name) ?? there.name) === own.name
  })
}

/** A query that has a row where the database compares in this way. */
export function hasOperators(operators: string): string {
  return `SELECT FROM pg_opclass WHERE opcname = '${operators}' AND pg_opclass_is_visible(oid)`
}

function createTable({ name, columns }: DeclaredTable): string {
  return `CREATE TABLE IF NOT EXISTS ${quote(name)} (\n${columns.map((column) => `  ${columnDefinition(column)}`).join(',\n')}\n);`
}

function createIndex(table: string, { name, columns, unique, method, operators, where }: DeclaredIndex): string {
  const using = method && method !== 'btree' ? ` USING ${method}` : ''
  const parts = columns
    .map((column) => `${/^\w+$/.test(column) ? quote(column) : column}${operators ? ` ${operators}` : ''}`)
    .join(', ')
  const statement = `CREATE ${unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${quote(name)} ON ${quote(table)}${using} (${parts})${where ? ` WHERE ${where}` : ''};`
  if (!operators) return statement
  // A migration written later may run before the one that makes the function; the start makes the index then.
  const has = [`EXISTS (${hasOperators(operators)})`, ...functionsOf(columns).map(hasFunction)].join(' AND ')
  return `DO $$ BEGIN IF ${has} THEN ${statement} END IF; END $$;`
}

const functionsOf = (columns: readonly string[]) => [
  ...new Set(columns.flatMap((column) => calledWith(column)?.called ?? [])),
]
const hasFunction = (name: string) => `to_regproc('${name}') IS NOT NULL`

function columnDefinition(column: DeclaredColumn): string {
  const parts = [quote(column.name), column.type]
  if (column.identity) parts.push('GENERATED ALWAYS AS IDENTITY')
  if (column.primaryKey) parts.push('PRIMARY KEY')
  else if (!column.nullable || column.required) parts.push('NOT NULL')
  if (column.default !== undefined) parts.push(`DEFAULT ${column.default}`)
  if (column.check) parts.push(`CHECK (${column.check})`)
  return parts.join(' ')
}

function renameColumn(table: string, from: string, to: string): string {
  const has = (column: string) =>
    `EXISTS (SELECT FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = '${table}' AND column_name = '${column}')`
  return `DO $$ BEGIN IF ${has(from)} AND NOT ${has(to)} THEN ALTER TABLE ${quote(table)} RENAME COLUMN ${quote(from)} TO ${quote(to)}; END IF; END $$;`
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A column of an index and the function it goes through, where it is no other expression. */
function calledWith(column: string): { name: string; called: string | undefined } | null {
  const [, called, name] = /^(?:(\w+)\()?"?(\w+)"?(?:::text)?\)?$/.exec(column) ?? []
  return name === undefined ? null : { name, called }
}

const bareName = (column: string) => calledWith(column)?.name ?? column

/** `'manual'::text` and `'manual'` are one default. */
function bareDefault(expression: string | null | undefined): string | null {
  return expression?.replace(/::[a-z ]+(\(\d+(,\d+)?\))?(\[\])?$/, '').toLowerCase() ?? null
}

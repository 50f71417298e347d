import pg from 'pg'
import type { DeclaredConstraint, DeclaredIndex, DeclaredTable } from '#engine/declaration/derive/declaredTable.ts'
import { withClient } from './client.ts'
import { schemaLock } from './migrate.ts'
import { type ExistingTable, readSchema } from './readSchema.ts'
import { type LackingColumn, lackingInWords, readLacking, requiring, unrequiring } from './requiredColumns.ts'
import type { RefusedChange, SchemaDifference } from './schemaDifference.ts'
import { hasOperators, schemaDifference } from './schemaDifference.ts'
import { readLosses, readUnused, releasing, restoring, unusedInWords } from './unusedColumns.ts'

/** The database and the configuration do not fit; the message lists the differences and says what to run. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch'
}

/** A database and the tables that the configuration declares. */
export interface SchemaRequest {
  url: string
  declared: readonly DeclaredTable[]
}

/**
 * Extends the database to what the configuration declares (the embedded database, at start), in one transaction.
 * @returns the statements that were run
 * @throws SchemaMismatch when a change would lose something, or when stored values contradict a field that became
 * unique
 */
export async function applySchemaDifference({
  url,
  declared,
  log,
}: SchemaRequest & { log: (line: string) => void }): Promise<string[]> {
  return await withClient(url, async (client) => {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${schemaLock})`)
    const existing = await readSchema(client)
    const difference = await differenceTo(client, { declared, existing })
    refuse(difference.refused)
    const lacking = await readLacking(client, { declared, existing })
    const today = new Date().toISOString().slice(0, 10)
    const statements = [...restoring(declared, existing), ...unrequiring(declared, existing), ...difference.statements]
    for (const statement of statements) {
      await runStatement({ client, declared }, statement)
      log(`Changed the database after the configuration: ${statement}`)
    }
    for (const each of lacking) {
      const statement = requiring(each, today)
      await runStatement({ client, declared }, statement)
      statements.push(statement)
      log(lackingInWords(each))
    }
    for (const statement of releasing(difference.unused, today))
      if (await runRelease(client, statement)) {
        statements.push(statement)
        log(`Changed the database after the configuration: ${statement}`)
      }
    for (const column of difference.unused) {
      const said = unusedInWords(column, today)
      if (said) log(said)
    }
    await client.query('commit')
    return statements
  })
}

/** What separates a database from what is declared, with what is declared no more. */
async function differenceTo(
  client: pg.ClientBase,
  { declared, existing }: { declared: readonly DeclaredTable[]; existing: ExistingTable[] },
): Promise<SchemaDifference> {
  await readLosses(client, { declared, existing })
  const difference = schemaDifference({ declared: await buildable(client, declared), existing })
  return { ...difference, unused: await readUnused(client, { declared, existing }) }
}

/** Runs what may stay undone: a column goes unless something else in the database is made of it. */
async function runRelease(client: pg.ClientBase, statement: string): Promise<boolean> {
  await client.query('savepoint before_release')
  try {
    await client.query(statement)
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '2BP01') throw error
    await client.query('rollback to savepoint before_release')
    return false
  }
}

const isOptional = ({ operators }: DeclaredIndex) => operators !== undefined

/** The tables without the indexes for which this database has no operators. */
async function buildable(client: pg.ClientBase, declared: readonly DeclaredTable[]): Promise<DeclaredTable[]> {
  const needed = [...new Set(declared.flatMap(({ indexes }) => indexes.flatMap(({ operators }) => operators ?? [])))]
  const { rows } =
    needed.length === 0
      ? { rows: [] }
      : await client.query<{ name: string }>(
          needed
            .map((operators) => `SELECT '${operators}' AS name WHERE EXISTS (${hasOperators(operators)})`)
            .join(' UNION ALL '),
        )
  const present = rows.map(({ name }) => name)
  return declared.map((table) => ({
    ...table,
    indexes: table.indexes.filter((index) => !isOptional(index) || present.includes(index.operators!)),
  }))
}

/**
 * Checks that the database is what the configuration declares (with DATABASE_URL, at start). Indexes that hang on an
 * extension may be missing: the
 * extension may have come after the migration, and `applySchemaDifference` makes them then.
 * @throws SchemaMismatch that names the differences and the command that makes the migration
 */
export async function assertSchemaMatches({ url, declared }: SchemaRequest): Promise<void> {
  const { statements, refused } = await withClient(url, async (client) => {
    const existing = await readSchema(client)
    await readLosses(client, { declared, existing })
    const names = new Set(existing.flatMap(({ indexes }) => indexes.map(({ name }) => name)))
    return schemaDifference({
      declared: declared.map((table) => ({
        ...table,
        indexes: table.indexes.filter((index) => !isOptional(index) || names.has(index.name)),
      })),
      existing,
    })
  })
  refuse(refused)
  if (statements.length === 0) return
  throw new SchemaMismatch(
    `The configuration asks for more than the migrations make:\n${statements.map((statement) => `  ${statement}`).join('\n')}\n` +
      'Make the migration with: npm run migration -- NAME, commit it, and start again.',
  )
}

/** Statements that make what statements of the server name. */
const making = /^(?:--[^\n]*\n)*(?:CREATE TABLE|ALTER TABLE \S+ ADD COLUMN)\b/

/**
 * Checks that a database which a newer version has changed has whatever the configuration declares; it may have more.
 * @throws SchemaMismatch that names what is missing
 */
export async function assertServedSchema({ url, declared }: SchemaRequest): Promise<void> {
  const { statements } = await readDifference({ url, declared })
  const missing = statements.filter((statement) => making.test(statement))
  if (missing.length === 0) return
  throw new SchemaMismatch(
    `A newer version has changed this database, and it lacks what this configuration asks for:\n${missing.map((statement) => `  ${statement}`).join('\n')}\n` +
      'Start that version, with this configuration.',
  )
}

/** What separates a database from the configuration. */
export async function readDifference({ url, declared }: SchemaRequest): Promise<SchemaDifference> {
  return await withClient(url, async (client) => differenceTo(client, { declared, existing: await readSchema(client) }))
}

/** The fields that became required, with how many records lack a value. */
export async function readRequired({ url, declared }: SchemaRequest): Promise<LackingColumn[]> {
  return await withClient(url, async (client) => readLacking(client, { declared, existing: await readSchema(client) }))
}

/** What tells of changes that could lose something, and how they are made all the same. */
export function refusalOf(refused: readonly RefusedChange[]): SchemaMismatch {
  const lines = refused.map(
    ({ what, why, how }) => `  ${what}\n    Not done by itself, because ${why}.\n    Instead: ${how}.`,
  )
  return new SchemaMismatch(
    `The configuration asks for changes of the database that could lose something:\n${lines.join('\n')}\n` +
      'To make them all the same, write them as a migration: npm run migration -- NAME --allow-destructive, read it, and start again.',
  )
}

function refuse(refused: readonly RefusedChange[]): void {
  if (refused.length > 0) throw refusalOf(refused)
}

async function runStatement(
  { client, declared }: { client: pg.Client; declared: readonly DeclaredTable[] },
  statement: string,
): Promise<void> {
  try {
    await client.query('savepoint before_statement')
    await client.query(statement)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !['23505', '23503', '23514'].includes(error.code ?? '')) throw error
    await client.query('rollback to savepoint before_statement')
    const table = declared.find(({ name }) => name === error.table)
    const constraint = table?.constraints?.find(({ name }) => name === error.constraint)
    if (constraint) throw await contradicted(client, table!.name, constraint, error)
    const index = table?.indexes.find(({ name }) => name === error.constraint)
    const found = index ? await duplicatesOf(client, table!.name, index) : [error.detail ?? error.message]
    throw new SchemaMismatch(
      `A field was declared unique, but stored values occur more than once:\n${found.map((line) => `  ${line}`).join('\n')}\n` +
        `Change or remove all but one of each, or take \`unique\` away again. Nothing was changed. The statement was: ${statement}`,
      { cause: error },
    )
  }
}

/** Tells which records hold what a constraint does not allow. */
async function contradicted(
  client: pg.ClientBase,
  table: string,
  { column, definition }: DeclaredConstraint,
  cause: pg.DatabaseError,
): Promise<SchemaMismatch> {
  const [, target] = /REFERENCES ("\w+")/.exec(definition) ?? []
  const held = target
    ? `"${column}" is null or exists (select from ${target} target where target.id = record."${column}")`
    : definition.replace(/^CHECK /, '')
  const { rows } = await client.query<{ id: string; value: string; count: string }>(
    `select id::text as id, "${column}"::text as value, (count(*) over ())::text as count
    from "${table}" record where not (${held}) order by id limit ${namedMax}`,
  )
  const lines = rows.map(({ id, value }) => `  ${table} ${id}: ${column} is ${value}`)
  const left = Number(rows[0]?.count ?? 0) - rows.length
  return new SchemaMismatch(
    `What is declared of ${table}.${column} does not hold for what is stored (${definition}):\n${lines.join('\n')}\n` +
      (left > 0 ? `  and ${left} more\n` : '') +
      'Mend these records, or declare it as it was. Nothing was changed.',
    { cause },
  )
}

/** So many values and records are named; the rest is counted. */
const namedMax = 20

/** What stands in the way of a unique index: each value with the records that have it, the most frequent first. */
async function duplicatesOf(client: pg.ClientBase, table: string, { columns }: DeclaredIndex): Promise<string[]> {
  const names = columns.map((column) => pg.escapeIdentifier(column))
  const { rows } = await client.query<{ value: string; ids: string[]; records: string; values: string }>(`
    select concat_ws(', ', ${names.map((name) => `${name}::text`).join(', ')}) as value, (array_agg(id::text order by id))[1:${namedMax}] as ids,
      count(*)::text as records, (count(*) over ())::text as values
    from ${pg.escapeIdentifier(table)} where ${names.map((name) => `${name} is not null`).join(' and ')}
    group by ${names.join(', ')} having count(*) > 1 order by count(*) desc, min(id) limit ${namedMax}`)
  const lines = rows.map(({ value, ids, records }) => {
    const more = Number(records) - ids.length
    return `(${columns.join(', ')})=(${value}) in ${table} ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  })
  const left = Number(rows[0]?.values ?? 0) - rows.length
  return left > 0 ? [...lines, `and ${left} more values`] : lines
}

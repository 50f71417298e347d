import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { readDifference } from '#engine/server/database/applySchema.ts'
import { applyMigrations } from '#engine/server/database/migrate.ts'
import { declaredSchema } from '#engine/server/database/declaredSchema.ts'
import { writeMigration } from '#cli/makeMigration.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'

let test: TestDatabase
let folder: string
const said: string[] = []
const apply = () => applyMigrations({ url: test.url, folder, log: (line) => said.push(line) })
const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.sql`), text)
const tables = async () =>
  (
    await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
      test.database.db,
    )
  ).rows.map(({ name }) => name)

const waiting = sql`select from pg_locks where relation = 'first'::regclass and not granted`

beforeEach(async () => {
  test = await createTestDatabase({ empty: true })
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  said.length = 0
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await test.drop()
})

describe('applying migrations', () => {
  it('applies them in the order of their numbers, says which, and records them', async () => {
    write('0002_rows', 'insert into first values (1);')
    write('0001_tables', 'create table first (id int); create table second (id int);')
    expect(await apply()).toEqual(['0001_tables', '0002_rows'])
    expect(said).toEqual(['Applied migration 0001_tables.', 'Applied migration 0002_rows.'])
    expect(await tables()).toEqual(['first', 'migration', 'second'])
  })

  it('applies only what is new the next time', async () => {
    write('0001_tables', 'create table first (id int);')
    await apply()
    write('0002_more', 'create table second (id int);')
    expect(await apply()).toEqual(['0002_more'])
    expect(await apply()).toEqual([])
  })

  it('applies each once when several servers start at the same time', async () => {
    write('0001_tables', 'create table first (id int);')
    write('0002_rows', 'insert into first values (1);')
    const outcomes = await Promise.all([apply(), apply(), apply(), apply()])
    expect(outcomes.flat().sort()).toEqual(['0001_tables', '0002_rows'])
    expect(await test.database.db.selectFrom('first').selectAll().execute()).toEqual([{ id: 1 }])
  })

  it('undoes a migration that fails and names it, the line and the reason', async () => {
    write('0001_tables', 'create table first (id int);')
    write('0002_broken', 'create table second (id int);\ninsert into nowhere values (1);')
    await expect(apply()).rejects.toThrow(
      'Migration 0002_broken failed and was undone: relation "nowhere" does not exist (line 2)',
    )
    expect(await tables()).toEqual(['first', 'migration'])
  })

  it('refuses a migration that was edited after it was applied, and says what to do', async () => {
    write('0001_tables', 'create table first (id int);')
    await apply()
    write('0001_tables', 'create table first (id bigint);')
    await expect(apply()).rejects.toThrow(/0001_tables was edited after it was applied.*npm run migration/)
  })

  it('takes other line endings for no edit', async () => {
    write('0001_tables', 'create table first (\n  id int\n);\n')
    await apply()
    write('0001_tables', 'create table first (\r\n  id int\r\n);\r\n')
    expect(await apply()).toEqual([])
  })

  it('leaves a database as it is to which a newer version has added, and refuses one from which it took', async () => {
    write('0001_tables', 'create table first (id int, name text);')
    await apply()
    write('0002_more', 'create table second (id int);')
    await apply()
    rmSync(join(folder, '0002_more.sql'))
    expect(await apply()).toEqual([])
    write('0003_less', 'alter table first drop column name;')
    await apply()
    rmSync(join(folder, '0003_less.sql'))
    await expect(apply()).rejects.toThrow('0003_less, which this version does not have and cannot serve beside.')
  })

  it('waits for who holds a table without keeping others from it, and comes to its end', async () => {
    write('0001_tables', 'create table first (id int);')
    await apply()
    write('0002_more', 'alter table first add column name text;')
    const report = await test.database.db.startTransaction().execute()
    await sql`select * from first`.execute(report)
    const applied = applyMigrations({ url: test.url, folder, log: () => {}, lockWaitMs: 100 })
    await eventually(async () => (await waiting.execute(test.database.db)).rows[0])
    // Behind the one that waits, and yet not until the report is over.
    await sql`select * from first`.execute(test.database.db)
    await report.commit().execute()
    expect(await applied).toEqual(['0002_more'])
  })

  it.each([
    ['a name without a number', ['tables'], 'named wrongly'],
    ['a number used twice', ['0001_one', '0001_two'], 'Two migrations begin with 0001'],
  ])('refuses %s', async (_, names, message) => {
    for (const name of names) write(name, 'select 1;')
    await expect(apply()).rejects.toThrow(message)
  })
})

describe('the migrations of the product', () => {
  it('make exactly what the configuration declares (else: npm run migration -- NAME)', async () => {
    await applyMigrations({ url: test.url, log: () => {} })
    expect(await readDifference({ url: test.url, declared: declaredSchema })).toEqual({
      statements: [],
      refused: [],
      unused: [],
    })
  })
})

describe('writing a migration', () => {
  const notes = (columns: string[]) => [
    { name: 'note', columns: columns.map((name) => ({ name, type: 'text', nullable: true })), indexes: [] },
  ]
  const generate = (columns: string[], allowDestructive = false) =>
    writeMigration({
      serverUrl: inject('databaseServerUrl'),
      declared: notes(columns),
      name: 'change_notes',
      allowDestructive,
      folder,
    })

  it('writes what is missing under the next number, and nothing when nothing is missing', async () => {
    write('0007_notes', 'create table note (title text);')
    expect(await generate(['title', 'body'])).toBe(join(folder, '0008_change_notes.sql'))
    expect(await apply()).toEqual(['0007_notes', '0008_change_notes'])
    expect(await generate(['title', 'body'])).toBeNull()
  })

  it('writes it so that it changes nothing where the start has extended the database already', async () => {
    write('0001_notes', 'create table note (title text);')
    await apply()
    await sql`alter table note add column body text`.execute(test.database.db)
    await generate(['title', 'body'])
    expect(await apply()).toEqual(['0002_change_notes'])
  })

  it('drops a column only when told to', async () => {
    write('0001_notes', 'create table note (title text, body text);')
    await expect(generate(['title'])).resolves.toBeNull()
    await generate(['title'], true)
    await apply()
    expect(await readDifference({ url: test.url, declared: notes(['title']) })).toEqual({
      statements: [],
      refused: [],
      unused: [],
    })
  })

  it('refuses a name that is no file name', async () => {
    await expect(
      writeMigration({
        serverUrl: inject('databaseServerUrl'),
        declared: [],
        name: 'Add Notes',
        allowDestructive: false,
        folder,
      }),
    ).rejects.toThrow('small letters')
  })
})

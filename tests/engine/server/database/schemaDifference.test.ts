import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applySchemaDifference, assertSchemaMatches, readDifference } from '#engine/server/database/applySchema.ts'
import type { DeclaredColumn, DeclaredIndex, DeclaredTable } from '#engine/declaration/derive/declaredTable.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import type { TestDatabase } from '#tests/support/database.ts'

let test: TestDatabase
beforeEach(async () => void (test = await createTestDatabase({ empty: true })))
afterEach(() => test.drop())

const id: DeclaredColumn = { name: 'id', type: 'bigint', nullable: false, identity: true, primaryKey: true }
const note = (columns: DeclaredColumn[], indexes: DeclaredIndex[] = []): DeclaredTable[] => [
  { name: 'note', columns: [id, ...columns], indexes },
]
const text = (name: string, more: Partial<DeclaredColumn> = {}): DeclaredColumn => ({
  name,
  type: 'text',
  nullable: true,
  ...more,
})
const apply = (declared: DeclaredTable[]) => applySchemaDifference({ url: test.url, declared, log: () => {} })
const difference = (declared: DeclaredTable[]) => readDifference({ url: test.url, declared })
const insert = (values: Record<string, unknown>) => test.database.db.insertInto('note').values(values).execute()
const rows = () => test.database.db.selectFrom('note').selectAll().execute()

describe('an index that hangs on an extension', () => {
  const declared = (isSearched: boolean) =>
    note(
      [text('title'), { name: 'tiers', type: 'jsonb', nullable: false, default: "'[]'::jsonb" }],
      isSearched
        ? [
            { name: 'note_title_search', columns: ['title'], method: 'gin', operators: 'gin_trgm_ops' },
            { name: 'note_tiers_search', columns: ['("tiers"::text)'], method: 'gin', operators: 'gin_trgm_ops' },
          ]
        : [],
    )
  it('is not missed where the extension is not', async () => {
    expect(await apply(declared(true))).toHaveLength(1)
    expect(await difference(declared(true))).toEqual({ statements: [], refused: [] })
  })
  it('is made where it is, and removed with the search', async () => {
    await apply(declared(true))
    await sql.raw('create extension pg_trgm').execute(test.database.db)
    await assertSchemaMatches({ url: test.url, declared: declared(true) })
    expect(await apply(declared(true))).toHaveLength(2)
    expect(await difference(declared(true))).toEqual({ statements: [], refused: [] })
    expect(await apply(declared(false))).toEqual([
      'DROP INDEX IF EXISTS "note_tiers_search";',
      'DROP INDEX IF EXISTS "note_title_search";',
    ])
  })
})

describe('what the configuration adds', () => {
  it('is made, and made only once: every type, default, check and index is recognised again', async () => {
    const declared = note(
      [
        text('title'),
        text('kind', { nullable: false, default: "'plain'::text", check: "kind <> ''" }),
        { name: 'amount', type: 'numeric(18,2)', nullable: true },
        { name: 'at', type: 'timestamp with time zone', nullable: false, default: 'now()' },
        { name: 'brands', type: 'bigint[]', nullable: false, default: "'{}'::bigint[]" },
        { name: 'tiers', type: 'jsonb', nullable: false, default: "'[]'::jsonb" },
        { name: 'is_open', type: 'boolean', nullable: false, default: 'false' },
      ],
      [
        { name: 'note_title_key', columns: ['title'], unique: true },
        { name: 'note_brands_index', columns: ['brands'], method: 'gin' },
        { name: 'note_search', columns: ['lower("title")', 'id'], where: 'is_open' },
      ],
    )
    expect(await apply(declared)).toHaveLength(4)
    expect(await difference(declared)).toEqual({ statements: [], refused: [] })
  })

  it('is added to a table with rows, which keep their values', async () => {
    await apply(note([text('title')]))
    await insert({ title: 'first' })
    await apply(note([text('title'), text('body'), text('kind', { nullable: false, default: "'plain'" })]))
    expect(await rows()).toEqual([{ id: 1, title: 'first', body: null, kind: 'plain' }])
  })

  it('fills the records that are there with what the field says where nothing is given, and leaves no default behind', async () => {
    await apply(note([text('title')]))
    await insert({ title: 'first' })
    const open: DeclaredColumn = { name: 'is_open', type: 'boolean', nullable: false, default: 'false', fill: 'true' }
    const declared = note([text('title'), text('kind', { fill: "'it''s plain'::text" }), open])
    const { statements } = await difference(declared)
    await apply(declared)
    expect(await difference(declared)).toEqual({ statements: [], refused: [] })
    await insert({ title: 'second' })
    // The migration of the same declaration changes nothing any more.
    for (const statement of statements) await sql.raw(statement).execute(test.database.db)
    expect(await rows()).toEqual([
      { id: 1, title: 'first', kind: "it's plain", is_open: true },
      { id: 2, title: 'second', kind: null, is_open: false },
    ])
  })

  it('leaves alone what hand-written migrations made', async () => {
    await apply(note([text('title')]))
    await sql`alter table note add column sys_hash text`.execute(test.database.db)
    await sql`create index by_hand on note (title)`.execute(test.database.db)
    await sql`create table by_hand_too (id int)`.execute(test.database.db)
    expect(await difference(note([text('title')]))).toEqual({ statements: [], refused: [] })
  })

  it('may be less strict than before', async () => {
    await apply(
      note(
        [text('title', { nullable: false, default: "'none'" })],
        [{ name: 'note_title_key', columns: ['title'], unique: true }],
      ),
    )
    await apply(note([text('title')]))
    await insert({ title: null })
    await insert({ title: 'same' })
    await insert({ title: 'same' })
    expect(await difference(note([text('title')]))).toEqual({ statements: [], refused: [] })
  })
})

describe('a field that was renamed', () => {
  const before = note([text('title')], [{ name: 'note_title_index', columns: ['title'] }])
  const after = note(
    [text('headline', { renamedFrom: 'title' })],
    [{ name: 'note_headline_index', columns: ['headline'] }],
  )

  it('keeps its values and its index', async () => {
    await apply(before)
    await insert({ title: 'first' })
    await apply(after)
    expect(await rows()).toEqual([{ id: 1, headline: 'first' }])
    expect(await difference(after)).toEqual({ statements: [], refused: [] })
  })

  it('is renamed by statements that do no harm a second time', async () => {
    await apply(before)
    const { statements } = await difference(after)
    for (const statement of [...statements, ...statements]) await sql.raw(statement).execute(test.database.db)
    expect(await difference(after)).toEqual({ statements: [], refused: [] })
  })
})

describe('what could lose something is refused with the way to do it', () => {
  it.each<[string, DeclaredTable[], string]>([
    ['a field taken away', note([]), 'note.title: no longer in the configuration'],
    ['another type', note([text('title', { type: 'bigint' })]), 'note.title: type text -> bigint'],
    [
      'a column that may no longer be empty',
      note([text('title', { nullable: false })]),
      'note.title: may no longer be empty',
    ],
    [
      'a new column that must not be empty, without a default',
      note([text('title'), text('kind', { nullable: false })]),
      'note.kind: a new column that must not be empty',
    ],
  ])('%s', async (_, declared, message) => {
    await apply(note([text('title')]))
    await insert({ title: 'first' })
    await expect(apply(declared)).rejects.toThrow(message)
    await expect(apply(declared)).rejects.toThrow('npm run migration -- NAME --allow-destructive')
    expect(await rows()).toEqual([{ id: 1, title: 'first' }])
  })

  it('a field that became unique while values occur twice: nothing is changed, and value and records are named', async () => {
    await apply(note([text('title')]))
    await insert({ title: 'twice' })
    await insert({ title: 'twice' })
    const declared = note([text('title'), text('body')], [{ name: 'note_title_key', columns: ['title'], unique: true }])
    await expect(apply(declared)).rejects.toThrow(
      /\(title\)=\(twice\) in note 1, 2\nChange or remove all but one of each/,
    )
    expect(await rows()).toEqual([
      { id: 1, title: 'twice' },
      { id: 2, title: 'twice' },
    ])
  })
})

describe("with the operator's own database", () => {
  it('the start is refused while migrations lack what the configuration declares, naming the command', async () => {
    const check = () => assertSchemaMatches({ url: test.url, declared: note([text('title')]) })
    await expect(check()).rejects.toThrow(/CREATE TABLE.*npm run migration -- NAME/s)
    await apply(note([text('title')]))
    await expect(check()).resolves.toBeUndefined()
  })
})

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  applySchemaDifference,
  assertSchemaMatches,
  readDifference,
  readRequired,
} from '#engine/server/database/applySchema.ts'
import type { DeclaredColumn, DeclaredIndex, DeclaredTable } from '#engine/declaration/derive/declaredTable.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { randomFrom } from '#cli/demo/random.ts'
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
    expect(await difference(declared(true))).toEqual({ statements: [], refused: [], unused: [] })
  })
  it('is made where it is, and removed with the search', async () => {
    await apply(declared(true))
    await sql.raw('create extension pg_trgm').execute(test.database.db)
    await assertSchemaMatches({ url: test.url, declared: declared(true) })
    expect(await apply(declared(true))).toHaveLength(2)
    expect(await difference(declared(true))).toEqual({ statements: [], refused: [], unused: [] })
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
    expect(await difference(declared)).toEqual({ statements: [], refused: [], unused: [] })
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
    expect(await difference(declared)).toEqual({ statements: [], refused: [], unused: [] })
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
    expect(await difference(note([text('title')]))).toEqual({ statements: [], refused: [], unused: [] })
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
    expect(await difference(note([text('title')]))).toEqual({ statements: [], refused: [], unused: [] })
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
    expect(await difference(after)).toEqual({ statements: [], refused: [], unused: [] })
  })

  it('is renamed by statements that do no harm a second time', async () => {
    await apply(before)
    const { statements } = await difference(after)
    for (const statement of [...statements, ...statements]) await sql.raw(statement).execute(test.database.db)
    expect(await difference(after)).toEqual({ statements: [], refused: [], unused: [] })
  })
})

describe('what could lose something is refused with the way to do it', () => {
  it.each<[string, DeclaredTable[], string]>([
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

  it('another type, of which the records are named that would lose something', async () => {
    await apply(note([text('title')]))
    await insert({ title: '12' })
    await insert({ title: 'twelve' })
    const numbered = note([text('title', { type: 'bigint' })])
    await expect(apply(numbered)).rejects.toThrow('1 record would lose what it says (2)')
    await test.database.db.updateTable('note').set({ title: '13' }).where('id', '=', 2).execute()
    await apply(numbered)
    expect(await rows()).toEqual([
      { id: 1, title: 12 },
      { id: 2, title: 13 },
    ])
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

describe('a field that became required', () => {
  const required = (more: Partial<DeclaredColumn> = {}) =>
    note([text('title'), text('kind', { required: true, ...more })])
  const told = async (declared: DeclaredTable[]) => {
    const lines: string[] = []
    await applySchemaDifference({ url: test.url, declared, log: (line) => lines.push(line) })
    return lines
  }
  beforeEach(async () => {
    await apply(note([text('title'), text('kind')]))
    await insert({ title: 'first', kind: 'plain' })
    await insert({ title: 'second' })
  })

  it('says once how many records hold nothing there, and what fills them', async () => {
    expect(await readRequired({ url: test.url, declared: required() })).toEqual([
      { table: 'note', column: 'kind', lacking: 1, records: 2 },
    ])
    expect(await told(required())).toEqual([
      expect.stringMatching(/^note\.kind must be filled in, and 1 of 2 records holds nothing there\..*`default`/),
    ])
    expect(await told(required())).toEqual([])
    expect(await rows()).toMatchObject([{ kind: 'plain' }, { kind: null }])
  })

  it('fills them with its default, also where that is said later', async () => {
    await told(required())
    expect((await told(required({ fill: "'other'::text" }))).at(-1)).toMatch(/They get 'other'::text/)
    expect(await rows()).toMatchObject([{ kind: 'plain' }, { kind: 'other' }])
    expect(await told(required({ fill: "'other'::text" }))).toEqual([])
  })

  it('is said anew after it need not be filled in for a while', async () => {
    await told(required())
    await told(note([text('title'), text('kind')]))
    expect(await told(required())).toHaveLength(1)
  })

  it('says it of a new one, too, which nobody can have filled in', async () => {
    const declared = note([text('title'), text('kind'), text('level', { required: true })])
    expect((await told(declared)).at(-1)).toMatch(/^note\.level must be filled in, and 2 of 2 records hold nothing/)
  })

  it('is filled where the database itself gives it a value', async () => {
    await apply(note([text('title'), text('kind', { nullable: false, default: "'none'" })]))
    expect(await rows()).toMatchObject([{ kind: 'plain' }, { kind: 'none' }])
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

describe('an edit that is taken back', () => {
  const withBody = note([text('title'), text('body')])
  const without = note([text('title')])

  it('leaves what was stored: a field that is removed is switched off, and brings its values back', async () => {
    await apply(withBody)
    await insert({ title: 'first', body: 'long' })
    const lines: string[] = []
    await applySchemaDifference({ url: test.url, declared: without, log: (line) => lines.push(line) })
    expect(lines.at(-1)).toBe('note.body is switched off; its 1 value is kept, and the field brings it back.')
    await insert({ title: 'second' })
    await apply(withBody)
    expect(await rows()).toEqual([
      { id: 1, title: 'first', body: 'long' },
      { id: 2, title: 'second', body: null },
    ])
    expect(await difference(withBody)).toEqual({ statements: [], refused: [], unused: [] })
  })

  it('removes a column in which nobody has written', async () => {
    await apply(withBody)
    await insert({ title: 'first' })
    expect(await apply(without)).toEqual(['ALTER TABLE "note" DROP COLUMN IF EXISTS "body";'])
    expect(await rows()).toEqual([{ id: 1, title: 'first' }])
  })

  it('lets records be made without a field that had to be filled in', async () => {
    await apply(note([text('title'), text('body', { required: true })]))
    await insert({ title: 'first', body: 'long' })
    await apply(without)
    await insert({ title: 'second' })
    expect(await rows()).toHaveLength(2)
  })

  it('is reminded of after a month, with how to export and remove it', async () => {
    await apply(withBody)
    await insert({ title: 'first', body: 'long' })
    await apply(without)
    await sql`comment on column note.body is 'Unused since 2026-01-31'`.execute(test.database.db)
    const lines: string[] = []
    await applySchemaDifference({ url: test.url, declared: without, log: (line) => lines.push(line) })
    expect(lines).toEqual([expect.stringMatching(/since 2026-01-31.*\\copy.*--allow-destructive/)])
  })

  it('does not stand in the way of a server on a database of its own', async () => {
    await apply(withBody)
    await insert({ title: 'first', body: 'long' })
    await apply(without)
    await expect(assertSchemaMatches({ url: test.url, declared: without })).resolves.toBeUndefined()
    await expect(assertSchemaMatches({ url: test.url, declared: withBody })).resolves.toBeUndefined()
  })

  it.each([
    ['integer', 'numeric(18,2)', 7, '7.00'],
    ['integer', 'bigint', 7, 7],
    ['numeric(9,4)', 'numeric(18,4)', '1.5', '1.5000'],
    ['integer', 'text', 7, '7'],
    ['numeric(18,2)', 'integer', '7.00', 7],
    ['numeric(18,2)', 'integer', '7.50', null],
  ])('converts %s to %s where every value says the same', async (from, to, value, after) => {
    const of = (type: string) => note([{ name: 'amount', type, nullable: true }])
    await apply(of(from))
    await insert({ amount: value })
    if (after === null) {
      await expect(apply(of(to))).rejects.toThrow('note.amount: type')
      return
    }
    await apply(of(to))
    expect(await rows()).toMatchObject([{ amount: to.startsWith('numeric') ? expect.anything() : after }])
    expect(await difference(of(to))).toEqual({ statements: [], refused: [], unused: [] })
  })

  it('starts again after any sequence of adding, using, removing, renaming and retyping', async () => {
    const { next: random } = randomFrom('edits')
    const types = ['text', 'integer', 'numeric(18,2)', 'boolean', 'date']
    // Literals: a statement that is prepared once would keep the type that a column had.
    const sample: Record<string, string> = {
      text: "'a'",
      integer: '3',
      'numeric(18,2)': '2.50',
      boolean: 'true',
      date: "'2026-01-31'",
    }
    let columns: DeclaredColumn[] = [text('title')]
    let refusals = 0
    for (let turn = 0; turn < 100; turn += 1) {
      const before = columns
      const name = `field${Math.floor(random() * 4)}`
      const type = types[Math.floor(random() * types.length)]!
      const present = columns.find((column) => column.name === name)
      const kind = Math.floor(random() * 5)
      if (!present) columns = [...columns, { name, type, nullable: true }]
      else if (kind === 0) columns = columns.filter((column) => column !== present)
      else if (kind === 1)
        columns = columns.map((column) => (column === present ? { name, type, nullable: true } : column))
      else if (kind === 2)
        columns = columns.map((column) =>
          column === present
            ? { name: `${name}x${turn}`, type: column.type, nullable: true, renamedFrom: name }
            : column,
        )
      else if (kind === 3)
        columns = columns.map((column) => (column === present ? { ...column, required: !column.required } : column))
      else await sql.raw(`insert into note (${name}) values (${sample[present.type]})`).execute(test.database.db)
      try {
        await apply(note(columns))
      } catch (error) {
        // What would lose something is refused, and nothing changed; then the edit is taken back.
        expect(error).toMatchObject({ name: 'SchemaMismatch' })
        refusals += 1
        columns = before
        await apply(note(columns))
      }
      columns = columns.map(({ renamedFrom: _, ...column }) => column)
      expect((await difference(note(columns))).statements, `after turn ${turn}`).toEqual([])
    }
    expect(refusals).toBeGreaterThan(0)
    expect(refusals).toBeLessThan(60)
  })
})

import { expect, test } from 'vitest'
import { migrationsFolder, readMigrations } from '#engine/server/database/migrate.ts'
import { splitStatements } from '#engine/server/database/splitStatements.ts'

test.each([
  ['select 1; select 2', ['select 1;', ' select 2']],
  ['select 1;\n', ['select 1;']],
  ["select ';', 'it''s; one'; select 2;", ["select ';', 'it''s; one';", ' select 2;']],
  [String.raw`select e'\';', 1; select 2`, [String.raw`select e'\';', 1;`, ' select 2']],
  ['select ";"; -- none; here\nselect 2', ['select ";";', ' -- none; here\nselect 2']],
  ['/* a; b\n */ select 1; select 2', ['/* a; b\n */ select 1;', ' select 2']],
  ['do $$ begin a; b; end $$; select 2', ['do $$ begin a; b; end $$;', ' select 2']],
  ['do $x$ begin $$;$$; end $x$; select $1', ['do $x$ begin $$;$$; end $x$;', ' select $1']],
])('%j is so many statements', (text, statements) => {
  const split = splitStatements(text)
  expect(split.map((each) => each.text)).toEqual(statements)
  for (const { text: part, at } of split) expect(text.slice(at).startsWith(part)).toBe(true)
})

test('every migration is its statements, one after the other', () => {
  for (const { name, sql } of readMigrations(migrationsFolder)) {
    const split = splitStatements(sql)
    expect([name, split.map(({ text }) => text).join('')]).toEqual([name, sql.trimEnd() || sql])
    for (const { text } of split) expect([name, text]).toEqual([name, expect.not.stringMatching(/begin atomic/i)])
  }
})

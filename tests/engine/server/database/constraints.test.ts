import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applySchemaDifference, readDifference } from '#engine/server/database/applySchema.ts'
import { declaredSchema } from '#engine/server/database/declaredSchema.ts'
import { defineChoices } from '#engine/declaration/choices.ts'
import { declaredTables } from '#engine/declaration/derive/table.ts'
import { choice, cpf, list, manyOf, money, reference, slug, text } from '#engine/declaration/fields/index.ts'
import { type AnyResource, defineResource } from '#engine/declaration/resource.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const size = defineChoices('size', ['small', 'large'])
const sizes = (values: readonly string[]) => defineChoices('size', values as ['small', 'large'])
const list_ = { columns: ['name'], sort: ['name', 'ASC'] } as const
const access = { role: 'campaign', scope: 'everyone' } as const
const crate = defineResource({
  name: 'crate',
  path: '/crate',
  title: 'name',
  fields: { name: text({ required: true }) },
  list: list_,
  form: { all: ['name'] },
  access,
})
const box = defineResource({
  name: 'box',
  path: '/box',
  title: 'name',
  fields: {
    name: text({ required: true, max: 5 }),
    slug: slug({ from: 'name' }),
    size: choice(size, { required: true }),
    sizes: manyOf(size),
    cost: money({ min: 0, max: 10 }),
    owner: cpf({ required: true }),
    crate: reference('crate', { required: true }),
    home: reference('crate', { removedWith: true }),
    rows: list({ name: text() }),
  },
  visibleWhen: { owner: { size: 'large' } },
  list: list_,
  form: { all: ['name'] },
  access,
})
const declaredWith = (changed: object) =>
  declaredTables({ box: { ...box, fields: { ...box.fields, ...changed } }, crate } as unknown as Record<
    string,
    AnyResource
  >)

let test: TestDatabase
beforeAll(async () => void (test = await createTestDatabase({ empty: true })))
afterAll(() => test.drop())

const apply = (changed: object = {}) =>
  applySchemaDifference({ url: test.url, declared: declaredWith(changed), log: () => {} })
const run = (statement: string) => sql.raw(statement).execute(test.database.db)
const good = { name: "'box'", size: "'small'", crate: '1' }
const insert = (values: Record<string, string>) => {
  const all = Object.entries({ ...good, ...values })
  return run(`insert into box (${all.map(([name]) => name)}) values (${all.map(([, value]) => value)})`)
}

describe('a table of a new entity', () => {
  it('is made with constraints of its own, once', async () => {
    await apply()
    expect(await readDifference({ url: test.url, declared: declaredWith({}) })).toEqual({
      statements: [],
      refused: [],
      unused: [],
    })
    await run("insert into crate (name) values ('A'), ('B')")
    await insert({ owner: "'52998224725'", cost: '10', sizes: "array['small']", slug: "'a-b'", home: '2' })
  })

  it.each([
    ['what is required', { name: 'null' }, /null value in column "name"/],
    ['a required reference', { crate: 'null' }, /null value in column "crate"/],
    ['a text too long', { name: "'longer'" }, /box_name_holds/],
    ['another word', { size: "'huge'" }, /box_size_holds/],
    ['other words', { sizes: "array['small', 'huge']" }, /box_sizes_holds/],
    ['an amount too small', { cost: '-0.01' }, /box_cost_holds/],
    ['an amount too large', { cost: '10.01' }, /box_cost_holds/],
    ['a name of another form', { slug: "'A b'" }, /box_slug_holds/],
    ['a number of another form', { owner: "'529'" }, /box_owner_holds/],
    ['a record that is not there', { crate: '99' }, /box_crate_refers/],
    ['rows that are none', { rows: "'{}'" }, /box_rows_holds/],
  ])('refuses %s, whoever writes', async (_, values, message) => {
    await expect(insert(values)).rejects.toThrow(message)
  })

  it('lets nothing go that a record refers to, except with what goes with it', async () => {
    await expect(run('delete from crate where id = 1')).rejects.toThrow(/box_crate_refers/)
    await run('delete from crate where id = 2')
    expect((await run('select from box')).rows).toEqual([])
  })

  it('follows its declaration: wider at once, narrower where all that is there keeps to it', async () => {
    await insert({ size: "'large'", cost: '9' })
    const wider = { cost: money({ min: 0, max: 20 }), note: text({ required: true }) }
    expect(await apply(wider)).toEqual([
      'ALTER TABLE "box" ADD COLUMN IF NOT EXISTS "note" text;',
      expect.stringMatching(/ADD CONSTRAINT "box_cost_holds" CHECK .* NOT VALID;\nCOMMENT ON/),
      'ALTER TABLE "box" VALIDATE CONSTRAINT "box_cost_holds";',
      expect.stringMatching(/ADD CONSTRAINT "box_note_holds" CHECK \(char_length\("note"\) <= 200\);\nCOMMENT ON/),
      expect.stringContaining('Required since'),
    ])
    const narrower = { ...wider, size: choice(sizes(['small']), { required: true }) }
    await expect(apply(narrower)).rejects.toThrow(/box\.size does not hold[\s\S]*\n {2}box \d+: size is large\nMend/)
    await run("update box set size = 'small'")
    await apply(narrower)
    expect((await readDifference({ url: test.url, declared: declaredWith(narrower) })).statements).toEqual([])
  })
})

it('tables of before keep what they have, except for what is new in them', async () => {
  const made = await createTestDatabase()
  const [campaign] = declaredSchema.filter(({ name }) => name === 'campaign')
  const more = {
    ...campaign!,
    columns: [...campaign!.columns, { name: 'budget', type: 'numeric(18,2)', nullable: true }],
    constraints: [
      ...campaign!.constraints!,
      { name: 'campaign_budget_holds', column: 'budget', definition: 'CHECK ("budget" >= 0)' },
    ],
  }
  const difference = async (declared: typeof declaredSchema) =>
    (await readDifference({ url: made.url, declared })).statements
  expect(await difference(declaredSchema)).toEqual([])
  expect(await difference([more])).toEqual([
    expect.stringMatching(/ADD COLUMN/),
    expect.stringMatching(/"campaign_budget_holds" CHECK \("budget" >= 0\);/),
  ])
  await made.drop()
})

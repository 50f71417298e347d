import { describe, expect, it } from 'vitest'
import { blocks, integer, money, reference, text } from '#engine/declaration/fields/index.ts'
import { recordDifference } from '#engine/declaration/derive/difference.ts'
import { recordJsonSchema } from '#engine/declaration/derive/schemas.ts'
import { declaredTables } from '#engine/declaration/derive/table.ts'
import { validateRecord } from '#engine/declaration/derive/validator.ts'
import type { AnyRecord, RecordValues } from '#engine/declaration/record.ts'
import { type AnyResource, defineResource } from '#engine/declaration/resource.ts'

const fields = {
  name: text({ required: true }),
  parts: blocks(
    {
      heading: { fields: { text: text({ required: true, max: 20 }) } },
      price: { fields: { amount: money({ required: true, min: 0 }), days: integer({ min: 1 }) }, most: 2 },
      link: { fields: { brand: reference('brand') } },
    },
    { max: 4 },
  ),
} as const
const page = defineResource({
  name: 'page',
  path: '/registers/page',
  title: 'name',
  fields,
  list: { columns: ['name'], sort: ['name', 'ASC'] },
  form: { all: ['name'] },
  access: { role: 'campaign', scope: 'everyone' },
}) as unknown as AnyResource
const actor = { kind: 'user', root: true, roles: new Set<never>() } as const
const create = (parts: unknown) =>
  validateRecord({ resource: page, operation: 'create', input: { name: 'A', parts }, actor })
const problems = (parts: unknown) => {
  const result = create(parts)
  return result.ok ? [] : result.problems.map(({ field, code }) => `${field}: ${code}`)
}
const kept = (parts: unknown) => {
  const result = create(parts)
  return result.ok ? result.values['parts'] : null
}

describe('pieces inside a record', () => {
  it('are kept with what they say, and get a key of their own where they have none', () => {
    expect(
      kept([
        { type: 'price', amount: 5, days: null },
        { type: 'heading', key: 'top', text: 'Hello' },
        { type: 'price', key: 'price1', amount: 7 },
      ]),
    ).toEqual([
      { type: 'price', key: 'price2', amount: 5 },
      { type: 'heading', key: 'top', text: 'Hello' },
      { type: 'price', key: 'price1', amount: 7 },
    ])
    expect(kept(undefined)).toEqual([])
  })
  it('name what is wrong by place and field', () => {
    expect(problems('none')).toEqual(['parts: invalid_type'])
    expect(problems([1])).toEqual(['parts: invalid_type'])
    expect(
      problems([{ type: 'heading' }, { type: 'price', amount: -1, days: 1.5, colour: 'red' }, { type: 'wish' }, {}]),
    ).toEqual([
      'parts.0.text: required',
      'parts.1.colour: unknown_property',
      'parts.1.amount: too_small',
      'parts.1.days: too_many_decimals',
      'parts.2.type: invalid_choice',
      'parts.3.type: required',
    ])
    expect(problems(Array.from({ length: 5 }, () => ({ type: 'link', brand: 1 })))).toEqual(['parts: too_many_items'])
    expect(problems(Array.from({ length: 3 }, () => ({ type: 'price', amount: 1 })))).toEqual([
      'parts.2.type: too_many_items',
    ])
    expect(
      problems([
        { type: 'price', key: 'a', amount: 1 },
        { type: 'heading', key: 'a', text: 'x' },
        { type: 'heading', key: 'not a key', text: 'x' },
      ]),
    ).toEqual(['parts.1.key: duplicate_items', 'parts.2.key: invalid_type'])
    expect(problems([{ type: 'toString' }, { type: 'link', brand: 'x', __proto__: null }])).toEqual([
      'parts.0.type: invalid_choice',
      'parts.1.brand: invalid_brand',
    ])
  })
  it('differ by their keys: what stayed as it was is left out of the log', () => {
    const [stays, goes, before, after, comes] = [
      { type: 'heading', key: 'a', text: 'Stays' },
      { type: 'heading', key: 'b', text: 'Goes' },
      { type: 'price', key: 'c', amount: 1 },
      { type: 'price', key: 'c', amount: 2 },
      { type: 'link', key: 'd', brand: 1 },
    ]
    const difference = (one: AnyRecord, other: AnyRecord) =>
      recordDifference({ resource: page, before: { name: 'A', ...one }, after: { name: 'A', ...other } })
    expect(difference({ parts: [stays, goes, before] }, { parts: [after, comes, stays] })).toEqual([
      { field: 'parts', before: [goes, before], after: [after, comes] },
    ])
    expect(difference({ parts: [stays] }, { parts: [{ ...stays }] })).toEqual([])
  })
  it('are one of several by their type in the API’s document, and rows of JSON in the table', () => {
    const { properties } = recordJsonSchema({ resource: page, shape: 'create' }) as {
      properties: { parts: { items: { oneOf: AnyRecord[]; discriminator: object } } }
    }
    const { oneOf, discriminator } = properties.parts.items
    expect(discriminator).toEqual({ propertyName: 'type' })
    expect(oneOf).toMatchObject([
      { title: 'heading', additionalProperties: false, required: ['type', 'text'] },
      {
        title: 'price',
        required: ['type', 'amount'],
        properties: { type: { enum: ['price'] }, amount: { type: 'number' } },
      },
      { title: 'link', required: ['type'], properties: { brand: { type: ['integer', 'null'] } } },
    ])
    const [table] = declaredTables({ page })
    expect(table!.columns.find(({ name }) => name === 'parts')).toMatchObject({ type: 'jsonb', default: "'[]'::jsonb" })
  })
  it('have types that tell them apart', () => {
    const record: RecordValues<typeof fields> = { name: 'A', parts: [{ type: 'price', key: 'a', amount: 5 }] }
    const [first] = record.parts
    // The compiler knows that a price has an amount, and a heading none.
    expect(first?.type === 'price' ? first.amount : null).toBe(5)
    // @ts-expect-error there is no such type
    void ({ name: 'A', parts: [{ type: 'wish', key: 'a' }] } satisfies RecordValues<typeof fields>)
  })
})

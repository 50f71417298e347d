import { describe, expect, it } from 'vitest'
import { boolean, choice, integer, list, reference, references, text, token } from '#engine/declaration/fields/index.ts'
import { defineChoices } from '#engine/declaration/choices.ts'
import { defineResource } from '#engine/declaration/resource.ts'

const size = defineChoices('size', ['small', 'large'])

/** Each line is an error of the compiler: were one of them none any more, the compiler would say so here. */
const misspelt = {
  // @ts-expect-error: required
  a: text({ requird: true }),
  // @ts-expect-error: masked
  b: text({ max: 3, maskd: ['financial'] }),
  // @ts-expect-error: unique
  c: token({ prefix: 'ab', uniqe: true }),
  // @ts-expect-error: access
  d: integer({ min: 1, acces: { read: ['root'] } }),
  // @ts-expect-error: a boolean has no largest value
  e: boolean({ max: 3 }),
  // @ts-expect-error: default
  f: choice(size, { defualt: 'small' }),
  // @ts-expect-error: the list has no such value
  g: choice(size, { default: 'huge' }),
  // @ts-expect-error: several records are counted, one is not
  h: reference('brand', { count: 1 }),
  // @ts-expect-error: distinctBy
  i: references('brand', { distinctby: 'name' }),
  // @ts-expect-error: max
  j: list({ from: text() }, { maximum: 3 }),
}

const declaration = {
  name: 'box',
  path: '/registers/box',
  title: 'name',
  fields: { name: text() },
  list: { columns: ['name'], sort: ['name', 'ASC'] },
  form: { all: ['name'] },
  access: { role: 'campaign', scope: 'everyone' },
} as const

describe('options', () => {
  it('are exact: the compiler refuses those that are none', () => {
    expect(Object.keys(misspelt)).toHaveLength(10)
    // @ts-expect-error: bulk
    defineResource({ ...declaration, actions: { close: { blk: true } } })
    // @ts-expect-error: scope is said, be it 'everyone'
    defineResource({ ...declaration, access: { role: 'campaign' } })
    // @ts-expect-error: columns
    defineResource({ ...declaration, list: { colums: ['name'], sort: ['name', 'ASC'] } })
  })
})

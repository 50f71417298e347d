import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#resources/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { hostileStrings } from './hostileStrings.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { listPath, writableEntities } from './entities.ts'

/** Kinds whose value is what a person types; each but `text` has a form of its own and refuses the rest. */
const typedKinds = ['text', 'email', 'url', 'slug', 'token', 'cpf', 'document', 'paymentKey', 'expression']

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

function fieldsOf(name: string, kinds: readonly string[]): string[] {
  const { fields } = (resources as unknown as Record<string, AnyResource>)[name]!
  return Object.keys(fields).filter(
    (field) => kinds.includes(fields[field]!.kind) && !fields[field]!.readOnly && !fields[field]!.createOnly,
  )
}

test('there are more than 500 hostile strings', () => {
  expect(hostileStrings.length).toBeGreaterThan(500)
})

/** What is stored and searched goes the same way whatever entity it belongs to: each string is met by one in four of them. */
const shareOf = (name: string) => {
  const turn = writableEntities.findIndex((entity) => entity.name === name)
  return hostileStrings.filter((_, index) => index % 4 === turn % 4)
}

describe.each(writableEntities)('$name', ({ name, build }) => {
  const allFields = fieldsOf(name, typedKinds)
  const { fields } = (resources as unknown as Record<string, AnyResource>)[name]!
  // A format is a form of its own: a tax number is stored without its spaces and dots.
  const textFields = fieldsOf(name, ['text']).filter((field) => fields[field]!.format === undefined)

  test('stores each hostile string byte for byte in its text fields, or refuses it by name', async () => {
    const { id } = await build(office.root)
    const path = `/api/${name}/${id}`
    for (const value of shareOf(name)) {
      const all = await office.root.put(path, Object.fromEntries(allFields.map((field) => [field, value])))
      expect([value, all.status < 500, typeof all.body]).toEqual([value, true, 'object'])
      const refused = Object.keys(all.body.details ?? {})
      const taken = textFields.filter((field) => !refused.includes(field))
      if (taken.length === 0) continue
      const stored =
        all.status === 200 ? all : await office.root.put(path, Object.fromEntries(taken.map((field) => [field, value])))
      expect([value, stored.status]).toEqual([value, 200])
      for (const field of taken) expect([field, stored.body[field]]).toEqual([field, value])
    }
  }, 120_000)

  test('searches and filters by each hostile string without an error of the server', async () => {
    const field = textFields[0]!
    for (const value of shareOf(name)) {
      for (const filter of [{ q: value, [field]: value, [`${field}_like`]: value }, { id: value }, { [value]: 1 }]) {
        const { status } = await office.root.get(listPath(name, { filter }))
        expect([value, [200, 400].includes(status)]).toEqual([value, true])
      }
    }
  }, 120_000)
})

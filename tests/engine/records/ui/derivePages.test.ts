import { describe, expect, test } from 'vitest'
import { computed, text } from '#engine/declaration/fields/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { exportedFields } from '#engine/declaration/derive/exportColumns.ts'
import { columnsOf, filtersOf, hasSearch, sectionsOf } from '#engine/records/ui/derivePages.ts'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'

const staff = actorWith(['campaign'])
const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name)
const withField = (name: string): AnyResource => ({
  ...parcel,
  fields: { ...parcel.fields, [name]: text({ search: true }) },
})

describe('a field added to a resource in one line', () => {
  const resource = withField('colour')

  test('can be chosen as a column of the list', () => {
    expect(columnsOf({ resource, actor: staff }).find(({ name }) => name === 'colour')).toMatchObject({
      isSortable: true,
      isShownAtFirst: false,
    })
  })
  test('can be filtered by', () => {
    expect(filtersOf({ resource, actor: staff }).find(({ name }) => name === 'colour')).toMatchObject({
      style: 'contains',
      isDeclared: false,
    })
  })
  test('stands in the form, although no section names it', () => {
    expect(names(sectionsOf({ resource, actor: staff, operation: 'create' }).at(-1)!.fields)).toContain('colour')
  })
  test('is exported', () => {
    expect(names(exportedFields({ resource, actor: staff }))).toContain('colour')
  })
})

test('a computed yes or no can be filtered by like a stored one, where nobody declared it too', () => {
  const made = {
    isComplete: computed('isComplete', { as: 'boolean', reads: [] }),
    address: computed('trackingAddress', { as: 'url', reads: [] }),
  }
  const fields = { ...parcel.fields, ...made } as AnyResource['fields']
  const filters = filtersOf({ resource: { ...parcel, fields }, actor: staff })
  expect(filters.find(({ name }) => name === 'isComplete')).toMatchObject({ style: 'equals', isDeclared: false })
  expect(names(filters)).not.toContain('address')
})

describe('rights on fields', () => {
  test('a field one may not read is in no column, filter, form or export', () => {
    const question = { resource: parcel, actor: staff }
    const everywhere = [
      ...columnsOf(question),
      ...filtersOf(question),
      ...exportedFields(question),
      ...sectionsOf({ ...question, operation: 'update' }).flatMap(({ fields }) => fields),
    ]
    expect(names(everywhere)).not.toContain('secret')
  })
  test('with the role it is in all of them', () => {
    const question = { resource: parcel, actor: actorWith(['campaign', 'financial']) }
    expect(names(columnsOf(question))).toContain('secret')
    expect(names(filtersOf(question))).toContain('secret')
    expect(names(sectionsOf({ ...question, operation: 'create' })[0]!.fields)).toContain('secret')
  })
  test('what is seen masked can be neither sorted nor filtered by', () => {
    const question = { resource: parcel, actor: staff }
    expect(columnsOf(question).find(({ name }) => name === 'cpf')!.isSortable).toBe(false)
    expect(names(filtersOf(question))).not.toContain('cpf')
    expect(names(filtersOf({ ...question, actor: actorWith(['campaign', 'affiliate']) }))).toContain('cpf')
    const forOthers = {
      ...parcel,
      fields: { ...parcel.fields, cpf: { ...parcel.fields.cpf, masked: ['financial'] as const } },
    } as AnyResource
    expect(names(filtersOf({ resource: forOthers, actor: actorWith(['campaign', 'affiliate']) }))).not.toContain('cpf')
  })
})

describe('the form', () => {
  const fieldsOf = (operation: 'create' | 'update', actor = staff) =>
    Object.fromEntries(
      sectionsOf({ resource: parcel, actor, operation }).flatMap(({ fields }) =>
        fields.map(({ name, isReadOnly }) => [name, isReadOnly]),
      ),
    )

  test('asks for what is set at creation, and only shows it afterwards', () => {
    expect(fieldsOf('create')['code']).toBe(false)
    expect(fieldsOf('update')['code']).toBe(true)
  })
  test('shows what the server makes once there is something to show', () => {
    expect(fieldsOf('create')).not.toHaveProperty('count')
    expect(fieldsOf('update')['count']).toBe(true)
  })
  test('is read-only as a whole for whoever may not change the record', () => {
    const resource = { ...parcel, access: { role: 'campaign', update: 'root' } } as AnyResource
    const fields = sectionsOf({ resource, actor: staff, operation: 'update' }).flatMap((section) => section.fields)
    expect(fields.length).toBeGreaterThan(0)
    expect(fields.every(({ isReadOnly }) => isReadOnly)).toBe(true)
  })
})

test('the list shows its declared columns first, in their order', () => {
  expect(names(columnsOf({ resource: parcel, actor: staff }).filter(({ isShownAtFirst }) => isShownAtFirst))).toEqual([
    'name',
    'size',
    'sender',
  ])
})

test('rows and passwords are no columns', () => {
  expect(names(columnsOf({ resource: parcel, actor: staff }))).not.toContain('steps')
})

test('a list has a search where some field takes part in it', () => {
  expect(hasSearch({ resource: parcel, actor: staff })).toBe(true)
  expect(hasSearch({ resource: { ...parcel, fields: { name: text() } } as AnyResource, actor: staff })).toBe(false)
})

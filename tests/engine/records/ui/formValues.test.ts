import { describe, expect, test } from 'vitest'
import { user } from '#resources/user.ts'
import { partnerLevel } from '#resources/partnerLevel.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import {
  errorTree,
  expressionCheckFor,
  formProblems,
  initialValues,
  toInput,
} from '#engine/records/ui/form/formValues.ts'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'

const actor = actorWith(['campaign'])
const stored = {
  id: 4,
  version: 7,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  name: 'Box',
  size: 'large',
  weight: 3.5,
  code: 'A',
  brands: [1],
  steps: [],
  tags: [],
  fragile: false,
  count: 2,
}

describe('what is sent for a change', () => {
  const input = toInput({
    resource: parcel,
    actor,
    operation: 'update',
    values: { ...stored, name: 'Case', size: 'small' },
    current: stored,
  })

  test('carries the version it is based on', () => {
    expect(input['version']).toBe(7)
  })
  test('empties what no longer counts', () => {
    expect(input['weight']).toBeNull()
  })
  test('leaves out what may not be set', () => {
    for (const name of ['secret', 'code', 'count', 'id', 'createdAt']) expect(input).not.toHaveProperty(name)
  })
})

test('a new record is sent without what does not count', () => {
  const input = toInput({
    resource: parcel,
    actor,
    operation: 'create',
    values: { ...initialValues(parcel), name: 'Box', brands: [1], weight: 9 },
  })
  expect(input).not.toHaveProperty('weight')
  expect(input).toMatchObject({ name: 'Box', size: 'small', brands: [1] })
})

test('a password that was left empty stays as it is', () => {
  const resource = user as unknown as AnyResource
  const root = actorWith([], { root: true })
  expect(
    toInput({ resource, actor: root, operation: 'update', values: { password: null }, current: { version: 1 } }),
  ).not.toHaveProperty('password')
  expect(
    toInput({
      resource,
      actor: root,
      operation: 'update',
      values: { password: 'New-Secret-1', passwordConfirmation: 'New-Secret-1' },
      current: { version: 1 },
    }),
  ).toMatchObject({ password: 'New-Secret-1', passwordConfirmation: 'New-Secret-1' })
})

test('problems stand at their fields, those of rows at their cells', () => {
  expect(
    errorTree([
      { field: 'name', code: 'required' },
      { field: 'name', code: 'too_long' },
      { field: 'steps.1.from', code: 'too_small', values: { min: 0 } },
    ]),
  ).toEqual({
    name: { message: 'errors.required', args: {} },
    steps: [undefined, { from: { message: 'errors.too_small', args: { min: 0 } } }],
  })
})

test('a form is checked as the server checks it', () => {
  expect(
    formProblems({ resource: parcel, actor, operation: 'create', values: { ...initialValues(parcel), name: 'Box' } }),
  ).toEqual([{ field: 'brands', code: 'too_few_items', values: { min: 1 } }])
})

test('a formula is checked with the parser, which comes when a resource has one', async () => {
  expect(await expressionCheckFor(parcel)).toBeUndefined()
  const check = await expressionCheckFor(partnerLevel as unknown as AnyResource)
  expect(check?.('(ngr - affiliate_reward) * percentage')).toBeNull()
  expect(check?.('ngrx * 2')).toMatchObject({ code: 'invalid_calculation_expression' })
})

import { expect, test } from 'vitest'
import {
  activeFilters,
  asksForEmpty,
  withField,
  withoutField,
} from '../../../src/admin/resource/filters/filterValues.ts'

test('the keys of a range are one filter', () => {
  expect(activeFilters({ day_gte: '2026-11-01', day_lte: '2026-11-20', q: 'ana' })).toEqual([
    { field: 'day', from: '2026-11-01', to: '2026-11-20' },
  ])
})

test('a filter is put in place of what stood for its field, and nothing else is touched', () => {
  expect(withField({ day_gte: '2026-11-01', brand: [1], q: 'x' }, { field: 'day', to: '2026-11-20' })).toEqual({
    brand: [1],
    q: 'x',
    day_lte: '2026-11-20',
  })
})

test('a filter without a value is taken away', () => {
  expect(withField({ brand: [1] }, { field: 'brand', equals: [] })).toEqual({})
  expect(withField({ name_like: 'a' }, { field: 'name', contains: '' })).toEqual({})
})

test('no stays a value', () => {
  expect(withField({}, { field: 'root', equals: false })).toEqual({ root: false })
})

test('an empty field is asked for beside values', () => {
  expect(asksForEmpty(activeFilters({ partner: [3, null] })[0])).toBe(true)
  expect(asksForEmpty(activeFilters({ partner: [3] })[0])).toBe(false)
})

test('taking a filter away leaves fields whose names begin alike', () => {
  expect(withoutField({ value: 1, value_gte: 2, values: [3] }, 'value')).toEqual({ values: [3] })
})

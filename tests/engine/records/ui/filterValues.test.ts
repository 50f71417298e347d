import { expect, test } from 'vitest'
import { date, type Field, money } from '#engine/declaration/fields/index.ts'
import { activeFilters, halfTyped, withoutField } from '#engine/records/ui/filters/filterValues.ts'

test('the keys of a range are one filter', () => {
  expect(activeFilters({ day_gte: '2026-11-01', day_lte: '2026-11-20', q: 'ana' })).toEqual([
    { field: 'day', from: '2026-11-01', to: '2026-11-20' },
  ])
})

test('what is typed halfway into a range is no filter yet', () => {
  const day = { name: 'day', field: date() as Field, style: 'range', isDeclared: true } as const
  const value = { name: 'value', field: money() as Field, style: 'range', isDeclared: true } as const
  const typed = { day_gte: '2026-11-0', day_lte: '2026-11-20', value_gte: 'doze', value_lte: '' }
  expect(Object.keys(halfTyped([day, value], typed))).toEqual(['day_gte', 'value_gte'])
})

test('taking a filter away leaves fields whose names begin alike', () => {
  expect(withoutField({ value: 1, value_gte: 2, values: [3] }, 'value')).toEqual({ values: [3] })
})

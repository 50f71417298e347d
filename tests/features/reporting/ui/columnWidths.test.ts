import { describe, expect, test } from 'vitest'
import { columnWidths, type ShownColumn } from '#features/reporting/ui/table/columnWidths.ts'
import { measureColumn } from '#resources/measures.ts'
import type { ReportRow } from '#engine/declaration/derive/report/reportRows.ts'

const labels = {
  number: (_: unknown, value: number | null | undefined) => `${value}`,
  value: (_: unknown, value: { readonly name: string | null } | undefined) => value?.name ?? '–',
}
const column = (id: string, label: string, isMeasure = true): ShownColumn => ({
  id,
  label,
  measure: isMeasure ? measureColumn(id as 'ngr') : undefined,
  isFirstOfGroup: false,
})
const row = (ngr: number | null, level = 'Manager'): ReportRow => ({
  key: `${ngr}`,
  dimensions: { level: { id: 1, name: level } },
  values: { ngr },
  opened: 0,
  isDirect: false,
})
const widths = (columns: readonly ShownColumn[], rows: readonly ReportRow[], depth = 0) =>
  columnWidths({ columns, rows, depth, name: () => 'Partner 12', labels })

describe('the columns of a report', () => {
  test.each([
    ['its head', [row(1), row(null)], 3],
    ['its largest number', [row(1), row(12345.67)], 8],
    ['its smallest number, minus included', [row(1), row(-12345.67)], 9],
  ])('are as wide as the longest of what stands in them: %s', (_, rows, characters) => {
    expect(widths([column('partner', 'Partner', false), column('ngr', 'NGR')], rows)[1]).toBe(characters)
  })

  test('leave room for the sign that opens a row, and for each step into the tree', () => {
    expect([0, 1, 2].map((depth) => widths([column('partner', 'Partner', false)], [row(1)], depth)[0])).toEqual([
      12.5, 15, 17.5,
    ])
  })

  test('cut a name that is longer than forty characters', () => {
    expect(
      widths([column('partner', 'Partner', false), column('level', 'Level', false)], [row(1, 'x'.repeat(90))])[1],
    ).toBe(40)
  })

  test('have room for any name where more rows are to come, and for a day no more than a day', () => {
    const day: ReportRow = { ...row(1), dimensions: { day: { id: 1, name: '01/11/2026' } } }
    const columns = [column('partner', 'Partner', false), column('level', 'Level', false), column('day', 'Day', false)]
    const part = columnWidths({ columns, rows: [day], depth: 0, isPart: true, name: () => 'Partner 12', labels })
    expect(part).toEqual([42.5, 40, 10])
  })
})

import { describe, expect, test } from 'vitest'
import type { BackOfficeDataProvider } from '../../../src/admin/dataProvider.ts'
import { exportColumns, exportPages, pageSize } from '../../../src/admin/export/recordExport.ts'
import { csvRow, safeText, spreadsheetDate, workbookCell } from '../../../src/domain/spreadsheet/cells.ts'
import { exportColumnsOf } from '../../../src/admin/resource/derivePages.ts'
import { actorWith, parcel } from './parcel.ts'

const words = { yes: 'sim', no: 'não' }

describe('CSV', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('%j as text cannot become a formula', (text) => {
    expect(safeText(text)).toBe(`'${text}`)
  })
  test('a negative amount stays a number', () => {
    expect(csvRow([-12.5, '-12.5'], words)).toBe("-12.5,'-12.5\r\n")
  })
  test('quotes, separators and line ends are kept', () => {
    expect(csvRow(['a "b"', 'c,d', 'e\nf', null, true], words)).toBe('"a ""b""","c,d","e\nf",,sim\r\n')
  })
})

describe('workbook', () => {
  test('numbers are numbers, percentages fractions shown as percent', () => {
    expect(workbookCell(12.5, 'money')).toEqual({ t: 'n', v: 12.5, z: '#,##0.00' })
    expect(workbookCell(12.5, 'percent')).toEqual({ t: 'n', v: 0.125, z: '0.00%' })
  })
  test('days are days', () => {
    expect(spreadsheetDate('2026-11-20')).toBe(46346)
    expect(workbookCell('2026-11-20', 'date')).toEqual({ t: 'n', v: 46346, z: 'dd/mm/yyyy' })
  })
  test('a CPF or a formula in a text stays text', () => {
    expect(workbookCell('00000000191', 'text')).toEqual({ t: 's', v: '00000000191' })
    expect(workbookCell('=1+1', 'text')).toEqual({ t: 's', v: '=1+1' })
  })
})

describe('all rows that match', () => {
  const records = Array.from({ length: 2 * pageSize + 1 }, (_, index) => ({ id: index + 1, name: `P${index + 1}`, size: 'large', sender: (index % 3) + 1, brands: [1], weight: 1.5 }))
  const asked: { pages: number[]; names: string[] } = { pages: [], names: [] }
  const dataProvider = {
    getList: async (_: string, { pagination }: { pagination: { page: number; perPage: number } }) => {
      asked.pages.push(pagination.page)
      return { data: records.slice((pagination.page - 1) * pagination.perPage, pagination.page * pagination.perPage), total: records.length }
    },
    getMany: async (resource: string, { ids }: { ids: number[] }) => {
      asked.names.push(`${resource} ${ids.join()}`)
      return { data: ids.map((id) => ({ id, name: `${resource} ${id}` })) }
    },
  } as unknown as BackOfficeDataProvider
  const fields = exportColumnsOf({ resource: parcel, actor: actorWith(['campaign']) })
  const labels = { label: (name: string) => name, choice: (_: string, value: string) => value.toUpperCase() }
  const request = (signal: AbortSignal) => ({ dataProvider, resource: 'parcel', filter: {}, sort: { field: 'name', order: 'ASC' as const }, fields, words: labels, signal, onProgress: () => undefined })

  test('are read page by page, each name asked for once', async () => {
    const rows: unknown[][] = []
    for await (const page of exportPages(request(new AbortController().signal))) rows.push(...page)
    expect(rows).toHaveLength(records.length)
    expect(asked.pages).toEqual([1, 2, 3])
    expect(asked.names.filter((each) => each.startsWith('affiliate'))).toEqual(['affiliate 1,2,3'])
    const columns = exportColumns(fields, labels).map(({ label }) => label)
    expect(Object.fromEntries(columns.map((column, index) => [column, rows[0]![index]]))).toMatchObject({ id: 1, name: 'P1', size: 'LARGE', sender: 'affiliate 1', brands: 'brand 1', weight: 1.5 })
  })
  test('are no longer read once the person stops it', async () => {
    const controller = new AbortController()
    const read = async () => { for await (const page of exportPages(request(controller.signal))) { if (page.length > 0) controller.abort() } }
    await expect(read()).rejects.toThrow()
  })
})

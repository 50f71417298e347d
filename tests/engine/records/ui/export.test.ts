import { describe, expect, test, vi } from 'vitest'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { browserRowsMax, exportList, type ExportProgress } from '#engine/export/ui/listExport.ts'
import { printList } from '#engine/export/ui/printList.ts'
import { cellIn, csvRow, safeText, spreadsheetDate, workbookCell } from '#engine/values/spreadsheet/cells.ts'

const words = { yes: 'sim', no: 'não' }

describe('CSV', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('%j as text cannot become a formula', (text) => {
    expect(safeText(text)).toBe(`'${text}`)
  })
  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a\n=1+1', "a\n'=1+1"],
    ['a,"=1+1', `a,"'=1+1`],
    ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
    ['a;b', 'a;b'],
    ['+1;-1', "'+1;'-1"],
  ])('%j cannot become one where cells are separated otherwise', (text, safe) => {
    expect(safeText(text)).toBe(safe)
  })
  test('a negative amount stays a number', () => {
    expect(csvRow([-12.5, '-12.5'], words)).toBe(`"-12.5","'-12.5"\r\n`)
  })
  test('an amount has the decimals of its currency, which another cell may name, and an average in yen its own', () => {
    const columns = [
      { label: 'Value', kind: 'money' as const, currency: 2 },
      { label: 'Of yen', kind: 'money' as const, currency: 'JPY' },
    ]
    expect(csvRow([1500, 1500, 'JPY'], words, columns)).toBe('"1500","1500"\r\n')
    expect(csvRow([1500, 12.5, 'BRL'], words, columns)).toBe('"1500.00","12.50"\r\n')
    expect(cellIn([1500, 1500, 'JPY'], columns[0]!, 0)).toEqual({ t: 'n', v: 1500, z: '#,##0' })
    expect(cellIn([1500, 1500, 'EUR'], columns[0]!, 0)).toEqual({ t: 'n', v: 1500, z: '#,##0.00' })
  })
  test('quotes, separators and line ends are kept', () => {
    expect(csvRow(['a "b"', 'c,d', 'e\nf', null, true], words)).toBe('"a ""b""","c,d","e\nf","","sim"\r\n')
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
  const subject = {
    resource: 'parcel',
    filter: { size: ['large'], q: 'ação' },
    sort: { field: 'name', order: 'DESC' as const },
    language: 'es' as const,
    columns: ['name', 'size'],
  }
  const content = '\uFEFFName,Size\r\nA,Large\r\nB,Large\r\n'
  const serving = (
    pieces: readonly string[],
    { headers = { 'X-Total-Count': '2', 'Content-Type': 'text/csv' } }: { headers?: Record<string, string> } = {},
  ) => {
    const asked: string[] = []
    const download: BackOfficeDataProvider['download'] = async (path, signal) => {
      asked.push(path)
      const chunks = pieces.map((piece) => new TextEncoder().encode(piece))
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (signal.aborted) return controller.error(signal.reason)
          const next = chunks.shift()
          return next ? controller.enqueue(next) : controller.close()
        },
      })
      return { body, headers: new Headers(headers) }
    }
    return { asked, dataProvider: { download } as BackOfficeDataProvider }
  }

  test('are asked for once, with the filters, sort, language and columns of the list', async () => {
    const { asked, dataProvider } = serving([content.slice(0, 12), content.slice(12, 20), content.slice(20)])
    const seen: (number | null)[] = []
    const { blob } = await exportList({
      dataProvider,
      subject,
      format: 'csv',
      total: 2,
      signal: new AbortController().signal,
      onProgress: ({ rows }) => seen.push(rows),
    })
    expect(await blob.text()).toBe(content.replace('\uFEFF', ''))
    expect(new Uint8Array(await blob.arrayBuffer()).slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
    expect(seen).toEqual([0, 0, 2])
    const query = new URL(asked[0]!, 'http://office.test').searchParams
    expect(asked).toHaveLength(1)
    expect(Object.fromEntries(query)).toEqual({
      format: 'csv',
      language: 'es',
      sort: '["name","DESC"]',
      filter: '{"size":["large"],"q":"ação"}',
      columns: '["name","size"]',
    })
  })
  test('come as a workbook of the server where a browser could not hold them', async () => {
    const { asked, dataProvider } = serving(['PK'], { headers: {} })
    const seen: ExportProgress[] = []
    await exportList({
      dataProvider,
      subject: { ...subject, columns: undefined },
      format: 'xlsx',
      total: browserRowsMax + 1,
      signal: new AbortController().signal,
      onProgress: (progress) => seen.push(progress),
    })
    expect(asked[0]).toContain('format=xlsx')
    expect(asked[0]).not.toContain('columns')
    expect(seen).toEqual([{ rows: null, bytes: 2, total: browserRowsMax + 1 }])
  })
  test('are no longer read once the person stops it', async () => {
    const controller = new AbortController()
    const { dataProvider } = serving(['a\n', 'b\n', 'c\n'])
    const running = exportList({
      dataProvider,
      subject,
      format: 'csv',
      total: 3,
      signal: controller.signal,
      onProgress: () => controller.abort(new DOMException('', 'AbortError')),
    })
    await expect(running).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  })
  test('are put on paper as people read them, and leave the page as it was', async () => {
    const head = {
      name: 'Data',
      columns: [
        { label: 'Name', kind: 'text' },
        { label: 'Due', kind: 'money' },
        { label: 'Since', kind: 'date' },
      ],
      criteria: {
        rows: [
          ['', '2 rows'],
          ['Size', 'Large'],
          ['', ''],
          ['Columns', 'Name = name'],
        ],
      },
    }
    const lines = [head, ['<b>A</b>', 1234.5, '2026-11-20'], ['B', null, null]].map((line) => JSON.stringify(line))
    const { asked, dataProvider } = serving([lines.join('\n').slice(0, 40), lines.join('\n').slice(40)])
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    const words = { yes: 'sí', no: 'no' }
    await printList({ dataProvider, subject, title: 'Parcels', words, signal: new AbortController().signal })
    const paper = document.querySelector('body > .on-paper')!
    const texts = (of: string) => [...paper.querySelectorAll(of)].map(({ textContent }) => textContent)
    expect(texts('h1, p')).toEqual(['Parcels', '2 rows', 'Size: Large'])
    expect(texts('th, td')).toEqual(['Name', 'Due', 'Since', '<b>A</b>', '1.234,50', '20/11/2026', 'B', '', ''])
    expect(asked[0]).toContain('format=table')
    expect(print).toHaveBeenCalledOnce()
    print.mockRestore()
    window.dispatchEvent(new Event('afterprint'))
    expect(document.querySelector('.on-paper')).toBeNull()
  })
})

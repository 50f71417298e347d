import { describe, expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import { messages as en } from '#locales/en/index.ts'
import { messages as es } from '#locales/es/index.ts'
import { messages as pt } from '#locales/pt/index.ts'
import { textsOf } from '#engine/export/server/texts.ts'
import { workbookChunks } from '#engine/export/server/workbook.ts'
import { countRows, linesOfRows, reportFile, rowsOfLines } from '#engine/declaration/derive/report/reportFile.ts'
import type { ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import { reportRow } from '#engine/declaration/derive/report/reportRows.ts'
import { translator } from '#engine/declaration/derive/translator.ts'
import type { Report } from '#engine/declaration/report.ts'
import { workbookBytes } from '#engine/values/spreadsheet/workbook.ts'
import { measureColumn } from '#resources/measures.ts'
import { generalV2 } from '#resources/reports/generalV2.ts'

const report = generalV2 as Report
const partner = (id: number, ngr: number, children: readonly object[] = []) => ({
  partner: id,
  partner_name: `=P${id}`,
  level: 1,
  level_name: null,
  direct: false,
  ngr,
  margin: 12.5,
  ...(children.length > 0 ? { children } : {}),
})
const read_ = (row: object): ReportRow =>
  reportRow({ row: row as Record<string, unknown>, dimensions: report.rows, columns: report.measures })
const rows = [
  partner(1, 30.1, [partner(2, 10.05), { ...partner(3, 20.05, [partner(4, 0.3)]), direct: true }]),
  partner(5, -7),
].map(read_)
const request = {
  report,
  measureColumns: report.measures.map(measureColumn),
  total: read_({ ngr: 23.1 }),
  sort: { column: 'ngr', isDescending: false },
  hidden: new Set(['clicks']),
  answer: { from: '2026-02-01', to: '2026-02-28', zone: 'UTC', upTo: '2026-02-28T10:00:00.000Z' },
  generatedAt: new Date('2026-03-01T00:00:00Z'),
  filters: [['Brand', 'Aurora']] as const,
}

describe('the rows of a report', () => {
  test("come out of a worker's door as the tree that went in, some at a time", () => {
    const lines = structuredClone([...linesOfRows(rows)])
    expect(lines.map(({ depth }) => depth)).toEqual([0, 1, 1, 2, 0])
    expect(rowsOfLines(lines)).toEqual(rows)
    expect(countRows(rows)).toBe(5)
  })
})

describe.each([
  ['pt', pt],
  ['en', en],
  ['es', es],
] as const)('the file of a report in %s', (language, messages) => {
  const cells = (bytes: ArrayBuffer | Buffer) => {
    const book = read(bytes)
    return book.SheetNames.map((name) => [
      name,
      utils.sheet_to_json(book.Sheets[name]!, { header: 1, raw: true, defval: null }),
    ])
  }

  test('says the same from the worker of the browser and from the server', async () => {
    const inBrowser = reportFile({
      ...structuredClone(request),
      rows: rowsOfLines(structuredClone([...linesOfRows(rows)])),
      translate: translator(messages, 'en'),
    })
    const onServer = reportFile({ ...request, rows, translate: textsOf(language).translate })
    const chunks: Buffer[] = []
    for await (const chunk of workbookChunks(
      [onServer.table, onServer.criteria].map((sheet) => ({ ...sheet, rows: [sheet.rows] })),
    ))
      chunks.push(chunk)
    const [browser, server] = [
      cells(workbookBytes([inBrowser.table, inBrowser.criteria])),
      cells(Buffer.concat(chunks)),
    ]
    expect(browser).toEqual(server)
    // Bold heads that stay in sight, in each of the sheets.
    const { SheetNames, files } = read(workbookBytes([inBrowser.table, inBrowser.criteria]), { bookFiles: true }) as {
      SheetNames: string[]
      files?: Record<string, { content: Uint8Array }>
    }
    const parts = Object.entries(files!).filter(([path]) => /sheet\d|styles/.test(path))
    expect(parts.length).toBe(SheetNames.length + 1)
    for (const [path, { content }] of parts)
      expect(new TextDecoder().decode(content), path).toContain(
        path.includes('styles') ? 'numFmtId="49" fontId="1"' : 'state="frozen"',
      )
    expect(browser[0]![0]).toBe(messages.reports.generalV2.name.slice(0, 31))
    expect((browser[0]![1] as unknown[][]).map(([name]) => name)).toEqual([
      messages.dimensions.partner,
      '=P5',
      '=P1',
      expect.stringContaining('=P3'),
      '\u2003\u2003=P4',
      '\u2003=P2',
      messages.resourcePages.report.total,
    ])
    const asked = browser[1]![1] as unknown[][]
    expect(asked).toContainEqual(['Brand', 'Aurora'])
    expect(asked).toContainEqual([messages.resourcePages.export.columnKeys, null])
    // Whatever the language of the heads, the names of the columns are those of the API.
    expect(asked.slice(-inBrowser.table.columns.length).map(([, key]) => key)).toEqual([
      'partner',
      ...report.rows.slice(1),
      ...report.measures.filter((name) => name !== 'clicks'),
    ])
  })
})

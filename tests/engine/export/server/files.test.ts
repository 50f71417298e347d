import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import { csvChunks } from '#engine/export/server/csv.ts'
import { textsOf } from '#engine/export/server/texts.ts'
import { workbookChunks } from '#engine/export/server/workbook.ts'
import { zipChunks } from '#engine/export/server/zip.ts'
import type { CellValue, ExportColumn } from '#engine/values/spreadsheet/cells.ts'

const columns: readonly ExportColumn[] = [
  { label: 'Nome', kind: 'text' },
  { label: 'Valor', kind: 'money' },
  { label: 'Taxa', kind: 'percent' },
  { label: 'Dia', kind: 'date' },
  { label: 'Quando', kind: 'moment' },
  { label: 'Raiz', kind: 'boolean' },
  { label: 'Quantos', kind: 'number' },
]
const row: readonly CellValue[] = ['=1+1', -1234.5, 12.5, '2026-11-20', '2026-11-20T15:04:59.000Z', true, 7]
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
const textOf = async (chunks: AsyncIterable<string>) => (await all(chunks)).join('')
const workbookOf = async (chunks: AsyncIterable<Buffer>) => read(Buffer.concat(await all(chunks)), { cellNF: true })

describe('a CSV file', () => {
  test('begins with the mark of UTF-8 and the head, and writes amounts, percentages, days and moments as the language does', async () => {
    expect(await textOf(csvChunks({ columns, rows: [[row]] }, textsOf('pt')))).toBe(
      '\uFEFF"Nome","Valor","Taxa","Dia","Quando","Raiz","Quantos"\r\n"\'=1+1","-1234,50","12,50","20/11/2026","20/11/2026 15:04","sim","7"\r\n',
    )
    expect(await textOf(csvChunks({ columns, rows: [[row]] }, textsOf('en')))).toContain(
      `"'=1+1","-1234.50","12.50","20/11/2026","20/11/2026 15:04","yes","7"\r\n`,
    )
  })
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1'])('cannot hold a formula: %j', async (text) => {
    const content = await textOf(csvChunks({ columns: [columns[0]!], rows: [[[text]]] }, textsOf('en')))
    expect(content.split('\r\n').slice(1).join('\r\n').replace(/^"/, '')).toMatch(/^'/)
  })
})

describe('a workbook', () => {
  test('is read back as it was meant: text as text, numbers as numbers, days as days', async () => {
    const { Sheets, SheetNames } = await workbookOf(
      workbookChunks([
        { name: 'Afiliados', columns, rows: [[row], [['ação_x0041_\u0001\n<&"', null, null, null, null, false, 0]]] },
      ]),
    )
    expect(SheetNames).toEqual(['Afiliados'])
    const sheet = Sheets['Afiliados']!
    expect(sheet['A2']).toMatchObject({ t: 's', v: '=1+1' })
    expect(sheet['A2'].f).toBeUndefined()
    expect(sheet['B2']).toMatchObject({ t: 'n', v: -1234.5, z: '#,##0.00' })
    expect(sheet['C2']).toMatchObject({ t: 'n', v: 0.125, z: '0.00%' })
    expect(sheet['D2']).toMatchObject({ t: 'n', v: 46346, z: 'dd/mm/yyyy' })
    expect(sheet['E2']).toMatchObject({ t: 'n', z: 'dd/mm/yyyy hh:mm' })
    expect(sheet['F2']).toMatchObject({ t: 'b', v: true })
    expect(sheet['A3']).toMatchObject({ t: 's', v: 'ação_x0041_\u0001\n<&"' })
    expect(sheet['!autofilter']).toEqual({ ref: 'A1:G3' })
  })
  test('goes on in another sheet where one is full', async () => {
    const numbers = Array.from({ length: 25 }, (_, index) => [index + 1])
    const { Sheets, SheetNames } = await workbookOf(
      workbookChunks(
        [
          { name: 'N: a/b', columns: [columns[6]!], rows: [numbers.slice(0, 13), numbers.slice(13)] },
          { name: 'Critérios', columns: [columns[0]!], rows: [] },
        ],
        { rowsMax: 11 },
      ),
    )
    expect(SheetNames).toEqual(['N  a b', 'N  a b (2)', 'N  a b (3)', 'Critérios'])
    expect(SheetNames.flatMap((name) => utils.sheet_to_json<unknown[]>(Sheets[name]!, { header: 1 }).slice(1))).toEqual(
      numbers,
    )
  })
  test('stops reading rows when nobody takes it any more', async () => {
    let isClosed = false
    async function* endless() {
      try {
        for (;;) yield Array.from({ length: 1000 }, () => [Math.random()])
      } finally {
        isClosed = true
      }
    }
    const stream = Readable.from(workbookChunks([{ name: 'N', columns: [columns[6]!], rows: endless() }]))
    for await (const _ of stream) break
    await expect.poll(() => isClosed).toBe(true)
  })
  test('fails where its rows fail, instead of ending early', async () => {
    async function* failing() {
      yield [[1]]
      throw new Error('the database is gone')
    }
    await expect(all(workbookChunks([{ name: 'N', columns: [columns[6]!], rows: failing() }]))).rejects.toThrow(
      'the database is gone',
    )
  })
})

test('the same files make the same archive', async () => {
  const archive = async () => Buffer.concat(await all(zipChunks([{ path: 'ação.txt', content: ['a', 'b'] }])))
  expect(await archive()).toEqual(await archive())
})

test('labels are found by the keys of the pages, in every language', () => {
  expect(textsOf('pt').translate('resources.affiliate.fields.createdAt')).toBe('Criado em')
  expect(textsOf('en').translate('resources.affiliate.name', { smart_count: 2 })).toBe('Affiliates')
  expect(textsOf('es').translate('choices.paymentType.manual')).toBe('Manual')
  expect(textsOf('en').translate('choices.paymentType.other')).toBe('other')
})

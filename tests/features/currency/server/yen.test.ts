import { read } from 'xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportSheet } from '#engine/declaration/derive/report/reportSheet.ts'
import { sheetLabels } from '#engine/declaration/derive/report/labels.ts'
import { reportRow } from '#engine/declaration/derive/report/reportRows.ts'
import { csvChunks } from '#engine/export/server/csv.ts'
import { textsOf } from '#engine/export/server/texts.ts'
import { reportNamed } from '#features/reporting/server/reportQuestion.ts'
import { measureColumn } from '#resources/measures.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'
import type { Client } from '#tests/support/office.ts'

/** Yen have no decimals, on whatever they are written; what stands beside them in reals keeps its two. */
let office: PayoutOffice
let root: Client
let affiliate: number
let company: number
beforeAll(async () => {
  office = await openPayoutOffice()
  root = await office.asRoot()
  const owner = await office.owner()
  affiliate = owner.id
  company = owner.company as number
  await office.entry(affiliate, '1500.00', { currency: 'JPY', day: '2030-02-01' })
  await office.entry(affiliate, '1500.00', { currency: 'BRL', day: '2030-02-02' })
})
afterAll(() => office.close())

async function bytesOf(path: string): Promise<Buffer> {
  const answer = await office.app.inject({ url: path, headers: { authorization: `Bearer ${root.token}` } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}
/** The cells of a file that look like the amount. */
const amountsIn = (text: string) => text.match(/1\.?500(?:[.,]00)?(?=")/g)
/** The same in a workbook, as a spreadsheet program shows them. */
const shownIn = (bytes: Buffer) =>
  Object.values(read(bytes, { cellNF: true }).Sheets).flatMap((sheet) =>
    Object.values(sheet as Record<string, { v?: unknown; w?: string }>).flatMap(({ v, w }) => (v === 1500 ? [w] : [])),
  )
const list = `sort=${encodeURIComponent('["day","ASC"]')}`

describe('amounts in yen', () => {
  it('have no decimals in a list as CSV and as a workbook, beside reals with two', async () => {
    expect(amountsIn((await bytesOf(`/api/entry/export?${list}&format=csv&language=pt`)).toString())).toEqual([
      '1500',
      '1500,00',
    ])
    expect(shownIn(await bytesOf(`/api/entry/export?${list}&format=xlsx&language=en`))).toEqual(['1,500', '1,500.00'])
  })

  it('have none where the list leaves the currency out', async () => {
    const columns = encodeURIComponent('["day","value"]')
    const text = (await bytesOf(`/api/entry/export?${list}&format=csv&language=en&columns=${columns}`)).toString()
    expect(text.split('\r\n').slice(1, 3)).toEqual(['"01/02/2030","1500"', '"02/02/2030","1500.00"'])
  })

  it('have none in the accounting file', async () => {
    const text = (
      await bytesOf(`/api/ledger/export?company=${company}&from=2030-02-01&to=2030-02-02&language=en`)
    ).toString()
    expect(amountsIn(text)).toEqual(['1500', '1500', '1500.00', '1500.00'])
  })

  it('have none in a statement and its workbook', async () => {
    const path = `/api/statement/affiliate/${affiliate}`
    const days = 'from=2030-02-01&to=2030-02-28&language=en&currency=JPY'
    const { body } = await root.get(`${path}/document?${days}`)
    expect(body.tables[0].columns[1]).toMatchObject({ kind: 'money', currency: 'JPY' })
    const shown = shownIn(await bytesOf(`${path}/workbook?${days}`))
    expect([...new Set(shown)]).toEqual(['1,500'])
  })

  it('have none in the file of a report', async () => {
    const report = reportNamed('paymentByAffiliate')
    const dimensions = report.rows
    const measureColumns = report.measures.map(measureColumn)
    const amounts = Object.fromEntries(measureColumns.map(({ name }) => [name, 1500]))
    const row = reportRow({ row: { ...amounts, affiliate_id: 1 } as never, dimensions, columns: report.measures })
    const sheet = (currency: string) =>
      reportSheet({
        report,
        measureColumns,
        rows: [],
        total: row,
        currency,
        labels: sheetLabels(textsOf('en').translate),
        hidden: new Set(),
        totalLabel: 'Total',
      })
    const written = async (currency: string) => {
      const { columns, rows } = sheet(currency)
      let text = ''
      for await (const chunk of csvChunks({ columns, rows: [rows] }, textsOf('en'))) text += chunk
      return text
    }
    expect(await written('JPY')).not.toContain('1500.00')
    expect(await written('BRL')).toContain('"1500.00"')
  })
})

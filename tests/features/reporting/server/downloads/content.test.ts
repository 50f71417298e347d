import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports as words } from '#locales/pt/reports.ts'
import { reports } from '#resources/reports/index.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { Client } from '#tests/support/office.ts'
import { openProgramme, presentMoment, type Programme } from '../support/programme.ts'
import { ask } from '../support/tieOut.ts'
import { bytesOf, contextOf, fileOf, makeFiles, order, sheetsOf } from './support.ts'

let programme: Programme
const march = 'from=2030-03-01&to=2030-03-31'
beforeAll(async () => {
  programme = await openProgramme()
  await programme.send(
    programme.links.flatMap((link, index) => [
      {
        link,
        type: 'bet',
        day: `2030-03-0${index + 1}`,
        product: index % 2 === 0 ? 'lotto' : 'bets',
        amount: `${10 ** index}.37`,
      },
      {
        link,
        type: 'win',
        day: `2030-03-0${index + 1}`,
        product: index % 2 === 0 ? 'lotto' : 'bets',
        amount: `${5 * 10 ** index}.11`,
      },
      { link, type: 'deposit', day: '2030-03-09', amount: '20.00' },
    ]),
  )
  await programme.closeDays('2030-03-01', '2030-03-31')
})
afterAll(() => programme.close())

const context = () => contextOf(programme, () => presentMoment)
async function made(body: Record<string, unknown>, client: Client = programme.root): Promise<Buffer> {
  const { id } = await order(client, body)
  await makeFiles(context())
  const file = await fileOf(client, id)
  expect(file).toMatchObject({ state: 'ready', problem: null })
  return bytesOf(programme.app, client, id)
}

/** Rows of a tree as they stand below each other. */
const flat = (rows: readonly any[]): any[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])])

describe('a file of a report', () => {
  test.each(Object.values(reports as Readonly<Record<string, Report>>).filter(({ name }) => name !== 'dashboard'))(
    '$name holds what the API answers, to the cent, and the total',
    async (report) => {
      const [sheet] = sheetsOf(await made({ report: report.name, query: march }))
      const answer = await ask(programme.root, report.name, march)
      const first = report.rows.length
      const numbers = sheet!.rows.slice(1).map((row) => row.slice(first))
      const ratio = (column: string) => /(^|_)(margin|bonus_index)$/.test(column)
      const expected = [...flat(answer.rows), answer.total].map((row) =>
        report.measures.map((column) => {
          const value = row[column] as number | null
          return value !== null && ratio(column) ? value / 100 : value
        }),
      )
      expect(sheet!.rows[0]).toHaveLength(first + report.measures.length)
      expect(numbers).toHaveLength(expected.length)
      for (const [index, row] of numbers.entries())
        for (const [place, value] of row.entries()) {
          if (expected[index]![place] === null) expect(value).toBeNull()
          else expect(value).toBeCloseTo(expected[index]![place]!, 6)
        }
      expect(sheet!.rows.at(-1)![0]).toBe('Total')
    },
  )

  test('says on its second sheet what was asked for: days, zone, up to which event, filters by name', async () => {
    const [brand, affiliate] = [programme.brands[0]!, programme.affiliates[0]!]
    const [, criteria] = sheetsOf(
      await made({
        report: 'general',
        query: `${march}&brand=${brand.id}&affiliate=${affiliate.id}&product=lotto&product=bets`,
      }),
    )
    const text = criteria!.rows.map((row) => row.join(' | '))
    expect(text).toContain('Period | 01/03/2030 – 31/03/2030')
    expect(text).toContain(`Brand | ${brand.name}`)
    expect(text).toContain(`Affiliate | ${affiliate.name}`)
    expect(text).toContain('Product | Lotto, Bets')
    expect(text.join('\n')).toMatch(/Days in UTC/)
    expect(text.join('\n')).toMatch(/Data up to 01\/03\/2030 10:00 UTC/)
    expect(text).toContain(
      `Data up to | Data of ${brand.name} up to 09/03/2030 · received 15/06/2030 12:00 UTC · Figures of ${brand.name} after 09/03/2030 are not here yet: registrations, deposits and commission from 10/03/2030 may still change`,
    )
  })

  test('has numbers as numbers, days as days, text as text that is no formula, in its language', async () => {
    const {
      rows: [affiliate],
    } = await ask(programme.root, 'affiliateActivity', march)
    const record = (await programme.root.get(`/api/affiliate/${affiliate!['affiliate']}`)).body
    expect((await programme.root.put(`/api/affiliate/${record.id}`, { ...record, name: '=1+1' })).status).toBe(200)
    const [sheet] = sheetsOf(await made({ report: 'movement', query: march, language: 'pt' }))
    expect(sheet!.name).toBe(words.reports.movement.name)
    const dayColumn = sheet!.rows[0]!.indexOf(words.dimensions.day)
    const cell = sheet!.cells[`${'ABCDEFGH'[dayColumn]}2`]!
    expect(cell).toMatchObject({ t: 'n', z: 'dd/mm/yyyy', v: 47_543 })
    const [named] = sheetsOf(await made({ report: 'affiliates', query: march }))
    const formula = Object.values(named!.cells).find((each) => each?.v === '=1+1')
    expect(formula).toMatchObject({ t: 's' })
    expect(formula!.f).toBeUndefined()
    expect((await made({ report: 'affiliates', query: march, format: 'csv' })).toString()).toContain("'=1+1")
    await programme.root.put(`/api/affiliate/${record.id}`, { name: record.name })
  })

  test('has the columns and the order of the view it was asked from', async () => {
    const query = `${march}&sort=-turnover&hide=payout,bonus`
    const [sheet] = sheetsOf(await made({ report: 'affiliates', query }))
    const [head, ...rows] = sheet!.rows
    expect(head).not.toContain('Payout')
    const turnover = rows.slice(0, -1).map((row) => row[head!.indexOf('Turnover')] as number)
    expect(turnover.length).toBeGreaterThan(3)
    expect(turnover).toEqual(turnover.toSorted((first, second) => second - first))
  })

  test('as CSV holds the same rows', async () => {
    const cellsOf = (line: string) => line.slice(1, -1).split('","')
    const lines = (await made({ report: 'affiliates', query: march, format: 'csv' }))
      .toString()
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n')
    const { rows, total } = await ask(programme.root, 'affiliates', march)
    expect(lines).toHaveLength(rows.length + 2)
    const head = cellsOf(lines[0]!)
    // Up to which day all of it is here: of the brand that is furthest behind.
    expect(head.at(-1)).toBe('Data up to')
    expect(new Set(lines.slice(1).map((line) => cellsOf(line).at(-1)))).toEqual(new Set(['09/03/2030']))
    expect(Number(cellsOf(lines.at(-1)!)[head.indexOf('Turnover')])).toBe(total['turnover'])
  })

  test('is noted in the activity log when it is made and when it is fetched', async () => {
    const { id } = await order(programme.root, { report: 'general', query: march })
    await makeFiles(context())
    await bytesOf(programme.app, programme.root, id)
    const log = (
      await programme.root.get(
        `/api/activityLog?filter=${encodeURIComponent(JSON.stringify({ object: 'download', objectId: String(id) }))}&sort=["id","ASC"]`,
      )
    ).body as { operation: string; actor: string }[]
    expect(log.map(({ operation, actor }) => [operation, actor])).toEqual([
      ['makeFile', 'system:reportFiles'],
      ['downloadFile', 'root@office.test'],
    ])
  })
})

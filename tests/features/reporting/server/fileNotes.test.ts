import { describe, expect, it } from 'vitest'
import { csvTable } from '#engine/declaration/derive/report/reportFile.ts'
import { textsOf } from '#engine/export/server/texts.ts'
import { fileNotes } from '#features/reporting/answers/fileNotes.ts'

const { translate } = textsOf('en')
const payback = [
  { cohort: '2030-05', currency: 'BRL', months: 2 },
  { cohort: '2030-05', currency: 'EUR', months: null },
  { cohort: '2030-06', currency: 'EUR', months: 0 },
]
const freshness = [
  {
    brand: 1,
    name: 'Bet One',
    latest_day: '2030-06-10',
    latest_event_at: null,
    received_at: null,
    is_late: true,
    may_change_from: '2030-06-11',
  },
]
const column = (key: string) => ({ key, label: key, kind: 'text' as const })

describe('what a file says of an answer beside its rows', () => {
  it('is on the second sheet of a workbook', () => {
    expect(fileNotes({ freshness, payback }, translate).notes).toEqual([
      [
        'Data up to',
        'Data of Bet One up to 10/06/2030 · Figures of Bet One after 10/06/2030 are not here yet: registrations, deposits and commission from 11/06/2030 may still change',
      ],
      ['CPA paid back in (months)', '2030-05 · BRL: 2'],
      ['', '2030-06 · EUR: 0'],
    ])
  })

  it('is in further columns of a CSV file, by the cohort and currency of a row', () => {
    const table = {
      columns: [column('currency'), column('cohort')],
      rows: [
        ['BRL', '2030-05'],
        ['EUR', '2030-05'],
        ['EUR', '2030-06'],
        ['EUR', 'Total'],
      ],
    }
    const { rows, columns } = csvTable(table, fileNotes({ freshness, payback }, translate, { isOfSeveral: true }))
    expect(columns.map(({ label }) => label).slice(2)).toEqual(['CPA paid back in (months)', 'Data up to'])
    expect(rows.map((row) => row.slice(2))).toEqual([
      [2, '2030-06-10'],
      [null, '2030-06-10'],
      [0, '2030-06-10'],
      [null, '2030-06-10'],
    ])
  })

  it('is nothing where nothing is known', () => {
    expect(fileNotes({}, translate)).toEqual({ notes: [], csvColumns: [] })
  })
})

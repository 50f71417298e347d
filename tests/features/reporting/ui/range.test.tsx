import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { messages as en } from '#locales/en/index.ts'
import { messages as es } from '#locales/es/index.ts'
import { messages as pt } from '#locales/pt/index.ts'
import { ReportPage } from '#features/reporting/ui/ReportPage.tsx'
import { periodProblem } from '#features/reporting/ui/reportQuery.ts'
import { defineReport, type Report } from '#engine/declaration/report.ts'
import { formatDay } from '#engine/values/shownTime.ts'
import { dayAfter, longestRanges } from '#tests/support/longestRanges.ts'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

test.each(longestRanges)(
  'a page asks from %s to %s, and for a day more names the last day there can be',
  (from, to) => {
    expect(periodProblem({ from, to })).toBeNull()
    expect(periodProblem({ from, to: dayAfter(to) })).toEqual({ key: 'resourcePages.report.tooLong', day: to })
  },
)

test('a page does not ask for a period that ends before it begins, or of days there are not', () => {
  expect(periodProblem({ from: '2026-02-02', to: '2026-02-01' })?.key).toBe('resourcePages.report.beginsAfterEnd')
  expect(periodProblem({ from: '2026-02-29', to: '2026-03-01' })?.key).toBe('resourcePages.report.invalidDay')
})

const report = defineReport({
  name: 'cpa',
  path: '/reports/example',
  openTo: ['session'],
  rows: ['affiliate'],
  measures: ['clicks'],
  filters: ['period'],
}) as Report

test.each([
  ['2026-01-31', '2026-02-28'],
  ['2028-01-31', '2028-02-29'],
  ['2028-02-29', '2028-03-29'],
])('an address from %s to %s is not sent, and the page says why and what to do', async (from, to) => {
  const read = vi.fn(async () => ({ rows: [], total: {}, from, to, zone: 'UTC', upTo: null }))
  stage({
    actor: actorWith([]),
    resources: { parcel },
    pages: {},
    at: `/reports/example?from=${from}&to=${to}`,
    others: { '/reports/example': <ReportPage report={report} /> },
    dataProvider: { read },
  })
  const last = formatDay(new Date(Date.parse(to) - 86_400_000).toISOString())
  expect((await screen.findByRole('alert')).textContent).toBe(
    `O período deve ser menor que um mês: o último dia pode ser ${last}`,
  )
  await userEvent.setup().click(screen.getByRole('button', { name: 'Ontem' }))
  await screen.findByText(/Dias em UTC/)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(read).toHaveBeenCalledTimes(1)
})

test('the message names the day in every language', () => {
  const said = [pt, en, es].map(
    (messages) =>
      (messages as unknown as { resourcePages: { report: { tooLong: string } } }).resourcePages.report.tooLong,
  )
  expect(new Set(said).size).toBe(3)
  for (const text of said) expect(text).toContain('%{day}')
})

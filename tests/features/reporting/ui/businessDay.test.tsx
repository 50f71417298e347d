import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReportPage } from '#features/reporting/ui/ReportPage.tsx'
import { defineReport, type Report } from '#engine/declaration/report.ts'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

// The office counts its days in Tokyo, where October has begun while UTC still has September's last day.
vi.hoisted(() => {
  document.head.innerHTML =
    '<meta name="installation" content="{&quot;businessTimeZone&quot;:&quot;Asia/Tokyo&quot;}" />'
})
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-09-30T16:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const report = defineReport({
  name: 'cpa',
  path: '/reports/example',
  openTo: ['session'],
  rows: ['affiliate'],
  measures: ['clicks'],
  filters: ['period'],
}) as Report

test("a report begins with the business zone's month, and its periods follow that zone's day", async () => {
  const read = vi.fn(async (path: string) => ({
    rows: [],
    total: {},
    ...Object.fromEntries(new URL(path, 'http://office').searchParams),
    zone: 'Asia/Tokyo',
    upTo: null,
  }))
  stage({
    actor: actorWith([]),
    resources: { parcel },
    pages: {},
    at: '/reports/example',
    others: { '/reports/example': <ReportPage report={report} /> },
    dataProvider: { read: read as never },
  })
  const user = userEvent.setup()
  const asked = () => {
    const { from, to } = Object.fromEntries(new URL(read.mock.calls.at(-1)![0], 'http://office').searchParams)
    return { from, to }
  }
  await screen.findByText(/Dias em Asia\/Tokyo/)
  expect(asked()).toEqual({ from: '2026-10-01', to: '2026-10-01' })
  expect(screen.getByRole('button', { name: 'Hoje' }).getAttribute('aria-pressed')).toBe('true')
  for (const [preset, from, to] of [
    ['Ontem', '2026-09-30', '2026-09-30'],
    ['Mês passado', '2026-09-01', '2026-09-30'],
    ['Últimos 7 dias', '2026-09-25', '2026-10-01'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: preset }))
    await vi.waitFor(() => expect(asked()).toEqual({ from, to }))
    expect(screen.getByRole('button', { name: preset }).getAttribute('aria-pressed')).toBe('true')
  }
})

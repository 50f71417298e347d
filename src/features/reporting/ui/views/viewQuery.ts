/** A report's address as a saved view keeps it. Pure. */
import { type Report, viewParameters, viewQueryLengthMax } from '#engine/declaration/report.ts'
import type { Day } from '#engine/values/calendar.ts'
import { type PeriodPreset, periodPresets, presetPeriod } from '#engine/values/periodPresets.ts'
import type { ReportQuery } from '../reportQuery.ts'

/**
 * What is kept: no token, and instead of two days the name of the period where it has one, so that the view moves on
 * with the calendar.
 */
export function savedViewQuery({
  search,
  query,
  today,
}: {
  search: URLSearchParams
  query: Pick<ReportQuery, 'period'>
  today: Day
}): string {
  const kept = new URLSearchParams(
    [...search].filter(([name]) => viewParameters.has(name) && !['from', 'to', 'preset'].includes(name)),
  )
  const preset = periodPresets.find((each) => {
    const { from, to } = presetPeriod(each, today)
    return from === query.period.from && to === query.period.to
  })
  if (preset) kept.set('preset', preset)
  else {
    kept.set('from', query.period.from)
    kept.set('to', query.period.to)
  }
  // Filters matter more than which rows were open.
  if (kept.toString().length > viewQueryLengthMax) kept.delete('open')
  return kept.toString()
}

/** The address that a kept query leads to today. */
export function addressOfView({
  report,
  kept,
  today,
}: {
  report: Pick<Report, 'path'>
  kept: string
  today: Day
}): string {
  const search = new URLSearchParams(kept)
  const preset = periodPresets.find((each): each is PeriodPreset => each === search.get('preset'))
  search.delete('preset')
  if (preset) {
    const { from, to } = presetPeriod(preset, today)
    search.set('from', from)
    search.set('to', to)
  }
  return `${report.path}?${search}`
}

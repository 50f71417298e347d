/** Between the form of a schedule and what the API takes: pure, so that it can be tested without a page. */
import { scheduleChange } from '#resources/reportFiles.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { type PeriodPreset, periodPresets } from '#engine/values/periodPresets.ts'

/** What is asked of a schedule. */
export type ScheduleField = keyof typeof scheduleChange
/** In the order in which they are asked. */
export const scheduleFields = Object.keys(scheduleChange) as ScheduleField[]

/** Fields that count for one way to repeat alone. */
const onlyFor: Readonly<Partial<Record<ScheduleField, string>>> = { weekday: 'weekly', monthDay: 'monthly' }

/** Whether a field counts, for how often something is repeated. */
export const counts = (name: ScheduleField, repeats: unknown) =>
  onlyFor[name] === undefined || onlyFor[name] === repeats

/** What is sent: a day only where it counts. */
export function scheduleInput(values: AnyRecord): AnyRecord {
  return Object.fromEntries(
    scheduleFields.map((name) => [name, counts(name, values['repeats']) ? (values[name] ?? null) : null]),
  )
}

/** What is wrong with it, asked of the check the server asks. */
export function scheduleProblems(values: AnyRecord): readonly Problem[] {
  const input = scheduleInput(values)
  const read = validateInput({ fields: scheduleChange, input })
  const missing = scheduleFields.filter(
    (name) => name in onlyFor && counts(name, input['repeats']) && input[name] === null,
  )
  return [...(read.ok ? [] : read.problems), ...missing.map((field): Problem => ({ field, code: 'required' }))]
}

/** What a new schedule begins with: the period of its view, where that has a name. */
export function newSchedule({ query, language }: { query: string | undefined; language: string }): AnyRecord {
  const preset = new URLSearchParams(query).get('preset')
  const defaults = Object.fromEntries(
    Object.entries(scheduleChange).map(([name, field]) => [name, 'default' in field ? field.default : null]),
  )
  return { ...defaults, language, ...(periodPresets.includes(preset as PeriodPreset) ? { period: preset } : {}) }
}

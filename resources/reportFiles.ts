/**
 * What people give to have files made of reports, declared once: the form is built from it, page and API check by it.
 */
import { choice, type Field, integer, text } from '#engine/declaration/fields/index.ts'
import { fileFormat, language, periodPreset, repetition, weekday } from './choices.ts'

/** A file made once, in the background: the report, and its address as the page has it. */
export const fileRequest = {
  report: text({ required: true, max: 60 }),
  query: text({ max: 16_000 }),
  format: choice(fileFormat, { required: true }),
  language: choice(language, { required: true }),
} as const satisfies Record<string, Field>

/** A report that spreadsheet programs read at an address of its own: the report, and its address as the page has it. */
export const liveSheetRequest = {
  report: text({ required: true, max: 60 }),
  query: text({ max: 2_000 }),
  name: text({ required: true, max: 60 }),
  language: choice(language, { required: true }),
  days: integer({ required: true, min: 1, max: 365, default: 180 }),
} as const satisfies Record<string, Field>

/** What can be changed of files made of a saved view again and again. */
export const scheduleChange = {
  repeats: choice(repetition, { required: true, default: 'daily' }),
  weekday: choice(weekday),
  monthDay: integer({ min: 1, max: 31 }),
  period: choice(periodPreset, { required: true, default: 'yesterday' }),
  format: choice(fileFormat, { required: true, default: 'xlsx' }),
  language: choice(language, { required: true }),
} as const satisfies Record<string, Field>

/** Files made of a saved view again and again. */
export const scheduleRequest = {
  view: integer({ required: true, min: 1 }),
  ...scheduleChange,
} as const satisfies Record<string, Field>

import { z } from 'zod'
import { currency as currencies } from '#resources/choices.ts'
import { measureColumn, measures } from '#resources/measures.ts'
import { reports } from '#resources/reports/index.ts'
import { mayReadReport } from '#engine/declaration/derive/access.ts'
import { sheetLabels } from '#engine/declaration/derive/report/labels.ts'
import {
  cohortMonthsMax,
  dimensionColumns,
  type Report,
  type ReportDimension,
  textFilters,
} from '#engine/declaration/report.ts'
import type { Day } from '#engine/values/calendar.ts'
import { periodBefore } from '#engine/values/periodPresets.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type BrandFreshness, lateBrands, mayChangeText } from '#features/activity/answers/freshness.ts'
import type { ReportQuery } from '#features/reporting/server/reportQuery.ts'
import { readerBySession } from '#features/reporting/server/reportReader.ts'
import { answerChanges, checkedQuestion } from '#features/reporting/server/routes.ts'
import { readReport } from '#features/reporting/server/sendReport.ts'
import { largestEntries } from './largestEntries.ts'
import { type Asked, tool, type Tool, type ToolAnswer } from './tool.ts'

const all: readonly Report[] = Object.values(reports)
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const rowsMax = 200
const rowsUsual = 50
/** Rows of each period that are compared; of more a filter is asked for. */
const comparedMax = 20_000
const changesShown = 200

/** Names in reports that people typed. */
const typedNames = Object.values(dimensionColumns).flatMap((columns) =>
  columns.filter((name) => /_name$|^sub\d$|_ref$/.test(name)),
)

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const ids = z.union([z.int(), z.array(z.int()).max(200)])

type Row = Readonly<Record<string, unknown>>
interface ReportAnswer {
  readonly rows: readonly Row[]
  readonly count: number
  readonly total?: Row
  readonly totals: readonly Row[]
  readonly freshness?: readonly BrandFreshness[]
}

/** What every question of a report says: period, filters, currency. */
function questionOf(report: Report) {
  const filters = report.filters.filter((name) => name !== 'period')
  const dimensions = [...report.rows, ...report.openInto] as [ReportDimension, ...ReportDimension[]]
  return {
    from: day,
    to: day.describe(
      report.source === 'cohorts'
        ? `included; at most ${cohortMonthsMax} months`
        : 'included; the range is shorter than one month',
    ),
    ...Object.fromEntries(
      filters.map((name) => [
        name,
        ((textFilters as readonly string[]).includes(name)
          ? z.union([z.string().max(200), z.array(z.string().max(200)).max(50)])
          : ids
        ).optional(),
      ]),
    ),
    rows: z
      .array(z.enum(dimensions))
      .min(1)
      .max(3)
      .optional()
      .describe(`by itself ${report.rows.join(', ')}`),
    currency: z.enum(currencies.values as unknown as [string, ...string[]]).optional(),
    knownAt: z.string().max(40).optional().describe('ISO 8601: as it was known then'),
  }
}

type Given = Readonly<Record<string, unknown>>

/** A question as the API's query says it. */
function queryOf(given: Given): ReportQuery {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
  )
}

async function ask(by: Asked, report: Report, given: Given): Promise<ReportAnswer> {
  const reader = readerBySession(report, by.actor)
  const question = await checkedQuestion(by.context, { report, reader, asked: queryOf(given) })
  return JSON.parse(await readReport({ context: by.context, question, reader })) as ReportAnswer
}

/** How far brands have told, and of late ones what may still change, in words. */
function freshnessOf(by: Asked, { freshness }: ReportAnswer, to: Day) {
  const late = lateBrands(freshness ?? [], to)
  return {
    ...(freshness ? { freshness } : {}),
    ...(late.length > 0 ? { mayChange: late.map((brand) => mayChangeText(brand, by.translate)) } : {}),
  }
}

/** The page of a report with the same question. */
function pageOf({ origin }: Asked, { path }: Report, given: Given, isCompared = false): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && name !== 'rows') for (const each of [value].flat()) search.append(name, String(each))
  if (isCompared) search.set('compare', 'before')
  return `${origin}${path}?${search.toString()}`
}

const columnLabels = (by: Asked, names: readonly string[]) => {
  const labels = sheetLabels(by.translate)
  return Object.fromEntries(names.map((name) => [name, labels.column(measureColumn(name as never))]))
}

function runTool(report: Report, asked: Asked): Tool {
  const title = asked.translate(`reports.${report.name}.name`)
  const names = report.measures as unknown as [string, ...string[]]
  return tool({
    name: `report_${snake(report.name)}`,
    title,
    description: asked.translate('assistant.tools.report', { name: title }),
    scope: 'reports',
    input: () =>
      z.strictObject({
        ...questionOf(report),
        measures: z.array(z.enum(names)).min(1).optional().describe('only these; all by itself'),
        sort: z.enum(names).optional(),
        direction: z.enum(['ASC', 'DESC']).optional(),
        limit: z.int().min(1).max(rowsMax).optional().describe(`${rowsUsual}`),
        offset: z.int().min(0).max(1_000_000).optional(),
        q: z.string().max(200).optional(),
      }),
    async run(by, input): Promise<ToolAnswer> {
      const {
        measures: wanted,
        sort,
        direction = 'DESC',
        limit = rowsUsual,
        offset = 0,
        q,
        ...given
      } = input as Given & {
        measures?: string[]
        sort?: string
        direction?: string
        limit?: number
        offset?: number
        q?: string
      }
      const shown = wanted ?? [...report.measures]
      const answer = await ask(by, report, {
        ...given,
        limit,
        offset,
        q,
        sort: sort === undefined ? undefined : JSON.stringify([sort, direction]),
        ...(report.views.length > 1 ? { view: given['rows'] ? undefined : 'list' } : {}),
      })
      const isHidden = (name: string) => (report.measures as readonly string[]).includes(name) && !shown.includes(name)
      const narrowed = (row: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => !isHidden(name)))
      const { rows, total, totals, count, ...head } = answer
      return {
        data: {
          ...head,
          ...freshnessOf(by, answer, String(given['to'])),
          columns: columnLabels(by, shown),
          rows: rows.map(narrowed),
          count,
          nextOffset: offset + rows.length < count ? offset + rows.length : null,
          ...(total ? { total: narrowed(total) } : {}),
          totals: totals.map(narrowed),
        },
        typedByPeople: typedNames,
        url: pageOf(by, report, { ...given, q }),
      }
    },
  })
}

/** The columns a measure is made of, those of these again: what explains a difference, in the order of the formula. */
function partsOf(measure: string, columns: readonly string[]): string[] {
  const { formula } = (measures as Readonly<Record<string, { formula: string | null }>>)[measure] ?? { formula: null }
  const direct = [...new Set(formula?.match(/[a-z_]+/g) ?? [])].filter(
    (name) => name !== measure && columns.includes(name),
  )
  return [...new Set(direct.flatMap((name) => [name, ...partsOf(name, columns)]))]
}

const cents = (value: unknown) => Math.round(Number(value ?? 0) * 100)

function compareTool(asked: Asked, readable: readonly Report[]): Tool {
  const names = readable.map(({ name }) => name) as [string, ...string[]]
  return tool({
    name: 'compare_periods',
    title: asked.translate('assistant.tools.compareTitle'),
    description: asked.translate('assistant.tools.compare'),
    scope: 'reports',
    input: () =>
      z.strictObject({
        report: z.enum(names),
        measure: z.string().max(60).describe('a column of the report, as ngr'),
        by: z
          .enum(Object.keys(dimensionColumns) as [ReportDimension, ...ReportDimension[]])
          .describe('one row for each of these'),
        from: day,
        to: day,
        against: z
          .strictObject({ from: day, to: day })
          .optional()
          .describe('by itself the same days of the month before'),
        brand: ids.optional(),
        affiliate: ids.optional(),
        campaign: ids.optional(),
        partner: ids.optional(),
        currency: z.enum(currencies.values as unknown as [string, ...string[]]).optional(),
        order: z.enum(['most_lost', 'most_gained']).optional(),
        limit: z.int().min(1).max(50).optional(),
      }),
    async run(
      by,
      { report: name, measure, by: dimension, from, to, against, order = 'most_lost', limit = 10, ...filters },
    ) {
      const report = reports[name as keyof typeof reports] as Report
      const columns = report.measures as readonly string[]
      if (!columns.includes(measure))
        throw new ApiError('invalid_request', { values: { reason: `measure can be: ${columns.join(', ')}` } })
      const before = against ?? periodBefore({ from: from as Day, to: to as Day })
      const given = { ...filters, rows: [dimension], limit: comparedMax }
      const [now, then] = [
        await ask(by, report, { ...given, from, to }),
        await ask(by, report, { ...given, ...before }),
      ]
      if (now.count > comparedMax || then.count > comparedMax)
        throw new ApiError('invalid_request', {
          values: { reason: `more than ${comparedMax} rows: narrow them by a filter` },
        })
      const keyOf = (row: Row) => JSON.stringify([row[dimensionColumns[dimension][0]], row['currency']])
      const rowsBefore = new Map(then.rows.map((row) => [keyOf(row), row]))
      const rowsNow = new Map(now.rows.map((row) => [keyOf(row), row]))
      const parts = partsOf(measure, columns)
      const moved = [...new Set([...rowsNow.keys(), ...rowsBefore.keys()])].map((key) => {
        const [present, past] = [rowsNow.get(key), rowsBefore.get(key)]
        const of = (column: string) => ({
          now: present?.[column] ?? 0,
          before: past?.[column] ?? 0,
          difference: (cents(present?.[column]) - cents(past?.[column])) / 100,
        })
        const names = Object.entries((present ?? past)!).filter(([column]) => !columns.includes(column))
        const why = parts
          .map((column) => ({ measure: column, ...of(column) }))
          .filter(({ difference }) => difference !== 0)
        return { ...Object.fromEntries(names), ...of(measure), why }
      })
      const sign = order === 'most_lost' ? 1 : -1
      const shown = moved
        .filter(({ difference }) => difference * sign < 0)
        .toSorted((one, other) => sign * (one.difference - other.difference))
      return {
        data: {
          report: name,
          measure,
          formula: (measures as Readonly<Record<string, { formula: string | null }>>)[measure]?.formula ?? null,
          columns: columnLabels(by, [measure, ...parts]),
          now: { from, to },
          before,
          ...freshnessOf(by, now, to),
          rows: shown.slice(0, limit),
          count: shown.length,
        },
        typedByPeople: typedNames,
        url: pageOf(by, report, { ...filters, from, to }, against === undefined),
      }
    },
  })
}

function changesTool(asked: Asked, readable: readonly Report[]): Tool {
  const names = readable.map(({ name }) => name) as [string, ...string[]]
  return tool({
    name: 'what_changed',
    title: asked.translate('assistant.tools.changedTitle'),
    description: asked.translate('assistant.tools.changed'),
    scope: 'reports',
    input: () =>
      z.strictObject({
        report: z.enum(names),
        from: day,
        to: day,
        since: z.string().max(40).describe('a moment, ISO 8601'),
        brand: ids.optional(),
        affiliate: ids.optional(),
      }),
    async run(by, { report: name, ...given }) {
      const report = reports[name as keyof typeof reports] as Report
      const reader = readerBySession(report, by.actor)
      const { changes, ...head } = await answerChanges(by.context, { report, reader, asked: queryOf(given) })
      return {
        data: { ...head, changes: changes.slice(0, changesShown) },
        typedByPeople: typedNames,
        url: pageOf(by, report, { ...given, since: undefined }),
      }
    },
  })
}

function figureTool(asked: Asked, readable: readonly Report[]): Tool {
  const names = readable.map(({ name }) => name) as [string, ...string[]]
  return tool({
    name: 'explain_figure',
    title: asked.translate('assistant.tools.figureTitle'),
    description: asked.translate('assistant.tools.figure'),
    scope: 'reports',
    input: () =>
      z.strictObject({
        report: z.enum(names),
        measure: z.string().max(60),
        from: day,
        to: day,
        brand: ids.optional(),
        affiliate: ids.optional(),
        campaign: ids.optional(),
        partner: ids.optional(),
        currency: z.enum(currencies.values as unknown as [string, ...string[]]).optional(),
      }),
    async run(by, { report: name, measure, ...given }) {
      const report = reports[name as keyof typeof reports] as Report
      const columns = report.measures as readonly string[]
      if (!columns.includes(measure))
        throw new ApiError('invalid_request', { values: { reason: `measure can be: ${columns.join(', ')}` } })
      const parts = partsOf(measure, columns)
      const answer = await ask(by, report, { ...given, limit: 1 })
      const { totals } = answer
      const figures = totals.map((total) => ({
        currency: total['currency'],
        value: total[measure],
        madeOf: parts.map((column) => ({ measure: column, value: total[column] })),
      }))
      const behind =
        typeof given.affiliate === 'number' ? await largestEntries(by, { ...given, affiliate: given.affiliate }) : null
      return {
        data: {
          measure,
          formula: (measures as Readonly<Record<string, { formula: string | null }>>)[measure]?.formula ?? null,
          columns: columnLabels(by, [measure, ...parts]),
          figures,
          ...freshnessOf(by, answer, given.to),
          ...(behind ? { largestEntries: behind } : {}),
        },
        typedByPeople: ['name', 'reason', 'deal'],
        url: pageOf(by, report, given),
      }
    },
  })
}

/** Reports that a user may open, two periods of one side by side, a figure explained, and what is not what it was. */
export function reportTools(asked: Asked): Tool[] {
  const readable = all.filter((report) => mayReadReport({ actor: asked.actor, report }))
  if (readable.length === 0) return []
  return [
    ...readable.map((report) => runTool(report, asked)),
    compareTool(asked, readable),
    figureTool(asked, readable),
    changesTool(asked, readable),
  ]
}

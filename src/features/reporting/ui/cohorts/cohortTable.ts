/** What a heat map of cohorts shows, made of a report's rows: pure, so that it can be tested without a page. */
import type { ReportMeasure } from '#engine/declaration/report.ts'
import { paybackMonth } from '#rules/activity/payback.ts'

/** A row of the report: a cohort in a month. */
export type CohortCell = Readonly<Record<string, unknown>>

/** A cohort, and what it came to in each month since it began. */
export interface CohortLine {
  /** Its month, as 2030-05; null for what no cohort did. */
  readonly cohort: string | null
  /** How many players began in it. */
  readonly players: number
  readonly payback: number | null
  readonly total: number
  /** By months since it began; absent where the period does not hold that month. */
  readonly months: ReadonlyMap<number, number>
}

/** How a cell is told: of its month, of all months up to it, or that by player. */
export const cohortModes = ['month', 'cumulative', 'perPlayer'] as const
export type CohortMode = (typeof cohortModes)[number]

const numberOf = (cell: CohortCell, name: string) => Number(cell[name] ?? 0)
/** Amounts and counts are added as whole hundredths. */
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100
const indexOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1

/** How many months lie between two (2030-05). */
export const monthsBetween = (earlier: string, later: string): number => indexOf(later) - indexOf(earlier)

/**
 * The cohorts of an answer, the newest first, then what was there before the period began (all together under no month),
 * with the months of the period.
 */
export function cohortLines({
  rows,
  from,
  to,
  measure,
  counted,
}: {
  rows: readonly CohortCell[]
  from: string
  to: string
  measure: ReportMeasure
  /** What counts the players of a cohort: `registrations` or `ftd`. */
  counted: ReportMeasure
}): { readonly cohorts: readonly CohortLine[]; readonly earlier: number; readonly none: number } {
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)]
  const byCohort = Map.groupBy(rows, ({ cohort }) => (cohort as string | null) ?? null)
  const totalOf = (cells: readonly CohortCell[]) => sumOf(cells.map((cell) => numberOf(cell, measure)))
  const cohorts = [...byCohort].flatMap(([cohort, cells]): CohortLine[] => {
    if (cohort === null || cohort < first) return []
    const bySince = new Map(cells.map((cell) => [Number(cell['since']), cell]))
    const months = Array.from({ length: monthsBetween(cohort, last) + 1 }, (_, since) => {
      const cell = bySince.get(since)
      return [since, cell ? numberOf(cell, measure) : 0] as const
    })
    const paid = cells.map((cell) => ({
      since: Number(cell['since']),
      ngr: numberOf(cell, 'ngr'),
      cpa: numberOf(cell, 'cpa_reward'),
    }))
    const players = sumOf(cells.map((cell) => numberOf(cell, counted)))
    return [{ cohort, players, payback: paybackMonth(paid), total: totalOf(cells), months: new Map(months) }]
  })
  return {
    cohorts: cohorts.toSorted((one, other) => (one.cohort! < other.cohort! ? 1 : -1)),
    earlier: totalOf(rows.filter(({ cohort }) => typeof cohort === 'string' && cohort < first)),
    none: totalOf(byCohort.get(null) ?? []),
  }
}

/** A line as it is told: the months of it added up, or that by player; null where it has none. */
export function toldBy({ months, players }: CohortLine, mode: CohortMode): ReadonlyMap<number, number | null> {
  if (mode === 'month') return months
  let sum = 0
  return new Map(
    [...months].map(([since, value]) => {
      sum = sumOf([sum, value])
      return [since, mode === 'cumulative' ? sum : players === 0 ? null : Math.round((sum / players) * 100) / 100]
    }),
  )
}

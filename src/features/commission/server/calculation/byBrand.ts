import { type Kysely, sql } from 'kysely'
import { productTypes } from '#rules/commission/constants.ts'
import { allocateByBrand } from '#rules/commission/allocation.ts'
import type { Day } from '#engine/values/calendar.ts'
import { netsPerBrand } from '#rules/deals/constants.ts'
import { Decimal, sumMoney } from '#engine/values/money.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import type { AffiliateDay, AffiliateOutcome, BrandLine, CommissionLine } from './types.ts'
import type { Assignment, RuleSet } from './ruleSet.ts'

/** Whether a profile reckoned brands by themselves at any time. */
const isEverByBrand = (book: RuleSet, profile: number | null): boolean =>
  profile !== null && (book.profiles.get(profile) ?? []).some(({ carry }) => netsPerBrand(carry.fence))

/** The affiliates whose profiles reckoned brands by themselves at any time. */
export function affiliatesByBrand(
  book: RuleSet,
  affiliates: readonly number[],
  assignments: ReadonlyMap<number, readonly Assignment[]>,
): number[] {
  if (!book.byBrand) return []
  return affiliates.filter((affiliate) =>
    (assignments.get(affiliate) ?? []).some(({ profile }) => isEverByBrand(book, profile)),
  )
}

/**
 * The brands of a book by which some affiliates are to be reckoned on some days, each as a book of its own with the
 * affiliates it concerns: where something moved or counted, or was carried into them.
 */
export async function brandBooks(
  db: Kysely<any>,
  { affiliates, within, from, to }: { affiliates: readonly number[]; within: CurrencyGroup; from: Day; to: Day },
): Promise<{ readonly within: CurrencyGroup; readonly affiliates: readonly number[] }[]> {
  if (affiliates.length === 0) return []
  const isTheirs = sql`affiliate = any(${idArray(affiliates)}) and ${inCurrencyGroup(sql`brand`, within)}`
  const days = sql`day between ${from}::text::date and ${to}::text::date`
  const { rows } = await sql<{ affiliate: number; brand: number }>`
    select affiliate, brand from movement_wide where ${isTheirs} and ${days}
    union select affiliate, brand from cpa_qualification where ${isTheirs} and ${days}
    union select affiliate, brand from cpa_stage where ${isTheirs} and ${days}
    union select affiliate, brand from carried_brand_balance where ${isTheirs} and currency = ${within.currency}::text
      and period_start <= ${to}::text::date order by brand, affiliate`.execute(db)
  return [...Map.groupBy(rows, ({ brand }) => brand)].map(([brand, own]) => ({
    within: { currency: within.currency, brands: [brand], brand },
    affiliates: own.map(({ affiliate }) => affiliate),
  }))
}

/** What single brands of an affiliate came to. */
export interface BrandOutcome {
  readonly brand: number
  readonly outcome: AffiliateOutcome
}

function mergedLine(product: CommissionLine['product'], lines: readonly BrandLine[]): CommissionLine {
  const [first] = lines as [BrandLine]
  return {
    product,
    base: lines.reduce((sum, { base }) => sum.plus(base), new Decimal(0)).toFixed(),
    rate: lines.every(({ rate }) => rate === first.rate) ? first.rate : null,
    ruleVersion: first.ruleVersion,
    amount: sumMoney(lines.map(({ amount }) => amount)),
    detail: { periodStart: first.detail.periodStart, brands: lines },
  }
}

/** What the brands of a day came to, as one day. */
function mergedDay(days: readonly (AffiliateDay & { readonly brand: number })[]): AffiliateDay {
  const lines = productTypes.flatMap((product) => {
    const own = days.flatMap(({ brand, lines: all }) =>
      all.filter((line) => line.product === product).map(({ product: _, ...line }): BrandLine => ({ ...line, brand })),
    )
    return own.length > 0 ? [mergedLine(product, own)] : []
  })
  const { affiliate, day } = days[0]!
  return {
    affiliate,
    day,
    value: sumMoney(days.map(({ value }) => value)),
    lines,
    parts: allocateByBrand(days.flatMap(({ parts }) => parts)),
    commission: days.flatMap(({ commission }) => commission),
  }
}

/**
 * What affiliates came to where days are reckoned all together or brand by brand, as their profile says of each. Where
 * one brand has no result the whole affiliate is stopped from that day on.
 */
export function withBrands(wholes: readonly AffiliateOutcome[], brands: readonly BrandOutcome[]): AffiliateOutcome[] {
  if (brands.length === 0) return [...wholes]
  const ofAffiliate = Map.groupBy(brands, ({ outcome }) => outcome.affiliate)
  const known = new Set(wholes.map(({ affiliate }) => affiliate))
  const missing = [...ofAffiliate.keys()]
    .filter((affiliate) => !known.has(affiliate))
    .map((affiliate): AffiliateOutcome => ({ affiliate, days: [], balances: [], stopped: [], problem: null }))
  return [...wholes, ...missing].map((whole) => {
    const own = ofAffiliate.get(whole.affiliate) ?? []
    const problems = [whole, ...own.map(({ outcome }) => outcome)].flatMap(({ problem }) => problem ?? [])
    const problem = problems.toSorted((one, other) => one.day.localeCompare(other.day))[0] ?? null
    const single = own.flatMap(({ brand, outcome }) => outcome.days.map((day) => ({ ...day, brand })))
    const merged = [...Map.groupBy(single, ({ day }) => day).values()].map(mergedDay)
    const days = [...whole.days, ...merged]
      .filter(({ day }) => problem === null || day < problem.day)
      .toSorted((one, other) => one.day.localeCompare(other.day))
    const stopped = [whole, ...own.map(({ outcome }) => outcome)]
      .flatMap((outcome) => outcome.stopped)
      .filter(({ day }) => problem === null || day < problem.day)
    const once = new Map(stopped.map((each) => [`${each.day} ${each.product}`, each]))
    return { ...whole, days, stopped: [...once.values()], problem }
  })
}

/** A line as the lines of its brands, where these are reckoned by themselves; else itself. */
export function linesByBrand<Line extends { readonly detail: object }>(
  line: Line,
): (Line & { readonly brand?: number })[] {
  const { brands } = line.detail as { readonly brands?: readonly BrandLine[] }
  return brands ? brands.map((own) => ({ ...line, ...own })) : [line]
}

import { type Kysely, sql } from 'kysely'
import type { BrandAllocation } from '#rules/commission/allocation.ts'
import { shareByBrand } from '#rules/commission/allocation.ts'
import { referralAmount, type ReferralLevel, referralLevels } from '#rules/deals/referrals.ts'
import type { ReferralTerms } from '#rules/deals/referralTerms.ts'
import { type ReferralBase, referralBases } from '#rules/deals/constants.ts'
import { forEach, products } from '#rules/activity/measures.ts'
import { affiliateTotalSum } from '#features/activity/server/rollUp/columns.ts'
import { type Day, startOfMonth } from '#engine/values/calendar.ts'
import { Decimal, type Money } from '#engine/values/money.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { assignmentOn, type Assignment, referralTermsOn, type RuleSet } from './ruleSet.ts'
import { stoppedMovement } from './stoppedMovement.ts'

/** What the affiliates of a level, below one that referred them, earned by themselves on a day under a brand. */
export interface ReferredRow {
  readonly referrer: number
  readonly day: Day
  readonly level: number
  readonly brand: number
  readonly commission: string
  readonly ngr: string
}

/** What a day pays of what referred affiliates earned. */
export interface ReferralDay {
  readonly day: Day
  readonly periodStart: Day
  readonly value: Money
  readonly levels: readonly ReferralLevel[]
  /** Of the profile. */
  readonly version: number
  /** What of the value each brand makes up. */
  readonly parts: readonly BrandAllocation[]
}

/** What a profile says of referred affiliates on a day, and by which version; null where there is none. */
type TermsOn = (day: Day) => (ReferralTerms & { readonly version: number }) | null

/** Whether anybody was ever referred, or paid for it; where not, nothing more is asked. */
export async function hasReferrals(db: Kysely<any>): Promise<boolean> {
  const asked = sql<{ has: boolean }>`select exists (select from affiliate_history where referred_by is not null)
    or exists (select from entry where kind = 'referral' and affiliate is not null) as has`
  return (await firstRow(db, asked))!.has
}

const minorOf = (products: readonly string[], column: string) =>
  sql.raw(products.map((product) => `coalesce(${product}_${column}_minor, 0)`).join(' + '))
const reward = minorOf(['bets', 'games', 'lotto', 'cpa'], 'reward')
const adminFee = minorOf(products, 'admin_fee')
const ngr = sql.raw(
  `${affiliateTotalSum('turnover')} - (${affiliateTotalSum('payout')}) - (${affiliateTotalSum('bonus')}) - (${affiliateTotalSum('chargebacks')})`,
)

/**
 * What referred affiliates earned and brought in a book from day to day, both inclusive, by whom they were referred on
 * each day. NGR is after the admin fee of their own rewards, as everywhere.
 */
export async function readReferred(
  db: Kysely<any>,
  { from, to, book }: { from: Day; to: Day; book: CurrencyGroup },
): Promise<Map<number, ReferredRow[]>> {
  const isWithin = sql`wide.day between ${from}::text::date and ${to}::text::date and ${inCurrencyGroup(sql`wide.brand`, book)}`
  const isBelow = sql`wide.affiliate = span.affiliate and wide.day >= span.valid_from and wide.day < span.valid_until`
  const { rows } = await sql<ReferredRow>`
    with span as materialized (select * from affiliate_referral), fact as (
      select span.referrer, wide.day, span.level, wide.brand, ${reward} as commission, - (${adminFee}) as ngr
      from span join commission_wide wide on ${isBelow} where ${isWithin}
      union all select span.referrer, wide.day, span.level, wide.brand, 0, ${ngr}
      from span join movement_wide wide on ${isBelow} where ${isWithin}
      union all select span.referrer, wide.day, span.level, wide.brand, 0,
        wide.payout + wide.bonus + wide.chargebacks - wide.turnover
      from span join (${stoppedMovement(sql`stopped.day between ${from}::text::date and ${to}::text::date`)}) wide
        on ${isBelow} where ${inCurrencyGroup(sql`wide.brand`, book)}
    )
    select referrer, day::text as day, level, brand, (sum(commission) * 0.01)::text as commission,
      (sum(ngr) * 0.01)::text as ngr
    from fact group by 1, fact.day, 3, 4 order by 1, fact.day, 3, 4`.execute(db)
  return Map.groupBy(rows, ({ referrer }) => referrer)
}

/** By what an affiliate is paid for those it referred: its profile of the day, while its contract lasts. */
export function termsOf(book: RuleSet, assignments: readonly Assignment[]): TermsOn {
  return (day) => {
    const profile = assignmentOn(assignments, day)?.profile ?? null
    return profile === null ? null : referralTermsOn(book, { profile, day })
  }
}

type Bases = ReadonlyMap<number, Readonly<Record<ReferralBase, Decimal>>>

const nothing = forEach(referralBases, () => new Decimal(0))

function withRows(bases: Bases, rows: readonly ReferredRow[]): Bases {
  const next = new Map(bases)
  for (const row of rows) {
    const before = next.get(row.level) ?? nothing
    next.set(
      row.level,
      forEach(referralBases, (of) => before[of].plus(row[of])),
    )
  }
  return next
}

/** What of a day's amount each brand makes up: what those referred earned or brought under it, by their level's share. */
function partsOf(
  { value, currency }: { value: Money; currency: string | undefined },
  levels: readonly ReferralLevel[],
  rows: readonly ReferredRow[],
): BrandAllocation[] {
  const zero = new Decimal(0)
  const weightOf = (row: ReferredRow) =>
    levels
      .filter(({ level }) => level === row.level)
      .reduce((sum, { of, percentage }) => sum.plus(new Decimal(row[of]).times(percentage)), zero)
  const brands = [...Map.groupBy(rows, ({ brand }) => brand)].map(([brand, own]) => ({
    brand,
    turnover: zero,
    ngr: own.reduce((sum, row) => sum.plus(weightOf(row)), zero),
  }))
  return shareByBrand(value, brands, currency)
}

/**
 * What each day pays one affiliate of what those it referred earned: a function of their accumulated commission of the
 * month, by the shares of the day. Days on which they earned nothing pay nothing.
 * @param rows of one affiliate and currency, oldest day first, from the first of a month on
 */
export function referralDays(rows: readonly ReferredRow[], termsOn: TermsOn, currency?: string): ReferralDay[] {
  let [month, bases] = ['', new Map() as Bases]
  return [...Map.groupBy(rows, ({ day }) => day)].flatMap(([day, own]) => {
    const periodStart = startOfMonth(day)
    if (periodStart !== month) [month, bases] = [periodStart, new Map()]
    const before = bases
    bases = withRows(before, own)
    const terms = termsOn(day)
    const levels = terms ? referralLevels(terms, { before, after: bases }) : []
    if (!terms || levels.length === 0) return []
    const value = referralAmount(levels, currency)
    return [
      { day, periodStart, value, levels, version: terms.version, parts: partsOf({ value, currency }, levels, own) },
    ]
  })
}

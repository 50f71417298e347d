import { type Kysely, sql } from 'kysely'
import type { PartnerSums } from '#rules/commission/partners.ts'
import type { Day } from '#engine/values/calendar.ts'
import { measureValue } from '#rules/activity/measureValues.ts'
import { baseMeasures, forEach } from '#rules/activity/measures.ts'
import { Decimal } from '#engine/values/money.ts'
import type { CurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { affiliateTotalSum } from '#features/activity/server/rollUp/columns.ts'
import { movedInSql } from './settledElsewhere.ts'
import { arrayOf, rowsAs } from '#engine/server/database/arrays.ts'
import { stoppedMovement } from './stoppedMovement.ts'

/** What of the days of those below a partner is added up. */
export const partnerSums = [...baseMeasures, 'admin_fee', 'affiliate_reward'] as const
type PartnerSum = (typeof partnerSums)[number]

/** What lies below a partner on a day, or over some days. */
export type PartnerBase = Readonly<Record<PartnerSum, Decimal>>

interface BaseRow extends Readonly<Record<PartnerSum | 'reward_value', string>> {
  readonly day: Day
  readonly partner: number
  readonly brand: number
}

const summed = (names: readonly string[]) => sql.raw(names.map((name) => `sum(${name}) as ${name}`).join(', '))
const ofMovement = sql.raw(
  baseMeasures.map((measure) => `(${affiliateTotalSum(measure)}) * 0.01 as ${measure}`).join(', '),
)
const ofStopped = sql.raw(baseMeasures.map((measure) => `${measure} * -0.01`).join(', '))
const noMovement = sql.raw(baseMeasures.map(() => 0).join(', '))

/** Nothing below. */
export const emptyBase: PartnerBase = forEach(partnerSums, () => new Decimal(0))

const baseOf = (row: BaseRow): PartnerBase => forEach(partnerSums, (name) => new Decimal(row[name]))

/** Two bases together. */
export const addBase = (first: PartnerBase, second: PartnerBase): PartnerBase =>
  forEach(partnerSums, (name) => first[name].plus(second[name]))

/** The sums a partner's expression reads. Ngr and admin fee are what each affiliate's rewards made of them. */
export function sumsOf(base: PartnerBase): PartnerSums {
  const { turnover, admin_fee, affiliate_reward } = base
  const ggr = measureValue('ggr', base)!
  return { turnover, ggr, admin_fee, ngr: measureValue('ngr', { ...base, ggr })!, affiliate_reward }
}

/** What lies below a partner on a day, by brand. */
export type BrandBases = ReadonlyMap<number, PartnerBase>

/** Of what lies below, what belongs to a book. */
export function basesWithin(bases: BrandBases, { brands }: CurrencyGroup): BrandBases {
  return brands === null ? bases : new Map([...bases].filter(([brand]) => brands.includes(brand)))
}

/** What all brands of a book below come to together. */
export function sumBases(bases: BrandBases): PartnerBase {
  return [...bases.values()].reduce(addBase, emptyBase)
}

/**
 * Adds up movement and commission below every partner on each of some days, by the hierarchy of that day, brand by
 * brand. What was stopped and never paid is left out ({@link stoppedMovement}).
 */
export async function readBase(db: Kysely<any>, days: readonly Day[]): Promise<Map<Day, Map<number, BrandBases>>> {
  const { rows } = await sql<BaseRow>`
    with of_affiliate as (
      select day, affiliate, brand, ${summed(partnerSums)} from (
        select day, affiliate, brand, ${ofMovement}, 0 as admin_fee, 0 as affiliate_reward from movement_wide
          where day = any(${arrayOf('date', days)})
        union all
        select day, affiliate, brand, ${noMovement}, admin_fee, reward from commission
          where day = any(${arrayOf('date', days)})
        union all
        select day, affiliate, brand, ${ofStopped}, 0, 0 from (
          ${stoppedMovement(sql`stopped.day = any(${arrayOf('date', days)})`)}) stopped
      ) fact group by day, affiliate, brand
    ), span as materialized (select * from partner_affiliate_span),
    moved as materialized (${movedInSql})
    select of_affiliate.day::text as day, span.partner, of_affiliate.brand, ${summed(partnerSums)}
    from of_affiliate join span on span.affiliate = of_affiliate.affiliate and of_affiliate.day >= span.valid_from
      and of_affiliate.day < span.valid_until
    where not exists (select from moved where moved.affiliate = of_affiliate.affiliate
      and of_affiliate.day < moved.since and (moved.currency is null
        or moved.currency = (select currency from brand where brand.id = of_affiliate.brand)))
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  const brandsOf = (own: readonly BaseRow[]): BrandBases => new Map(own.map((row) => [row.brand, baseOf(row)]))
  const partnersOf = (own: readonly BaseRow[]) =>
    new Map([...Map.groupBy(own, ({ partner }) => partner)].map(([partner, below]) => [partner, brandsOf(below)]))
  return new Map([...Map.groupBy(rows, ({ day }) => day)].map(([day, own]) => [day, partnersOf(own)]))
}

/** What the days of a month before `until` came to for each partner in one currency: the base, and what was earned. */
export async function readOpening(
  db: Kysely<any>,
  input: { from: Day; until: Day; currency: string },
): Promise<Map<number, { base: PartnerBase; earned: Decimal }>> {
  const { rows } = await sql<BaseRow>`select partner, ${summed([...partnerSums, 'reward_value'])}
    from partner_commission where day >= ${input.from}::text::date and day < ${input.until}::text::date
      and currency = ${input.currency}::text group by partner`.execute(db)
  return new Map(rows.map((row) => [row.partner, { base: baseOf(row), earned: new Decimal(row.reward_value) }]))
}

/** The same of pieces of days (`until` exclusive), by the first day of each. */
export async function readBasesOfPieces(
  db: Kysely<any>,
  input: { pieces: readonly { readonly from: Day; readonly until: Day }[]; currency: string },
): Promise<Map<Day, Map<number, { base: PartnerBase; earned: Decimal }>>> {
  const { rows } = await sql<BaseRow>`select piece.begins::text as day, partner,
      ${summed([...partnerSums, 'reward_value'])}
    from ${rowsAs('piece', input.pieces, {
      begins: ['date', ({ from }) => from],
      ends: ['date', ({ until }) => until],
    })} join partner_commission on day >= piece.begins and day < piece.ends and currency = ${input.currency}::text
    group by 1, 2`.execute(db)
  const ofPiece = (own: readonly BaseRow[]) =>
    new Map(own.map((row) => [row.partner, { base: baseOf(row), earned: new Decimal(row.reward_value) }]))
  return new Map([...Map.groupBy(rows, ({ day }) => day)].map(([day, own]) => [day, ofPiece(own)]))
}

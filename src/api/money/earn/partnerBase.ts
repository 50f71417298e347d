import { type Kysely, sql } from 'kysely'
import type { PartnerSums } from '../../../domain/commission/partners.ts'
import type { Day } from '../../../domain/calendar.ts'
import { Decimal } from '../../../domain/money.ts'
import type { Book } from '../../currency/books.ts'
import { wideSum } from '../../ingest/movement/columns.ts'
import { arrayOf } from '../../database/arrays.ts'

/** What lies below a partner on a day, or over some days. */
export interface PartnerBase {
  readonly turnover: Decimal
  readonly payout: Decimal
  readonly bonus: Decimal
  readonly chargebacks: Decimal
  readonly adminFee: Decimal
  readonly affiliateReward: Decimal
}

interface BaseRow {
  day: Day
  partner: number
  brand: number
  turnover: string
  payout: string
  bonus: string
  chargebacks: string
  admin_fee: string
  affiliate_reward: string
  reward_value: string
}

const summed = ['turnover', 'payout', 'bonus', 'chargebacks'] as const
const ofMovement = sql.raw(summed.map((measure) => `(${wideSum(measure)}) * 0.01 as ${measure}`).join(', '))

const zero = new Decimal(0)

/** Nothing below. */
export const emptyBase: PartnerBase = {
  turnover: zero,
  payout: zero,
  bonus: zero,
  chargebacks: zero,
  adminFee: zero,
  affiliateReward: zero,
}

function baseOf(row: BaseRow): PartnerBase {
  return {
    turnover: new Decimal(row.turnover),
    payout: new Decimal(row.payout),
    bonus: new Decimal(row.bonus),
    chargebacks: new Decimal(row.chargebacks),
    adminFee: new Decimal(row.admin_fee),
    affiliateReward: new Decimal(row.affiliate_reward),
  }
}

/** Two bases together. */
export function addBase(first: PartnerBase, second: PartnerBase): PartnerBase {
  return {
    turnover: first.turnover.plus(second.turnover),
    payout: first.payout.plus(second.payout),
    bonus: first.bonus.plus(second.bonus),
    chargebacks: first.chargebacks.plus(second.chargebacks),
    adminFee: first.adminFee.plus(second.adminFee),
    affiliateReward: first.affiliateReward.plus(second.affiliateReward),
  }
}

/** The sums a partner's expression reads. Ngr and admin fee are what each affiliate's rewards made of them. */
export function sumsOf(base: PartnerBase): PartnerSums {
  const ggr = base.turnover.minus(base.payout)
  const ngr = ggr.minus(base.bonus).minus(base.adminFee).minus(base.chargebacks)
  return { turnover: base.turnover, ggr, admin_fee: base.adminFee, ngr, affiliate_reward: base.affiliateReward }
}

/** What lies below a partner on a day, by brand. */
export type BrandBases = ReadonlyMap<number, PartnerBase>

/** Of what lies below, what belongs to a book. */
export function basesWithin(bases: BrandBases, { brands }: Book): BrandBases {
  return brands === null ? bases : new Map([...bases].filter(([brand]) => brands.includes(brand)))
}

/** What all brands of a book below come to together. */
export function sumBases(bases: BrandBases): PartnerBase {
  return [...bases.values()].reduce(addBase, emptyBase)
}

/**
 * Adds up movement and commission below every partner on each of some days, by the hierarchy of that day, brand by
 * brand.
 */
export async function readBase(db: Kysely<any>, days: readonly Day[]): Promise<Map<Day, Map<number, BrandBases>>> {
  const { rows } = await sql<BaseRow>`
    with of_affiliate as (
      select day, affiliate, brand, sum(turnover) as turnover, sum(payout) as payout, sum(bonus) as bonus,
        sum(chargebacks) as chargebacks, sum(admin_fee) as admin_fee, sum(reward) as reward from (
        select day, affiliate, brand, ${ofMovement}, 0 as admin_fee, 0 as reward from movement_wide
          where day = any(${arrayOf('date', days)})
        union all
        select day, affiliate, brand, 0, 0, 0, 0, admin_fee, reward from commission
          where day = any(${arrayOf('date', days)})
      ) fact group by day, affiliate, brand
    ), span as materialized (select * from partner_affiliate_span)
    select of_affiliate.day::text as day, span.partner, of_affiliate.brand, sum(turnover) as turnover,
      sum(payout) as payout, sum(bonus) as bonus, sum(chargebacks) as chargebacks,
      sum(admin_fee) as admin_fee, sum(reward) as affiliate_reward, 0 as reward_value
    from of_affiliate join span on span.affiliate = of_affiliate.affiliate and of_affiliate.day >= span.valid_from
      and of_affiliate.day < span.valid_until
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  const found = new Map<Day, Map<number, Map<number, PartnerBase>>>()
  for (const row of rows) {
    let partners = found.get(row.day)
    if (!partners) found.set(row.day, (partners = new Map()))
    let brands = partners.get(row.partner)
    if (!brands) partners.set(row.partner, (brands = new Map()))
    brands.set(row.brand, baseOf(row))
  }
  return found
}

/** What the days of a month before `until` came to for each partner in one currency: the base, and what was earned. */
export async function readOpening(
  db: Kysely<any>,
  input: { from: Day; until: Day; currency: string },
): Promise<Map<number, { base: PartnerBase; earned: Decimal }>> {
  const { rows } =
    await sql<BaseRow>`select partner, sum(turnover) as turnover, sum(payout) as payout, sum(bonus) as bonus,
      sum(chargebacks) as chargebacks, sum(admin_fee) as admin_fee,
      sum(affiliate_reward) as affiliate_reward, sum(reward_value) as reward_value
    from partner_commission where day >= ${input.from}::text::date and day < ${input.until}::text::date
      and currency = ${input.currency}::text group by partner`.execute(db)
  return new Map(rows.map((row) => [row.partner, { base: baseOf(row), earned: new Decimal(row.reward_value) }]))
}

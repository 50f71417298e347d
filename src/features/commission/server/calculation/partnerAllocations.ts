import { type Kysely, sql } from 'kysely'
import { type BrandAllocation, shareByBrand } from '#rules/commission/allocation.ts'
import type { Day } from '#engine/values/calendar.ts'
import { Decimal, type Money, roundMoney } from '#engine/values/money.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { replaceRows } from '#engine/server/database/replaceRows.ts'
import type { PartnerDay } from './evaluatePartners.ts'
import { type BrandBases, sumsOf } from './partnerBase.ts'

/**
 * What of a partner's amount each brand below makes up, by what it contributed that day. None on a day on which nothing
 * moved below: that belongs to no brand.
 */
export function partnerParts(amount: Money, brands: BrandBases, currency: string): BrandAllocation[] {
  return shareByBrand(
    roundMoney(amount),
    [...brands].map(([brand, base]) => ({ brand, ngr: new Decimal(sumsOf(base).ngr), turnover: base.turnover })),
    currency,
  )
}

/** Keeps what of partners' days each brand makes up, as `partner_commission` keeps the days. */
export async function keepPartnerParts(
  db: Kysely<any>,
  computed: readonly Day[],
  days: readonly (PartnerDay & { readonly brands: BrandBases })[],
): Promise<void> {
  const rows = days.flatMap(({ day, rule, brands, currency, ...amounts }) => {
    const [abatment, value, reward] = [amounts.abatment, amounts.value, amounts.rewardValue].map((amount) =>
      partnerParts(amount, brands, currency),
    )
    return [...brands.keys()].map((brand, index) => ({
      day,
      partner: rule.partner,
      brand,
      abatment: abatment![index]!.value,
      value: value![index]!.value,
      reward_value: reward![index]!.value,
    }))
  })
  await replaceRows(db, {
    table: 'partner_commission_part',
    rows,
    key: { day: 'date', partner: 'bigint', brand: 'bigint' },
    rest: { abatment: 'numeric', value: 'numeric', reward_value: 'numeric' },
    within: sql`day = any(${arrayOf('date', computed)})`,
  })
}

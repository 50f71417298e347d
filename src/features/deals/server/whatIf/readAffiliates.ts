import { type Kysely, sql } from 'kysely'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import type { SimulatedRange } from './simulation.ts'

/** More than a person waits for. */
const affiliatesMax = 50_000

/** The affiliates that are tried in a book: those that the profiles concern, or those given, that moved on these days. */
export async function readAffiliates(
  db: Kysely<AnyTables>,
  days: SimulatedRange,
  { profiles, within, only }: { profiles: readonly number[]; within: CurrencyGroup; only?: readonly number[] },
): Promise<number[]> {
  const isTried = only ? sql`span.affiliate = any(${idArray(only)})` : sql`reward_profile = any(${idArray(profiles)})`
  const { rows } = await sql<{ affiliate: number }>`select distinct affiliate from affiliate_span span
    where ${isTried} and exists (select from movement_wide wide
      where wide.affiliate = span.affiliate and wide.day between ${days.from}::text::date and ${days.to}::text::date
        and ${inCurrencyGroup(sql`wide.brand`, within)}) order by 1 limit ${sql.lit(affiliatesMax + 1)}`.execute(db)
  if (rows.length > affiliatesMax) throw new ApiError('trial_too_large')
  return rows.map(({ affiliate }) => affiliate)
}

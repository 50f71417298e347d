import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addDays, type Day } from '#engine/values/calendar.ts'
import type { TrafficOrigin } from '#rules/deals/overrides.ts'
import { type PlayerLifetime, playerMeasures, type PlayerRow } from '#rules/deals/playerShares.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { idArray, rowsAs } from '#engine/server/database/arrays.ts'
import { movementColumns } from '#features/activity/server/rollUp/columns.ts'

/** Where a row came from, as a statement says it: its link's campaign and promo code beside what it names itself. */
export interface PlaceColumns {
  readonly brand: number
  readonly sub_brand: number
  readonly action: number | null
  readonly campaign: number | null
  readonly promo_code: string | null
  readonly country?: string | null
}

/** The link of a table's rows with its campaign: campaigns and codes are those of today. */
export const joinedPlace = (table: string): RawBuilder<unknown> => sql`
  left join action placed_link on placed_link.id = ${sql.ref(`${table}.action`)}
  left join campaign placed_campaign on placed_campaign.id = placed_link.campaign`

/** The columns that stand for a place beside those of its table, of {@link joinedPlace}. */
export const placeColumns = sql`placed_campaign.id as campaign, placed_campaign.promo_code`

/** The place of a row, as overrides ask for it. */
export function placeOf({
  brand,
  sub_brand,
  action,
  campaign,
  promo_code,
  country = null,
}: PlaceColumns): TrafficOrigin {
  return { brand, subBrand: sub_brand, link: action, campaign, promoCode: promo_code, country }
}

/** The periods in which some affiliates are on a day: what came before it in them need not be told day by day. */
export interface Begun {
  readonly before: Day
  readonly starts: ReadonlyMap<number, Day>
}

type PlacedRow = PlayerRow & PlaceColumns & { readonly affiliate: number }

/**
 * What came in for some affiliates from day to day by where it came from, a day, product and place each: as the one life
 * of all their players, for shares that need no single ones.
 * @param input.begun days before it in the same period are told together, as of the last of them
 * @returns by affiliate
 */
export async function readPlacedRows(
  db: Kysely<any>,
  input: { affiliates: readonly number[]; within: CurrencyGroup; from: Day; to: Day; begun?: Begun | undefined },
): Promise<ReadonlyMap<number, readonly PlayerLifetime[]>> {
  const { affiliates, within, from, to, begun } = input
  if (affiliates.length === 0) return new Map()
  const columns = playerMeasures.map((measure) => {
    const { name } = movementColumns.find((column) => column.measure === measure)!
    return sql`sum(${sql.ref(`movement.${name}`)})::text as ${sql.id(measure)}`
  })
  const starts = affiliates.flatMap((affiliate) => {
    const begins = begun?.starts.get(affiliate)
    return begins === undefined ? [] : [{ affiliate, begins }]
  })
  const day = begun
    ? sql`case when movement.day < ${begun.before}::date and movement.day >= begun.begins
        then ${addDays(begun.before, -1)}::date else movement.day end`
    : sql`movement.day`
  const joined = begun
    ? sql`left join ${rowsAs('begun', starts, { affiliate: 'bigint', begins: 'date' })}
        on begun.affiliate = movement.affiliate`
    : sql``
  const { rows } = await sql<PlacedRow>`
    with moved as (
      select movement.affiliate, ${day} as day, movement.product, movement.brand, movement.sub_brand, movement.action,
        ${sql.join(columns)}
      from movement ${joined} where movement.affiliate = any(${idArray(affiliates)})
        and movement.day between ${from}::date and ${to}::date and ${inCurrencyGroup(sql`movement.brand`, within)}
      group by 1, 2, 3, 4, 5, 6
    )
    select moved.affiliate, moved.day::text as day, moved.product, moved.brand, moved.sub_brand, moved.action,
      ${placeColumns}, ${sql.join(playerMeasures.map((name) => sql.ref(`moved.${name}`)))}
    from moved ${joinedPlace('moved')}
    order by moved.affiliate, moved.day, moved.product, moved.brand, moved.sub_brand, moved.action`.execute(db)
  const groups = [...Map.groupBy(rows, ({ affiliate }) => affiliate)]
  return new Map(
    groups.map(([affiliate, own]) => [
      affiliate,
      [{ registered: null, counted: null, rows: own.map((row) => ({ ...row, place: placeOf(row) })) }],
    ]),
  )
}

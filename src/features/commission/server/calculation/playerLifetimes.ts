import { type Kysely, sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import type { CommissionSlice } from '#rules/commission/commission.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import {
  hasInactivityLimit,
  type PlayerLifetime,
  playerMeasures,
  playerParts,
  type PlayerRow,
} from '#rules/deals/playerShares.ts'
import { baseMeasures, forEach, namedColumns, type Product, products } from '#rules/activity/measures.ts'
import { Decimal } from '#engine/values/money.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { idArray, rowsAs } from '#engine/server/database/arrays.ts'
import { gatheredMany } from '#engine/server/database/citus/gather.ts'
import { movementColumns } from '#features/activity/server/rollUp/columns.ts'
import { eventContribution } from '#features/activity/server/rollUp/eventContribution.ts'
import { countryThen } from './playerOrigins.ts'
import { joinedPlace, type PlaceColumns, placeColumns, placeOf } from './rowsByOrigin.ts'
import { type RuleSet, rewardOn } from './ruleSet.ts'
import { depositsOf, type MovementSums, rewardSums } from './rollupSums.ts'

/** A player that counted (`step` 1) or was taken back (-1) on a day. */
export interface CountedPlayer {
  readonly player: number
  readonly affiliate: number
  readonly reward: number
  readonly day: Day
  readonly step?: 1 | -1 | undefined
  readonly value?: string | null | undefined
}

interface LivesQuestion {
  readonly affiliates: readonly number[]
  readonly book: RuleSet
  readonly within: CurrencyGroup
  readonly from: Day
  readonly to: Day
  /** Who counted, where that is not what closes kept. */
  readonly counted?: readonly CountedPlayer[] | undefined
  /** Told by where it came from as well, for overrides; and where players are from, where some ask for that. */
  readonly places?: 'links' | 'countries' | undefined
}

async function readCounted(db: Kysely<any>, { affiliates, to }: LivesQuestion): Promise<CountedPlayer[]> {
  const { rows } =
    await sql<CountedPlayer>`select player, affiliate, reward, step, day::text as day, value::text as value
    from cpa_qualification where affiliate = any(${idArray(affiliates)}) and day <= ${to}::date`.execute(db)
  return rows
}

/** When each player counted for which affiliate, until when, and what was paid for it. */
function countedOf(rows: readonly CountedPlayer[], book: RuleSet): Map<string, PlayerLifetime['counted']> {
  const back = new Map(
    rows.filter(({ step }) => step === -1).map(({ player, reward, day }) => [`${player} ${reward}`, day]),
  )
  return new Map(
    rows
      .filter(({ step = 1 }) => step === 1)
      .map(({ player, affiliate, reward, day, value: own }) => {
        const value = own ?? paidFor(rewardOn(book, { reward, day }).rule)
        return [`${affiliate} ${player}`, { from: day, until: back.get(`${player} ${reward}`) ?? null, value }]
      }),
  )
}

/** What a rule of CPA pays for a single player: its value; of values that differ by number the highest. */
const paidFor = ({ value, tiers, calculation }: RewardRule): string => {
  const values = [value, ...(calculation === 'dynamic' ? (tiers ?? []).map((tier) => tier.value) : [])]
  return Decimal.max(0, ...values.map((each) => new Decimal(each ?? 0))).toFixed()
}

type LifeRow = PlayerRow &
  PlaceColumns & {
    readonly affiliate: number
    readonly player: number | null
    readonly registered: Day | null
    readonly firstDeposit: Day | null
  }

/**
 * What the players of some affiliates did on days, a day and product each (and place, where that is asked for; with what
 * names no player); of who counted under CPA from then on.
 * @returns by affiliate
 */
export async function readPlayerLifetimes(
  db: Kysely<any>,
  question: LivesQuestion,
): Promise<ReadonlyMap<number, readonly PlayerLifetime[]>> {
  const { affiliates, book, within, from, to } = question
  if (affiliates.length === 0) return new Map()
  const counted = countedOf(question.counted ?? (await readCounted(db, question)), book)
  const since = [...counted].flatMap(([key, value]) => {
    const [affiliate, player] = key.split(' ').map(Number)
    return value!.from < from ? [{ affiliate: affiliate!, player: player!, from: value!.from }] : []
  })
  const columns = playerMeasures.map((measure) => {
    const { name } = movementColumns.find((column) => column.measure === measure)!
    return sql`sum(${eventContribution(name)})::text as ${sql.id(measure)}`
  })
  const { places } = question
  const own = sql`affiliate = any(${idArray(affiliates)}) and day <= ${to}::date
    and ${places ? sql`true` : sql`player is not null`} and ${inCurrencyGroup(sql`brand`, within)}`
  const place = places ? sql`, brand, sub_brand, action` : sql``
  const ownEvents = sql`select * from event where affiliate = any(${idArray(affiliates)}) and day <= ${to}::date`
  const earlier = sql`(affiliate, player) in (select affiliate, player from since)
    and day >= (select min(begins) from since) and day >= (select begins from since
      where since.affiliate = event.affiliate and since.player = event.player) and day < ${from}::date`
  const statement = sql<LifeRow>`with since as (select * from ${rowsAs('since', since, {
    affiliate: 'bigint',
    player: 'bigint',
    begins: ['date', (row) => row.from],
  })}), lived as (
      select affiliate, player, day, product${place}, ${sql.join(columns)} from event
      where ${own} and (day >= ${from}::date or (${earlier})) group by affiliate, player, day, product${place}
    )
    select lived.affiliate, lived.player, lived.day::text as day, lived.product, ${sql.join(playerMeasures.map((name) => sql.ref(`lived.${name}`)))},
      player.registered_day::text as registered, player.first_deposit_day::text as "firstDeposit"
      ${places ? sql`, lived.brand, lived.sub_brand, lived.action, ${placeColumns}` : sql``}
      ${places === 'countries' ? sql`, ${countryThen} as country` : sql``}
    from lived ${places ? sql`left join` : sql`join`} player on player.id = lived.player
      ${places ? joinedPlace('lived') : sql``}
    order by lived.affiliate, lived.player, lived.day, lived.product
      ${places ? sql`, lived.brand, lived.sub_brand, lived.action` : sql``}`
  const rows = (await (places === 'countries' ? await gatheredMany(db, statement, [ownEvents]) : statement).execute(db))
    .rows
  const pauses = await readPauses(db, question)
  const groups = [...Map.groupBy(rows, ({ affiliate }) => affiliate)]
  return new Map(
    groups.map(([affiliate, all]) => [
      affiliate,
      [...Map.groupBy(all, ({ player }) => player)].map(([player, own]) => ({
        registered: own[0]!.registered,
        firstDeposit: own[0]!.firstDeposit,
        counted: counted.get(`${affiliate} ${player}`) ?? null,
        pauses: pauses.get(`${affiliate} ${player}`) ?? [],
        rows: places ? own.map((row) => ({ ...row, place: placeOf(row) })) : own,
      })),
    ]),
  )
}

type Pause = NonNullable<PlayerLifetime['pauses']>[number]

/** The fewest days of any reward after which players leave; null where none says so. */
function leastPause({ rewards }: RuleSet): number | null {
  const days = [...rewards.values()]
    .flat()
    .flatMap(({ rule }) => (hasInactivityLimit(rule) ? [Number(rule.leavesAfterDays)] : []))
  return days.length === 0 ? null : Math.min(...days)
}

/** When players did nothing for as long, after which day, by affiliate and player; the last day of each as well. */
async function readPauses(
  db: Kysely<any>,
  { affiliates, book, within, to }: LivesQuestion,
): Promise<ReadonlyMap<string, readonly Pause[]>> {
  const least = leastPause(book)
  if (least === null) return new Map()
  const { rows } = await sql<{ key: string } & Pause>`
    select affiliate || ' ' || player as key, last::text as last, next::text as next from (
      select affiliate, player, day as last, lead(day) over (partition by affiliate, player order by day) as next
      from (select affiliate, player, day from event where affiliate = any(${idArray(affiliates)})
          and player is not null and type in ('deposit', 'bet') and day <= ${to}::date and ${inCurrencyGroup(sql`brand`, within)}
        union select affiliate, id, registered_day from player where affiliate = any(${idArray(affiliates)})
          and registered_day <= ${to}::date and ${inCurrencyGroup(sql`brand`, within)}) deed) pause
    where next is null or next - last > ${least}::integer order by affiliate, player, last`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, all]) => [key, all.map(({ last, next }) => ({ last, next }))]),
  )
}

const zero = new Decimal(0)
const allProducts = [...products, 'none'] as const

/** What of an affiliate's period its share of a product treats by itself, and what is left beside it. */
export function partsOfPeriod(
  rule: RewardRule,
  period: {
    readonly lives: readonly PlayerLifetime[]
    readonly sums: MovementSums
    readonly from: Day
    readonly to: Day
    /** The products that share what is deposited. */
    readonly among?: readonly Product[]
  },
): Pick<CommissionSlice, 'sums'> & { readonly deposits: string; readonly parts: CommissionSlice[] } {
  const product = rule.productType as Product
  const parts = playerParts(rule, period.lives, period).map(({ override, percentage, sums }) => {
    const whole = forEach(allProducts, (name) => ({ ...forEach(namedColumns, () => zero), ...sums[name] }))
    return {
      override,
      percentage,
      sums: rewardSums(whole)[product],
      deposits: depositsOf(whole, product, period.among),
    }
  })
  const all = rewardSums(period.sums)[product]
  const left = forEach(baseMeasures, (name) =>
    parts.reduce((sum, part) => sum.minus(part.sums[name]), new Decimal(all[name])),
  )
  const deposits = parts.reduce(
    (sum, part) => sum.minus(part.deposits),
    new Decimal(depositsOf(period.sums, product, period.among)),
  )
  return { sums: left, deposits: deposits.toFixed(), parts }
}

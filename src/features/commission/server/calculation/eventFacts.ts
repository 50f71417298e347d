import { type Kysely, sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import { measureValue } from '#rules/activity/measureValues.ts'
import { type NamedColumn, type Product, products } from '#rules/activity/measures.ts'
import { Decimal } from '#engine/values/money.ts'
import { countryKey } from '#rules/deals/deductions.ts'
import { groupKey, type Groups, type GroupSums } from '#rules/deals/gameGroups.ts'
import type { MinimumTotals, RatioSums, Traffic } from '#rules/deals/minimums.ts'
import type { TriggerFact, TriggerFacts } from '#rules/commission/triggers.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { gatheredMany } from '#engine/server/database/citus/gather.ts'
import { countryThen } from './playerOrigins.ts'
import type { RuleSet } from './ruleSet.ts'
import type { MovementSums } from './rollupSums.ts'

/** What triggers ask of single events, a day of an affiliate and product (`none` for deposits). */
export interface EventFacts {
  readonly affiliate: number
  readonly day: Day
  readonly product: Product | 'none'
  readonly first_amount: string | null
  readonly largest: string | null
  readonly first_deposit_sum: string | null
  readonly first_first_deposit: string | null
  readonly largest_first_deposit: string | null
  /** What players brought of the product, where somebody keeps large wins apart: less bonuses, and before them. */
  readonly results?: readonly (readonly [player: number, ngr: string, ggr: string])[]
  /** What players deposited, where somebody counts no more of them than that. */
  readonly cash?: readonly (readonly [player: number, deposits: string])[]
  /** What was played of the product by group of games, where somebody asks for them. */
  readonly groups?: readonly (readonly [group: string, turnover: string, payout: string, bonus: string])[]
  /** The same by the country of its player, as far as that was told up to the day. */
  readonly countries?: readonly (readonly [country: string, turnover: string, payout: string, bonus: string])[]
  /** Who bet, where somebody counts active players. */
  readonly active?: readonly number[]
  /** Each deposit, who deposited for the first time and who was barred, where somebody asks for shares of the traffic. */
  readonly traffic?: {
    readonly deposits: readonly string[]
    readonly firsts: readonly number[]
    readonly depositors: readonly number[]
    readonly barred: readonly number[]
  }
}

/** Facts that sums cannot tell: they need the events themselves. */
const eventFacts: ReadonlySet<TriggerFact> = new Set([
  'firstDepositSum',
  'firstFirstDeposit',
  'largestFirstDeposit',
  'firstDeposit',
  'largestDeposit',
  'firstBet',
  'largestBet',
])

/** Whether a fact must be read from events. */
export function needsEvents(fact: TriggerFact | null): boolean {
  return fact !== null && eventFacts.has(fact)
}

/** The day's facts in a book of single deposits and bets of some affiliates, oldest day first. */
export async function readEventFacts(
  db: Kysely<any>,
  input: {
    affiliates: readonly number[]
    from: Day
    to: Day
    book: CurrencyGroup
    /** What single players brought, and who of them was active, where rules ask for it. */
    ofPlayers?: Pick<
      RuleSet,
      'quarantines' | 'countsActive' | 'countsTraffic' | 'cutsPlayers' | 'asksForGroups' | 'asksForCountries'
    >
  },
): Promise<Map<number, EventFacts[]>> {
  if (input.affiliates.length === 0) return new Map()
  const { rows } = await sql<EventFacts>`
    select affiliate, day::text as day, case when type = 'deposit' then 'none' else product end as product,
      (array_agg(amount order by occurred_at, event_id))[1] as first_amount, max(amount) as largest,
      sum(amount) filter (where is_first_deposit) as first_deposit_sum,
      (array_agg(amount order by occurred_at, event_id) filter (where is_first_deposit))[1] as first_first_deposit,
      max(amount) filter (where is_first_deposit) as largest_first_deposit
    from event where affiliate = any(${idArray(input.affiliates)}) and day between ${input.from}::text::date
      and ${input.to}::text::date and type in ('deposit', 'bet') and ${inCurrencyGroup(sql`brand`, input.book)}
    group by affiliate, event.day, 3 order by affiliate, event.day`.execute(db)
  const { ofPlayers } = input
  const results = ofPlayers?.quarantines || ofPlayers?.cutsPlayers ? await readResults(db, input) : []
  const cash = ofPlayers?.cutsPlayers ? await readCash(db, input) : []
  const groups = ofPlayers?.asksForGroups ? await readGroups(db, input) : []
  const countries = ofPlayers?.asksForCountries ? await readCountries(db, input) : []
  const active = input.ofPlayers?.countsActive ? await readActive(db, input) : []
  const traffic = input.ofPlayers?.countsTraffic ? await readTraffic(db, input) : []
  return Map.groupBy(
    [...rows, ...results, ...cash, ...groups, ...countries, ...active, ...traffic],
    ({ affiliate }) => affiliate,
  )
}

async function readResults(
  db: Kysely<any>,
  { affiliates, from, to, book }: { affiliates: readonly number[]; from: Day; to: Day; book: CurrencyGroup },
): Promise<EventFacts[]> {
  const { rows } = await sql<EventFacts>`
    select affiliate, day::text as day, product, null as first_amount, null as largest, null as first_deposit_sum,
      null as first_first_deposit, null as largest_first_deposit,
      json_agg(json_build_array(player, ngr::text, ggr::text) order by player) as results
    from (select affiliate, day, product, player, sum(case type when 'bet' then amount else - amount end) as ngr,
        coalesce(sum(case type when 'bet' then amount else - amount end) filter (where type <> 'bonus'), 0) as ggr
      from event where affiliate = any(${idArray(affiliates)}) and day between ${from}::text::date and ${to}::text::date
        and type in ('bet', 'win', 'bonus') and player is not null and ${inCurrencyGroup(sql`brand`, book)}
      group by affiliate, event.day, product, player) made
    group by affiliate, made.day, product order by affiliate, made.day`.execute(db)
  return rows
}

interface FactQuestion {
  readonly affiliates: readonly number[]
  readonly from: Day
  readonly to: Day
  readonly book: CurrencyGroup
}

/** The facts of single events, where others are told. */
const untold = sql`null as first_amount, null as largest, null as first_deposit_sum, null as first_first_deposit,
  null as largest_first_deposit`

/** What each player deposited on each day. */
async function readCash(db: Kysely<any>, { affiliates, from, to, book }: FactQuestion): Promise<EventFacts[]> {
  const { rows } = await sql<EventFacts>`
    select affiliate, day::text as day, 'none' as product, ${untold},
      json_agg(json_build_array(player, amount::text) order by player) as cash
    from (select affiliate, day, player, sum(amount) as amount from event
      where affiliate = any(${idArray(affiliates)}) and day between ${from}::text::date and ${to}::text::date
        and type = 'deposit' and player is not null and ${inCurrencyGroup(sql`brand`, book)}
      group by affiliate, event.day, player) made
    group by affiliate, made.day order by affiliate, made.day`.execute(db)
  return rows
}

/** What was played of each product on each day, by group of games. */
async function readGroups(db: Kysely<any>, { affiliates, from, to, book }: FactQuestion): Promise<EventFacts[]> {
  const sumOf = (type: string) => sql`coalesce(sum(amount) filter (where type = ${type}), 0)`
  const { rows } = await sql<EventFacts>`
    select affiliate, day::text as day, product, ${untold},
      json_agg(json_build_array(game_group, turnover::text, payout::text, bonus::text) order by game_group) as groups
    from (select affiliate, day, product, game_group, ${sumOf('bet')} as turnover, ${sumOf('win')} as payout,
        ${sumOf('bonus')} as bonus
      from event where affiliate = any(${idArray(affiliates)}) and day between ${from}::text::date and ${to}::text::date
        and type in ('bet', 'win', 'bonus') and game_group is not null and ${inCurrencyGroup(sql`brand`, book)}
      group by affiliate, event.day, product, game_group) made
    group by affiliate, made.day, product order by affiliate, made.day`.execute(db)
  return rows
}

/** What was played of each product on each day, by the country of the players as far as it was told by then. */
async function readCountries(db: Kysely<any>, { affiliates, from, to, book }: FactQuestion): Promise<EventFacts[]> {
  const sumOf = (type: string) => sql`coalesce(sum(amount) filter (where type = ${type}), 0)`
  const own = sql`affiliate = any(${idArray(affiliates)}) and day <= ${to}::text::date and player is not null`
  const statement = sql<EventFacts>`
    select affiliate, day::text as day, product, ${untold},
      json_agg(json_build_array(country, turnover::text, payout::text, bonus::text) order by country) as countries
    from (select lived.affiliate, lived.day, lived.product, upper(origin.country) as country, sum(turnover) as turnover,
        sum(payout) as payout, sum(bonus) as bonus
      from (select affiliate, player, day, product, ${sumOf('bet')} as turnover, ${sumOf('win')} as payout,
          ${sumOf('bonus')} as bonus
        from event where ${own} and day >= ${from}::text::date and type in ('bet', 'win', 'bonus')
          and ${inCurrencyGroup(sql`brand`, book)} group by affiliate, player, event.day, product) lived
      cross join lateral (select ${countryThen} as country) origin
      where origin.country is not null group by 1, 2, 3, 4) made
    group by affiliate, made.day, product order by affiliate, made.day`
  const events = sql`select * from event where ${own}`
  return (await (await gatheredMany(db, statement, [events])).execute(db)).rows
}

/** What was played of a product from day to day, both inclusive, by group of games or by country. */
export function groupsOf(
  events: readonly EventFacts[],
  {
    product,
    from,
    to,
    by = 'groups',
  }: { readonly product: Product; readonly from: Day; readonly to: Day; readonly by?: 'groups' | 'countries' },
): Groups {
  const found: Record<string, GroupSums> = {}
  const keyOf = by === 'groups' ? groupKey : countryKey
  for (const told of events) {
    if (told.product !== product || told.day < from || told.day > to) continue
    for (const [group, turnover, payout, bonus] of told[by] ?? []) {
      const before = found[keyOf(group)] ?? { turnover: new Decimal(0), ggr: new Decimal(0), bonus: new Decimal(0) }
      found[keyOf(group)] = {
        turnover: before.turnover.plus(turnover),
        ggr: before.ggr.plus(turnover).minus(payout),
        bonus: before.bonus.plus(bonus),
      }
    }
  }
  return found
}

/** Which players bet on each day. */
async function readActive(
  db: Kysely<any>,
  { affiliates, from, to, book }: { affiliates: readonly number[]; from: Day; to: Day; book: CurrencyGroup },
): Promise<EventFacts[]> {
  const { rows } = await sql<EventFacts>`
    select affiliate, day::text as day, 'none' as product, null as first_amount, null as largest,
      null as first_deposit_sum, null as first_first_deposit, null as largest_first_deposit,
      json_agg(distinct player) as active
    from event where affiliate = any(${idArray(affiliates)}) and day between ${from}::text::date and ${to}::text::date
      and type = 'bet' and player is not null and ${inCurrencyGroup(sql`brand`, book)}
    group by affiliate, event.day order by affiliate, event.day`.execute(db)
  return rows
}

/** The deposits of each day, whose first they were, and who was barred on it. */
async function readTraffic(
  db: Kysely<any>,
  { affiliates, from, to, book }: { affiliates: readonly number[]; from: Day; to: Day; book: CurrencyGroup },
): Promise<EventFacts[]> {
  const { rows } = await sql<EventFacts>`
    select affiliate, day::text as day, 'none' as product, null as first_amount, null as largest,
      null as first_deposit_sum, null as first_first_deposit, null as largest_first_deposit,
      json_build_object(
        'deposits', coalesce(json_agg(amount::text) filter (where type = 'deposit'), '[]'),
        'depositors', coalesce(json_agg(player) filter (where type = 'deposit' and player is not null), '[]'),
        'firsts', coalesce(json_agg(player) filter (where is_first_deposit), '[]'),
        'barred', coalesce(json_agg(player) filter (where type = 'barred'), '[]')) as traffic
    from event where affiliate = any(${idArray(affiliates)}) and day between ${from}::text::date and ${to}::text::date
      and type in ('deposit', 'barred') and ${inCurrencyGroup(sql`brand`, book)}
    group by affiliate, event.day order by affiliate, event.day`.execute(db)
  return rows
}

/** What came in from day to day, both inclusive, and who was barred by then. */
export function trafficOf(events: readonly EventFacts[], { from, to }: { from: Day; to: Day }): Traffic {
  const days = events.flatMap(({ day, traffic }) => (traffic && day >= from && day <= to ? [traffic] : []))
  return {
    deposits: days.flatMap(({ deposits }) => deposits),
    firsts: days.flatMap(({ firsts }) => firsts),
    depositors: days.flatMap(({ depositors }) => depositors),
    barred: new Set(days.flatMap(({ barred }) => barred)),
  }
}

/** How many players bet from day to day, both inclusive. */
export function activePlayers(events: readonly EventFacts[], { from, to }: { from: Day; to: Day }): number {
  const players = new Set<number>()
  for (const { day, active } of events)
    if (active && from <= day && day <= to) for (const player of active) players.add(player)
  return players.size
}

const largestOf = (values: readonly (string | null)[]) =>
  values.reduce<Decimal>((largest, value) => Decimal.max(largest, value ?? 0), new Decimal(0))
const firstOf = (values: readonly (string | null)[]) => values.find((value) => value !== null) ?? 0

function factsOfEvents(days: readonly EventFacts[], product: Product): TriggerFacts {
  const deposits = days.filter((each) => each.product === 'none')
  const bets = days.filter((each) => each.product === product)
  return {
    firstDeposit: firstOf(deposits.map((each) => each.first_amount)),
    largestDeposit: largestOf(deposits.map((each) => each.largest)),
    firstDepositSum: deposits.reduce((sum, each) => sum.plus(each.first_deposit_sum ?? 0), new Decimal(0)),
    firstFirstDeposit: firstOf(deposits.map((each) => each.first_first_deposit)),
    largestFirstDeposit: largestOf(deposits.map((each) => each.largest_first_deposit)),
    firstBet: firstOf(bets.map((each) => each.first_amount)),
    largestBet: largestOf(bets.map((each) => each.largest)),
  }
}

/**
 * What the minimums of a deal are tested on: an accumulated period over all products, without admin fees.
 * @param active how many players bet in it, which no sum tells
 */
export function minimumTotals(sums: MovementSums, active = 0): MinimumTotals {
  const all = [...products, 'none' as const].map((product) => sums[product])
  const sumOf = (name: NamedColumn) => all.reduce((sum, each) => sum.plus(each[name]), new Decimal(0))
  const ggr = sumOf('turnover').minus(sumOf('payout'))
  return {
    registrations: sums.none.registrations,
    firstDeposits: sums.none.ftd,
    depositCount: sums.none.deposit_count,
    deposits: sums.none.deposits,
    turnover: sumOf('turnover'),
    ggr,
    ngr: ggr.minus(sumOf('bonus')).minus(sumOf('chargebacks')),
    activePlayers: active,
  }
}

/** The sums that ratios of a minimum are made of, over all products. */
export function ratioSums(sums: MovementSums): RatioSums {
  const all = [...products, 'none' as const].map((product) => sums[product])
  const sumOf = (name: NamedColumn) => all.reduce((sum, each) => sum.plus(each[name]), new Decimal(0))
  const { registrations, ftd, deposits, withdrawals } = sums.none
  return {
    registrations,
    firstDeposits: ftd,
    deposits,
    withdrawals,
    chargebacks: sumOf('chargebacks'),
    bonus: sumOf('bonus'),
    ggr: sumOf('turnover').minus(sumOf('payout')),
  }
}

/**
 * What an affiliate's trigger for a product is tested on: the accumulated period from `from` to `to`. Turnover, bets
 * and ggr are the product's.
 */
export function triggerFactsOf(input: {
  sums: MovementSums
  product: Product
  fact: TriggerFact
  events: readonly EventFacts[]
  from: Day
  to: Day
}): TriggerFacts {
  const { sums, product, fact } = input
  const [own, all] = [sums[product], sums.none]
  if (needsEvents(fact))
    return factsOfEvents(
      input.events.filter(({ day }) => input.from <= day && day <= input.to),
      product,
    )
  return {
    registrations: all.registrations,
    firstDepositCount: all.ftd,
    depositCount: all.deposit_count,
    depositSum: all.deposits,
    betCount: own.bet_count,
    turnover: own.turnover,
    ggr: measureValue('ggr', own)!,
  }
}

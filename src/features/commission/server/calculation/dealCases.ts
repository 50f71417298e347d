import { type Kysely, sql } from 'kysely'
import { approvalDayOf, type DealReversal, type DealCase, advanceCases } from '#rules/deals/caseStates.ts'
import { playerTierValue, countryOn, conditionsMetOn, ruleForPlayer } from '#rules/deals/conditions.ts'
import { asksForPlayers, overrideAt, overrideKey, type TrafficOrigin } from '#rules/deals/overrides.ts'
import { isTrackedPerPlayer } from '#rules/deals/terms.ts'
import { type Day, latestDay } from '#engine/values/calendar.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { gatheredMany } from '#engine/server/database/citus/gather.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { replaceRows } from '#engine/server/database/replaceRows.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { Decimal } from '#engine/values/money.ts'
import { readPlayerFacts } from './dealFacts.ts'
import { followStagesOf, type StageRow } from './dealMilestones.ts'
import type { Qualified, Segment } from './attributedPlayers.ts'
import { placeOf } from './rowsByOrigin.ts'
import { readLinks, readPlayerPlaces } from './playerOrigins.ts'
import { beginningOfTime, bookOfBrand, type RuleSet, rewardOn } from './ruleSet.ts'

/** A case with whose player it is. */
interface KeptCase extends DealCase, Omit<Qualified, 'day' | 'step' | 'override'> {
  readonly reward: number
  /** Where it was from on the day it met; null where that was not told, or nobody asked. */
  readonly country: string | null
  /** What was paid for it before the days that are followed. */
  readonly paid?: Pick<Qualified, 'value' | 'override'> | null
}

/** The cases of some affiliates that something may become of in some days. */
export interface DealCases {
  readonly affiliates: readonly number[]
  /** The first day that is followed, and the last: where more was followed before, up to there. */
  readonly from: Day
  readonly to: Day
  readonly forgetsKept: boolean
  readonly byPlayer: Map<number, KeptCase>
  /** Those of them that stood before the first day. */
  readonly keptBefore: readonly number[]
}

interface CaseQuestion {
  readonly affiliates: readonly number[]
  readonly book: RuleSet
  readonly segments: readonly Segment[]
  readonly from: Day
  readonly to: Day
  readonly forgetsKept?: boolean | undefined
}

const blow = sql`type in ('barred', 'chargeback')`

/**
 * The cases that are open at the beginning of some days: held, waiting, or counted and befallen by something since. What
 * was found of these days before is forgotten.
 * @returns null where none of the affiliates has had a deal that follows players
 */
export async function openCases(db: Kysely<any>, question: CaseQuestion): Promise<DealCases | null> {
  const { book, segments, forgetsKept = false } = question
  if (!book.follows) return null
  const followed = segments.filter(({ version }) => isTrackedPerPlayer(version.rule))
  const affiliates = [...new Set(followed.flatMap((segment) => segment.affiliates))]
  if (affiliates.length === 0) return null
  if (forgetsKept) {
    const { to } = question
    return { affiliates, from: beginningOfTime, to, forgetsKept, byPlayer: new Map(), keptBefore: [] }
  }
  const { from } = question
  const own = sql`affiliate = any(${idArray(affiliates)})`
  const last = await firstRow(
    db,
    sql<{ day: Day }>`select greatest(${question.to}::date, max(greatest(met_day, paid_day, ended_day)))::text as day
      from cpa_case where ${own}`,
  )
  const to = last!.day
  const isPast = (column: string) => sql`case when ${sql.ref(column)} < ${from}::date
    then ${sql.ref(column)}::text end`
  const statement = sql<KeptCase>`select player, reward, affiliate, brand, sub_brand, action, value::text as value,
      country, (select json_build_object('value', paid.value::text, 'override', paid.override)
        from cpa_qualification paid where paid.player = kept.player and paid.reward = kept.reward and paid.step = 1
          and paid.day < ${from}::date) as paid,
      met_day::text as "metDay", approval_day::text as "approvalDay", ${isPast('paid_day')} as "paidDay",
      ${isPast('ended_day')} as "endedDay", case when ended_day < ${from}::date then ended_by end as "endedBy"
    from cpa_case kept where ${own} and met_day < ${from}::date and (ended_day is null or ended_day >= ${from}::date)
      and (paid_day is null or paid_day >= ${from}::date or ended_day is not null or exists (
        select from event where event.player = kept.player and ${blow}
          and event.day between ${from}::date and ${to}::date))
    order by player`
  const blows = sql`select event.* from event where ${blow} and event.day between ${from}::date and ${to}::date
    and event.player in (select player from cpa_case where ${own})`
  const { rows } = await (await gatheredMany(db, statement, [blows])).execute(db)
  const byPlayer = new Map(rows.map((row) => [row.player, row]))
  return { affiliates, from, to, forgetsKept, byPlayer, keptBefore: [...byPlayer.keys()] }
}

/**
 * Which of some players are cases already, whatever became of them: nobody is an acquisition twice.
 * @returns says so of a player
 */
export async function casesAmong(
  db: Kysely<any>,
  { byPlayer, from, forgetsKept }: DealCases,
  players: readonly { readonly player: number }[],
): Promise<(player: number) => boolean> {
  if (forgetsKept || players.length === 0) return (player) => byPlayer.has(player)
  const { rows } = await sql<{ player: number }>`select player from cpa_case
    where player = any(${idArray(players.map(({ player }) => player))}) and met_day < ${from}::date`.execute(db)
  const before = new Set(rows.map(({ player }) => player))
  return (player) => before.has(player) || byPlayer.has(player)
}

/** Adds the cases of players that fulfil a deal's conditions on one of the days. */
export async function meetCases(
  db: Kysely<any>,
  { cases, segment, isTaken }: { cases: DealCases; segment: Segment; isTaken: (player: number) => boolean },
): Promise<void> {
  const { from, to } = cases
  if (segment.until <= from) return
  const { version } = segment
  const players = await readPlayerFacts(db, segment, cases)
  const placeOfPlayer = await readPlayerPlaces(db, version.rule, players)
  for (const { facts, since, ...key } of players) {
    const { player } = key
    const place = placeOfPlayer(key)
    if (cases.byPlayer.has(player) || isTaken(player)) continue
    const days = { from: latestDay(since, segment.from), until: segment.until, to }
    const day = conditionsMetOn(version.rule, facts, days, place)
    if (day === null || day < from) continue
    const approvalDay = approvalDayOf(ruleForPlayer(version.rule, facts, day, place), day)
    const open = { paidDay: null, endedDay: null, endedBy: null }
    cases.byPlayer.set(player, {
      ...key,
      value: playerTierValue(version.rule, facts, day),
      country: countryOn(facts, day),
      reward: version.reward,
      metDay: day,
      approvalDay,
      ...open,
    })
  }
}

async function readBlows(
  db: Kysely<any>,
  { players, to }: { players: readonly number[]; to: Day },
): Promise<Map<number, DealReversal[]>> {
  if (players.length === 0) return new Map()
  const { rows } = await sql<DealReversal & { player: number }>`select distinct player, day::text as day, type as by
    from event where ${blow} and player = any(${idArray(players)}) and day <= ${to}::date
    order by player, 2, 3`.execute(db)
  return Map.groupBy(rows, ({ player }) => player)
}

/** How many players counted before the days, by affiliate and reward, then by month: what caps count. */
async function readCounted(
  db: Kysely<any>,
  { affiliates, from, forgetsKept }: DealCases,
): Promise<Map<string, Map<Day, number>>> {
  if (forgetsKept) return new Map()
  const { rows } = await sql<{ key: string; month: Day; counted: number }>`
    select affiliate || ' ' || reward as key, date_trunc('month', paid_day)::date::text as month, count(*) as counted
    from cpa_case where affiliate = any(${idArray(affiliates)}) and paid_day < ${from}::date group by 1, 2`.execute(db)
  const groups = [...Map.groupBy(rows, ({ key }) => key)]
  return new Map(groups.map(([key, own]) => [key, new Map(own.map(({ month, counted }) => [month, counted]))]))
}

/**
 * Where cases came from, as overrides ask for it. Campaigns and promo codes are looked up where one of their rewards has
 * overrides.
 */
async function readPlaces(
  db: Kysely<any>,
  cases: readonly KeptCase[],
  book: RuleSet,
): Promise<(one: KeptCase) => TrafficOrigin> {
  const asking = cases.filter(({ reward }) => book.rewards.get(reward)?.some(({ rule }) => rule.overrides?.length))
  const registered = await readRegistered(
    db,
    asking.filter(({ reward }) => book.rewards.get(reward)?.some(({ rule }) => asksForPlayers(rule))),
  )
  const links = await readLinks(
    db,
    asking.map(({ action }) => action),
  )
  return (one) => {
    const place = placeOf({ campaign: null, promo_code: null, ...links.get(one.action), ...one })
    const day = registered.get(one.player)
    return { ...place, registered: day !== undefined && one.paidDay !== null && day <= one.paidDay ? day : null }
  }
}

/** The days on which players registered; absent where that was not told. */
async function readRegistered(db: Kysely<any>, cases: readonly KeptCase[]): Promise<ReadonlyMap<number, Day>> {
  if (cases.length === 0) return new Map()
  const { rows } = await sql<{ id: number; day: Day }>`select id, registered_day::text as day from player
    where id = any(${idArray(cases.map(({ player }) => player))}) and registered_day is not null`.execute(db)
  return new Map(rows.map(({ id, day }) => [id, day]))
}

/** What is paid for a player by the rule of the day on which it counts: by an override, else by its own size. */
function paidBy(
  { overrides }: RewardRule,
  { value }: Pick<Qualified, 'value'>,
  place: TrafficOrigin,
): Pick<Qualified, 'value' | 'override'> {
  const index = overrides?.length ? overrideAt(overrides, place) : null
  if (index === null) return { value }
  const override = overrides![index]!
  return { value: new Decimal(override.value ?? 0).toFixed(), override: overrideKey(override) }
}

/**
 * Follows the cases through their days ({@link advanceCases}), affiliate by affiliate.
 * @returns who counted on which day, and who was taken back
 */
export async function followDeals(
  db: Kysely<any>,
  { cases, book }: { cases: DealCases; book: RuleSet },
): Promise<(Qualified & { reward: number })[]> {
  const { byPlayer, from, to } = cases
  const blows = await readBlows(db, { players: [...byPlayer.keys()], to })
  const groups = Map.groupBy(byPlayer.values(), ({ affiliate, reward }) => `${affiliate} ${reward}`)
  const hasCaps = [...groups.values()].some(([first]) =>
    book.rewards.get(first!.reward)?.some(({ rule }) => (rule.caps ?? []).length > 0),
  )
  const counted = hasCaps ? await readCounted(db, cases) : new Map<string, Map<Day, number>>()
  const placeOf = await readPlaces(db, [...byPlayer.values()], book)
  const rows: (Qualified & { reward: number })[] = []
  for (const [key, own] of groups) {
    const { reward } = own[0]!
    const ruleOn = (day: Day) => rewardOn(book, { reward, day }).rule
    advanceCases({ cases: own, blows, countedBefore: counted.get(key) ?? new Map(), ruleOn, from, to })
    for (const each of own) {
      const { metDay: _, approvalDay: __, paidDay, endedDay, endedBy: ___, country: ____, paid, ...whose } = each
      if (paidDay === null) continue
      const { rule } = rewardOn(bookOfBrand(book, whose.brand), { reward, day: paidDay })
      const worth = paidDay < from && paid ? paid : paidBy(rule, whose, placeOf(each))
      rows.push({ ...whose, ...worth, day: paidDay, step: 1 })
      if (endedDay !== null) rows.push({ ...whose, ...worth, day: endedDay, step: -1 })
    }
  }
  return rows
}

/** The further parts that are paid for players whose cases were followed ({@link followDeals}), or taken back. */
export function followFurther(
  db: Kysely<any>,
  { cases, book }: { cases: DealCases; book: RuleSet },
): Promise<StageRow[]> {
  const { affiliates, from, to, forgetsKept, byPlayer } = cases
  const blowsOf = (players: readonly number[]) => readBlows(db, { players, to })
  return followStagesOf(db, { affiliates, from, to, forgetsKept, book, followed: byPlayer.values(), blowsOf })
}

/** Makes what is kept of the cases what became of them. */
export async function keepCases(db: Kysely<any>, cases: DealCases): Promise<void> {
  const { affiliates, from, byPlayer, keptBefore } = cases
  await replaceRows(db, {
    table: 'cpa_case',
    rows: [...byPlayer.values()],
    key: { player: 'bigint' },
    rest: {
      reward: 'bigint',
      affiliate: 'bigint',
      brand: 'bigint',
      sub_brand: 'bigint',
      action: 'bigint',
      met_day: ['date', (row) => row.metDay],
      approval_day: ['date', (row) => row.approvalDay],
      paid_day: ['date', (row) => row.paidDay],
      ended_day: ['date', (row) => row.endedDay],
      ended_by: ['text', (row) => row.endedBy],
      value: ['numeric', (row) => row.value ?? null],
      country: 'text',
    },
    within: sql`affiliate = any(${idArray(affiliates)})
      and (met_day >= ${from}::date or player = any(${idArray([...keptBefore])}))`,
  })
}

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { qualificationFact } from '../../../domain/commission/qualification.ts'
import { rewardTriggerIsWhole } from '../../../domain/commission/rewardRules.ts'
import { parseComparison, type TriggerFact } from '../../../domain/commission/triggers.ts'
import { type Day, latestDay, earliestDay } from '../../../domain/calendar.ts'
import { arrayOf, idArray, unnested } from '../arrays.ts'
import type { QualifiedPlayers } from './accumulate.ts'
import { type Assignment, beginningOfTime, endOfTime, type RewardVersion, type RuleBook, rulesOn, turningDays } from './rules.ts'

/** Days in which one CPA rule holds for some affiliates: `from` inclusive, `until` exclusive. */
interface Segment {
  readonly version: RewardVersion
  readonly fact: TriggerFact
  readonly threshold: string
  readonly from: Day
  readonly until: Day
  readonly affiliates: number[]
}

interface Range {
  readonly from: Day
  readonly to: Day
  /** Affiliates that have more than one rule: who qualified under one before the range must be known, so as not to qualify under the next. */
  readonly changing: readonly number[]
  /** Who qualified before the range is not looked up: every player is asked as if for the first time. */
  readonly forgetsKept?: boolean | undefined
}

interface Qualified {
  readonly player: number
  readonly day: Day
  readonly affiliate: number
  readonly brand: number
  readonly sub_brand: number
  readonly action: number
}

/** The facts that are known once and for all with the registration or first deposit, and the column of `player` that says when. */
const playerFacts: Partial<Record<TriggerFact, { day: string; amount: string }>> = {
  registrations: { day: 'registered_day', amount: '1' },
  firstDepositCount: { day: 'first_deposit_day', amount: '1' },
  firstDepositSum: { day: 'first_deposit_day', amount: 'first_deposit_amount' },
  firstFirstDeposit: { day: 'first_deposit_day', amount: 'first_deposit_amount' },
  largestFirstDeposit: { day: 'first_deposit_day', amount: 'first_deposit_amount' },
  firstDeposit: { day: 'first_deposit_day', amount: 'first_deposit_amount' },
}

/** A day's amount of the other facts, and how days come together over a life. */
const eventFacts: Partial<Record<TriggerFact, { types: readonly string[]; amount: string; over: 'sum' | 'max' | 'first' }>> = {
  depositCount: { types: ['deposit'], amount: 'count(*)', over: 'sum' },
  depositSum: { types: ['deposit'], amount: 'sum(event.amount)', over: 'sum' },
  largestDeposit: { types: ['deposit'], amount: 'max(event.amount)', over: 'max' },
  betCount: { types: ['bet'], amount: 'count(*)', over: 'sum' },
  turnover: { types: ['bet'], amount: 'sum(event.amount)', over: 'sum' },
  largestBet: { types: ['bet'], amount: 'max(event.amount)', over: 'max' },
  firstBet: { types: ['bet'], amount: '(array_agg(event.amount order by event.occurred_at, event.event_id))[1]', over: 'first' },
  ggr: { types: ['bet', 'win'], amount: "sum(case when event.type = 'bet' then event.amount else - event.amount end)", over: 'sum' },
}

/** The days in which each affiliate has each CPA rule, affiliates of the same rule and days together. */
function segmentsOf(assignments: ReadonlyMap<number, readonly Assignment[]>, book: RuleBook, to: Day): Segment[] {
  const found = new Map<string, Segment>()
  for (const [affiliate, list] of assignments) {
    for (const { profile, from, until } of list) {
      if (profile === null || from > to) continue
      const turns = turningDays(book, profile)
      for (const [index, turn] of turns.entries()) {
        const [begin, end] = [latestDay(from, turn), earliestDay(until, turns[index + 1] ?? endOfTime)]
        const version = begin < end ? rulesOn(book, { profile, day: begin })?.byProduct.cpa : undefined
        // Bad data qualify nobody; the close tells of them and stops the affiliate.
        if (!version || rewardTriggerIsWhole(version.rule).length > 0) continue
        const key = `${version.version} ${begin} ${end}`
        const threshold = version.rule.triggerComparison ? parseComparison(version.rule.triggerComparison) : '1'
        const segment = found.get(key) ?? { version, fact: qualificationFact(version.rule), threshold: threshold ?? '1', from: begin, until: end, affiliates: [] }
        segment.affiliates.push(affiliate)
        found.set(key, segment)
      }
    }
  }
  return [...found.values()].sort((first, second) => (first.from < second.from ? -1 : first.from > second.from ? 1 : first.version.version - second.version.version))
}

/** The condition that a player did not qualify before the range: kept days are not asked again. */
function notYetQualified(player: string, { from, forgetsKept }: Range): RawBuilder<boolean> {
  if (forgetsKept) return sql<boolean>`true`
  return sql<boolean>`not exists (select from cpa_qualification kept where kept.player = ${sql.ref(player)} and kept.day < ${from}::text::date)`
}

const playerKey = sql`player.id as player, player.affiliate, player.brand, player.sub_brand, player.action`

/** Players whose one decisive day is on the player itself. */
function knownPlayers(segment: Segment, fact: { day: string; amount: string }, range: Range): RawBuilder<Qualified> {
  const { from, to, changing } = range
  const day = sql.ref(`player.${fact.day}`)
  const amount = fact.amount === '1' ? sql`1` : sql.ref(`player.${fact.amount}`)
  return sql<Qualified>`select ${playerKey}, greatest(${day}, ${segment.from}::text::date)::text as day from player
    where player.affiliate = any(${idArray(segment.affiliates)}) and ${notYetQualified('player.id', range)} and ${day} is not null and ${amount} >= ${segment.threshold}::text::numeric
      and (greatest(${day}, ${segment.from}::text::date) >= ${from}::text::date or player.affiliate = any(${idArray(changing)}))
      and greatest(${day}, ${segment.from}::text::date) < ${segment.until}::text::date and ${day} <= ${to}::text::date`
}

/** The first day of the rule on which a player's whole life, added up, reaches the threshold. */
function livedPlayers(segment: Segment, fact: { types: readonly string[]; amount: string; over: 'sum' | 'max' | 'first' }, range: Range): RawBuilder<Qualified> {
  const amount = sql.raw(fact.amount)
  const over = fact.over === 'first' ? sql`first_value(amount)` : sql.raw(`${fact.over}(amount)`)
  const types = arrayOf('text', fact.types)
  // Nobody can newly qualify on a day without activity, save where the rule itself begins.
  const activeFrom = segment.from >= range.from ? beginningOfTime : range.from
  return sql<Qualified>`with active as (
      select player from (
        select distinct player from event where affiliate = any(${idArray(segment.affiliates)}) and player is not null
          and day between ${activeFrom}::text::date and ${range.to}::text::date and type = any(${types})
      ) seen where ${notYetQualified('seen.player', range)}
    ), daily as (
      select event.player, event.day, ${amount} as amount from event join active using (player)
      where event.affiliate = any(${idArray(segment.affiliates)}) and event.day <= ${range.to}::text::date and event.type = any(${types}) group by 1, 2
    ), life as (
      select player, day, ${over} over (partition by player order by day rows unbounded preceding) as total,
        lead(day) over (partition by player order by day) as next_day
      from daily
    ), reached as (
      -- A total holds until the next day of activity: a rule that begins in between finds it reached on its first day.
      select player, min(greatest(day, ${segment.from}::text::date)) as day from life
      where total >= ${segment.threshold}::text::numeric and coalesce(next_day, 'infinity'::date) > ${segment.from}::text::date group by 1
    )
    select ${playerKey}, reached.day::text as day from reached join player on player.id = reached.player
    where player.affiliate = any(${idArray(segment.affiliates)}) and reached.day < ${segment.until}::text::date and reached.day <= ${range.to}::text::date`
}

function candidates(segment: Segment, range: Range): RawBuilder<Qualified> {
  const known = playerFacts[segment.fact]
  if (known) return knownPlayers(segment, known, range)
  return livedPlayers(segment, eventFacts[segment.fact]!, range)
}

async function writeQualified(db: Kysely<any>, rows: readonly (Qualified & { reward: number })[]): Promise<void> {
  if (rows.length === 0) return
  const column = (name: 'player' | 'reward' | 'affiliate' | 'brand' | 'sub_brand' | 'action') => ({ type: 'bigint' as const, values: rows.map((row) => row[name]) })
  await sql`insert into cpa_qualification (player, reward, day, affiliate, brand, sub_brand, action)
    select * from ${unnested([column('player'), column('reward'), { type: 'date', values: rows.map(({ day }) => day) }, column('affiliate'), column('brand'), column('sub_brand'), column('action')])}
    on conflict (player, reward) do update set day = excluded.day, affiliate = excluded.affiliate, brand = excluded.brand, sub_brand = excluded.sub_brand, action = excluded.action`.execute(db)
}

/** Whose players are asked, by which rules, on which days. */
export interface QualificationQuestion {
  readonly affiliates: readonly number[]
  readonly assignments: ReadonlyMap<number, readonly Assignment[]>
  readonly book: RuleBook
  readonly from: Day
  readonly to: Day
  readonly forgetsKept?: boolean | undefined
}

/**
 * Finds which players of some affiliates qualify for CPA on the days of a range: a function of the events and rules. A player qualifies on the first day on which the CPA rule of its
 * affiliate is in force and its whole life fulfils it; an acquisition that was paid under one reward is not paid again under another. Nothing is written.
 */
export async function findQualified(db: Kysely<any>, input: QualificationQuestion): Promise<(Qualified & { reward: number })[]> {
  const { from, to, forgetsKept } = input
  const found = new Map<number, Qualified & { reward: number }>()
  const segments = segmentsOf(input.assignments, input.book, to)
  const seen = new Set<number>()
  const changing = segments.flatMap((segment) => segment.affiliates).filter((affiliate) => seen.has(affiliate) || !seen.add(affiliate))
  for (const segment of segments) {
    const { rows } = await candidates(segment, { from, to, changing, forgetsKept }).execute(db)
    for (const row of rows) if (!found.has(row.player)) found.set(row.player, { ...row, reward: segment.version.reward })
  }
  return [...found.values()].filter(({ day }) => day >= from)
}

/** Finds which players qualify on the days of a range ({@link findQualified}) and keeps it, in place of what was kept of these days. */
export async function qualifyPlayers(db: Kysely<any>, input: QualificationQuestion): Promise<void> {
  const { affiliates, from, to } = input
  await sql`delete from cpa_qualification where affiliate = any(${idArray(affiliates)}) and day between ${from}::text::date and ${to}::text::date`.execute(db)
  await writeQualified(db, await findQualified(db, input))
}

/** The players of some affiliates that qualified from day to day, both inclusive, by affiliate, day and key. */
export async function readQualified(db: Kysely<any>, input: { affiliates: readonly number[]; from: Day; to: Day }): Promise<Map<number, Map<Day, QualifiedPlayers[number][]>>> {
  const { rows } = await sql<QualifiedPlayers[number] & { affiliate: number; day: Day }>`
    select affiliate, day::text as day, brand, sub_brand, action, count(*) as count from cpa_qualification
    where affiliate = any(${idArray(input.affiliates)}) and day between ${input.from}::text::date and ${input.to}::text::date
    group by affiliate, cpa_qualification.day, brand, sub_brand, action order by affiliate, cpa_qualification.day, brand, sub_brand, action`.execute(db)
  const found = new Map<number, Map<Day, QualifiedPlayers[number][]>>()
  for (const { affiliate, day, ...key } of rows) {
    let days = found.get(affiliate)
    if (!days) found.set(affiliate, (days = new Map()))
    const list = days.get(day)
    if (list) list.push(key)
    else days.set(day, [key])
  }
  return found
}

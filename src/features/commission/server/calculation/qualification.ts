import { type Kysely, type RawBuilder, sql } from 'kysely'
import { qualificationFact } from '#rules/commission/qualification.ts'
import { rewardTriggerIsWhole } from '#rules/commission/rewardRules.ts'
import { parseComparison, type TriggerFact } from '#rules/commission/triggers.ts'
import { isTrackedPerPlayer } from '#rules/deals/terms.ts'
import { type Day, latestDay, earliestDay } from '#engine/values/calendar.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { isDistributed } from '#engine/server/database/citus/isDistributed.ts'
import { replaceRows } from '#engine/server/database/replaceRows.ts'
import { raisingQualified } from '#features/webhooks/server/emit/cpaQualified.ts'
import { casesAmong, type DealCases, followDeals, followFurther, keepCases, meetCases, openCases } from './dealCases.ts'
import { keepStages, type StageRow } from './dealMilestones.ts'
import type { QualifiedPlayers } from './types.ts'
import { lifetimeFacts, playersReachingThreshold } from './playerLifetimeSql.ts'
import { readLivedOnWorkers } from './playerLifetimeOnWorkers.ts'
import {
  notYetQualified,
  attributedPlayersSql,
  playerKey,
  type Qualified,
  type Range,
  type Segment,
} from './attributedPlayers.ts'
import { type Assignment, beginningOfTime, bookIn, endOfTime, type RuleSet, rulesOn, turningDays } from './ruleSet.ts'

/**
 * The facts that are known once and for all with the registration or first deposit, and the column of `player` that
 * says when.
 */
export const playerFacts: Partial<Record<TriggerFact, { day: string; amount: string }>> = {
  registrations: { day: 'registered_day', amount: '1' },
  firstDepositCount: { day: 'first_deposit_day', amount: '1' },
  firstDepositSum: { day: 'first_deposit_day', amount: 'first_deposit_amount' },
  firstFirstDeposit: { day: 'first_deposit_day', amount: 'first_deposit_amount' },
  largestFirstDeposit: { day: 'first_deposit_day', amount: 'first_deposit_amount' },
  firstDeposit: { day: 'first_deposit_day', amount: 'first_deposit_amount' },
}

/** The days in which each affiliate has each CPA rule, affiliates of the same rule and days together. */
function segmentsOf(assignments: ReadonlyMap<number, readonly Assignment[]>, book: RuleSet, to: Day): Segment[] {
  const own = book.saysCurrencies
    ? book.books.flatMap(({ currency, brands }) =>
        ownSegments(assignments, bookIn(book, currency), to).map((segment) => ({ ...segment, brands })),
      )
    : ownSegments(assignments, book, to)
  return own.sort((first, second) =>
    first.from < second.from ? -1 : first.from > second.from ? 1 : first.version.version - second.version.version,
  )
}

function ownSegments(assignments: ReadonlyMap<number, readonly Assignment[]>, book: RuleSet, to: Day): Segment[] {
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
        const segment = found.get(key) ?? {
          version,
          fact: qualificationFact(version.rule),
          threshold: threshold ?? '1',
          from: begin,
          until: end,
          affiliates: [],
        }
        segment.affiliates.push(affiliate)
        found.set(key, segment)
      }
    }
  }
  return [...found.values()]
}

/** Players whose one decisive day is on the player itself. */
function knownPlayers(segment: Segment, fact: { day: string; amount: string }, range: Range): RawBuilder<Qualified> {
  const { from, to, changing } = range
  const day = sql.ref(`player.${fact.day}`)
  const counted = sql`greatest(${day}, player.since, ${segment.from}::date)`
  const amount = fact.amount === '1' ? sql`1` : sql.ref(`player.${fact.amount}`)
  return sql<Qualified>`select ${playerKey}, ${counted}::text as day from ${attributedPlayersSql(segment)}
    where ${notYetQualified('player.id', range)} and ${day} is not null and ${amount} >= ${segment.threshold}::numeric
      and (${counted} >= ${from}::date or player.affiliate = any(${idArray(changing)}))
      and ${counted} < ${segment.until}::date and ${counted} <= ${to}::date`
}

async function readCandidates(db: Kysely<any>, segment: Segment, range: Range): Promise<readonly Qualified[]> {
  const known = playerFacts[segment.fact]
  if (known) return (await knownPlayers(segment, known, range).execute(db)).rows
  const fact = lifetimeFacts[segment.fact]!
  if (await isDistributed(db)) return readLivedOnWorkers(db, { segment, fact, range })
  return (await playersReachingThreshold(segment, fact, range).execute(db)).rows
}

/** Makes what is kept of some affiliates' days what was found. */
async function keepQualified(
  db: Kysely<any>,
  { affiliates, from, to }: QualificationQuestion,
  rows: readonly (Qualified & { reward: number })[],
): Promise<void> {
  const within = sql`affiliate = any(${idArray(affiliates)}) and day between ${from}::date and ${to}::date`
  const keep = () =>
    replaceRows(db, {
      table: 'cpa_qualification',
      rows,
      key: { player: 'bigint', reward: 'bigint', step: ['integer', ({ step = 1 }) => step] },
      rest: {
        day: 'date',
        affiliate: 'bigint',
        brand: 'bigint',
        sub_brand: 'bigint',
        action: 'bigint',
        value: ['numeric', ({ value }) => value ?? null],
        override: ['text', ({ override }) => override ?? null],
      },
      within,
    })
  await raisingQualified(db, { rows, within, keep })
}

/** Whose players are asked, by which rules, on which days. */
export interface QualificationQuestion {
  readonly affiliates: readonly number[]
  readonly assignments: ReadonlyMap<number, readonly Assignment[]>
  readonly book: RuleSet
  readonly from: Day
  readonly to: Day
  readonly forgetsKept?: boolean | undefined
}

/** What was found: who qualified or was taken back on which day, and the cases of deals that follow players. */
interface Found {
  readonly rows: (Qualified & { reward: number })[]
  /** What was paid for players beside the first part, or taken back of it. */
  readonly stages: StageRow[]
  readonly cases: DealCases | null
}

async function find(db: Kysely<any>, input: QualificationQuestion): Promise<Found> {
  const { from, to, forgetsKept } = input
  const found = new Map<number, Qualified & { reward: number }>()
  const segments = segmentsOf(input.assignments, input.book, to)
  const seen = new Set<number>()
  const changing = segments
    .flatMap((segment) => segment.affiliates)
    .filter((affiliate) => seen.has(affiliate) || !seen.add(affiliate))
  // Who qualified under an earlier rule before the range is not kept anywhere where kept ones are forgotten.
  const since = forgetsKept && changing.length > 0 ? beginningOfTime : from
  const cases = await openCases(db, { ...input, segments })
  for (const segment of segments) {
    if (cases && isTrackedPerPlayer(segment.version.rule)) {
      await meetCases(db, { cases, segment, isTaken: (player) => found.has(player) })
      continue
    }
    const range = { from: since, to, changing, forgetsKept }
    const rows = await readCandidates(db, segment, range)
    const isCase = cases ? await casesAmong(db, cases, rows) : () => false
    for (const row of rows)
      if (!found.has(row.player) && !isCase(row.player))
        found.set(row.player, { ...row, reward: segment.version.reward })
  }
  const followed = cases ? await followDeals(db, { cases, book: input.book }) : []
  const further = cases ? await followFurther(db, { cases, book: input.book }) : []
  const isAsked = ({ day }: { readonly day: Day }) => day >= from && day <= to
  return { rows: [...found.values(), ...followed].filter(isAsked), stages: further.filter(isAsked), cases }
}

/**
 * Finds which players of some affiliates qualify for CPA on the days of a range: a function of the events and rules. A
 * player qualifies on the first day on which the CPA rule of its
 * affiliate is in force and its whole life fulfils it; an acquisition that was paid under one reward is not paid again
 * under another. Where a deal follows players, on the day on which it counts them. Nothing is written.
 */
export function findQualified(db: Kysely<any>, input: QualificationQuestion): Promise<Pick<Found, 'rows' | 'stages'>> {
  return find(db, input)
}

/**
 * Finds which players qualify on the days of a range ({@link findQualified}) and keeps it, in place of what was kept of
 * these days.
 */
export async function qualifyPlayers(db: Kysely<any>, input: QualificationQuestion): Promise<void> {
  const { rows, stages, cases } = await find(db, input)
  await keepQualified(db, input, rows)
  await keepStages(db, input, stages)
  if (cases) await keepCases(db, cases)
}

/**
 * The players of some affiliates that qualified in a book from day to day, both inclusive, by affiliate, day and key.
 */
export async function readQualified(
  db: Kysely<any>,
  input: { affiliates: readonly number[]; from: Day; to: Day; book: CurrencyGroup },
): Promise<Map<number, Map<Day, QualifiedPlayers[number][]>>> {
  const isAsked = sql`affiliate = any(${idArray(input.affiliates)})
    and day between ${input.from}::date and ${input.to}::date and ${inCurrencyGroup(sql`brand`, input.book)}`
  const { rows } = await sql<QualifiedPlayers[number] & { affiliate: number; day: Day }>`
    select affiliate, day::text as day, brand, sub_brand, action, sum(step) as count,
      sum(step * value)::text as value, override, null as stage, null as staged from cpa_qualification
    where ${isAsked} group by affiliate, cpa_qualification.day, brand, sub_brand, action, override
    union all select affiliate, day::text, brand, sub_brand, action, 0, sum(step * value)::text, null,
      stage || ' ' || trim_scale(value), sum(step) from cpa_stage
    where ${isAsked} group by affiliate, cpa_stage.day, brand, sub_brand, action, stage, value
    order by affiliate, day, brand, sub_brand, action, override, stage`.execute(db)
  const groups = [...Map.groupBy(rows, ({ affiliate }) => affiliate)]
  return new Map(groups.map(([affiliate, own]) => [affiliate, Map.groupBy(own, ({ day }) => day)]))
}

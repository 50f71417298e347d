import { type Kysely, sql } from 'kysely'
import { addDays, type Day } from '#engine/values/calendar.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import type { DealReversal, DealCase } from '#rules/deals/caseStates.ts'
import { advanceMilestones, longestStageHold, type PaidMilestone, stagesAsked } from '#rules/deals/milestones.ts'
import { idArray, rowsAs } from '#engine/server/database/arrays.ts'
import { gatheredMany } from '#engine/server/database/citus/gather.ts'
import { replaceRows } from '#engine/server/database/replaceRows.ts'
import { readPlayerFacts } from './dealFacts.ts'
import type { Qualified } from './attributedPlayers.ts'
import { bookOfBrand, type RewardVersion, type RuleSet, rewardOn } from './ruleSet.ts'

/** A part that was paid for a player beside the first (`step` 1), or taken back (-1). */
export interface StageRow extends PaidMilestone, Omit<Qualified, 'day' | 'value' | 'override' | 'step'> {
  readonly reward: number
  readonly step: 1 | -1
}

interface StagedCase extends DealCase, Omit<Qualified, 'day' | 'step' | 'value' | 'override'> {
  readonly reward: number
}

interface StageQuestion {
  readonly affiliates: readonly number[]
  readonly from: Day
  readonly to: Day
  readonly forgetsKept: boolean
  /** Those that something may become of in the days, followed already. */
  readonly followed: Iterable<StagedCase>
  readonly blowsOf: (players: readonly number[]) => Promise<Map<number, DealReversal[]>>
  readonly book: RuleSet
}

const stagesOf = ({ stages }: RewardRule): number => (stages ?? []).length

/** The rewards that pay in stages at any time, with the most stages and the longest hold they had. */
function stagedRewards({ rewards }: RuleSet): { reward: number; stages: number; hold: number }[] {
  return [...rewards].flatMap(([reward, versions]) => {
    const stages = Math.max(0, ...versions.map(({ rule }) => stagesOf(rule)))
    return stages === 0
      ? []
      : [{ reward, stages, hold: Math.max(...versions.map(({ rule }) => longestStageHold(rule))) }]
  })
}

/**
 * Players that counted before the days and are no longer followed, of whom a stage may be paid or taken back in them:
 * who did something in the days, or in the hold before them, and has a stage left.
 */
async function readCountedBefore(
  db: Kysely<any>,
  { affiliates, from, to }: StageQuestion,
  rewards: ReturnType<typeof stagedRewards>,
): Promise<StagedCase[]> {
  const isSince = sql`event.player = kept.player and event.day between ${from}::date - staged.hold and ${to}::date`
  const statement = sql<StagedCase>`select kept.player, kept.reward, kept.affiliate, kept.brand, kept.sub_brand,
      kept.action, kept.met_day::text as "metDay", kept.approval_day::text as "approvalDay",
      kept.paid_day::text as "paidDay", kept.ended_day::text as "endedDay", kept.ended_by as "endedBy"
    from ${rowsAs('staged', rewards, { reward: 'bigint', stages: 'integer', hold: 'integer' })}
    join cpa_case kept on kept.reward = staged.reward
    where kept.affiliate = any(${idArray(affiliates)}) and kept.paid_day < ${from}::date
      and (exists (select from event where event.player = kept.player and event.type in ('barred', 'chargeback')
          and event.day between ${from}::date and ${to}::date)
        or kept.ended_day is null and (select count(*) from cpa_stage paid where paid.player = kept.player
            and paid.reward = kept.reward and paid.step = 1 and paid.day < ${from}::date) < staged.stages
          and (kept.paid_day >= ${from}::date - staged.hold
            or exists (select from event where event.affiliate = kept.affiliate and ${isSince})
            or exists (select from event where event.brand = kept.brand and event.action is null and ${isSince})
            or exists (select from player_place place join event on event.affiliate = place.affiliate
              where place.player = kept.player and place.affiliate <> kept.affiliate and ${isSince})))
    order by kept.player`
  const hold = Math.max(...rewards.map((each) => each.hold))
  const since = sql`select event.* from event where event.day between ${from}::date - ${hold}::integer and ${to}::date
    and event.player in (select player from cpa_case where affiliate = any(${idArray(affiliates)}))`
  return (await (await gatheredMany(db, statement, [since])).execute(db)).rows
}

async function readPaid(
  db: Kysely<any>,
  { from, forgetsKept }: StageQuestion,
  players: readonly number[],
): Promise<Map<string, PaidMilestone[]>> {
  if (forgetsKept || players.length === 0) return new Map()
  const { rows } = await sql<PaidMilestone & { key: string }>`select player || ' ' || reward as key, stage,
      value::text as value, day::text as day
    from cpa_stage where player = any(${idArray(players)}) and step = 1 and day < ${from}::date`.execute(db)
  return Map.groupBy(rows, ({ key }) => key)
}

/**
 * The further parts that are paid for players on days, or taken back: a function of the events, the rules and what
 * became of the first part.
 */
export async function followStagesOf(db: Kysely<any>, question: StageQuestion): Promise<StageRow[]> {
  const { affiliates, book, to, forgetsKept } = question
  const rewards = stagedRewards(book)
  if (rewards.length === 0) return []
  const isStaged = new Set(rewards.map(({ reward }) => reward))
  const followed = [...question.followed].filter(({ reward, paidDay }) => paidDay !== null && isStaged.has(reward))
  const known = new Set(followed.map(({ player }) => player))
  const before = forgetsKept ? [] : await readCountedBefore(db, question, rewards)
  const all = [...followed, ...before.filter(({ player }) => !known.has(player))]
  if (all.length === 0) return []
  const players = all.map(({ player }) => player)
  const [blows, kept] = [await question.blowsOf(players), await readPaid(db, question, players)]
  const byVersion = Map.groupBy(all, ({ reward, brand, metDay: day }) =>
    rewardOn(bookOfBrand(book, brand), { reward, day }),
  )
  const rows: StageRow[] = []
  for (const [version, cases] of byVersion) {
    if (stagesOf(version.rule) === 0) continue
    const facts = await readFacts(db, { affiliates, version, to, players: cases.map(({ player }) => player) })
    for (const whole of cases) {
      const own = facts.get(whole.player)
      if (!own) continue
      const { player, reward, affiliate, brand, sub_brand, action } = whole
      const key = { player, reward, affiliate, brand, sub_brand, action }
      const standings = advanceMilestones({
        rule: version.rule,
        facts: own,
        whole,
        blows: blows.get(player) ?? [],
        kept: kept.get(`${player} ${reward}`) ?? [],
        to,
      })
      for (const { stage, value, day, endedDay } of standings) {
        rows.push({ ...key, stage, value, day, step: 1 })
        if (endedDay !== null) rows.push({ ...key, stage, value, day: endedDay, step: -1 })
      }
    }
  }
  return rows
}

async function readFacts(
  db: Kysely<any>,
  asked: { affiliates: readonly number[]; version: RewardVersion; to: Day; players: readonly number[] },
) {
  const { affiliates, version, to, players } = asked
  const segment = { version: { ...version, rule: stagesAsked(version.rule) }, from: to, affiliates: [...affiliates] }
  const found = await readPlayerFacts(db, segment, { from: addDays(to, 1), to, players })
  return new Map(found.map(({ player, facts }) => [player, facts]))
}

/** Makes what is kept of the stages of some affiliates' days what was found. */
export async function keepStages(
  db: Kysely<any>,
  { affiliates, from, to }: { affiliates: readonly number[]; from: Day; to: Day },
  rows: readonly StageRow[],
): Promise<void> {
  await replaceRows(db, {
    table: 'cpa_stage',
    rows,
    key: { player: 'bigint', reward: 'bigint', stage: 'integer', step: 'integer' },
    rest: {
      day: 'date',
      affiliate: 'bigint',
      brand: 'bigint',
      sub_brand: 'bigint',
      action: 'bigint',
      value: 'numeric',
    },
    within: sql`affiliate = any(${idArray(affiliates)}) and day between ${from}::date and ${to}::date`,
  })
}

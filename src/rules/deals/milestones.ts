import { type Day, latestDay } from '#engine/values/calendar.ts'
import type { RewardRule } from '../commission/rewardRules.ts'
import { Decimal } from '#engine/values/money.ts'
import { approvalDayOf, type DealReversal, type DealCase, triggersClawback, voids } from './caseStates.ts'
import { conditionsMetOn, type PlayerFacts } from './conditions.ts'
import type { DealMilestone } from './terms.ts'

/** A further part that was paid for a player: the second of the reward is stage 2. */
export interface PaidMilestone {
  readonly stage: number
  readonly value: string
  readonly day: Day
}

/** What became of it. */
export interface StageStanding extends PaidMilestone {
  /** On which it was taken back; null while it was not. */
  readonly endedDay: Day | null
}

/** Stages that were paid, less those that were taken back: how many, by {@link milestoneKey}. */
export type MilestonePlayers = Readonly<Record<string, number>>

/** What came of a stage: for how many players it was paid, at which value. Decimal strings. */
export interface StageOutcome {
  readonly stage: string
  readonly players: string
  readonly value: string
  readonly amount: string
}

/** A stage with its value, as it is counted. */
export const milestoneKey = ({ stage, value }: Pick<PaidMilestone, 'stage' | 'value'>): string =>
  `${stage} ${new Decimal(value).toFixed()}`

/** What stages come to, each by itself. */
export function paidByStage(
  staged: MilestonePlayers,
): { stage: string; players: Decimal; value: Decimal; amount: Decimal }[] {
  return Object.entries(staged)
    .filter(([, count]) => count !== 0)
    .sort(([one], [other]) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map(([key, count]) => {
      const [stage, amount] = key.split(' ') as [string, string]
      const [value, players] = [new Decimal(amount), new Decimal(count)]
      return { stage, value, players, amount: value.times(players) }
    })
}

const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== ''
const known = new WeakMap<RewardRule, RewardRule[]>()
const nothingElse = {
  triggerCondition: null,
  triggerOperation: null,
  triggerComparison: null,
  countries: null,
  caps: null,
  bands: null,
  bandFact: null,
  overrides: null,
  stages: null,
}

/** What a stage asks, as a rule of its own: what it does not say of hold and claw-back the reward says. */
function ruleOfStage(rule: RewardRule, stage: DealMilestone): RewardRule {
  const { value, holdDays, clawBack, clawBackDays, ...condition } = stage
  return {
    ...rule,
    ...nothingElse,
    value,
    conditions: [condition],
    holdDays: isSaid(holdDays) ? holdDays : rule.holdDays,
    ...(isSaid(clawBack) ? { clawBack, clawBackDays } : {}),
  }
}

/** The stages of a reward beside its first part, each as a rule of its own. */
export function stageRules(rule: RewardRule): readonly RewardRule[] {
  let rules = known.get(rule)
  if (!rules) known.set(rule, (rules = (rule.stages ?? []).map((stage) => ruleOfStage(rule, stage))))
  return rules
}

/** What the stages of a reward ask together, of which a player's facts must be known. */
export function stagesAsked(rule: RewardRule): RewardRule {
  return { ...rule, ...nothingElse, conditions: stageRules(rule).flatMap(({ conditions }) => conditions ?? []) }
}

/** The longest hold of a reward's stages, in days. */
export const longestStageHold = (rule: RewardRule): number =>
  Math.max(0, ...stageRules(rule).map(({ holdDays }) => Number(holdDays ?? 0)))

/**
 * The further parts that are paid for a player, by the rule of the day on which it met the reward's own conditions: each
 * once, at the end of its hold, not before the first part counted, and not any more once that is void or taken back.
 * Each is taken back by its own words. Depends on nothing after `to`.
 * @param input.kept what was paid already: it is not paid again, whatever was told late
 */
export function advanceMilestones(input: {
  readonly rule: RewardRule
  readonly facts: PlayerFacts
  readonly whole: DealCase
  readonly blows: readonly DealReversal[]
  readonly kept: readonly PaidMilestone[]
  readonly to: Day
}): StageStanding[] {
  return stageRules(input.rule).flatMap((rule, index) => {
    const stage = index + 2
    const paid = input.kept.find((each) => each.stage === stage) ?? paidStage(input, rule, stage)
    if (!paid) return []
    const back = input.blows.find(
      (blow) => blow.day > paid.day && blow.day <= input.to && triggersClawback(rule, blow, paid.day),
    )
    return [{ ...paid, endedDay: back?.day ?? null }]
  })
}

function paidStage(
  { facts, whole, blows, to }: Pick<Parameters<typeof advanceMilestones>[0], 'facts' | 'whole' | 'blows' | 'to'>,
  rule: RewardRule,
  stage: number,
): PaidMilestone | null {
  if (whole.paidDay === null) return null
  const met = conditionsMetOn(rule, facts, { from: whole.metDay, until: 'infinity', to })
  if (met === null) return null
  const day = latestDay(approvalDayOf(rule, met), whole.paidDay)
  const isOut = whole.endedDay !== null && whole.endedDay <= day
  if (day > to || isOut || blows.some((blow) => blow.day <= day && voids(rule, blow))) return null
  return { stage, day, value: new Decimal(rule.value ?? 0).toFixed(2) }
}

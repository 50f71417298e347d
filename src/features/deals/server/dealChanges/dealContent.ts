import { createHash } from 'node:crypto'
import { carryFields } from '#rules/deals/carry.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import type { Day } from '#engine/values/calendar.ts'
import { latestDay } from '#engine/values/calendar.ts'
import { beginningOfTime, type RuleSet } from '#features/commission/server/calculation/ruleSet.ts'
import type { Deal } from '../whatIf/simulateDeal.ts'

/** A deal as it is kept to be compared, and under which name. */
export interface KeptDeal {
  readonly hash: string
  readonly deal: Deal
  /** The first day on which its rules read so; null: since ever. */
  readonly since: Day | null
}

/** What says nothing, or nobody could say before, makes no other deal. */
const said = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  ) as Values

/** What a deal says, without which records say it: two that say the same are one to an affiliate. */
export const termsOf = ({ rewards, profile: _, ...terms }: Deal): string =>
  JSON.stringify([terms, rewards.map(({ rule, currency }) => [rule, currency])])

/** The deal that a profile is at present; null where a reward of it is not there. */
export function presentDeal(book: RuleSet, profile: number): KeptDeal | null {
  const version = book.profiles.get(profile)?.at(-1)
  const rewards = version?.rewards.flatMap((id) => book.rewards.get(id)?.at(-1) ?? []) ?? []
  if (!version || rewards.length !== version.rewards.length) return null
  const deal: Deal = {
    profile,
    rewards: rewards.map(({ reward, rule, currency }) => ({ id: reward, rule: said(rule) as RewardRule, currency })),
    carryOver: version.carryOver,
    carry: Object.fromEntries(carryFields.map((name) => [name, version.carry[name] ?? null])) as Deal['carry'],
    ...(version.referralShares?.length ? { referralShares: version.referralShares } : {}),
  }
  const since = [version, ...rewards].map(({ from }) => from).reduce(latestDay)
  const hash = createHash('sha256').update(JSON.stringify(deal)).digest('hex')
  return { hash, deal, since: since === beginningOfTime ? null : since }
}

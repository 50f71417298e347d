import type { RewardRule } from '../commission/rewardRules.ts'
import { Decimal, type DecimalValue } from '#engine/values/money.ts'
import type { DealTerms } from './terms.ts'

/** What a product came to in a group of games. */
export type GroupSums = Readonly<Record<'turnover' | 'ggr' | 'bonus', Decimal>>

/** What a product came to by group of games, in small letters; what names none is in no group. */
export type Groups = Readonly<Record<string, GroupSums>>

/** What stakes of a group of games came to at its edge. Numbers are decimal strings; `group` null: all the others. */
export interface EdgeOutcome {
  readonly group: string | null
  readonly turnover: string
  readonly percentage: string
  readonly amount: string
}

/** A group as it is compared. */
export const groupKey = (group: string): string => group.trim().toLowerCase()

/** Whether a reward asks for groups of games. */
export const needsGameGroups = (terms: DealTerms & { readonly subType?: string | null | undefined }): boolean =>
  terms.subType === 'theoretical' || (terms.deductions ?? []).some(({ gameGroup }) => Boolean(gameGroup))

const zero = new Decimal(0)

/** What a group came to; nothing where nobody played in it. */
export const groupSums = (groups: Groups | undefined, group: string): GroupSums =>
  groups?.[groupKey(group)] ?? { turnover: zero, ggr: zero, bonus: zero }

/**
 * Theoretical revenue: the stakes of each group of games times its edge, those of all others times the reward's own.
 * @throws {Error} when the groups are not given
 */
export function byEdge({ edges, edge }: RewardRule, turnover: DecimalValue, groups: Groups | undefined): EdgeOutcome[] {
  if (!groups) throw new Error('This reward needs the stakes by group of games.')
  const named = (edges ?? []).map(({ gameGroup, percentage }) => ({
    group: gameGroup,
    turnover: groupSums(groups, gameGroup).turnover,
    percentage,
  }))
  const rest = named.reduce((left, each) => left.minus(each.turnover), new Decimal(turnover))
  return [...named, { group: null, turnover: rest, percentage: edge ?? 0 }]
    .filter((each) => !each.turnover.isZero())
    .map(({ group, turnover: staked, percentage }) => ({
      group,
      turnover: staked.toFixed(),
      percentage: new Decimal(percentage).toFixed(),
      amount: staked.times(percentage).dividedBy(100).toFixed(),
    }))
}

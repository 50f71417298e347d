/*
 * What stands for `dealRules.ts` in pages (`imports` of package.json): how the words of a deal fit each other. The rules
 * weigh as much as a page, so they are fetched once a reward is checked; until they are there nothing is found, and
 * the server answers the same problems when it is saved.
 */
import type * as all from './dealRules.ts'

type Rules = Pick<typeof all, 'isRewardDealComplete' | 'rewardSaysCurrencies'>
let rules: Rules | null = null

function fetchedRules(): Rules | null {
  if (!rules) void import('./dealRules.ts').then((fetched) => (rules = fetched)).catch(() => undefined)
  return rules
}

/** What of a reward's deal does not fit: nothing before the rules are there. */
export const isRewardDealComplete: Rules['isRewardDealComplete'] = (reward) =>
  fetchedRules()?.isRewardDealComplete(reward) ?? []

/** What a reward does not say in other currencies: nothing before the rules are there. */
export const rewardSaysCurrencies: Rules['rewardSaysCurrencies'] = (reward) =>
  fetchedRules()?.rewardSaysCurrencies(reward) ?? []

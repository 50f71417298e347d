/*
 * What stands for `dealRules.ts` in pages (`imports` of package.json): how the words of a deal fit each other. The rules
 * weigh as much as a page, so they are fetched once a reward is checked; until they are there nothing is found, and
 * the server answers the same problems when it is saved.
 */
import type * as all from './dealRules.ts'

let rules: Pick<typeof all, 'isRewardDealComplete'> | null = null

/** What of a reward's deal does not fit: nothing before the rules are there. */
export const isRewardDealComplete: typeof all.isRewardDealComplete = (reward) => {
  if (rules) return rules.isRewardDealComplete(reward)
  void import('./dealRules.ts').then((fetched) => (rules = fetched)).catch(() => undefined)
  return []
}

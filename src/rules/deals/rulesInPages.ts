/*
 * What stands for `dealRules.ts` in pages (`imports` of package.json): how the words of a deal fit each other is asked
 * when a reward is saved, and the server answers it field by field; the rules would weigh on every page.
 */
import type * as all from './dealRules.ts'

/** Finds nothing: the server does. */
export const isRewardDealComplete: typeof all.isRewardDealComplete = () => []

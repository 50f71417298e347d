/*
 * What stands for `index.ts` in pages (`imports` of package.json): forms write the flat fields, so nothing there reads
 * terms, and their fields and conversions would weigh on every page.
 */
import type * as all from './index.ts'

/** No terms of rewards. */
export const rewardTerms = {} as typeof all.rewardTerms
/** No terms of profiles. */
export const profileTerms = {} as typeof all.profileTerms

/** Reads nothing and writes nothing. */
export const conversionOf: typeof all.conversionOf = () => ({
  read: () => [],
  write: () => ({ values: {}, places: new Map(), problems: [] }),
})

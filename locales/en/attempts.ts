import { type AttemptCode, attemptRemarks } from '#engine/declaration/remarks.ts'

/** What is said of a try to pay, in English: the product's own words. */
export const attempts = attemptRemarks as Readonly<Record<AttemptCode, string>>

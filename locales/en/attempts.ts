import { type AttemptCode, paymentAttemptMessages } from '#engine/declaration/messageCodes.ts'

/** What is said of a try to pay, in English: the product's own words. */
export const attempts = paymentAttemptMessages as Readonly<Record<AttemptCode, string>>

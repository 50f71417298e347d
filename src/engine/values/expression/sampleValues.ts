import { type PartnerKeyword, partnerKeywords } from './tree.ts'

/** A month to try a formula with: an amount for each keyword, in their order. `percentage` is a fraction. */
const month = (...amounts: readonly number[]) =>
  Object.fromEntries(partnerKeywords.map((word, index) => [word, amounts[index]])) as Readonly<
    Record<PartnerKeyword, number>
  >

/** The amounts of domain.md's own example (vector 9). */
export const sampleValues = month(10_000, 1200, 150, 1000, 630, 700, 300, 70, 0.3)

/** Months to try a formula with: beside {@link sampleValues} a small month, one that lost, and one without a sample's round relations. */
export const sampleMonths = [
  sampleValues,
  month(1, 1, 1, 1, 1, 1, 1, 1, 0.01),
  month(4000, -350, 0, -350, -351, -351, 1, 0, 0.15),
  month(7919.03, 613.07, 41.11, 571.96, 402.57, 447.3, 124.66, 44.73, 0.1234),
]

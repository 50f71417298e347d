import { compileExpression } from './evaluate.ts'
import type { ExpressionProblem } from './problems.ts'
import { type PartnerKeyword, partnerKeywords, type Tree } from './tree.ts'

/** A month to try a formula with: an amount for each keyword, in their order. `percentage` is a fraction. */
const month = (...amounts: readonly number[]) =>
  Object.fromEntries(partnerKeywords.map((word, index) => [word, amounts[index]])) as Readonly<
    Record<PartnerKeyword, number>
  >

/** The amounts of domain.md's own example (vector 9). */
export const sampleValues = month(10_000, 1200, 150, 1000, 630, 700, 300, 70, 0.3)

/** Beside it a small month, one that lost, and one without a sample's round relations. */
const samples = [
  sampleValues,
  month(1, 1, 1, 1, 1, 1, 1, 1, 0.01),
  month(4000, -350, 0, -350, -351, -351, 1, 0, 0.15),
  month(7919.03, 613.07, 41.11, 571.96, 402.57, 447.3, 124.66, 44.73, 0.1234),
]

/** Why a formula has a result for no month whatever (`1 / 0`, `ngr / (ggr - ggr)`): how it fails on the example; null where it has one for any of several. */
export function neverEvaluates(tree: Tree): ExpressionProblem | null {
  const results = samples.map(compileExpression(tree))
  const [first] = results
  return first!.ok || results.some(({ ok }) => ok) ? null : first!.failure
}

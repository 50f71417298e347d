import { compileExpression, type EvaluationFailure } from './evaluate.ts'
import type { PartnerKeyword, Tree } from './tree.ts'

/** Amounts to try a formula with: those of domain.md's own example (vector 9). `percentage` is a fraction. */
export const sampleValues: Readonly<Record<PartnerKeyword, number>> = {
  turnover: 10_000,
  ggr: 1200,
  admin_fee: 150,
  ngr: 1000,
  value: 630,
  gross_value: 700,
  affiliate_reward: 300,
  abatment: 70,
  percentage: 0.3,
}

/** Other months to try a formula with: a small one, one that lost, and one without a sample's round relations. */
const otherSamples: readonly (typeof sampleValues)[] = [
  {
    turnover: 1,
    ggr: 1,
    admin_fee: 1,
    ngr: 1,
    value: 1,
    gross_value: 1,
    affiliate_reward: 1,
    abatment: 1,
    percentage: 0.01,
  },
  {
    turnover: 4000,
    ggr: -350,
    admin_fee: 0,
    ngr: -350,
    value: -351,
    gross_value: -351,
    affiliate_reward: 1,
    abatment: 0,
    percentage: 0.15,
  },
  {
    turnover: 7919.03,
    ggr: 613.07,
    admin_fee: 41.11,
    ngr: 571.96,
    value: 402.57,
    gross_value: 447.3,
    affiliate_reward: 124.66,
    abatment: 44.73,
    percentage: 0.1234,
  },
]

/**
 * Why a formula has a result for no month whatever (`1 / 0`, `ngr / (ggr - ggr)`): how it fails on the example; null
 * where it has one for any of several.
 */
export function neverEvaluates(tree: Tree): EvaluationFailure | null {
  const compiled = compileExpression(tree)
  const first = compiled(sampleValues)
  if (first.ok || otherSamples.some((values) => compiled(values).ok)) return null
  return first.failure
}

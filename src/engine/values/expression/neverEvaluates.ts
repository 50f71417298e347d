import { compileExpression } from './evaluate.ts'
import type { ExpressionProblem } from './problems.ts'
import { sampleMonths } from './sampleValues.ts'
import type { Tree } from './tree.ts'

/**
 * Why a formula has a result for no month whatever (`1 / 0`, `ngr / (ggr - ggr)`): how it fails on the example; null
 * where it has one for any of several.
 */
export function neverEvaluates(tree: Tree): ExpressionProblem | null {
  const results = sampleMonths.map(compileExpression(tree))
  const [first] = results
  return first!.ok || results.some(({ ok }) => ok) ? null : first!.failure
}

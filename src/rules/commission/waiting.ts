import { Decimal, type DecimalValue } from '#engine/values/money.ts'
import type { MinimumOutcome } from '../deals/minimums.ts'
import type { CommissionStep } from './steps.ts'

const zero = new Decimal(0)

/** What a minimum makes wait. */
interface Waiting {
  readonly amount: Decimal
  /** What waits for a later period, with that of earlier ones. */
  readonly left: Decimal
  /** What waited until now. */
  readonly released: Decimal
}

/** What is paid, and what is left to wait, of what is due with what waited before. */
export function waitOf(
  minimums: readonly MinimumOutcome[],
  given: { readonly due: Decimal; readonly withheld: DecimalValue | undefined; readonly hasMoved: boolean | undefined },
): Waiting {
  // Before anything moves nothing is paid of a period, so that its days add up to what it pays.
  const withheld = new Decimal(given.withheld ?? 0)
  const isMissed = minimums.some(({ isMet, isWaiting }) => isWaiting && !isMet)
  if (!isMissed && given.hasMoved) return { amount: given.due.plus(withheld), left: zero, released: withheld }
  const all = withheld.plus(given.due)
  if (!isMissed) return { amount: given.due, left: withheld, released: zero }
  return { amount: Decimal.min(zero, all), left: Decimal.max(zero, all), released: zero }
}

/** What was withheld of a period, or is paid of earlier ones. */
export function waitSteps(waiting: Waiting | null, due: Decimal): CommissionStep[] {
  if (!waiting) return []
  const { amount, left, released } = waiting
  if (released.greaterThan(0)) return [{ kind: 'released', amount: released.toFixed(), result: amount.toFixed() }]
  return amount.equals(due) ? [] : [{ kind: 'withheld', amount: due.minus(amount).toFixed(), result: left.toFixed() }]
}

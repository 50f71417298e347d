import { Decimal } from '../money.ts'

const comparisonPattern = /^>=\s*(\d{1,13}(?:\.\d{1,2})?)$/

/**
 * Reads a trigger's comparison, written `>= N` with a number of at most 2 decimals.
 * @returns the number that must be reached, or null where it is not written so.
 */
export function parseComparison(comparison: string): Decimal | null {
  const number = comparisonPattern.exec(comparison.trim())?.[1]
  return number === undefined ? null : new Decimal(number)
}

/** What is wrong with a trigger's comparison; null where nothing is. */
export function comparisonProblem(comparison: string): 'invalid_comparison' | null {
  return parseComparison(comparison) === null ? 'invalid_comparison' : null
}

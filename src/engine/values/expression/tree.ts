import type { OperationName } from './operations.ts'

/** The words a partner level's expression may use (domain.md, section 4). `percentage` is a fraction: 30 % is 0.3. */
export const partnerKeywords = [
  'turnover',
  'ggr',
  'admin_fee',
  'ngr',
  'value',
  'gross_value',
  'affiliate_reward',
  'abatment',
  'percentage',
] as const

/** One of {@link partnerKeywords}. */
export type PartnerKeyword = (typeof partnerKeywords)[number]

/** The expression of a partner level that says nothing else. */
export const defaultExpression = '(ngr - affiliate_reward - abatment) * percentage'

/** Where something stands in an expression: the 0-based index of its first character, and its length. */
export interface Place {
  readonly position: number
  readonly length: number
}

/**
 * A parsed expression: only what the whitelist knows, with its place in the text. A comparison counts 1 where it holds and
 * 0 where not, and whatever is not 0 holds as a condition.
 */
export interface Tree extends Place {
  readonly kind: 'number' | 'word' | OperationName
  /** The digits of a number, the name of a keyword; empty otherwise. */
  readonly text: string
  readonly parts: readonly Tree[]
  /** The exponent of `pow`, the places of `round`: known when the expression is written. */
  readonly whole: number
}

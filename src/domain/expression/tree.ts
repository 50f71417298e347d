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

/** The most characters of an expression. */
export const expressionLengthMax = 500

/** How deep parentheses, functions and `?:` may stand in each other. */
export const nestingDepthMax = 32

/**
 * The largest exponent of `^`, of either sign. Exponents are whole numbers, so that both evaluators reach the same
 * digits.
 */
export const exponentMax = 20

/** The functions and how many arguments each takes. `round` takes the places as its second, 0 where absent. */
export const functionArities = {
  min: { least: 2, most: 20 },
  max: { least: 2, most: 20 },
  abs: { least: 1, most: 1 },
  round: { least: 1, most: 2 },
  floor: { least: 1, most: 1 },
  ceil: { least: 1, most: 1 },
} as const

/** The name of a function of the language. */
export type FunctionName = keyof typeof functionArities

/** Whether the word is the name of a function of the language. */
export function isFunctionName(word: string): word is FunctionName {
  return Object.hasOwn(functionArities, word)
}

/** Comparisons, as they are written. */
export type ComparisonOperator = '<' | '<=' | '>' | '>=' | '==' | '!='

/** Where something stands in an expression: the 0-based index of its first character, and its length. */
export interface Place {
  readonly position: number
  readonly length: number
}

/**
 * A parsed expression: only what the whitelist knows, with its place in the text. A comparison counts 1 where it holds
 * and 0 where not, and whatever
 * is not 0 holds as a condition.
 */
export type Tree = Place &
  (
    | { readonly kind: 'number'; /** Digits with at most one point. */ readonly value: string }
    | { readonly kind: 'word'; readonly name: string }
    | { readonly kind: 'negate'; readonly of: Tree }
    | { readonly kind: 'percent'; readonly of: Tree }
    | {
        readonly kind: 'arithmetic'
        readonly operator: '+' | '-' | '*' | '/'
        readonly left: Tree
        readonly right: Tree
      }
    | { readonly kind: 'power'; readonly base: Tree; /** A whole number. */ readonly exponent: number }
    | { readonly kind: 'compare'; readonly operator: ComparisonOperator; readonly left: Tree; readonly right: Tree }
    | { readonly kind: 'choose'; readonly condition: Tree; readonly then: Tree; readonly otherwise: Tree }
    | {
        readonly kind: 'call'
        readonly name: FunctionName
        readonly operands: readonly Tree[]
        /** Of `round`. */ readonly places: number
      }
  )

/** What can be wrong with the text of an expression. */
export type ExpressionProblemCode =
  | 'empty'
  | 'too_long'
  | 'unexpected_character'
  | 'invalid_number'
  | 'unknown_word'
  | 'unknown_function'
  | 'missing_operand'
  | 'missing_operator'
  | 'remainder'
  | 'unclosed_parenthesis'
  | 'unopened_parenthesis'
  | 'unexpected_comma'
  | 'unexpected_colon'
  | 'missing_otherwise'
  | 'function_arguments'
  | 'chained_comparison'
  | 'comparison_as_amount'
  | 'exponent'
  | 'too_deep'
  | 'too_large'
  | 'syntax'

/** What is wrong with an expression, where, and in English what to do. `word` and `suggestion` serve translations. */
export interface ExpressionProblem extends Place {
  readonly code: ExpressionProblemCode
  readonly message: string
  readonly word?: string
  readonly suggestion?: string
}

/** Carries a problem out of the depth of the parser; never leaves {@link parseExpression}. */
export class ExpressionFault extends Error {
  readonly problem: ExpressionProblem

  constructor(problem: ExpressionProblem) {
    super(problem.message)
    this.problem = problem
  }
}

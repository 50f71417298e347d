import type { Place } from './tree.ts'

/** What can be wrong with an expression or its evaluation: in English what it is and what to do about it. */
const messages = {
  empty: 'Write a formula, for example ngr * percentage.',
  too_long: 'The expression is too long.',
  unexpected_character:
    'This has no place in an expression: write == to compare, != for "is not", ?: for "and" and "or".',
  invalid_number: 'A number has at most 18 digits before its point and 12 after it, as in 0.3.',
  unknown_word: 'There is no such keyword.',
  unknown_function: 'There is no such function.',
  missing_operand: 'A number or keyword is missing here.',
  missing_operator: 'An operator is missing here, for example *.',
  remainder: '% means percent (10% is 0.1); there is no remainder. Write an operator after it.',
  unclosed_parenthesis: 'This parenthesis is never closed.',
  unopened_parenthesis: 'This parenthesis was never opened.',
  unexpected_comma: 'A comma separates the arguments of a function; decimals are written with a point.',
  unexpected_colon: 'A colon belongs to a question mark before it: condition ? amount : other amount.',
  missing_otherwise: 'After ? and an amount, write a colon and the amount that holds otherwise.',
  function_arguments: 'A function has its arguments in parentheses after it.',
  chained_comparison: 'Compare two things at a time; put one comparison in parentheses or use ?:.',
  comparison_as_amount: 'A comparison is no amount; write condition ? amount : other amount.',
  exponent: 'An exponent has no keywords.',
  too_deep: 'Parentheses, functions, signs and ?: may stand at most 32 deep in each other.',
  too_large: 'This is or could become too large to be an amount; use fewer or smaller powers and products.',
  syntax: 'The formula cannot be read. Write it in smaller parts with parentheses.',
  division_by_zero: 'This is 0 here, and nothing can be divided by 0.',
  missing_value: 'This keyword has no value.',
} as const

/** What is wrong with an expression, where, and in English what to do. `word` and `suggestion` serve translations. */
export interface ExpressionProblem extends Place {
  readonly code: keyof typeof messages
  readonly message: string
  readonly word?: string
  readonly suggestion?: string
}

type Spot = Place & { readonly text?: string; readonly suggestion?: string | null }

/** Carries a problem out of the depth of parsing and evaluating; never leaves this folder. */
export class ExpressionFault extends Error {
  readonly problem: ExpressionProblem

  constructor(code: ExpressionProblem['code'], { position, length, text, suggestion }: Spot, more = '') {
    super([text && `${text}: `, messages[code], more && ` ${more}`].join(''))
    const { message } = this
    this.problem = { code, position, length, message, ...(text && { word: text }), ...(suggestion && { suggestion }) }
  }
}

/** Stops at something wrong; `more` says of this case what the message of its code leaves open. */
export function fault(...wrong: ConstructorParameters<typeof ExpressionFault>): never {
  throw new ExpressionFault(...wrong)
}

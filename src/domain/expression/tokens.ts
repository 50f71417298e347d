import { suggest } from './suggest.ts'
import { ExpressionFault, expressionLengthMax, functionArities, isFunctionName } from './tree.ts'
import type { Place } from './tree.ts'

/** One word of the language: a number, a keyword, a function's name, or a sign. */
export interface Token extends Place {
  readonly kind: 'number' | 'word' | 'function' | 'sign'
  readonly text: string
}

const spaces = /[ \t\r\n]+/y
const numberPattern = /(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)/y
const wordPattern = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/uy
const signPattern = /<=|>=|==|!=|[-+*/^%(),?:<>]/y
const digitsBeforePointMax = 18
const digitsAfterPointMax = 12

const hints: Readonly<Record<string, string>> = {
  '=': 'Write == to compare.',
  '!': 'Write != for "is not"; there is no factorial and no "not".',
  '&': 'There is no "and"; put one ?: inside the other.',
  '|': 'There is no "or"; put one ?: inside the other.',
  ';': 'An expression is one formula; separate arguments with a comma.',
  '.': 'A point stands between digits, as in 0.3.',
  '"': 'Only numbers and keywords are allowed.',
  "'": 'Only numbers and keywords are allowed.',
}

/**
 * Cuts an expression into its words.
 * @param input the text, and the keywords that may stand in it
 * @throws {ExpressionFault} at the first thing that is no word of the language
 */
export function tokensOf(input: { text: string; keywords: readonly string[] }): Token[] {
  const { text } = input
  if (text.length > expressionLengthMax) {
    const message = `The expression has ${text.length} characters; at most ${expressionLengthMax} are allowed.`
    throw new ExpressionFault({
      code: 'too_long',
      position: expressionLengthMax,
      length: text.length - expressionLengthMax,
      message,
    })
  }
  const tokens: Token[] = []
  let position = matchAt(spaces, { text, position: 0 }).length
  while (position < text.length) {
    const token = tokenAt({ ...input, position })
    tokens.push(token)
    position += token.length
    position += matchAt(spaces, { text, position }).length
  }
  if (tokens.length === 0)
    throw new ExpressionFault({
      code: 'empty',
      position: 0,
      length: text.length,
      message: 'Write a formula, for example ngr * percentage.',
    })
  return tokens
}

function tokenAt(input: { text: string; keywords: readonly string[]; position: number }): Token {
  const { position } = input
  const sign = matchAt(signPattern, input)
  if (sign) return { kind: 'sign', text: sign, position, length: sign.length }
  const number = matchAt(numberPattern, input)
  if (number) return numberToken({ ...input, number })
  const word = matchAt(wordPattern, input)
  if (word) return wordToken({ ...input, word })
  const character = String.fromCodePoint(input.text.codePointAt(position) ?? 0)
  const message =
    `The character ${JSON.stringify(character)} has no place in an expression. ${hints[character] ?? ''}`.trim()
  throw new ExpressionFault({
    code: 'unexpected_character',
    position,
    length: character.length,
    message,
    word: character,
  })
}

function numberToken(input: { text: string; position: number; number: string }): Token {
  const { text, position, number } = input
  const end = position + number.length
  const rest = matchAt(/[\p{L}\p{M}\p{N}_$.]+/uy, { text, position: end })
  const [whole = '', decimals = ''] = number.split('.')
  const isTooLong = whole.length > digitsBeforePointMax || decimals.length > digitsAfterPointMax
  if (isTooLong || rest.startsWith('.')) {
    const message = isTooLong
      ? `A number has at most ${digitsBeforePointMax} digits before the point and ${digitsAfterPointMax} after it.`
      : 'A number has one point with digits after it, as in 0.3.'
    throw new ExpressionFault({
      code: 'invalid_number',
      position,
      length: number.length + rest.length,
      message,
      word: number + rest,
    })
  }
  if (rest) {
    const message = `An operator is missing between ${number} and ${rest}; write ${number} * ${rest}.`
    throw new ExpressionFault({ code: 'missing_operator', position: end, length: rest.length, message, word: rest })
  }
  return { kind: 'number', text: number, position, length: number.length }
}

function wordToken(input: { text: string; keywords: readonly string[]; position: number; word: string }): Token {
  const { text, position, word } = input
  const length = word.length
  if (input.keywords.includes(word)) return { kind: 'word', text: word, position, length }
  if (isFunctionName(word)) return { kind: 'function', text: word, position, length }
  const isCalled = /\s*\(/y
  isCalled.lastIndex = position + length
  const code = isCalled.test(text) ? 'unknown_function' : 'unknown_word'
  const among =
    code === 'unknown_function' ? Object.keys(functionArities) : [...input.keywords, ...Object.keys(functionArities)]
  const suggestion = suggest({ word, among })
  const remedy = suggestion ? `Did you mean ${suggestion}?` : `Known are: ${among.join(', ')}.`
  const message = `${code === 'unknown_function' ? 'There is no function' : 'There is no keyword'} "${word}". ${remedy}`
  throw new ExpressionFault({ code, position, length, message, word, ...(suggestion && { suggestion }) })
}

/** What a sticky pattern matches at a position; empty where it does not. */
function matchAt(pattern: RegExp, input: { text: string; position: number }): string {
  pattern.lastIndex = input.position
  return pattern.exec(input.text)?.[0] ?? ''
}

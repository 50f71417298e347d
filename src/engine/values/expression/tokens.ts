import { nearest } from '../nearest.ts'
import { functionNames } from './operations.ts'
import { fault } from './problems.ts'
import type { Place } from './tree.ts'

/** One word of the language: a number, a keyword, a function's name, or a sign. */
export interface Token extends Place {
  readonly kind: 'number' | 'word' | 'function' | 'sign'
  readonly text: string
}

const lengthMax = 500
const signs = /[ \t\r\n]+|(?<sign><=|>=|==|!=|[-+*/^%(),?:<>])/
const numbers = /(?<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?<rest>[\p{L}\p{M}\p{N}_$.]*)/u
const words = /(?<word>[\p{L}_$][\p{L}\p{M}\p{N}_$]*)|(?<other>.)/su
const pattern = new RegExp([signs, numbers, words].map(({ source }) => source).join('|'), 'gsu')

/**
 * Cuts an expression into its words.
 * @throws {ExpressionFault} at the first thing that is no word of the language, or none of the keywords
 */
export function tokensOf(text: string, keywords: readonly string[]): Token[] {
  if (text.length > lengthMax) fault('too_long', { position: lengthMax, length: text.length - lengthMax })
  const tokens = [...text.matchAll(pattern)].flatMap((match): Token | [] => {
    const { sign, number, rest = '', word, other } = match.groups!
    const found = { position: match.index, length: match[0].length, text: match[0] }
    const end = found.position + found.length
    if (sign) return { kind: 'sign', ...found }
    if (word && keywords.includes(word)) return { kind: 'word', ...found }
    if (word && functionNames.includes(word)) return { kind: 'function', ...found }
    if (word) return unknown(found, { keywords, isCalled: /^\s*\(/.test(text.slice(end)) })
    if (other) fault('unexpected_character', found)
    if (!number) return []
    if (!/^[0-9]{0,18}(?:\.[0-9]{1,12})?$/.test(number) || rest.startsWith('.')) fault('invalid_number', found)
    if (rest) fault('missing_operator', { position: end - rest.length, length: rest.length, text: rest })
    return { kind: 'number', ...found }
  })
  return tokens.length > 0 ? tokens : fault('empty', { position: 0, length: text.length })
}

function unknown(word: Place & { text: string }, context: { keywords: readonly string[]; isCalled: boolean }): never {
  const among = context.isCalled ? functionNames : [...context.keywords, ...functionNames]
  const suggestion = nearest(word.text, among)
  const remedy = suggestion ? `Did you mean ${suggestion}?` : `Known are: ${among.join(', ')}.`
  return fault(context.isCalled ? 'unknown_function' : 'unknown_word', { ...word, suggestion }, remedy)
}

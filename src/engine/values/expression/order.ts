import { type ExpressionProblem, fault } from './problems.ts'
import type { Token } from './tokens.ts'

/** How deep parentheses, functions, `?:` and signs may stand in each other. */
const depthMax = 32

/** What cannot stand beside what, by the first character of each sign, `a` for a number or keyword, `f` for a function. */
const misplaced: readonly (readonly [ExpressionProblem['code'], RegExp])[] = [
  ['function_arguments', /f(?!\()/],
  ['remainder', /%(?=[af(])/],
  ['unexpected_character', /(?<=%)%/],
  ['missing_operator', /(?<=[a)])[af(]/],
  ['missing_operand', /(?<=^|[-+*/^(,?:<>=!])(?:[*/^%,?:<>=!]|(?<!f\()\)|$)/],
  ['too_deep', /[-+]{33}/],
]

/**
 * Finds what cannot stand where it stands. What passes is read by the parser library without an error.
 * @throws {ExpressionFault} there
 */
export function checkOrder(tokens: readonly Token[]): void {
  const shape = tokens.map(({ kind, text }) => (kind === 'sign' ? text[0] : kind === 'function' ? 'f' : 'a')).join('')
  const { position, length } = tokens.at(-1)!
  const all: Token[] = [...tokens, { kind: 'sign', text: '', position: position + length, length: 0 }]
  const wrong = misplaced.map(([code, rule]) => ({ code, index: shape.search(rule) })).filter(({ index }) => index >= 0)
  const [first] = wrong.toSorted((one, other) => one.index - other.index)
  if (first) fault(first.code, all[first.index]!)
  /** What waits for its end, the innermost last: parentheses, functions that are called, the signs of `?:`. */
  const open: Token[] = []
  for (const [index, token] of all.entries()) {
    if (token.text === '(') open.push(all[index - 1]?.kind === 'function' ? all[index - 1]! : token)
    else if (token.text === '?') open.push(token)
    else if ([')', ',', ':', ''].includes(token.text)) end(open, token)
    if (open.length > depthMax) fault('too_deep', token)
  }
}

function end(open: Token[], token: Token): void {
  while (open.at(-1)?.text === ':') open.pop()
  const innermost = open.at(-1)
  if (token.text === ':' && innermost?.text !== '?') fault('unexpected_colon', token)
  if (token.text !== ':' && innermost?.text === '?') fault('missing_otherwise', innermost)
  if (token.text === ',' && innermost?.kind !== 'function') fault('unexpected_comma', token)
  if (token.text === '' && innermost) fault('unclosed_parenthesis', innermost)
  if (token.text === ')' && !innermost) fault('unopened_parenthesis', token)
  if (token.text === ')') open.pop()
  if (token.text === ':') open[open.length - 1] = token
}

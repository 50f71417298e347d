import { create, type MathNode, parseDependencies } from 'mathjs/number'
import { evaluateExpression } from './evaluate.ts'
import { operationOf, type OperationName, sizeMax, sizeOf } from './operations.ts'
import { checkOrder } from './order.ts'
import { ExpressionFault, type ExpressionProblem, fault } from './problems.ts'
import { type Token, tokensOf } from './tokens.ts'
import { partnerKeywords, type Tree } from './tree.ts'

/** A parsed expression, or the first thing that is wrong with it. */
export type Parsed =
  | { readonly ok: true; readonly tree: Tree }
  | { readonly ok: false; readonly problem: ExpressionProblem }

/** Of the library its parser alone: what that makes of a text is checked node by node, and never evaluated by the library. */
const { parse } = create(parseDependencies!)

/**
 * Parses an expression over keywords, whole words only: numbers, `+ - * / ^`, `%` as percent (`10%` is 0.1), parentheses,
 * comparisons, `?:` and `min max abs round floor ceil`. Exponents are whole numbers from -20 to 20. Anything else is refused
 * with its place, at once, whatever it is.
 * @param text at most 500 characters
 * @param options the keywords that may be used; those of partner levels where absent
 * @example parseExpression('(ngr - abatment) * 30%')
 */
export function parseExpression(text: string, options: { keywords?: readonly string[] } = {}): Parsed {
  try {
    const tokens = tokensOf(text, options.keywords ?? partnerKeywords)
    checkOrder(tokens)
    const tree = treeOf(parse(written(tokens)), tokens)
    if (isCompared(tree)) fault('comparison_as_amount', tree)
    if (sizeOf(tree) > sizeMax) fault('too_large', tree)
    return { ok: true, tree }
  } catch (error) {
    const known =
      error instanceof SyntaxError ? new ExpressionFault('syntax', { position: 0, length: text.length }) : error
    if (known instanceof ExpressionFault) return { ok: false, problem: known.problem }
    throw error
  }
}

/** The keywords an expression uses, each once, in order of appearance. */
export function wordsOf(tree: Tree): string[] {
  return tree.kind === 'word' ? [tree.text] : [...new Set(tree.parts.flatMap(wordsOf))]
}

/**
 * What the library shall read, without a surprise of its own: what is no sign by its index (`t3`), percent as the postfix `!`
 * (its `%` may be a remainder, or relative in a sum), the middle of `?:` in parentheses (its `:` may be a range).
 */
function written(tokens: readonly Token[]): string {
  const signs: Readonly<Record<string, string>> = { '%': '!', '?': '? (', ':': ') :' }
  return tokens.map(({ kind, text }, index) => (kind === 'sign' ? (signs[text] ?? text) : `t${index}`)).join(' ')
}

const ownNames: Readonly<Record<string, string>> = { unaryMinus: 'negate', factorial: 'percent' }

/** The whitelist of nodes: makes our tree of what the library read, and refuses what is on no list. */
function treeOf(node: MathNode, tokens: readonly Token[]): Tree {
  const { type, name = '', fn } = node as MathNode & { name?: string; fn?: unknown }
  if (type === 'SymbolNode') return leafOf(tokens[Number(name.slice(1))]!)
  const parts: Tree[] = []
  node.forEach((part) => parts.push(treeOf(part, tokens)))
  const [first, , third] = parts
  if (type === 'ParenthesisNode' || fn === 'unaryPlus') return first!
  if (type === 'ConditionalNode') return built('choose', parts)
  if (type === 'FunctionNode') return built(first!.text, parts.slice(1), first)
  if (type === 'OperatorNode') return built(ownNames[String(fn)] ?? String(fn), parts)
  if (type !== 'RelationalNode') throw new SyntaxError(`Unexpected ${type}`)
  const isBefore = ({ text, position }: Token) => /^[<>=!]/.test(text) && position < third!.position
  return fault('chained_comparison', tokens.findLast(isBefore)!)
}

function leafOf({ text, kind, ...place }: Token): Tree {
  const written = text.startsWith('.') ? `0${text}` : text
  return { kind: kind === 'number' ? kind : 'word', text: written, parts: [], whole: 0, ...place }
}

/** An operation over its parts. The second part of a power and of `round` is a whole number that is known now. */
function built(name: string, parts: readonly Tree[], called?: Tree): Tree {
  const operation = operationOf(name)
  if (!operation) throw new SyntaxError(`Unexpected ${name}`)
  const { takes: [least, most] = [1, 3], whole } = operation
  const places = called ? [called, ...parts] : parts
  const position = Math.min(...places.map((place) => place.position))
  const length = Math.max(...places.map((place) => place.position + place.length)) - position
  if (parts.length < least || parts.length > most)
    fault('function_arguments', called!, `It takes ${least} to ${most}, not ${parts.length}.`)
  const tree = { kind: name as OperationName, text: '', parts, whole: 0, position, length }
  const [first, second] = parts
  if (!whole || !second) return tree
  const [from, to] = whole
  const found = wholeOf(second)
  if (found !== null && found >= from && found <= to) return { ...tree, parts: [first!], whole: found }
  const code = name === 'pow' ? 'exponent' : 'function_arguments'
  return fault(code, second, `This is a whole number from ${from} to ${to}.`)
}

/** The whole number that a tree without keywords comes to, or null. */
function wholeOf(tree: Tree): number | null {
  if (wordsOf(tree).length > 0 || sizeOf(tree) > sizeMax) return null
  const result = evaluateExpression({ tree, values: {} })
  return result.ok && result.value.isInteger() ? result.value.toNumber() : null
}

function isCompared(tree: Tree): boolean {
  return tree.kind === 'choose' ? tree.parts.slice(1).some(isCompared) : operationOf(tree.kind)?.isComparison === true
}

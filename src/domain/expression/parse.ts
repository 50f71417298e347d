import { evaluateExpression } from './evaluate.ts'
import { rewrite } from './grammar.ts'
import { intermediatePlaces, magnitudeMax, magnitudeOf } from './magnitude.ts'
import { structureOf } from './structure.ts'
import type { Structure } from './structure.ts'
import { tokensOf } from './tokens.ts'
import type { Token } from './tokens.ts'
import { ExpressionFault, exponentMax, isFunctionName, partnerKeywords } from './tree.ts'
import type { ComparisonOperator, ExpressionProblem, ExpressionProblemCode, Place, Tree } from './tree.ts'

/** A parsed expression, or the first thing that is wrong with it. */
export type Parsed =
  | { readonly ok: true; readonly tree: Tree }
  | { readonly ok: false; readonly problem: ExpressionProblem }

/**
 * Parses an expression over keywords, whole words only: numbers, `+ - * / ^`, `%` as percent (`10%` is 0.1),
 * parentheses, comparisons, `?:` and
 * `min max abs round floor ceil`. Exponents are whole numbers from -20 to 20. Anything else is refused with its place,
 * at once, whatever it is.
 * @param text at most 500 characters
 * @param options the keywords that may be used; those of partner levels where absent
 * @example parseExpression('(ngr - abatment) * 30%')
 */
export function parseExpression(text: string, options: { keywords?: readonly string[] } = {}): Parsed {
  try {
    const tokens = tokensOf({ text, keywords: options.keywords ?? partnerKeywords })
    const tree = treeOf(structureOf(rewrite(tokens)), tokens)
    const whole = { position: tree.position, length: tree.length }
    if (isComparison(tree))
      refuse('comparison_as_amount', whole, 'A comparison is no amount; write condition ? amount : other amount.')
    if (magnitudeOf(tree) > magnitudeMax)
      refuse('too_large', whole, 'The result could become too large; use fewer or smaller powers and products.')
    return { ok: true, tree }
  } catch (error) {
    if (error instanceof ExpressionFault) return { ok: false, problem: error.problem }
    if (error instanceof SyntaxError) {
      return {
        ok: false,
        problem: {
          code: 'syntax',
          position: 0,
          length: text.length,
          message: 'The formula cannot be read. Write it in smaller parts with parentheses.',
        },
      }
    }
    throw error
  }
}

/** The keywords an expression uses, each once, in order of appearance. */
export function wordsOf(tree: Tree): string[] {
  if (tree.kind === 'word') return [tree.name]
  return [...new Set(partsOf(tree).flatMap(wordsOf))]
}

function partsOf(tree: Tree): readonly Tree[] {
  switch (tree.kind) {
    case 'number':
    case 'word':
      return []
    case 'negate':
    case 'percent':
      return [tree.of]
    case 'arithmetic':
    case 'compare':
      return [tree.left, tree.right]
    case 'power':
      return [tree.base]
    case 'choose':
      return [tree.condition, tree.then, tree.otherwise]
    case 'call':
      return tree.operands
  }
}

function treeOf(structure: Structure, tokens: readonly Token[]): Tree {
  switch (structure.kind) {
    case 'word':
      return leafOf(tokenOf(structure.name, tokens))
    case 'function':
      return callOf(structure, tokens)
    case 'choose': {
      const [condition, then, otherwise] = structure.operands.map((operand) => treeOf(operand, tokens)) as [
        Tree,
        Tree,
        Tree,
      ]
      return { kind: 'choose', condition, then, otherwise, ...span([condition, then, otherwise]) }
    }
    case 'sign':
      return operationOf(structure, tokens)
  }
}

function leafOf(token: Token): Tree {
  const { position, length, text } = token
  if (token.kind === 'number')
    return { kind: 'number', value: text.startsWith('.') ? `0${text}` : text, position, length }
  if (token.kind === 'word') return { kind: 'word', name: text, position, length }
  throw new SyntaxError(`Unexpected ${text}`)
}

function callOf(structure: Extract<Structure, { kind: 'function' }>, tokens: readonly Token[]): Tree {
  const token = tokenOf(structure.name, tokens)
  if (!isFunctionName(token.text)) throw new SyntaxError(`Unexpected ${token.text}`)
  const operands = structure.operands.map((operand) => treeOf(operand, tokens))
  const place = span([token, ...operands])
  if (token.text !== 'round') return { kind: 'call', name: token.text, operands, places: 0, ...place }
  const [first, second] = operands
  const places = second ? constantWhole(second) : 0
  if (places === null || places < 0 || places > intermediatePlaces) {
    return refuse(
      'function_arguments',
      second ?? place,
      `The places of round are a whole number from 0 to ${intermediatePlaces}.`,
    )
  }
  return { kind: 'call', name: 'round', operands: [first!], places, ...place }
}

function operationOf(structure: Extract<Structure, { kind: 'sign' }>, tokens: readonly Token[]): Tree {
  const operands = structure.operands.map((operand) => treeOf(operand, tokens))
  const [left, right] = operands
  const place = span(operands)
  if (!left) throw new SyntaxError(`Unexpected ${structure.sign}`)
  switch (structure.name) {
    case 'unaryMinus':
      return { kind: 'negate', of: left, ...place }
    case 'factorial': // how percent was written down for the parser
      return { kind: 'percent', of: left, ...place }
  }
  if (!right) throw new SyntaxError(`Unexpected ${structure.sign}`)
  switch (structure.name) {
    case 'add':
    case 'subtract':
    case 'multiply':
    case 'divide':
      return { kind: 'arithmetic', operator: structure.sign as '+' | '-' | '*' | '/', left, right, ...place }
    case 'pow':
      return { kind: 'power', base: left, exponent: exponentOf(right), ...place }
    case 'smaller':
    case 'smallerEq':
    case 'larger':
    case 'largerEq':
    case 'equal':
    case 'unequal':
      return { kind: 'compare', operator: structure.sign as ComparisonOperator, left, right, ...place }
    default:
      throw new SyntaxError(`Unexpected ${structure.sign}`)
  }
}

function exponentOf(tree: Tree): number {
  const exponent = constantWhole(tree)
  if (exponent !== null && Math.abs(exponent) <= exponentMax) return exponent
  return refuse(
    'exponent',
    tree,
    `An exponent is a whole number without keywords, from -${exponentMax} to ${exponentMax}.`,
  )
}

/** The whole number a tree without keywords comes to, or null. */
function constantWhole(tree: Tree): number | null {
  if (wordsOf(tree).length > 0 || magnitudeOf(tree) > magnitudeMax) return null
  const result = evaluateExpression({ tree, values: {} })
  return result.ok && result.value.isInteger() ? result.value.toNumber() : null
}

function isComparison(tree: Tree): boolean {
  if (tree.kind === 'choose') return isComparison(tree.then) || isComparison(tree.otherwise)
  return tree.kind === 'compare'
}

function tokenOf(name: string, tokens: readonly Token[]): Token {
  const token = /^t[0-9]{1,3}$/.test(name) ? tokens[Number(name.slice(1))] : undefined
  if (!token) throw new SyntaxError(`Unexpected ${name}`)
  return token
}

function span(places: readonly Place[]): Place {
  const position = Math.min(...places.map((place) => place.position))
  return { position, length: Math.max(...places.map((place) => place.position + place.length)) - position }
}

function refuse(code: ExpressionProblemCode, place: Place, message: string): never {
  throw new ExpressionFault({ code, position: place.position, length: place.length, message })
}

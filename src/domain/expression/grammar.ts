import type { Token } from './tokens.ts'
import { ExpressionFault, functionArities, isFunctionName, nestingDepthMax } from './tree.ts'
import type { ExpressionProblemCode, Place } from './tree.ts'

interface Frame {
  readonly kind: 'parenthesis' | 'call' | 'choose'
  readonly token: Token
  /** Of a call: how many arguments have begun. */
  operandCount: number
  /** Of `?:`: whether its colon was met. */
  hasColon: boolean
  /** Whether the part that is being read holds a comparison already. */
  hasComparison: boolean
}

interface State {
  readonly frames: Frame[]
  readonly output: string[]
  isOperandNext: boolean
  signCount: number
  previous: Token | null
}

const comparisons: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!='])

/**
 * Checks that the words of an expression stand in an order that means something, and writes them down again in the few
 * words that the parser
 * library reads without any surprise of its own: numbers, keywords and functions by the index of their token (`t3`),
 * percent as the postfix sign
 * `!` (the library's `%` may be a remainder, or relative in a sum), the middle of `?:` in parentheses (its `:` may be a
 * range).
 * @throws {ExpressionFault} at the first word that stands wrong
 */
export function rewrite(tokens: readonly Token[]): string {
  const root: Frame = { kind: 'parenthesis', token: tokens[0]!, operandCount: 1, hasColon: false, hasComparison: false }
  const state: State = { frames: [root], output: [], isOperandNext: true, signCount: 0, previous: null }
  tokens.forEach((token, index) => {
    if (state.isOperandNext) readOperand(state, { token, index, next: tokens[index + 1] })
    else readOperator(state, token)
    state.previous = token
  })
  const last = tokens[tokens.length - 1]!
  if (state.isOperandNext)
    fault(
      'missing_operand',
      { position: last.position + last.length, length: 0 },
      `Something is missing after ${last.text}.`,
    )
  closeChoices(state)
  const open = top(state)
  if (open !== root) fault('unclosed_parenthesis', open.token, 'This parenthesis is never closed.')
  return state.output.join(' ')
}

function readOperand(state: State, input: { token: Token; index: number; next: Token | undefined }): void {
  const { token, index, next } = input
  if (token.kind === 'number' || token.kind === 'word') {
    state.output.push(`t${index}`)
    state.isOperandNext = false
    state.signCount = 0
  } else if (token.kind === 'function') {
    if (next?.text !== '(')
      fault('function_arguments', token, `${token.text} is a function: its arguments follow in parentheses.`)
    state.output.push(`t${index}`)
  } else if (token.text === '(') {
    state.signCount = 0
    push(
      state,
      state.previous?.kind === 'function' ? { kind: 'call', token: state.previous } : { kind: 'parenthesis', token },
    )
    state.output.push('(')
  } else if (token.text === '-' || token.text === '+') {
    state.signCount += 1
    if (state.signCount > nestingDepthMax) fault('too_deep', token, 'There are too many signs in a row.')
    if (token.text === '-') state.output.push('-')
  } else if (token.text === ')' && state.previous?.text === '(' && top(state).kind === 'call') {
    checkArity(top(state), 0)
  } else {
    fault('missing_operand', token, `A number or keyword is missing before ${token.text}.`)
  }
}

function readOperator(state: State, token: Token): void {
  if (token.kind !== 'sign' || token.text === '(') missingOperator(state, token)
  switch (token.text) {
    case '%':
      if (state.previous?.text === '%') fault('unexpected_character', token, 'One % is enough.')
      state.output.push('!')
      return
    case ')':
      return closeParenthesis(state, token)
    case ',':
      return readComma(state, token)
    case '?':
      top(state).hasComparison = false
      push(state, { kind: 'choose', token })
      state.output.push('?', '(')
      break
    case ':':
      readColon(state, token)
      break
    default:
      if (comparisons.has(token.text)) readComparison(state, token)
      state.output.push(token.text)
  }
  state.isOperandNext = true
}

function missingOperator(state: State, token: Token): never {
  if (state.previous?.text === '%')
    fault(
      'remainder',
      state.previous,
      '% means percent (10% is 0.1); there is no remainder. Write an operator after it.',
    )
  return fault('missing_operator', token, `An operator is missing before ${token.text}, for example *.`)
}

function readComparison(state: State, token: Token): void {
  const frame = top(state)
  if (frame.hasComparison)
    fault('chained_comparison', token, 'Compare two things at a time; put one comparison in parentheses or use ?:.')
  frame.hasComparison = true
}

function readComma(state: State, token: Token): void {
  closeChoices(state)
  const frame = top(state)
  if (frame.kind !== 'call')
    fault(
      'unexpected_comma',
      token,
      'A comma separates the arguments of a function; decimals are written with a point.',
    )
  frame.operandCount += 1
  frame.hasComparison = false
  state.output.push(',')
  state.isOperandNext = true
}

function readColon(state: State, token: Token): void {
  while (top(state).kind === 'choose' && top(state).hasColon) state.frames.pop()
  const frame = top(state)
  if (frame.kind !== 'choose')
    fault('unexpected_colon', token, 'A colon belongs to a question mark before it: condition ? amount : other amount.')
  frame.hasColon = true
  frame.hasComparison = false
  state.output.push(')', ':')
}

function closeParenthesis(state: State, token: Token): void {
  closeChoices(state)
  const frame = top(state)
  if (state.frames.length === 1) fault('unopened_parenthesis', token, 'This parenthesis was never opened.')
  if (frame.kind === 'call') checkArity(frame, frame.operandCount)
  state.frames.pop()
  state.output.push(')')
}

/** Ends every finished `?:` on top; one without its colon is a mistake. */
function closeChoices(state: State): void {
  while (top(state).kind === 'choose') {
    const frame = top(state)
    if (!frame.hasColon)
      fault(
        'missing_otherwise',
        frame.token,
        'After ? and an amount, write a colon and the amount that holds otherwise.',
      )
    state.frames.pop()
  }
}

function checkArity(frame: Frame, count: number): void {
  const name = frame.token.text
  if (!isFunctionName(name)) return
  const { least, most } = functionArities[name]
  if (count >= least && count <= most) return
  const wanted = least === most ? `${least}` : `${least} to ${most}`
  fault(
    'function_arguments',
    frame.token,
    `${name} takes ${wanted} ${most === 1 ? 'argument' : 'arguments'}, not ${count}.`,
  )
}

function push(state: State, frame: { kind: Frame['kind']; token: Token }): void {
  if (state.frames.length > nestingDepthMax)
    fault(
      'too_deep',
      frame.token,
      `Parentheses, functions and ?: may stand at most ${nestingDepthMax} deep in each other.`,
    )
  state.frames.push({ ...frame, operandCount: 1, hasColon: false, hasComparison: false })
}

function top(state: State): Frame {
  return state.frames[state.frames.length - 1]!
}

function fault(code: ExpressionProblemCode, place: Place & { text?: string }, message: string): never {
  const { position, length, text } = place
  throw new ExpressionFault({ code, position, length, message, ...(text !== undefined && { word: text }) })
}

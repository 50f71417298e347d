import { Decimal } from 'decimal.js'
import { fault } from './problems.ts'
import type { Tree } from './tree.ts'

/** The largest amount of a keyword, and the largest result an expression may reach on its way, as powers of ten. */
export const [wordSize, sizeMax] = [18, 300]
/** Places after the point to which every product, quotient and power is rounded, in decimals and in SQL. */
export const intermediatePlaces = 20
/** Quotients and powers are cut twice, as PostgreSQL does it: first to these places, then to the kept ones. */
const guardPlaces = intermediatePlaces + 10

const precision = sizeMax + 4 * intermediatePlaces
/** Decimals with enough digits that no bounded product of two kept numbers loses one. */
export const Exact = Decimal.clone({ precision, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -9e15, toExpPos: 9e15 })

/** What the parts of a tree come to. */
export type Parts<T> = readonly [T, T, ...T[]]

/** What an operation makes of its parts, in decimals and in SQL. */
interface Operation {
  readonly exact: (parts: Parts<Decimal>, tree: Tree) => Decimal
  /** Of a comparison a condition, else a number. */
  readonly sql: (parts: Parts<string>, tree: Tree) => string
  /** The power of ten that the result cannot exceed, of those of its parts; where absent the largest of them. */
  readonly size?: (parts: Parts<number>, tree: Tree) => number
  readonly isComparison?: true
  /** Of a function: how many arguments it takes, at least and at most. */
  readonly takes?: readonly [number, number]
  /** Between which its second part is, which is a whole number that is known when it is written. */
  readonly whole?: readonly [number, number]
}

/** A value as it is kept on the way. */
export const kept = (value: Decimal): Decimal =>
  value.decimalPlaces() > intermediatePlaces ? value.toDecimalPlaces(intermediatePlaces) : value
const keptSql = (value: string) => `round(${value}, ${intermediatePlaces})`
const cutTwice = (value: Decimal) => kept(value.toDecimalPlaces(guardPlaces))

const quotient = (dividend: Decimal, divisor: Decimal, tree: Tree): Decimal =>
  divisor.isZero() ? fault('division_by_zero', tree) : cutTwice(dividend.dividedBy(divisor))

/** PostgreSQL gives a quotient at least as many places as its dividend; 0 below the line makes the whole result null. */
const quotientSql = (dividend: string, divisor: string) =>
  keptSql(`round(${dividend}, ${guardPlaces}) / nullif(${divisor}, 0)`)

/** By how many powers of ten dividing makes a number larger at most: the smallest divisor but 0 is the last place kept. */
function dividedSize(divisor: Tree): number {
  const value = divisor.kind === 'number' ? Number(divisor.text) : 0
  return value > 0 ? Math.max(0, -Math.log10(value)) : intermediatePlaces
}

const sum = (sign: string, exact: Operation['exact']): Operation => ({
  exact,
  sql: ([a, b]) => `(${a} ${sign} ${b})`,
  size: ([a, b]) => Math.max(a, b) + Math.log10(1 + 10 ** -Math.abs(a - b)),
})

const comparison = (sign: string, holds: (order: number) => boolean): Operation => ({
  exact: ([a, b]) => new Exact(Number(holds(a.comparedTo(b)))),
  sql: ([a, b]) => `(${a} ${sign} ${b})`,
  isComparison: true,
})

const called = { takes: [1, 1], size: (parts: Parts<number>) => Math.max(...parts) + 1 } as const

/** Whether evaluating it can fail by dividing by 0. */
const canFail = ({ kind, whole, parts }: Tree): boolean =>
  kind === 'divide' || (kind === 'pow' && whole < 0) || parts.some(canFail)

/** `least` and `greatest` pass over nulls; where a part can fail its null must come through. */
const extreme = (name: 'min' | 'max', bare: string): Operation => ({
  ...called,
  takes: [2, 20],
  exact: (parts) => Exact[name](...parts),
  sql: (parts, tree) => {
    if (!canFail(tree)) return `${bare}(${parts.join(', ')})`
    const result = `CASE WHEN count(operand) = count(*) THEN ${name}(operand) END`
    return `(SELECT ${result} FROM (VALUES (${parts.join('), (')})) AS operands (operand))`
  },
})

/** The whitelist: every operation there is, by the parser library's name where it has one, each said once. */
export const operations = {
  add: sum('+', ([a, b]) => a.plus(b)),
  subtract: sum('-', ([a, b]) => a.minus(b)),
  multiply: { exact: ([a, b]) => kept(a.times(b)), sql: ([a, b]) => keptSql(`${a} * ${b}`), size: ([a, b]) => a + b },
  divide: {
    exact: ([a, b], { parts }) => quotient(a, b, parts[1]!),
    sql: ([a, b]) => quotientSql(a, b),
    size: ([a, b], { parts }) => Math.max(a + dividedSize(parts[1]!), b),
  },
  pow: {
    whole: [-20, 20],
    exact: ([base], { whole, parts }) => {
      const power = cutTwice(base.pow(Math.abs(whole)))
      return whole < 0 ? quotient(new Exact(1), power, parts[0]!) : power
    },
    sql: ([base], { whole }) => {
      const power = keptSql(`power(round(${base}, ${guardPlaces}), ${Math.abs(whole)}::numeric)`)
      return whole < 0 ? quotientSql('1::numeric', power) : power
    },
    size: ([base], { whole }) => (whole < 0 ? intermediatePlaces : base * whole),
  },
  negate: { exact: ([of]) => of.negated(), sql: ([of]) => `(- ${of})` },
  percent: { exact: ([of]) => kept(of.times('0.01')), sql: ([of]) => keptSql(`${of} * 0.01`) },
  smaller: comparison('<', (order) => order < 0),
  smallerEq: comparison('<=', (order) => order <= 0),
  larger: comparison('>', (order) => order > 0),
  largerEq: comparison('>=', (order) => order >= 0),
  equal: comparison('=', (order) => order === 0),
  unequal: comparison('<>', (order) => order !== 0),
  /** A simple CASE, so that a condition that has no result gives none either, and is evaluated once. */
  choose: {
    exact: ([condition, then, otherwise]) => (condition.isZero() ? otherwise! : then),
    sql: ([when, then, otherwise]) => `(CASE ${when} WHEN TRUE THEN ${then} WHEN FALSE THEN ${otherwise} END)`,
  },
  min: extreme('min', 'least'),
  max: extreme('max', 'greatest'),
  abs: { ...called, exact: ([of]) => of.abs(), sql: ([of]) => `abs(${of})` },
  round: {
    ...called,
    takes: [1, 2],
    whole: [0, intermediatePlaces],
    exact: ([of], { whole }) => of.toDecimalPlaces(whole),
    sql: ([of], { whole }) => `round(${of}, ${whole})`,
  },
  floor: { ...called, exact: ([of]) => of.floor(), sql: ([of]) => `floor(${of})` },
  ceil: { ...called, exact: ([of]) => of.ceil(), sql: ([of]) => `ceil(${of})` },
} as const satisfies Record<string, Operation>

/** The name of an operation. */
export type OperationName = keyof typeof operations

/** What an operation is; null where there is none of that name. */
export const operationOf = (name: string): Operation | null =>
  Object.hasOwn(operations, name) ? operations[name as OperationName] : null

/** The names of the functions. */
export const functionNames: readonly string[] = Object.keys(operations).filter((name) => operationOf(name)!.takes)

/** The power of ten that no result of the tree can exceed, so that a formula that could explode is refused when it is written. */
export function sizeOf(tree: Tree): number {
  if (tree.kind === 'number') return Math.max(0, Math.log10(Number(tree.text)))
  const sizes = tree.parts.map(sizeOf) as unknown as Parts<number>
  return tree.kind === 'word' ? wordSize : (operationOf(tree.kind)!.size?.(sizes, tree) ?? Math.max(...sizes))
}

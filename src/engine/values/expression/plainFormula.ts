import { Decimal, type DecimalValue, decimalOf } from '../money.ts'
import { intermediatePlaces } from './operations.ts'
import type { Tree } from './tree.ts'

type Values = Readonly<Record<string, DecimalValue | undefined>>
/** Null where the value is out of what needs no care. */
type Step = (values: Values) => Decimal | null

/** Below this power of ten, and within the places that are kept, nothing is cut, refused or rounded. */
const plainSize = 16

const plain = (value: Decimal): Decimal | null =>
  value.isFinite() && value.e < plainSize && value.decimalPlaces() <= intermediatePlaces ? value : null

const operations: Readonly<Record<string, (one: Decimal, other: Decimal) => Decimal>> = {
  add: (one, other) => one.plus(other),
  subtract: (one, other) => one.minus(other),
  multiply: (one, other) => one.times(other),
  max: (one, other) => (one.lessThan(other) ? other : one),
  min: (one, other) => (other.lessThan(one) ? other : one),
}

/**
 * A formula of sums, products, `min` and `max` of two, made ready for amounts of a usual size: a tenth of the work of
 * the general way, which guards against what no measure of an office comes to, and the same result. Null where the
 * formula has anything else; the function gives null where the amounts need the general way.
 */
export function plainFormula({ kind, text, parts }: Tree): Step | null {
  if (kind === 'word')
    return (values) => {
      const given = values[text]
      return given === undefined ? null : plain(decimalOf(given))
    }
  if (kind === 'number') {
    const value = plain(new Decimal(text))
    return value && (() => value)
  }
  const operation = Object.hasOwn(operations, kind) && parts.length === 2 ? operations[kind] : undefined
  const [first, second] = parts.map(plainFormula)
  if (!operation || !first || !second) return null
  return (values) => {
    const [one, other] = [first(values), second(values)]
    return one === null || other === null ? null : plain(operation(one, other))
  }
}

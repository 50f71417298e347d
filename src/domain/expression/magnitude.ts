import type { Tree } from './tree.ts'

/** The largest amount of a keyword, as a power of ten. */
export const wordMagnitude = 18

/** Places after the point to which every product, quotient and power is rounded, in both evaluators. */
export const intermediatePlaces = 20

/** The largest result an expression may reach on its way, as a power of ten. */
export const magnitudeMax = 300

/**
 * The power of ten that no result of the tree can exceed, whatever its keywords are. Known before anything is
 * evaluated, so that a formula that could
 * explode is refused when it is written.
 */
export function magnitudeOf(tree: Tree): number {
  switch (tree.kind) {
    case 'number':
      return Number(tree.value) === 0 ? 0 : Math.max(0, Math.log10(Number(tree.value)))
    case 'word':
      return wordMagnitude
    case 'negate':
    case 'percent':
      return magnitudeOf(tree.of)
    case 'arithmetic':
      return arithmeticMagnitude(tree)
    case 'power':
      return tree.exponent < 0 ? intermediatePlaces : magnitudeOf(tree.base) * tree.exponent
    case 'compare':
      // What is compared is evaluated too, so that it must be bounded as well.
      return Math.max(magnitudeOf(tree.left), magnitudeOf(tree.right))
    case 'choose':
      return Math.max(magnitudeOf(tree.condition), magnitudeOf(tree.then), magnitudeOf(tree.otherwise))
    case 'call':
      return Math.max(...tree.operands.map(magnitudeOf)) + 1
  }
}

function arithmeticMagnitude(tree: Extract<Tree, { kind: 'arithmetic' }>): number {
  const left = magnitudeOf(tree.left)
  const right = magnitudeOf(tree.right)
  if (tree.operator === '*') return left + right
  if (tree.operator === '/') return Math.max(left + smallestDivisorPlaces(tree.right), right)
  return Math.max(left, right) + Math.log10(1 + 10 ** -Math.abs(left - right))
}

/**
 * By how many powers of ten a division can make a number larger: the smallest divisor that is not 0 is the last place
 * kept.
 */
function smallestDivisorPlaces(divisor: Tree): number {
  return divisor.kind === 'number' && Number(divisor.value) > 0
    ? Math.max(0, -Math.log10(Number(divisor.value)))
    : intermediatePlaces
}

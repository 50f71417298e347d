/** Numbers that look random and are the same every time. */
export interface Random {
  /** From 0, below 1. */
  next(): number
  /** A whole number, both ends included. */
  between(from: number, to: number): number
  /** One of these. */
  pick<Value>(values: readonly Value[]): Value
  /** How often something happens that happens this often on average. */
  count(mean: number): number
  /** A stake or deposit as people choose them: many small, few large, around the median. */
  amount(median: number, spread: number): number
}

/** Makes random numbers from a text; the same text, the same numbers (mulberry32). */
export function randomFrom(text: string): Random {
  let state = [...text].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 16777619), 2166136261) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (values) => values[Math.floor(next() * values.length)]!,
    count(mean) {
      let [count, product] = [0, next()]
      for (const limit = Math.exp(-mean); product > limit; product *= next()) count += 1
      return count
    },
    amount: (median, spread) => Math.max(0.5, Math.round(median * Math.exp(normal() * spread) * 2) / 2),
  }
}

/** What is chosen at random, and chosen again the same from the same seed. */
export interface Numbers {
  /** From 0 up to 1. */
  next(): number
  below(count: number): number
  oneOf<Each>(list: readonly Each[]): Each
  /** A day of May 2030. */
  day(last?: number): string
  /** Money up to 300.00. */
  amount(): string
}

/** Numbers that follow from a seed alone (mulberry32). */
export function numbersFrom(seed: number): Numbers {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    oneOf: (list) => list[below(list.length)]!,
    day: (last = 28) => `2030-05-${String(1 + below(last)).padStart(2, '0')}`,
    amount: () => (next() * 300).toFixed(2),
  }
}

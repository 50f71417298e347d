/**
 * The word of a list that the given one was most likely meant to be, or null where none is near: at most 2 letters
 * changed, added, dropped or swapped,
 * and fewer than half of them.
 */
export function suggest(input: { word: string; among: readonly string[] }): string | null {
  const word = input.word.toLowerCase().slice(0, 40)
  let best: { candidate: string; distance: number } | null = null
  for (const candidate of input.among) {
    const distance = distanceBetween(word, candidate)
    if (distance <= 2 && distance * 2 < candidate.length && (!best || distance < best.distance))
      best = { candidate, distance }
  }
  return best?.candidate ?? null
}

/** Optimal string alignment distance: letters changed, added, dropped, or swapped with their neighbour. */
function distanceBetween(first: string, second: string): number {
  const rows: number[][] = [Array.from({ length: second.length + 1 }, (_, index) => index)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= first.length; row += 1) {
    rows[row] = [row]
    for (let column = 1; column <= second.length; column += 1) {
      const change = first[row - 1] === second[column - 1] ? 0 : 1
      const isSwap =
        row > 1 && column > 1 && first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1]
      const best = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + change)
      rows[row]![column] = isSwap ? Math.min(best, at(row - 2, column - 2) + 1) : best
    }
  }
  return at(first.length, second.length)
}

/** How many letters must be typed, left out, changed or exchanged to make one word of another. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1))
      row.push(isExchanged ? Math.min(least, rows[i - 2]![j - 2]! + 1) : least)
    }
    rows.push(row)
  }
  return rows[one.length]![other.length]!
}

/** The name somebody meant who wrote another; null where none is near. */
export function nearest(word: string, names: readonly string[]): string | null {
  const near = names
    .map((name) => ({ name, away: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, away }) => away <= Math.max(1, Math.floor(Math.max(word.length, name.length) / 3)))
  return near.toSorted((one, other) => one.away - other.away)[0]?.name ?? null
}

const withoutZeros = (bare: string) => (/^0\d*$/.test(bare) ? bare.replace(/^0+(?=\d)/, '') : bare)

/** A reference as it is compared: letters and digits alone, in capitals, numbers without zeros in front. */
export const bareReference = (text: string): string => {
  return withoutZeros(
    text
      .normalize('NFD')
      .replace(/[^A-Za-z0-9]/g, '')
      .toUpperCase(),
  )
}

/** A number so short stands in texts for other things: days, counts, branches. */
const numberLengthMin = 4
/** A UUID has five parts. */
const partsMax = 5
/** A field of a bank cuts longer ones; so much of one cannot be another's. */
const cutLengthMin = 16
/** A reference of this form says nothing in a text unless it stands there as one word. */
const isTelling = (bare: string) =>
  /^\d+$/.test(bare) ? bare.length >= numberLengthMin : bare.length >= 2 && /\d/.test(bare)

/** What in a text may be a reference: runs of its parts that hold a digit, and whole words of letters with a hyphen. */
export function referencesIn(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  const parts = plain.match(/[A-Z0-9]+/g) ?? []
  const found = new Set<string>()
  parts.forEach((_, from) => {
    let run = ''
    for (let to = from; to < Math.min(from + partsMax, parts.length); to += 1) {
      run += parts[to]
      const bare = withoutZeros(run)
      if (isTelling(bare)) found.add(bare)
    }
  })
  for (const word of plain.match(/[A-Z]+(?:-[A-Z]+)+/g) ?? []) found.add(word.replaceAll('-', ''))
  return [...found]
}

/** What in a text is long enough to be looked for among all payments there ever were. */
export const longReferencesIn = (text: string): readonly string[] =>
  (text.match(/[A-Za-z0-9][A-Za-z0-9-]{7,}/g) ?? []).filter((word) => /\d/.test(word)).map(bareReference)

/** Looks things up by references, also by ones that a bank cut short. */
export class ReferenceIndex<Thing> {
  readonly #whole = new Map<string, Thing[]>()
  readonly #long = new Map<string, { readonly bare: string; readonly thing: Thing }[]>()

  constructor(named: readonly (readonly [name: string, thing: Thing])[]) {
    const put = <Value>(map: Map<string, Value[]>, key: string, value: Value) => {
      const there = map.get(key)
      if (there) there.push(value)
      else map.set(key, [value])
    }
    for (const [name, thing] of named) {
      const bare = bareReference(name)
      if (bare !== '') put(this.#whole, bare, thing)
      if (bare.length > cutLengthMin) put(this.#long, bare.slice(0, cutLengthMin), { bare, thing })
    }
  }

  /** @param bare as {@link bareReference} gives it */
  find(bare: string): readonly Thing[] {
    const whole = this.#whole.get(bare)
    if (whole || bare.length < cutLengthMin) return whole ?? []
    const cut = (this.#long.get(bare.slice(0, cutLengthMin)) ?? []).filter((each) => each.bare.startsWith(bare))
    return new Set(cut.map((each) => each.bare)).size === 1 ? cut.map(({ thing }) => thing) : []
  }
}

import { nearest } from '#engine/values/nearest.ts'

const shownMax = 30

/** How to mend a name that is none: the one that was probably meant, and those there are. */
export function nameOneOf(word: string, names: readonly string[]): string {
  const meant = nearest(word, names)
  const shown = names.slice(0, shownMax).join(', ') + (names.length > shownMax ? ', …' : '')
  const known = names.length === 0 ? 'Leave it out: nothing fits here.' : `Use one of ${shown}.`
  return meant === null ? known : `Did you mean '${meant}'? ${known}`
}

/** A name with its article: `an affiliate`, `a brand`. */
export const one = (name: string): string => `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`

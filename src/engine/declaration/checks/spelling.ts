import type { ConfigurationProblem } from './configuration.ts'

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** The name that was probably meant: without accents, blanks and signs, in camelCase. */
function camelCaseOf(text: string): string {
  const [first = '', ...rest] = withoutAccents(text).match(/[A-Za-z0-9]+/g) ?? []
  return (
    first.charAt(0).toLowerCase() +
    first.slice(1) +
    rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  )
}

/** What is wrong with a name of ours, in a sentence of its own for what people type most; null where it is one. */
export function nameProblem(name: string): Pick<ConfigurationProblem, 'what' | 'how'> | null {
  if (/^[a-z][A-Za-z0-9]*$/.test(name)) return null
  const meant = camelCaseOf(name)
  const how = /^[a-z]/.test(meant)
    ? `Write ${meant}; what people read is the label.`
    : 'Write a word such as promoText; what people read is the label.'
  const reasons: readonly [RegExp, string][] = [
    [/\p{Extended_Pictographic}/u, 'A name has no emoji.'],
    [/\s/, 'A name has no blanks.'],
    [/[^\p{ASCII}]/u, 'A name has no accents: it is a column of the database and a word of the API.'],
    [/^[A-Z]/, 'A name begins with a small letter.'],
    [/^\d/, 'A name begins with a letter.'],
    [/[-_]/, 'A name has no dashes or underscores: each further word begins with a capital letter.'],
  ]
  return { what: reasons.find(([sign]) => sign.test(name))?.[1] ?? 'A name has letters and digits alone.', how }
}

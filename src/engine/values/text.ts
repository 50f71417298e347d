/**
 * The names tracking systems use for parameters of an address. A utm field that holds one would collide with what a
 * link adds.
 */
export const reservedUtmWords = [
  'click_id',
  'clickid',
  'utm',
  'utm_id',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'utm_source_platform',
  'utm_creative_format',
  'utm_marketing_tactic',
  'gclid',
  'gclsrc',
  'gbraid',
  'wbraid',
  'dclid',
  'fbclid',
  'msclkid',
  'ttclid',
  'twclid',
  'li_fat_id',
  'igshid',
  'yclid',
  'mc_cid',
  'mc_eid',
  'action_token',
  'affiliate_token',
  'partner_token',
] as const

const reservedWords: ReadonlySet<string> = new Set(reservedUtmWords)
const specialCharacter = /[^\p{L}\p{M}\p{Nd} ]/u
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** The longest slug. */
export const slugLengthMax = 60

/**
 * Whether the text holds a special character: anything other than letters (of any script, with their accents), spaces
 * and digits.
 */
export function hasSpecialCharacters(text: string): boolean {
  return specialCharacter.test(text)
}

/** Whether the text, ignoring case and outer spaces, is a word reserved for tracking ({@link reservedUtmWords}). */
export function isReservedUtmWord(text: string): boolean {
  return reservedWords.has(text.trim().toLowerCase())
}

/** What can be wrong with a utm field. */
export type UtmProblem = 'special_characters' | 'reserved_word'

/** The first thing that is wrong with the value of a utm field, or null: a reserved word, else a special character. */
export function utmProblem(text: string): UtmProblem | null {
  if (isReservedUtmWord(text)) return 'reserved_word'
  return hasSpecialCharacters(text) ? 'special_characters' : null
}

/**
 * Whether the text is a slug: lower-case letters a to z and digits in groups joined by single dashes, at most 60
 * characters.
 */
export function isSlug(text: string): boolean {
  return text.length <= slugLengthMax && slugPattern.test(text)
}

/**
 * Makes a slug of a name: accents dropped, everything else that does not belong becomes a dash. Empty where nothing is
 * left.
 */
export function slugify(name: string): string {
  return name
    .slice(0, 500)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugLengthMax)
    .replace(/^-+|-+$/g, '')
}

/**
 * Whether the text cannot be stored byte for byte: it holds NUL or half a surrogate pair, which PostgreSQL's text
 * refuses.
 */
export function hasUnstorableCharacters(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed()
}

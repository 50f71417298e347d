/** The longest e-mail address mail servers take (RFC 5321). */
export const emailLengthMax = 254

/**
 * What can be wrong with an e-mail address: its form, a character the second rule does not allow, or its length
 * ({@link emailLengthMax}).
 */
export type EmailProblem = 'invalid_email' | 'email_characters' | 'too_long'

const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const otherCharacters = /[^A-Za-z0-9@._-]/

/** An e-mail address as it is stored and compared: without outer spaces, in lower case. */
export function normalizeEmail(value: string): string {
  return value.trim().toLowerCase()
}

/**
 * The first rule an e-mail address breaks, or null. Two rules of the specification, each with its own warning: the
 * pattern (non-space,
 * @, non-space, dot, non-space; a single @) and the characters (letters, digits and `@ . - _` only).
 */
export function emailProblem(value: string): EmailProblem | null {
  if (value.length > emailLengthMax) return 'too_long'
  if (!pattern.test(value)) return 'invalid_email'
  return otherCharacters.test(value) ? 'email_characters' : null
}

/** An e-mail address as it is shown to who may not see it: the first letter and the domain, `m***@example.com`. */
export function maskEmail(value: string): string {
  const at = value.lastIndexOf('@')
  return at < 1 ? '***' : `${value.slice(0, 1)}***${value.slice(at)}`
}

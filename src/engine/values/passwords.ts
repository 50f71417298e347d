import { commonPasswordCores, commonPasswordRuns } from './commonPasswords.ts'

/** The fewest characters of a password. */
export const passwordLengthMin = 8

/** The most characters of a password: hashing must not be a way to keep the server busy. */
export const passwordLengthMax = 200

/** Every rule a password can break; each has its own warning. */
export const passwordProblemCodes = [
  'password_too_short',
  'password_too_long',
  'password_no_upper',
  'password_no_lower',
  'password_no_digit',
  'password_no_special',
  'password_common',
] as const

/** One of {@link passwordProblemCodes}. */
export type PasswordProblem = (typeof passwordProblemCodes)[number]

/** A word with more digits and signs around it is no longer a usual variant. */
const trimmingsLengthMax = 8

const shiftedDigits = '!@#$%^&*()'

const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '|': 'l',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '8': 'b',
}

/**
 * Every rule the password breaks, in the order of {@link passwordProblemCodes}; none where it is good. 8 to 200
 * characters; an upper-case letter, a
 * lower-case letter, a digit and a special character (anything that is no letter, digit or space); not a commonly used
 * one, whatever its
 * case, look-alike characters (`P@ssw0rd`) and trimmings (`Senha123!`).
 */
export function passwordProblems(password: string): PasswordProblem[] {
  const length = Array.from(password.slice(0, 2 * passwordLengthMax + 2)).length
  if (length > passwordLengthMax) return ['password_too_long']
  const isBroken: Record<PasswordProblem, boolean> = {
    password_too_short: length < passwordLengthMin,
    password_too_long: false,
    password_no_upper: !/\p{Lu}/u.test(password),
    password_no_lower: !/\p{Ll}/u.test(password),
    password_no_digit: !/\p{Nd}/u.test(password),
    password_no_special: !/[^\p{L}\p{M}\p{N}\s]/u.test(password),
    password_common: isCommonPassword(password),
  }
  return passwordProblemCodes.filter((code) => isBroken[code])
}

/** Whether the password is a commonly used one or a usual variant of one. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  if (isCommonRun(text)) return true
  const trimmed = text.replace(/^[^a-z@$]+/, '').replace(/[^a-z]+$/, '')
  return [text, trimmed, text.replace(/[^a-z]+$/, '')].some((candidate) => {
    if (text.length - candidate.length > trimmingsLengthMax) return false
    const word = [...candidate]
      .map((character) => lookAlikes[character] ?? character)
      .join('')
      .replace(/[^a-z]/g, '')
    return commonPasswordCores.has(word) || commonPasswordCores.has(halfOfDouble(word))
  })
}

/** Runs of keys, with signs left out or taken for the digits on the same keys: `1qaz@WSX`. */
function isCommonRun(text: string): boolean {
  const unshifted = text.replace(/[!@#$%^&*()]/g, (sign) => String((shiftedDigits.indexOf(sign) + 1) % 10))
  return commonPasswordRuns.has(text.replace(/[^a-z0-9]/g, '')) || commonPasswordRuns.has(unshifted)
}

/** `senhasenha` is `senha` twice. */
function halfOfDouble(word: string): string {
  const half = word.slice(0, word.length / 2)
  return word.length > 0 && half + half === word ? half : word
}

import { isCnpj, isCpf, maskCnpj, maskCpf, normalizeCnpj, normalizeCpf } from './documents.ts'
import { isPhone, normalizePhone } from './phones.ts'
import { maskEmail, normalizeEmail } from '../email.ts'
import { withoutUnseen, withPlainDashes } from '../typedText.ts'

/** The forms a PIX key can have; the type is always stored with the key. */
export const paymentKeyTypes = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const

/** One of {@link paymentKeyTypes}. */
export type PaymentKeyType = (typeof paymentKeyTypes)[number]

/** The longest e-mail address that can be a PIX key. */
export const paymentKeyEmailLengthMax = 77

/**
 * What is wrong with a payment key; `too_long` is an e-mail of more than {@link paymentKeyEmailLengthMax} characters.
 */
export type PaymentKeyProblem =
  | 'invalid_cpf'
  | 'invalid_cnpj'
  | 'invalid_email'
  | 'too_long'
  | 'invalid_phone'
  | 'invalid_random_key'

/** As DICT takes an e-mail, which allows more than a sign-in does (plus, apostrophe); the domain needs a dot. */
const emailPattern =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A random key in the form of a UUID, however its 32 digits were grouped. */
function normalizeRandomKey(value: string): string {
  const digits = withPlainDashes(value)
    .toLowerCase()
    .replace(/^\s*urn:uuid:/, '')
    .replace(/[\s{}()"'._-]/g, '')
  return digits.replace(/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/, '$1-$2-$3-$4-$5')
}

/** A document behind its name: `CPF: 401.992.035-47`. */
const withoutName = (value: string) => value.replace(/^\s*(?:cpf|cnpj)\s*(?:n[.º°o]*)?\s*:?\s*(?=[\dA-Z])/i, '')

/** An e-mail as it is copied: from a link, a sentence or a message's head, with the apostrophe of a word processor. */
const normalizeKeyEmail = (value: string) =>
  normalizeEmail(
    withoutUnseen(value)
      .replace(/^[^<>@]*<([^<>]*)>[\s.,;]*$/, '$1')
      .replace(/^\s*(?:mailto:)?|[\s.,;]*$/gi, '')
      .replaceAll('’', "'"),
  )

/**
 * A payment key as DICT has it: documents without punctuation, phones in E.164, e-mail and random keys in lower case.
 */
export function normalizePaymentKey({ type, value: given }: { type: PaymentKeyType; value: string }): string {
  const value = given.normalize('NFKC')
  switch (type) {
    case 'cpf':
      return normalizeCpf(withoutName(value))
    case 'cnpj':
      return normalizeCnpj(withoutName(value))
    case 'email':
      return normalizeKeyEmail(value)
    case 'phone':
      return normalizePhone(value)
    case 'random':
      return normalizeRandomKey(value)
  }
}

/** What is wrong with a payment key of the given type, or null. The rules are those of DICT, not those of sign-in. */
export function paymentKeyProblem(key: { type: PaymentKeyType; value: string }): PaymentKeyProblem | null {
  const value = normalizePaymentKey(key)
  switch (key.type) {
    case 'cpf':
      return isCpf(value) ? null : 'invalid_cpf'
    case 'cnpj':
      return isCnpj(value) ? null : 'invalid_cnpj'
    case 'email':
      if (!emailPattern.test(value)) return 'invalid_email'
      return value.length > paymentKeyEmailLengthMax ? 'too_long' : null
    case 'phone':
      return isPhone(value) ? null : 'invalid_phone'
    case 'random':
      return uuidPattern.test(value) ? null : 'invalid_random_key'
  }
}

/** A payment key as it is shown to who may not see it. */
export function maskPaymentKey(key: { type: PaymentKeyType; value: string }): string {
  switch (key.type) {
    case 'cpf':
      return maskCpf(key.value)
    case 'cnpj':
      return maskCnpj(key.value)
    case 'email':
      return maskEmail(key.value)
    case 'phone':
    case 'random':
      return `***${normalizePaymentKey(key).slice(-4)}`
  }
}

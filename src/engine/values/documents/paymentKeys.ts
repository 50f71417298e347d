import { isCnpj, isCpf, maskCnpj, maskCpf, normalizeCnpj, normalizeCpf } from './documents.ts'
import { emailProblem, maskEmail, normalizeEmail } from '../email.ts'

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

const phonePattern = /^\+[1-9][0-9]{7,14}$/
const brazilianPhonePattern = /^\+55[1-9][0-9](?:9[0-9]{8}|[2-8][0-9]{7})$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A payment key as it is stored: documents and phones without punctuation, e-mail and random keys in lower case. */
export function normalizePaymentKey(key: { type: PaymentKeyType; value: string }): string {
  switch (key.type) {
    case 'cpf':
      return normalizeCpf(key.value)
    case 'cnpj':
      return normalizeCnpj(key.value)
    case 'email':
      return normalizeEmail(key.value)
    case 'phone':
      return key.value.replace(/[\s().-]/g, '')
    case 'random':
      return key.value.trim().toLowerCase()
  }
}

/**
 * What is wrong with a payment key of the given type, or null. A phone is `+`, country code and number, 8 to 15 digits
 * in all; one of Brazil has its
 * area code and 8 digits, or 9 that begin with 9. A random key is a UUID.
 */
export function paymentKeyProblem(key: { type: PaymentKeyType; value: string }): PaymentKeyProblem | null {
  const value = normalizePaymentKey(key)
  switch (key.type) {
    case 'cpf':
      return isCpf(value) ? null : 'invalid_cpf'
    case 'cnpj':
      return isCnpj(value) ? null : 'invalid_cnpj'
    case 'email':
      if (emailProblem(value) !== null) return 'invalid_email'
      return value.length > paymentKeyEmailLengthMax ? 'too_long' : null
    case 'phone':
      return phoneProblem(value)
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

function phoneProblem(value: string): PaymentKeyProblem | null {
  const isRight = value.startsWith('+55') ? brazilianPhonePattern.test(value) : phonePattern.test(value)
  return isRight ? null : 'invalid_phone'
}

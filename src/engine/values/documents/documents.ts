import { emailProblem, maskEmail, normalizeEmail } from '../email.ts'
import { withPlainDashes } from '../typedText.ts'

/** How a person or company can be identified; e-mail first, as the specification lists them. */
export const documentTypes = ['email', 'cpf', 'cnpj', 'passport'] as const

/** One of {@link documentTypes}. */
export type DocumentType = (typeof documentTypes)[number]

/** What is wrong with a document, one code for each type. */
export type DocumentProblem = 'invalid_email' | 'invalid_cpf' | 'invalid_cnpj' | 'invalid_passport'

const firstCnpjWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const secondCnpjWeights = [6, ...firstCnpjWeights]
const firstCpfWeights = [10, 9, 8, 7, 6, 5, 4, 3, 2]
const secondCpfWeights = [11, ...firstCpfWeights]

/**
 * A CPF as it is stored: without dots, slashes, dashes and spaces. Nothing else is dropped, so that a wrong character stays
 * wrong.
 */
export function normalizeCpf(value: string): string {
  return withPlainDashes(value).replace(/[./\-\s]/g, '')
}

/**
 * Whether the text, with or without its dots and dash, is a CPF: 11 digits, not one digit repeated (all zeros and
 * 111.111.111-11 pass the
 * arithmetic), both check digits right.
 */
export function isCpf(value: string): boolean {
  const cpf = normalizeCpf(value)
  return (
    /^[0-9]{11}$/.test(cpf) && !isOneCharacterRepeated(cpf) && hasCheckDigits(cpf, firstCpfWeights, secondCpfWeights)
  )
}

/** A CPF as it is read, `529.982.247-25`; the text itself where it has not 11 characters. */
export function formatCpf(value: string): string {
  return normalizeCpf(value).replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
}

/** A CPF as it is shown to who may not see it, `***.982.247-**`. Anything that is no CPF is hidden whole. */
export function maskCpf(value: string): string {
  const cpf = normalizeCpf(value)
  return /^[0-9]{11}$/.test(cpf) ? `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**` : '***'
}

/** A CNPJ as it is stored: without dots, slashes, dashes and spaces, letters in upper case and never dropped. */
export function normalizeCnpj(value: string): string {
  return withPlainDashes(value)
    .replace(/[./\-\s]/g, '')
    .toUpperCase()
}

/**
 * Whether the text is a CNPJ, numeric or alphanumeric (as issued from 2026): 12 of 0-9 and A-Z, then 2 check digits; a
 * character counts as its
 * ASCII code less 48.
 */
export function isCnpj(value: string): boolean {
  const cnpj = normalizeCnpj(value)
  return (
    /^[0-9A-Z]{12}[0-9]{2}$/.test(cnpj) &&
    !isOneCharacterRepeated(cnpj) &&
    hasCheckDigits(cnpj, firstCnpjWeights, secondCnpjWeights)
  )
}

/** A CNPJ as it is read, `12.ABC.345/01DE-35`; the text itself where it has not 14 characters. */
export function formatCnpj(value: string): string {
  return normalizeCnpj(value).replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
}

/** A CNPJ as it is shown to who may not see it, `**.ABC.345/****-**`. */
export function maskCnpj(value: string): string {
  const cnpj = normalizeCnpj(value)
  return /^[0-9A-Z]{14}$/.test(cnpj) ? `**.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/****-**` : '***'
}

/**
 * A number that its type says how to read: CPF and CNPJ with their dots; any other type, and what is not whole yet, as
 * it is.
 */
export function formatByType({ type, value }: { type: unknown; value: string }): string {
  if (type === 'cpf' && /^[0-9]{11}$/.test(value)) return formatCpf(value)
  if (type === 'cnpj' && /^[0-9A-Z]{14}$/.test(value)) return formatCnpj(value)
  return value
}

/** A passport number as it is stored: without spaces and dashes, letters in upper case. */
export function normalizePassport(value: string): string {
  return value.replace(/[\s-]/g, '').toUpperCase()
}

/** Whether the text is a passport number: 5 to 20 letters and digits, at least one digit. */
export function isPassport(value: string): boolean {
  return /^(?=.*[0-9])[A-Z0-9]{5,20}$/.test(normalizePassport(value))
}

/** A document as it is stored, by its type. */
export function normalizeDocument(document: { type: DocumentType; value: string }): string {
  switch (document.type) {
    case 'email':
      return normalizeEmail(document.value)
    case 'cpf':
      return normalizeCpf(document.value)
    case 'cnpj':
      return normalizeCnpj(document.value)
    case 'passport':
      return normalizePassport(document.value)
  }
}

/** What is wrong with a document of the given type, or null. */
export function documentProblem(document: { type: DocumentType; value: string }): DocumentProblem | null {
  const value = normalizeDocument(document)
  switch (document.type) {
    case 'email':
      return emailProblem(value) === null ? null : 'invalid_email'
    case 'cpf':
      return isCpf(value) ? null : 'invalid_cpf'
    case 'cnpj':
      return isCnpj(value) ? null : 'invalid_cnpj'
    case 'passport':
      return isPassport(value) ? null : 'invalid_passport'
  }
}

/** A document as it is shown to who may not see it, by its type. */
export function maskDocument(document: { type: DocumentType; value: string }): string {
  switch (document.type) {
    case 'email':
      return maskEmail(document.value)
    case 'cpf':
      return maskCpf(document.value)
    case 'cnpj':
      return maskCnpj(document.value)
    case 'passport':
      return `***${normalizePassport(document.value).slice(-2)}`
  }
}

function isOneCharacterRepeated(text: string): boolean {
  return text === text.charAt(0).repeat(text.length)
}

function hasCheckDigits(text: string, firstWeights: readonly number[], secondWeights: readonly number[]): boolean {
  const [first, second] = [text.charAt(firstWeights.length), text.charAt(secondWeights.length)]
  return first === checkDigit(text, firstWeights) && second === checkDigit(text, secondWeights)
}

function checkDigit(text: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, index) => total + weight * (text.charCodeAt(index) - 48), 0)
  const remainder = sum % 11
  return String(remainder < 2 ? 0 : 11 - remainder)
}

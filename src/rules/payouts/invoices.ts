import { normalizeCnpj, normalizeCpf, type DocumentType } from '#engine/values/documents/documents.ts'
import { withPlainDashes } from '#engine/values/typedText.ts'

/** How long the number of an invoice is at most, as it is typed. */
export const invoiceLengthMax = 80
/** A longer row of digits and letters is a key that was cut off, or two of them. */
const partLengthMax = 20
const numberLengthMax = 40
const key = /^\d{8}([12])([0-9A-Z]{14})\d{15}(?:0[1-9]|1[0-2])\d{10}$/
/** A key behind a name of it, and nothing else: `NFS-e nº 3304…`, `Chave: 3304…`. */
const namedKey = /^[A-Z]*(?=\d{8}[12][0-9A-Z]{14}\d{27}$)/
/** `nº 451`, `No. 451`. */
const leadingName = /^N(?:[º°]|O?\.|O(?= )) ?(?=\d)/
/** A key in groups of four of which some are missing. */
const groups = /^(?:[0-9A-Z]{4} ){4}/
const number = /^[0-9A-Z]+(?:[ ./-][0-9A-Z]+)*$/

/** Whether a number is of the series that a company writes for its payee. */
export const isSelfBilled = (stored: string | null): stored is string => /^SB-[AP]\d+-\d+$/.test(stored ?? '')

/** Whom an invoice has to be of. */
export interface InvoiceIssuer {
  readonly documentType: DocumentType | null
  readonly document: string | null
}

/**
 * The number of an invoice as it is stored: in capitals; a national NFS-e key without what separates its digits and
 * without what names it (`NFS` in its XML).
 */
export function normalizeInvoice(text: string): string {
  const written = withPlainDashes(text).trim().replaceAll(/\s+/g, ' ').toUpperCase()
  const whole = written.replaceAll(/[^0-9A-Z]/g, '').replace(namedKey, '')
  return key.test(whole) ? whole : written.replace(leadingName, '')
}

/** The check digit of a key's first 49 characters: modulus 11, a letter counts as its ASCII code less 48. */
function keyDigit(stored: string): string {
  const sum = Array.from(stored.slice(0, 49))
    .toReversed()
    .reduce((total, character, index) => total + (character.charCodeAt(0) - 48) * (2 + (index % 8)), 0)
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11))
}

/** What is wrong with the number of an invoice. */
export type InvoiceProblem = 'invalid_invoice' | 'invoice_key_digit'

/**
 * What keeps a number, as it is stored, from being that of an invoice, or null. It is a national NFS-e key (50:
 * municipality 7, environment 1, kind of document 1, document 14, number 13, year and month 4, code 9, check digit 1),
 * or a number with its series, as municipalities give them: never zero.
 */
export function invoiceProblem(stored: string): InvoiceProblem | null {
  if (key.test(stored)) return stored.endsWith(keyDigit(stored)) ? null : 'invoice_key_digit'
  const withoutYear = stored.replace(/^(?:19|20)\d{2}[ ./-](?=.*\d)|(?<=\d.*)[ ./-](?:19|20)\d{2}$/, '')
  const isNumber =
    number.test(stored) &&
    /[1-9]/.test(withoutYear) &&
    !groups.test(stored) &&
    stored.length <= numberLengthMax &&
    stored.split(/[ ./-]/).every(({ length }) => length <= partLengthMax)
  return isNumber ? null : 'invalid_invoice'
}

/** What is wrong with an invoice as it is being typed; nothing typed is no problem yet. */
export function typedInvoiceProblem(text: string): InvoiceProblem | null {
  const number = normalizeInvoice(text)
  return number === '' ? null : invoiceProblem(number)
}

/** Whether a CPF or CNPJ, without punctuation, is another than the owner's. */
export function isAnotherIssuer(written: string | null, { documentType, document }: InvoiceIssuer): boolean {
  if (written === null || document === null || (documentType !== 'cpf' && documentType !== 'cnpj')) return false
  return written !== (documentType === 'cpf' ? normalizeCpf(document) : normalizeCnpj(document))
}

/** The number that a national key holds, without the zeros before it; null where it is no key. */
export const numberInKey = (stored: string): string | null =>
  key.test(stored) ? stored.slice(23, 36).replace(/^0+(?=.)/, '') : null

/** Whether a key names another CPF or CNPJ than the owner's. A number without a document in it says nothing of it. */
export function isOfAnother(stored: string, { documentType, document }: InvoiceIssuer): boolean {
  const [, kind, written] = key.exec(stored) ?? []
  if (!kind || document === null || (documentType !== 'cpf' && documentType !== 'cnpj')) return false
  const own = documentType === 'cpf' ? normalizeCpf(document).padStart(14, '0') : normalizeCnpj(document)
  return (documentType === 'cpf' ? '1' : '2') !== kind || own !== written
}

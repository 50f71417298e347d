import { normalizeCnpj, normalizeCpf, type DocumentType } from '#engine/values/documents/documents.ts'

/** How long the number of an invoice is at most, as it is typed. */
export const invoiceLengthMax = 80
/** A longer row of digits and letters is a key that was cut off, or two of them. */
const partLengthMax = 20
const numberLengthMax = 40
const key = /^\d{8}([12])([0-9A-Z]{14})\d{15}(?:0[1-9]|1[0-2])\d{10}$/
const number = /^[0-9A-Z]+(?:[ ./-][0-9A-Z]+)*$/

/** Whom an invoice has to be of. */
export interface InvoiceIssuer {
  readonly documentType: DocumentType | null
  readonly document: string | null
}

/** The number of an invoice as it is stored: in capitals; a national NFS-e key without what separates its digits. */
export function normalizeInvoice(text: string): string {
  const written = text.trim().replaceAll(/\s+/g, ' ').toUpperCase()
  const whole = written.replaceAll(/[ ./-]/g, '')
  return key.test(whole) ? whole : written
}

/**
 * Whether a number, as it is stored, can be that of an invoice: a national NFS-e key (50: municipality 7, who made it 1,
 * kind of document 1, document 14, number 13, year and month 4, code 9, check digit 1), or a number with its series, as
 * municipalities give them. The key's check digit is not looked at.
 */
export function isInvoice(stored: string): boolean {
  if (key.test(stored)) return true
  const parts = stored.split(/[ ./-]/)
  return (
    number.test(stored) &&
    /\d/.test(stored) &&
    stored.length <= numberLengthMax &&
    parts.every(({ length }) => length <= partLengthMax)
  )
}

/** Whether a key names another CPF or CNPJ than the owner's. A number without a document in it says nothing of it. */
export function isOfAnother(stored: string, { documentType, document }: InvoiceIssuer): boolean {
  const [, kind, written] = key.exec(stored) ?? []
  if (!kind || document === null || (documentType !== 'cpf' && documentType !== 'cnpj')) return false
  const own = documentType === 'cpf' ? normalizeCpf(document).padStart(14, '0') : normalizeCnpj(document)
  return (documentType === 'cpf' ? '1' : '2') !== kind || own !== written
}

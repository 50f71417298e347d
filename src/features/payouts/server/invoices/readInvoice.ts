import { text } from '#engine/declaration/fields/index.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { Money } from '#engine/values/money.ts'
import { type InvoiceXml, readInvoiceXml } from '#rules/payouts/invoiceXml.ts'
import { invoiceLengthMax, invoiceProblem, normalizeInvoice, numberInKey } from '#rules/payouts/invoices.ts'
import { type Attachment, readAttachment } from '#engine/server/http/attachment.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { parseBody } from '#engine/server/http/bodies.ts'

/** An invoice as somebody enters it: its number, and what its file is and says. */
export interface GivenInvoice {
  /** As it is stored. */
  readonly number: string
  readonly file: Attachment | null
  /** CPF or CNPJ of who issued it, where its XML says so. */
  readonly issuer: string | null
  readonly amount: Money | null
  readonly issuedOn: Day | null
}

/** Reads the number of an invoice as it is stored; null where there is none. @throws ApiError 400 `invalid_invoice`, `invoice_key_digit` */
export function readInvoice(value: unknown, field = 'invoice'): string | null {
  const given = parseBody({ [field]: text({ max: invoiceLengthMax }) }, { [field]: value ?? null })[field] as
    | string
    | null
  const number = given === null ? null : normalizeInvoice(given)
  const problem = number === null ? null : invoiceProblem(number)
  if (problem) throw validationError([{ field, code: problem }])
  return number
}

/** An XML in the encoding that it names. */
function decoded(content: Buffer): string {
  const named = /^[^>]{0,200}encoding\s*=\s*["']([\w-]{1,20})["']/.exec(
    content.subarray(0, 300).toString('latin1'),
  )?.[1]
  try {
    return new TextDecoder(named ?? 'utf-8').decode(content)
  } catch {
    return content.toString('utf8')
  }
}

/** What an XML says; null of a PDF, which nobody reads but people. @throws ApiError 400 `invalid_invoice_file` */
function readContent({ content }: Attachment): InvoiceXml | null {
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') return null
  const read = readInvoiceXml(decoded(content))
  if (!read) throw validationError([{ field: 'file', code: 'invalid_invoice_file' }])
  return read
}

/** Whether somebody typed what a file says: its number, or that within its key. */
const isSame = (typed: string, said: string): boolean =>
  typed === said || typed.replace(/^0+(?=.)/, '') === (numberInKey(said) ?? said.replace(/^0+(?=.)/, ''))

/**
 * Reads `{number?, file?: {name, content}}`: an invoice by its number, its file or both; the XML of an NFS-e says the
 * number itself. Null where nothing is given.
 * @throws ApiError 400 `invalid_invoice`, `invoice_key_digit`, `invalid_invoice_file`, `invoice_number_differs`
 */
export function readGivenInvoice({
  number: typed,
  file: given,
}: {
  number?: unknown
  file?: unknown
}): GivenInvoice | null {
  const file = readAttachment(given)
  if (file !== null && 'field' in file) throw validationError([file as Problem])
  const read = file === null ? null : readContent(file)
  const number = readInvoice(typed, 'number')
  const said = read ? readInvoice(read.number, 'file') : null
  if (number !== null && said !== null && !isSame(number, said))
    throw validationError([{ field: 'number', code: 'invoice_number_differs', values: { number: said } }])
  const stored = said ?? number
  if (stored === null) {
    if (file !== null) throw validationError([{ field: 'number', code: 'required' }])
    return null
  }
  return {
    number: stored,
    file,
    issuer: read?.document ?? null,
    amount: read?.amount ?? null,
    issuedOn: read?.issuedOn ?? null,
  }
}

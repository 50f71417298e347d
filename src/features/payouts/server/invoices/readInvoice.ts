import { text } from '#engine/declaration/fields/index.ts'
import { invoiceLengthMax, invoiceProblem, normalizeInvoice } from '#rules/payouts/invoices.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { parseBody } from '#engine/server/http/bodies.ts'

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

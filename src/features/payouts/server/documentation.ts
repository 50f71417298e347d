import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { holdCauses } from '#rules/payouts/holds.ts'
import {
  type Description,
  type Descriptions,
  day,
  id,
  idempotencyHeader,
  moment,
  money,
} from '#engine/server/openapi/description.ts'

const currency = z.enum(resources.brand.fields.currency.choices.values)
/** Of who has an authenticator. */
export const totp = z
  .string()
  .regex(/^[0-9]{6}$/)
  .optional()
  .describe('the code that the authenticator shows now, from everybody who has one')
/** The number of an invoice, as it is entered. */
export const invoiceNumber = z.string().max(80).meta({ example: 'NF 1024-1' })
/** What holds an owner until somebody releases it. */
export const hold = z.object({ cause: z.enum(holdCauses), note: z.string(), placedAt: moment, placedBy: z.string() })
const holdHistory = z.object({
  holds: z.array(
    hold.extend({
      id,
      releasedAt: moment.nullable(),
      releasedBy: z.string().nullable(),
      releaseNote: z.string().nullable(),
    }),
  ),
})
const readHolds: Description = {
  tag: 'payment',
  summary: 'What holds, and held, the payments of an owner, the newest first',
  answer: holdHistory,
  refusals: [401, 403, 404],
}
const holdPayments: Description = {
  tag: 'payment',
  body: z.object({ reason: z.string().meta({ example: 'The contract is being looked into' }), totp }),
  headers: idempotencyHeader,
  answer: holdHistory,
  refusals: [400, 401, 403, 404, 409, 422],
}

const invoiceFile = z
  .object({ name: z.string(), content: z.string().describe('in base64, 512 kB at most') })
  .describe('a PDF, or the XML of an NFS-e, which says its number, issuer and amount')
/** What an owner asked to be paid, the last in its currency. */
export const payoutRequest = z.object({
  id,
  currency,
  value: money.describe('what was pending when it was asked for'),
  at: moment,
  state: z.enum(['waiting', 'paid', 'declined']),
  reason: z.string().nullable().describe('why it was declined'),
})

const invoices = z.object({
  isRequired: z.boolean().describe('whether nothing is paid to this owner without one'),
  waiting: z.array(
    z.object({
      id,
      currency,
      number: z.string(),
      enteredAt: moment,
      enteredBy: z.string(),
      fileName: z.string().nullable(),
      amount: money.nullable().describe('what the XML of an NFS-e says was billed'),
      issuedOn: day.nullable(),
      due: money.describe('what is pending in its currency'),
    }),
  ),
})
const readInvoices: Description = {
  tag: 'payment',
  summary: 'The numbers of invoices that wait for the next payments of an owner',
  answer: invoices,
  refusals: [401, 403, 404],
}
const enterInvoice: Description = {
  tag: 'payment',
  body: z.object({
    currency,
    number: invoiceNumber.nullable().optional().describe('null, without a file, takes away the one that waits'),
    file: invoiceFile.optional(),
  }),
  headers: idempotencyHeader,
  answer: invoices,
  refusals: [400, 401, 403, 404, 409],
}

/** An automatic payment that somebody asks for. */
export const payNow: Description = {
  tag: 'payment',
  body: z.object({
    currency: currency.optional().describe('where entries of several are pending'),
    entries: z.array(id).min(1).max(1000).optional().describe('these alone'),
    amount: money.optional().describe('as much of what is pending, the oldest first; the rest stays pending'),
    invoice: invoiceNumber.optional().describe('in place of the one that was entered before'),
    totp,
  }),
  headers: idempotencyHeader,
  refusals: [400, 401, 403, 404, 409, 422],
  answer: z.looseObject({
    id,
    value: money,
    currency,
    method: z.literal('automatic'),
    state: z.literal('created'),
    awaitsApproval: z.boolean(),
    requestedBy: z.string(),
  }),
}

const paymentFile = z.object({
  id,
  messageId: z.string().meta({ example: '20261128-0000000012' }),
  company: id,
  currency,
  payments: z.int(),
  controlSum: money,
  executedOn: day,
  createdAt: moment,
  createdBy: z.string(),
})
const writtenFile: Description = {
  tag: 'payment',
  body: z.object({
    currency,
    company: id.optional().describe('whose, for users without a company'),
    executedOn: day.optional().describe('the day on which the bank is to pay; by itself today'),
    totp,
  }),
  headers: idempotencyHeader,
  answer: z.object({
    id: id.nullable().describe('null where none of them may be sent any more'),
    messageId: z.string().nullable(),
    currency,
    payments: z.array(id),
    controlSum: money,
    left: z.array(id).describe('payments that were withdrawn or wait on; each says why among its attempts'),
  }),
  refusals: [400, 401, 403, 404, 409, 422],
}

const openingFile = z.object({
  file: z.object({
    name: z.string().meta({ example: 'balances.csv' }),
    content: z.string().describe('CSV or XLSX in base64').meta({ example: 'YWZmaWxpYXRlO2JhbGFuY2U7ZGF0ZQ==' }),
  }),
  totp,
})
const openingRow = z.object({ row: z.int(), affiliate: z.string(), currency, value: money })
const openingBalances = z.object({
  file: z.string().nullable().describe('names what is approved together; null: nothing is new'),
  entries: z.array(id),
  totals: z.array(z.object({ currency, value: money })),
  unchanged: z.int(),
  ignored: z.array(z.string()).describe('columns that hold nothing of a balance'),
  carried: z
    .array(openingRow)
    .describe('losses to be set off against coming revenue, as each deal carries them: no debt is made of them'),
  held: z.array(openingRow).describe('what the file says is held: payments wait until somebody releases the affiliate'),
})

const openingDescriptions: Descriptions = {
  'GET /api/entry/opening': {
    tag: 'entry',
    summary: 'The newest files of opening balances, and how much of each waits for another person',
    answer: z.array(
      z.object({
        file: z.string(),
        requestedBy: z.string(),
        createdAt: moment,
        day,
        entries: z.int(),
        totals: z.array(z.object({ currency, value: money })),
        waiting: z.int(),
      }),
    ),
    refusals: [401, 403],
  },
  'POST /api/entry/opening': {
    tag: 'entry',
    summary: 'Write the opening balances of a file, all rows or none; they wait for another person',
    headers: idempotencyHeader,
    body: openingFile,
    answer: openingBalances,
    refusals: [400, 401, 403, 409, 422],
  },
  'POST /api/entry/opening/preview': {
    tag: 'entry',
    summary: 'What the opening balances of a file would come to',
    body: openingFile,
    answer: openingBalances,
    refusals: [400, 401, 403, 409, 422],
  },
  'POST /api/entry/opening/approve': {
    tag: 'entry',
    summary: 'Approve the opening balances of a file, all of them or none',
    headers: idempotencyHeader,
    body: z.object({ file: z.string().meta({ example: '5f0c1c1e-5d0b-4c58-9a0e-0d5d8c2a7f11' }), totp }),
    answer: z.object({ approved: z.array(id) }),
    refusals: [400, 401, 403, 404, 409, 422],
  },
}

/** The routes about whether an owner is paid at all. */
export const payingDescriptions: Descriptions = {
  ...openingDescriptions,
  'POST /api/payment/key_check': {
    tag: 'payment',
    summary: 'Ask the payout gateway whether a payment key is of whoever is named',
    body: z.object({
      name: z.string(),
      documentType: z.string().optional(),
      document: z.string().optional(),
      paymentKeyType: z.string().meta({ example: 'email' }),
      paymentKey: z.string().meta({ example: 'someone@example.com' }),
    }),
    answer: z.object({
      verdict: z.enum(['right', 'wrong', 'unchecked', 'unknown']),
      differs: z.array(z.enum(['name', 'document'])),
    }),
    refusals: [400, 401, 403, 429],
  },
  'GET /api/payment/file': {
    tag: 'payment',
    summary: 'Payments to IBANs that wait for a file of credit transfers, and the files that were written',
    answer: z.object({
      waiting: z.array(z.object({ company: id, currency, payments: z.int(), value: money })),
      files: z.array(paymentFile),
    }),
    refusals: [401, 403],
  },
  'GET /api/payment/file/:id': {
    tag: 'payment',
    summary: 'A file of credit transfers (ISO 20022, pain.001.001.09), the same bytes each time',
    answer: 'application/xml',
    refusals: [401, 403, 404],
  },
  'POST /api/payment/file': writtenFile,
  'POST /api/payment/file/preview': writtenFile,
  'GET /api/payment/affiliate/:id/holds': readHolds,
  'GET /api/payment/partner/:id/holds': readHolds,
  'GET /api/payment/affiliate/:id/invoice': readInvoices,
  'GET /api/payment/partner/:id/invoice': readInvoices,
  'POST /api/payment/affiliate/:id/invoice': enterInvoice,
  'POST /api/payment/partner/:id/invoice': enterInvoice,
  'GET /api/payment/invoice/:id/file': {
    tag: 'payment',
    summary: 'The file of an invoice, as it was given',
    answer: 'application/octet-stream',
    refusals: [401, 403, 404],
  },
  'GET /api/payment/:id/invoice/document': {
    tag: 'payment',
    summary: 'The invoice that the company wrote in the name of the payee of this payment, as HTML to be printed',
    answer: 'application/octet-stream',
    refusals: [401, 403, 404],
  },
  'GET /api/portal/payment/:id/invoice': {
    tag: 'portal',
    summary: 'The invoice that the company wrote in the name of the affiliate for this payment, as HTML to be printed',
    answer: 'application/octet-stream',
    refusals: [401, 403, 404],
  },
  'GET /api/portal/invoice': {
    tag: 'portal',
    summary: 'Whether the affiliate is paid with an invoice only, and which wait for its next payments',
    answer: invoices,
    refusals: [401, 403],
  },
  'POST /api/portal/invoice': {
    tag: 'portal',
    summary: 'The affiliate sends the invoice for its next payment in a currency',
    body: enterInvoice.body!,
    answer: invoices,
    refusals: [400, 401, 403, 409, 429],
  },
  'POST /api/portal/payment_request': {
    tag: 'portal',
    summary: 'The affiliate asks to be paid what is pending in a currency, where its company takes requests',
    body: z.object({ currency }),
    answer: payoutRequest,
    refusals: [400, 401, 403, 409, 429],
  },
  'POST /api/paymentRequest/:id/decline': {
    tag: 'payment',
    body: z.object({ reason: z.string().meta({ example: 'Send the contract first' }) }),
    headers: idempotencyHeader,
    answer: z.object({ state: z.literal('declined') }),
    refusals: [400, 401, 403, 404, 409],
  },
  'POST /api/affiliate/:id/hold': holdPayments,
  'POST /api/partner/:id/hold': holdPayments,
  'POST /api/affiliate/:id/release': holdPayments,
  'POST /api/partner/:id/release': holdPayments,
}

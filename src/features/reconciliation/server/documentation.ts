import { z } from 'zod'
import { codeMeanings, confidences, findings, matchReasons, statementProblems } from '../answers/reconciliation.ts'
import { paymentStates } from '#rules/payouts/payments.ts'
import { resources } from '#resources/index.ts'
import { day, type Descriptions, id, idempotencyHeader, moment, money } from '#engine/server/openapi/description.ts'

const currency = z.enum(resources.brand.fields.currency.choices.values)
const paymentState = z.enum(paymentStates)
const rate = z.object({
  from: currency.meta({ example: 'USD' }),
  to: currency,
  day,
  rate: z.number().describe('one unit of from in to, until the next day that has one'),
  source: z.string(),
})
const comparedLine = z.object({
  line: z.int().nullable(),
  reference: z.string(),
  payment: id.nullable(),
  finding: z.enum(findings),
  nextStep: z.string(),
  match: z.object({ reason: z.enum(matchReasons), confidence: z.enum(confidences) }).nullable(),
  there: z
    .object({
      amount: money,
      state: z.string(),
      day,
      currency: currency.nullable(),
      text: z.string(),
      code: z.object({ bank: z.string(), code: z.string(), company: id.nullable() }).nullable(),
    })
    .nullable(),
  here: z.object({ amount: money, state: paymentState, currency, payee: z.string().nullable() }).nullable(),
})
const bankCode = z.object({
  company: id,
  bank: z.string().meta({ example: '341' }),
  code: z.string().meta({ example: 'ZI' }),
  means: z.enum(codeMeanings).nullable(),
  seenAt: z.string(),
  answeredAt: z.string().nullable(),
  answeredBy: z.string().nullable(),
})

const comparison = z.object({
  lines: z.array(comparedLine),
  counts: z.record(z.string(), z.int()),
  skipped: z
    .array(
      z.object({
        line: z.int(),
        text: z.string(),
        problem: z.enum(statementProblems).nullable(),
        value: z.string(),
        reason: z.string().nullable(),
      }),
    )
    .describe('no movements (balances, totals), and lines that cannot be read, with the reason'),
  confirmation: z.string(),
})
const confirmed = z.object({
  changed: z.array(id),
  waiting: z.array(id).optional().describe('settled payments that wait until another person approves the stored file'),
  statement: id.optional().describe('the stored file that waits'),
  contradicted: z.array(id).optional().describe('payments of which the gateway says otherwise: nothing changed'),
})

/** What banks say: exchange rates, and statements that are compared with payments. */
export const bankDescriptions: Descriptions = {
  'GET /api/rate': {
    tag: 'report',
    summary: 'Dated exchange rates',
    query: z.object({ from: day, to: day }).partial(),
    answer: z.array(rate),
    refusals: [400, 401],
  },
  'POST /api/rate': {
    tag: 'report',
    summary:
      'Load dated exchange rates: one, several, or the text of a CSV file; one of the same two currencies and day is replaced',
    headers: idempotencyHeader,
    body: z.union([
      rate,
      z.object({ rates: z.array(rate) }),
      z.object({ file: z.string().describe('CSV: from,to,day,rate,source') }),
    ]),
    answer: z.object({ rates: z.array(rate) }),
    refusals: [400, 401, 403, 409],
  },
  'GET /api/bankStatement': {
    tag: 'payment',
    summary: 'Stored bank statements that say that settled payments came back and wait for a second person',
    answer: z.array(
      z.object({
        id,
        digest: z.string().describe('SHA-256 of the text of the file, in hexadecimal'),
        payments: z.array(id).describe('settled payments that it says came back'),
        uploadedAt: moment,
        uploadedBy: z.string(),
        isAuthor: z.boolean().describe('whoever asks had it in hand: another person approves it'),
      }),
    ),
    refusals: [401, 403],
  },
  'GET /api/bankStatement/:id': {
    tag: 'payment',
    summary: 'The comparison of a stored bank statement with our payments as they are now',
    answer: comparison,
    refusals: [401, 403, 404],
  },
  'POST /api/bankStatement/:id/approve': {
    tag: 'payment',
    headers: idempotencyHeader,
    body: z.object({ confirmation: z.string(), totp: z.string().optional() }),
    answer: confirmed,
    refusals: [400, 401, 403, 404, 409, 422],
  },
  'POST /api/bankStatement/:id/decline': {
    tag: 'payment',
    headers: idempotencyHeader,
    body: z.object({ reason: z.string() }),
    answer: z.object({ id, declined: z.literal(true) }),
    refusals: [400, 401, 403, 404, 409],
  },
  'POST /api/payment/reconcile': {
    tag: 'payment',
    body: z.object({
      statement: z.string().optional().describe('the text of a CSV, OFX, CNAB 240 or pain.002 file'),
      file: z.string().optional().describe('instead: its bytes in base64'),
      confirmation: z.string().optional(),
      accept: z.array(z.int()).optional().describe('lines whose proposals are accepted'),
      dismiss: z.array(z.int()).optional().describe('lines that are no payment of ours, which is remembered'),
      company: id.optional().describe('whose, for users without a company'),
    }),
    answer: z.union([comparison, confirmed]),
    refusals: [400, 401, 403, 409, 413, 422],
  },
  'GET /api/payment/bank_code': {
    tag: 'payment',
    summary: 'Codes of banks that no table has, those that wait for an answer first',
    answer: z.array(bankCode),
    refusals: [401, 403],
  },
  'POST /api/payment/bank_code': {
    tag: 'payment',
    headers: idempotencyHeader,
    body: z.object({
      bank: z.string().meta({ example: '341' }),
      code: z.string().nullable().meta({ example: 'ZI' }),
      means: z.enum(codeMeanings).nullable(),
      company: id.optional(),
    }),
    answer: z.object({ codes: z.array(bankCode) }),
    refusals: [400, 401, 403, 404, 409],
  },
}

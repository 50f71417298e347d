import { z } from 'zod'
import { language } from '#resources/choices.ts'
import { csvType } from '#engine/export/server/csv.ts'
import { workbookType } from '#engine/export/server/workbook.ts'
import { accountNames } from '#rules/ledger.ts'
import {
  day,
  type Description,
  type Descriptions,
  id,
  idempotencyHeader,
  moment,
  money,
} from '#engine/server/openapi/description.ts'

const currency = z.string()
const ofStatement = z.object({
  from: day,
  to: day.describe('YYYY-MM-DD, included; a year at most'),
  currency: currency.optional().describe('where there are entries in several'),
})
const statementExample = {
  owner: { kind: 'affiliate', id: 1, name: 'Nina Prado' },
  from: '2026-11-01',
  to: '2026-11-30',
  currency: 'BRL',
  opening: 0,
  earned: 105,
  adjusted: -5,
  withheld: 10,
  paid: 70,
  closing: 20,
  lines: [
    {
      entry: 1,
      day: '2026-11-03',
      value: 105,
      status: 'complete',
      products: [{ product: 'bets', rate: 30, amount: 105, deal: 'Share of 30 %' }],
      brands: [{ brand: 1, name: 'Brand', value: 105 }],
    },
  ],
  adjustments: [
    {
      entry: 2,
      day: '2026-11-10',
      kind: 'adjustment',
      value: -5,
      status: 'complete',
      cause: 'late_activity',
      sourceEntry: 1,
      sourceDay: '2026-11-03',
      reason: null,
      requestedBy: null,
      approvedBy: null,
    },
  ],
  payments: [
    {
      payment: 1,
      day: '2026-11-20',
      value: 70,
      method: 'manual',
      state: 'settled',
      reference: 'TED 4711',
      invoice: null,
      withheld: [{ tax: 'IRRF', base: 80, rate: 12.5, value: 10, before: 0 }],
    },
  ],
}
const statementAnswer = z
  .object({
    owner: z.object({ kind: z.enum(['affiliate', 'partner']), id, name: z.string() }),
    from: day,
    to: day,
    currency,
    opening: money,
    earned: money,
    adjusted: money,
    withheld: money,
    paid: money,
    closing: money.describe('opening + earned + adjusted - withheld - paid, and the opening of the day after'),
    lines: z.array(
      z.object({
        entry: id,
        day,
        value: money,
        status: z.string(),
        products: z.array(
          z.object({
            product: z.string(),
            rate: z.number().nullable(),
            amount: money,
            deal: z.string().nullable().describe('the reward or level'),
          }),
        ),
        brands: z.array(z.object({ brand: id, name: z.string(), value: money })),
      }),
    ),
    adjustments: z.array(
      z.object({
        entry: id,
        day,
        kind: z.string(),
        value: money,
        status: z.string(),
        cause: z
          .string()
          .describe('late_activity, correction, payment_returned, advance_taken_back, partial_payment, by_hand'),
        sourceEntry: id.nullable(),
        sourceDay: day.nullable(),
        reason: z.string().nullable(),
        requestedBy: z.string().nullable(),
        approvedBy: z.string().nullable(),
      }),
    ),
    payments: z.array(
      z.object({
        payment: id,
        day,
        value: money,
        method: z.string(),
        state: z.string(),
        reference: z.string().nullable(),
        invoice: z.string().nullable(),
        withheld: z
          .array(z.object({ tax: z.string(), base: money, rate: z.number(), value: money, before: money }))
          .describe('besides the value, which is what was sent'),
      }),
    ),
  })
  .meta({ example: statementExample })

const statement: Description = {
  tag: 'entry',
  summary: 'What was owed to an owner, what came and went on some days, and what is owed',
  refusals: [400, 401, 403, 404, 409, 422],
  query: ofStatement,
  answer: statementAnswer,
}

const proof: Description = {
  tag: 'entry',
  summary: 'The same, issued: what checks it offline, by `node verifyStatement.mjs PROOF KEY` (`GET /log/key`)',
  refusals: [400, 401, 403, 404, 409, 422],
  query: ofStatement,
  answer: z.object({
    statement: statementAnswer,
    ledger: z.object({
      opening: money,
      postings: z.array(
        z.object({
          posting: id,
          day,
          entry: id.nullable(),
          payment: id.nullable(),
          amount: money.describe('above zero what came to be owed'),
        }),
      ),
    }),
    line: z.string().describe('the line of the activity log that holds the hash of statement and ledger'),
    salt: z.string(),
    index: z.int().describe("the line's place, from 0"),
    path: z.array(z.string()).describe('the nodes to the root in base64 (RFC 6962)'),
    head: z.string().describe('the signed head (C2SP tlog-checkpoint)'),
  }),
}

const inWords = ofStatement.extend({
  language: z.enum(language.values).optional().describe("the owner's own where none is asked for"),
})
const document: Description = {
  tag: 'entry',
  summary: "The same in words, in the owner's language, for paper",
  refusals: [400, 401, 403, 404, 409, 422],
  query: inWords,
  answer: z.object({
    language: z.enum(language.values),
    title: z.string(),
    currency,
    facts: z.array(z.object({ label: z.string(), text: z.string() })),
    sums: z.array(z.object({ label: z.string(), value: money })),
    tables: z.array(
      z.object({
        title: z.string(),
        columns: z.array(z.object({ label: z.string(), kind: z.string(), currency: z.string().optional() })),
        rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
      }),
    ),
  }),
}
const workbook: Description = {
  tag: 'entry',
  summary: "The same as a workbook, in the owner's language",
  refusals: [400, 401, 403, 404, 409, 422],
  query: inWords,
  answer: workbookType,
}

const taxTable = {
  tax: z.string(),
  ownerKind: z.enum(['cpf', 'cnpj']),
  municipality: z.string().optional().describe('of taxes by municipality; empty: everywhere'),
  currency: currency.optional(),
  from: day.describe('holds from this day on, until the next of its kind'),
  brackets: z.array(z.object({ from: money, rate: z.number().describe('percent'), deduct: money.optional() })),
  ceiling: money.nullable().optional().describe('no more than this is withheld'),
  source: z.string().describe('who says so'),
}
const taxQuery = z.object({ company: id.optional().describe("root's to choose; else one's own") })

const ofLedger = { from: day, to: day, company: id.optional().describe("root's to choose; else one's own") }
const amounts = { opening: money, debit: money, credit: money, closing: money }

/** The ledger: its trial balance and file; and statements of owners. */
export const ledgerDescriptions: Descriptions = {
  'GET /api/statement/affiliate/:id': statement,
  'GET /api/statement/partner/:id': statement,
  'GET /api/statement/affiliate/:id/document': document,
  'GET /api/statement/partner/:id/document': document,
  'GET /api/statement/affiliate/:id/workbook': workbook,
  'GET /api/statement/partner/:id/workbook': workbook,
  'GET /api/statement/affiliate/:id/proof': proof,
  'GET /api/statement/partner/:id/proof': proof,
  'GET /log/key': {
    tag: 'activityLog',
    summary: 'The public key that signs the log now, as witnesses take it',
    answer: 'text/plain',
    refusals: [],
    isOpen: true,
  },
  'GET /log/verifyStatement.mjs': {
    tag: 'activityLog',
    summary: 'The program that checks a statement offline',
    answer: 'text/javascript',
    refusals: [],
    isOpen: true,
  },
  'GET /api/tax': {
    tag: 'payment',
    summary: 'The tables of taxes that are withheld from payments, with their days',
    refusals: [400, 401, 403, 404],
    query: taxQuery,
    answer: z.array(
      z.object({
        id,
        company: id,
        ...taxTable,
        loadedAt: moment.nullable().optional().describe('as the log says; told to colleagues'),
        loadedBy: z.string().nullable().optional(),
      }),
    ),
  },
  'GET /api/tax/report': {
    tag: 'payment',
    summary:
      'What was withheld in a month, by tax and payee; what came back of an earlier month stands in the month in which it did',
    refusals: [400, 401, 403, 404],
    query: taxQuery.extend({ month: z.string().describe('YYYY-MM') }),
    answer: z.object({
      company: id,
      month: day.describe('its first day'),
      rows: z.array(
        z.object({
          tax: z.string(),
          documentType: z.string(),
          document: z.string().describe('empty where the payee has none'),
          name: z.string(),
          currency,
          payments: z.int(),
          gross: money,
          withheld: money,
          givenBack: money.describe('of payments of earlier months that were refused or came back in this one'),
          total: money,
        }),
      ),
    }),
  },
  'GET /api/tax/report/export': {
    tag: 'payment',
    summary: 'The same as a file',
    refusals: [400, 401, 403, 404],
    query: taxQuery.extend({ month: z.string().describe('YYYY-MM'), language: z.string().optional() }),
    answer: csvType,
  },
  'POST /api/tax': {
    tag: 'payment',
    summary: 'Load a table of a tax; one of the same tax, kind of owner, municipality, currency and day is replaced',
    headers: idempotencyHeader,
    refusals: [400, 401, 403, 404, 409],
    query: taxQuery,
    body: z.object(taxTable),
    answer: z.object({ company: id, ...taxTable }),
  },
  'GET /api/ledger': {
    tag: 'payment',
    summary: 'The trial balance of a company on some days: one block a currency, each with as much debit as credit',
    refusals: [400, 401, 403, 404],
    query: z.object(ofLedger),
    answer: z.object({
      company: z.object({ id, name: z.string() }),
      from: day,
      to: day,
      totals: z.array(
        z.object({
          currency,
          rows: z.array(
            z.object({
              account: z.enum(accountNames),
              code: z.string().describe('in the plan of accounts'),
              brand: z.object({ id, name: z.string() }).nullable(),
              ...amounts,
            }),
          ),
          ...amounts,
        }),
      ),
    }),
  },
  'GET /api/ledger/export': {
    tag: 'payment',
    summary: 'Every posting of a company on some days as CSV, by the plan of accounts',
    answer: csvType,
    refusals: [400, 401, 403, 404],
    query: z.object({ ...ofLedger, language: z.enum(language.values).optional() }),
  },
}

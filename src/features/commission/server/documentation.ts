import { z } from 'zod'
import { recordJsonSchema } from '#engine/declaration/derive/schemas.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { payeeKinds, paymentStates, paymentTypes } from '#rules/payouts/payments.ts'
import { resources } from '#resources/index.ts'
import {
  day,
  type Description,
  type Descriptions,
  id,
  idempotencyHeader,
  moment,
  money,
} from '#engine/server/openapi/description.ts'
import { waitCodes } from '#features/payouts/answers/payRun.ts'
import { hold, invoiceNumber, payNow, payoutRequest, totp } from '#features/payouts/server/documentation.ts'

const currency = z.enum(resources.brand.fields.currency.choices.values)
const paymentState = z.enum(paymentStates)
const kind = z.enum(payeeKinds)
const paymentMethod = z.enum(paymentTypes)
const anyObject = z.record(z.string(), z.unknown())
/** A record in an answer, described by its resource. */
const recordOf = (resource: AnyResource) =>
  z.looseObject({}).meta(recordJsonSchema({ resource, shape: 'read' }) as Record<string, unknown>)
const entry = recordOf(resources.entry as unknown as AnyResource)
const payment = recordOf(resources.payment as unknown as AnyResource)
const manualPayment = z.object({
  paidAt: z.string().describe('a day or moment, not in the future'),
  reference: z.string().optional(),
  note: z.string().optional(),
  totp,
})
const side = z.object({
  measures: z.record(z.string(), z.number()),
  steps: z.array(anyObject),
  exact: z.number(),
  earned: money,
})
const line = z.object({
  product: z.string(),
  brand: id.optional().describe('where brands are reckoned by themselves: a line for each'),
  brandName: z.string().optional(),
  base: z.number(),
  rate: z.number().nullable(),
  amount: money,
  periodStart: day,
  ruleVersion: z.object({ id, validFrom: day.nullable(), name: z.string(), rule: anyObject }).nullable(),
  before: side,
  after: side,
  rounding: z.object({ earned: money, earnedBefore: money, amount: money }),
  isReproduced: z.boolean(),
})
const explanation = z.object({
  entry: z.object({
    id,
    day,
    kind: z.string(),
    status: z.string(),
    value: money,
    currency,
    owner: z.object({ kind: z.string(), id, name: z.string().nullable() }),
  }),
  computedAt: moment.nullable().describe('when its lines were reckoned; what was received later is not in them'),
  events: z.array(
    z.object({
      product: z.string(),
      type: z.string(),
      count: z.int(),
      amount: money,
      late: z.object({ count: z.int(), amount: money }).describe('what of them was received later'),
    }),
  ),
  dailyTotals: z
    .array(z.object({ product: z.string(), measures: z.record(z.string(), z.number()), receivedAt: moment }))
    .describe('what was told of the day as totals: no single event stands behind it'),
  lines: z.array(line),
  players: z.array(z.object({ player: z.string(), link: z.string().nullable() })),
  below: z.array(
    z.object({ affiliate: id.nullable(), name: z.string().nullable(), ggr: money, ngr: money, reward: money }),
  ),
  adjustment: z
    .object({
      sourceEntry: id,
      sourceDay: day,
      sourceValue: money,
      reason: z.string(),
      amount: money,
      before: z.array(line).describe('how the day had been reckoned'),
      after: z.array(line).nullable().describe('how it was due when this was written; null: not kept'),
      receivedAfter: moment.nullable(),
      receivedUpTo: moment.nullable(),
    })
    .nullable(),
  byHand: z
    .object({
      reason: z.string(),
      requestedBy: z.string(),
      approvedBy: z.string().nullable(),
      file: z.string().nullable(),
    })
    .nullable(),
  adjustedBy: z.array(z.object({ entry: id, day, value: money, reason: z.string() })),
  total: money,
  isPartial: z.literal(true).optional(),
  parts: z.array(z.object({ brand: id, name: z.string(), value: money })).optional(),
})
const named = z.object({ id, name: z.string().nullable() })
const ownerPayment = z.object({
  id,
  value: money,
  state: paymentState,
  awaitsApproval: z.boolean(),
  invoice: z.string().nullable(),
  requestedBy: z.string().nullable(),
  isOwn: z.boolean(),
  at: moment,
  reason: z.string().nullable(),
  remark: anyObject.nullable(),
  nextTryAt: moment.nullable(),
})
const ownerRow = z.object({
  kind,
  id,
  name: z.string(),
  paymentType: z.string().nullable(),
  dueValue: money,
  pendingValue: money,
  pendingCount: z.int(),
  isPartial: z.literal(true).optional(),
  withheld: z
    .array(z.object({ tax: z.string(), value: money }))
    .optional()
    .describe('what would be kept back today of all that is pending; where anything is'),
  net: money.optional().describe('what would be sent then'),
  minimumPayout: money,
  currency,
  status: z.string(),
  isPayable: z.boolean(),
  needsApproval: z.boolean(),
  needsInvoice: z.boolean().describe('its company pays it only with the number of an invoice'),
  invoice: z.string().nullable().describe('the number that waits for its next payment in this currency'),
  request: payoutRequest.optional().describe('what it asked to be paid, where that waits for an answer'),
  heldUntil: moment.nullable(),
  nextPayDay: day.describe('of the automatic payments, by the calendar of its company'),
  hold: hold.nullable().describe('what holds it until somebody releases it'),
  missing: z.array(z.string()),
  payment: ownerPayment.nullable(),
  since: z.string().nullable().describe('a moment or a day: since when it stands so'),
})
const manualSum: Description = {
  tag: 'payment',
  headers: idempotencyHeader,
  refusals: [400, 401, 403, 404, 409, 422],
  answer: payment,
  body: manualPayment
    .extend({
      currency,
      entries: z.array(id).min(1).max(1000).optional().describe('all that are pending, where left out'),
      amount: money.optional().describe('as much of it, the oldest first; the rest stays pending'),
      invoice: invoiceNumber.optional(),
    })
    .meta({ example: { paidAt: '2026-11-20', reference: 'TED 4711', note: 'November', currency: 'BRL' } }),
}
/** What several are paid by. */
const payRun: Description = {
  tag: 'payment',
  body: z.object({
    payees: z
      .array(
        z.object({
          kind,
          id,
          currency,
          value: money.describe('as it was seen'),
          amount: money.optional().describe('so much of it, the oldest first'),
          method: paymentMethod,
          invoice: invoiceNumber.optional(),
          awaitsApproval: z
            .boolean()
            .optional()
            .describe('as the preview said; where it is otherwise by now, nothing is paid'),
        }),
      )
      .max(200),
    approvals: z.array(id).optional().describe('payments that wait for a second person'),
    ...manualPayment.partial().shape,
  }),
  headers: idempotencyHeader,
  answer: z.object({
    payments: z.array(
      z.object({
        kind,
        id,
        payment: id,
        currency,
        value: money,
        method: paymentMethod,
        awaitsApproval: z.boolean(),
        waits: z
          .object({ code: z.enum(waitCodes), limit: money, before: money, approvers: z.array(z.string()) })
          .nullable()
          .describe('why, and who may approve it'),
        entries: z.int().describe('how many it pays'),
        isApproval: z.boolean().describe('somebody else had asked for it'),
      }),
    ),
    refused: z.array(
      z.object({
        kind: kind.optional(),
        id: id.optional(),
        currency: currency.optional(),
        payment: id.optional(),
        code: z.string(),
        values: anyObject.optional(),
      }),
    ),
  }),
  refusals: [400, 401, 403, 409, 422],
}

/** Entries, payments and rules tried on the past. */
export const moneyDescriptions: Descriptions = {
  'POST /api/entry': {
    tag: 'entry',
    summary: 'Write an adjustment, or an advance, of one owner; it waits until another person approves it',
    headers: idempotencyHeader,
    answer: entry,
    refusals: [400, 401, 403, 409, 413, 422],
    body: z
      .object({
        affiliate: id.optional(),
        partner: id.optional().describe('one of the two'),
        day,
        currency,
        value: money.describe('negative: the owner owes it'),
        reason: z.string(),
        kind: z
          .enum(['adjustment', 'advance'])
          .optional()
          .describe('an advance is taken back by an adjustment once it was paid'),
        file: z.object({ name: z.string(), content: z.string().describe('base64, 512 KB at most') }).optional(),
        totp,
      })
      .meta({
        example: { affiliate: 1, day: '2026-11-20', currency: 'BRL', value: 52.5, reason: 'Agreed on the phone' },
      }),
  },
  'POST /api/entry/:id/approve': {
    tag: 'entry',
    summary: 'Approve an adjustment that another person wrote: it is pending from now on',
    body: z.object({ totp }),
    headers: idempotencyHeader,
    answer: entry,
    refusals: [400, 401, 403, 404, 409, 422],
  },
  'POST /api/entry/:id/decline': {
    tag: 'entry',
    summary: 'Decline an adjustment that somebody wrote: it is never paid',
    body: z.object({ reason: z.string() }),
    headers: idempotencyHeader,
    answer: entry,
    refusals: [400, 401, 403, 404, 409],
  },
  'GET /api/entry/:id/file': {
    tag: 'entry',
    summary: 'What was attached to an adjustment',
    answer: 'application/octet-stream',
    refusals: [401, 403, 404],
  },
  'POST /api/entry/:id/payment': {
    tag: 'entry',
    summary: 'Confirm that an entry was paid by hand, up to what its owner is owed with all debts',
    body: manualPayment,
    headers: idempotencyHeader,
    answer: entry,
    refusals: [400, 401, 403, 404, 409, 422],
  },
  'POST /api/entry/:id/payment/preview': {
    tag: 'entry',
    summary:
      'The entry as that payment would leave it (pending where it would wait for a second person); nothing is done',
    body: manualPayment,
    headers: idempotencyHeader,
    answer: entry,
    refusals: [400, 401, 403, 404, 409, 422],
  },
  'POST /api/entry/payment': {
    tag: 'entry',
    summary: 'Confirm that several entries were paid by hand: one payment an owner and currency',
    body: manualPayment.extend({ ids: z.array(id).min(1).max(1000) }),
    headers: idempotencyHeader,
    answer: z.object({
      changed: z.array(id),
      awaiting: z.array(id).optional().describe('above the limit of their company: paid once another person approves'),
      payments: z.array(id).describe('one an owner and currency'),
      refused: z.array(z.object({ id, code: z.string(), values: anyObject.optional() })),
    }),
    refusals: [400, 401, 403, 409, 422],
  },
  'GET /api/entry/:id/explain': {
    tag: 'entry',
    summary: 'Every step from events to the amount of an entry',
    answer: explanation,
    refusals: [401, 403, 404],
  },
  'GET /api/entry/:id/events': {
    tag: 'entry',
    summary: 'The events behind an entry, oldest first; behind an adjustment those that came late',
    query: z
      .object({ product: z.string(), type: z.string(), limit: z.int().describe('up to 200'), offset: z.int() })
      .partial(),
    answer: z.object({
      rows: z.array(
        z.object({
          brand: id,
          eventId: z.string(),
          type: z.string(),
          product: z.string(),
          day,
          occurredAt: moment,
          receivedAt: moment,
          player: z.string().nullable(),
          link: z.string().nullable(),
          affiliate: id.nullable(),
          affiliateName: z.string().nullable(),
          amount: money,
          isLate: z.boolean().describe('received after the lines were reckoned'),
        }),
      ),
      count: z.int(),
      amount: money,
    }),
    refusals: [400, 401, 403, 404],
  },
  'GET /api/event/trace': {
    tag: 'activity',
    summary:
      'Where one event is: received when, whose or why nobody’s, in which day and entries, paid by which payment',
    query: z.object({ brand: id, event_id: z.string() }),
    answer: z.object({
      event: anyObject,
      attributed: z.object({ affiliate: named, action: named, by: z.enum(['link', 'player']) }).nullable(),
      unattributed: z.string().nullable(),
      close: z.object({ firstClosedAt: moment.nullable(), lastClosedAt: moment.nullable(), isWaiting: z.boolean() }),
      entries: z.array(anyObject).nullable().describe('each with `saw`: had it been received when it was reckoned'),
    }),
    refusals: [400, 401, 403, 404],
  },
  'GET /api/player/qualification': {
    tag: 'activity',
    summary: 'Why one player qualified for CPA or did not: each condition of each rule, what is missing, since when',
    query: z.object({ brand: id, player_ref: z.string() }),
    answer: z.object({
      player: anyObject,
      currency,
      qualified: z.array(z.object({ reward: named, day, affiliate: named })),
      rules: z.array(anyObject),
    }),
    refusals: [400, 401, 403, 404],
  },
  'POST /payouts/webhook': {
    tag: 'payment',
    body: anyObject,
    answer: z.object({ received: z.literal(true), changed: z.boolean() }),
    refusals: [400, 401, 404],
    isOpen: true,
  },
  'GET /api/payment/owners': {
    tag: 'payment',
    query: z
      .object({
        kind: z.string(),
        status: z.string(),
        owner: z.string().describe('affiliate-7,partner-3'),
        requested: z.literal('true').describe('only those who asked to be paid'),
        brand: id,
        q: z.string(),
        sort: z.string().describe('-dueValue'),
        from: z.int(),
        to: z.int(),
      })
      .partial(),
    answer: z.object({
      rows: z.array(ownerRow),
      total: z.int(),
      counts: z.record(
        z.string(),
        z.object({
          count: z.int(),
          value: money.optional(),
          totals: z.array(z.object({ currency, value: money })),
          since: z.string().nullable().describe('a moment or a day: since when the first of them stands so'),
        }),
      ),
    }),
    refusals: [400, 401, 403],
  },
  'POST /api/payment/affiliate/:id': payNow,
  'POST /api/payment/partner/:id': payNow,
  'POST /api/payment/affiliate/:id/preview': { ...payNow, summary: 'What that payment would be; nothing is done' },
  'POST /api/payment/partner/:id/preview': { ...payNow, summary: 'What that payment would be; nothing is done' },
  'POST /api/payment/affiliate/:id/manual': manualSum,
  'POST /api/payment/partner/:id/manual': manualSum,
  'POST /api/payment/:id/approve': {
    tag: 'payment',
    body: z.object({ totp }),
    headers: idempotencyHeader,
    answer: payment,
    refusals: [400, 401, 403, 404, 409, 422],
  },
  'POST /api/payment/:id/invoice': {
    tag: 'payment',
    body: z.object({ number: invoiceNumber }),
    headers: idempotencyHeader,
    answer: payment,
    refusals: [400, 401, 403, 404, 409],
  },
  'POST /api/payment/:id/decline': {
    tag: 'payment',
    body: z.object({ reason: z.string() }),
    headers: idempotencyHeader,
    answer: payment,
    refusals: [400, 401, 403, 404, 409, 422],
  },
  'POST /api/payment/run': payRun,
  'POST /api/payment/run/preview': { ...payRun, summary: 'What a run would do; nothing is done' },
  'GET /api/payment/run': {
    tag: 'payment',
    summary: 'Payments that wait for a second person, those together that were asked for together',
    answer: z.array(
      z.object({
        run: z.string().nullable(),
        requestedBy: z.string().nullable(),
        isOwn: z.boolean(),
        at: moment,
        totals: z.array(z.object({ currency, value: money })),
        payments: z.array(z.object({ kind, id, payment: id, name: z.string(), currency, value: money })),
      }),
    ),
    refusals: [401, 403],
  },
}

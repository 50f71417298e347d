import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { adjustmentCauses, checklistCodes, controlAmounts } from '../../answers/periods.ts'
import { recordJsonSchema } from '#engine/declaration/derive/schemas.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { forEach } from '#rules/activity/measures.ts'
import {
  day,
  type Description,
  type Descriptions,
  id,
  idempotencyHeader,
  moment,
  money,
} from '#engine/server/openapi/description.ts'

const period = z
  .looseObject({})
  .meta(
    recordJsonSchema({ resource: resources.period as unknown as AnyResource, shape: 'read' }) as Record<
      string,
      unknown
    >,
  )
const code = z.enum(checklistCodes)
const totp = z
  .string()
  .regex(/^[0-9]{6}$/)
  .optional()
  .describe('the code that the authenticator shows now, from everybody who has one')
const currency = z.string()
const cause = z.enum(adjustmentCauses)
const bridgeRow = z.object({
  entry: id.describe('the adjustment; its events at /api/entry/{id}/events'),
  owner: z.object({ kind: z.enum(['affiliate', 'partner']), id, name: z.string() }),
  sourceEntry: id,
  sourceDay: day,
  day: day.describe('on which it was posted'),
  currency,
  value: money,
  causes: z.array(cause),
  refs: z
    .array(z.object({ kind: z.string(), id: z.string() }))
    .describe('what they can be looked up by: events, records, the correction; the first 20'),
})

const ref = z
  .object({
    day,
    affiliate: id,
    partner: id,
    name: z.string(),
    entry: id,
    correction: id,
    brand: id,
    currency,
    value: money,
    product: z.string(),
    code: z.string(),
    count: z.int(),
    job: z.string(),
    run: id,
    at: moment,
    to: currency,
  })
  .partial()
const controlTotal = z.object({ currency, entries: z.int(), ...forEach(controlAmounts, () => money) })
const checklist = z.object({
  items: z.array(
    z.object({
      code,
      ok: z.boolean(),
      count: z.int(),
      refs: z.array(ref).describe('the first 100'),
      required: z.boolean().describe('must be in order, or accepted by name'),
    }),
  ),
  controlTotals: z.array(controlTotal).describe('of a locked period those that were signed'),
  signature: z
    .object({
      digest: z.string().describe('SHA-256 of company, days and totals'),
      accepted: z.array(code),
      checkedBy: z.string().nullable(),
      checkedAt: moment.nullable(),
      lockedBy: z.string().nullable(),
      lockedAt: moment.nullable(),
      holds: z.boolean().describe('what was signed is what there is now'),
    })
    .nullable(),
  bridge: z
    .array(
      z.object({
        currency,
        before: money,
        after: money,
        difference: money,
        causes: z.array(
          z.object({
            cause: cause.describe('the first of what is behind it'),
            with: z.array(cause).describe('what else is behind each of them, and cannot be told apart by the cent'),
            correction: id.nullable().describe('which one, where the cause is a correction'),
            value: money,
            count: z.int(),
            entries: z.array(id).describe('the first 100'),
          }),
        ),
        returned: z
          .object({ value: money, count: z.int(), entries: z.array(id) })
          .nullable()
          .describe('opened again by payments that came back: the same money, no part of the difference'),
      }),
    )
    .describe('what came later to these days and was posted to a later one'),
})
const change = (summary: string, body: z.ZodObject): Description => ({
  tag: 'period',
  summary,
  body,
  headers: idempotencyHeader,
  answer: period,
  refusals: [400, 401, 403, 404, 409, 422],
})

/** Periods: what speaks for signing them, and the three steps. */
export const periodDescriptions: Descriptions = {
  'GET /api/period/:id/checklist': {
    tag: 'period',
    summary: 'What speaks for and against signing a period, and what it comes to',
    answer: checklist,
    refusals: [400, 401, 403, 404, 409],
  },
  'GET /api/period/:id/bridge': {
    tag: 'period',
    summary: 'What came later to the days of a period, adjustment by adjustment, each with why',
    query: z.object({
      currency: currency.optional(),
      cause: z.string().optional().describe('what is behind them, of several all: movedPlayer,lateEvent'),
      correction: id.optional(),
      limit: z.int().optional().describe('50 where nothing is said, at most 500'),
      offset: z.int().optional(),
    }),
    answer: z.object({
      rows: z.array(bridgeRow),
      count: z.int(),
      totals: z.array(z.object({ currency, count: z.int(), value: money })),
      value: money.optional().describe('where there is one currency alone'),
    }),
    refusals: [400, 401, 403, 404, 409],
  },
  'POST /api/period/:id/check': change(
    'Sign what a period that is over comes to',
    z.object({ accept: z.array(code).optional().describe('what is not in order and signed all the same'), totp }),
  ),
  'POST /api/period/:id/lock': change(
    'Lock a period that another person checked: what comes later is posted to the open one',
    z.object({ totp }),
  ),
  'POST /api/period/:id/reopen': change('Open a period again, and say why', z.object({ reason: z.string(), totp })),
}

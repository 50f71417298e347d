import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { recordJsonSchema } from '#engine/declaration/derive/schemas.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { payeeKinds } from '#rules/payouts/payments.ts'
import {
  day,
  type Description,
  type Descriptions,
  id,
  idempotencyHeader,
  moment,
  money,
} from '#engine/server/openapi/description.ts'

const correction = z
  .looseObject({})
  .meta(
    recordJsonSchema({ resource: resources.correction as unknown as AnyResource, shape: 'read' }) as Record<
      string,
      unknown
    >,
  )
const totp = z
  .string()
  .regex(/^[0-9]{6}$/)
  .optional()
  .describe('the code that the authenticator shows now, from everybody who has one')
const order = z.object({
  object: z
    .string()
    .describe('a resource with dated fields; or action, to give players that registered by this link to another link')
    .meta({ example: 'reward' }),
  id,
  values: z
    .record(z.string(), z.unknown())
    .describe(
      'fields; of action: {action, players?}, the link they go to and the players, all that registered since if left out',
    )
    .meta({ example: { percentage: 20 } }),
  validFrom: day.describe('a day before today'),
  reason: z.string().max(500),
  force: z
    .boolean()
    .optional()
    .describe('although it is worse than what affiliates accepted; such a one may begin today as well'),
})
const owner = { ownerKind: z.enum(payeeKinds), owner: id, name: z.string(), currency: z.string(), day }
const sums = { was: money, wouldBe: money, difference: money }

const preview = z.object({
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  validFrom: day,
  validTo: day.nullable().describe('the first day on which another value was given later'),
  previewedAt: moment,
  digest: z.string().describe('what two people agree on: SHA-256 over the values and every difference'),
  totals: z.array(
    z.object({ ownerKind: z.enum(payeeKinds), currency: z.string(), owners: z.int(), days: z.int(), ...sums }),
  ),
  count: z.int().describe('of all differences; rows are a window of them'),
  rows: z.array(
    z.object({
      ...owner,
      ...sums,
      posting: z
        .enum(['rewritten', 'adjusted'])
        .describe('a pending entry is rewritten; beside a complete one, or in a locked period, an adjustment is added'),
      products: z
        .array(z.object({ product: z.string(), was: money, wouldBe: money }))
        .nullable()
        .describe('of an affiliate, where players are moved'),
    }),
  ),
  problems: z.array(z.object({ ...owner, code: z.string() })).describe('owners for whom the rule has no result'),
  moved: z
    .object({ fromAction: id, fromAffiliate: id, toAction: id, toAffiliate: id, players: z.int() })
    .nullable()
    .describe('where players are moved'),
})
const change = (summary: string, body: z.ZodObject): Description => ({
  tag: 'correction',
  summary,
  body,
  headers: idempotencyHeader,
  answer: correction,
  refusals: [400, 401, 403, 404, 409, 422],
})

/** Corrections: a dated rule that reads otherwise from a past day on. */
export const correctionDescriptions: Descriptions = {
  'POST /api/correction': change(
    'Ask that a dated rule reads otherwise from a past day on; another person approves it',
    order.extend({ totp }),
  ),
  'POST /api/correction/preview': {
    ...change('What a correction would come to; nothing of it stays', order),
    answer: preview,
  },
  'GET /api/correction/:id/preview': {
    tag: 'correction',
    summary: 'What a correction comes to: of one that waits as it was reckoned last, of a posted one as it was posted',
    query: z.object({ limit: z.int().max(1000).optional(), offset: z.int().optional() }),
    answer: preview,
    refusals: [400, 401, 403, 404, 409],
  },
  'POST /api/correction/:id/preview': {
    ...change('Reckon anew what a correction that waits comes to', z.object({})),
    answer: preview,
  },
}

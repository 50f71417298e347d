import { z } from 'zod'
import { resources } from '#resources/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { day, type Description, type Descriptions, money } from './description.ts'

const sum = z.object({
  currency: z.string().nullable(),
  value: money,
  count: z.int().optional(),
  before: money.optional().describe('the same days of the month before'),
  days: z.array(z.object({ day, value: money })).optional(),
  isPartial: z.literal(true).optional(),
})
const head = z
  .object({
    from: day,
    to: day,
    figures: z.record(z.string(), z.array(sum)).describe('as the resource declares them, a currency by itself'),
    payout: z.array(z.looseObject({})).optional().describe('rows of GET /api/payment/owners'),
    stopped: z.object({ day, code: z.string(), message: z.string() }).nullable().optional(),
  })
  .meta({
    example: {
      from: '2026-11-01',
      to: '2026-11-23',
      figures: {
        earned: [{ currency: 'BRL', value: 512.5, before: 498.2, count: 22, days: [{ day: '2026-11-23', value: 0 }] }],
        pending: [{ currency: 'BRL', value: 112.5, count: 4 }],
      },
      stopped: null,
    },
  })

const description = (tag: string): Description => ({
  tag,
  summary: 'The figures on top of its page, of the month so far; those one may not see are not there',
  answer: head,
  refusals: [400, 401, 403, 404],
})

/** Of every resource whose page declares a head. */
export const recordHeadDescriptions: Descriptions = Object.fromEntries(
  (Object.values(resources) as unknown as AnyResource[])
    .filter(({ page }) => page !== undefined)
    .map(({ name }) => [`GET /api/${name}/:id/head`, description(name)]),
)

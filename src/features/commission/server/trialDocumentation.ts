import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { day, type Description, type Descriptions, id, money } from '#engine/server/openapi/description.ts'

const currency = z.enum(resources.brand.fields.currency.choices.values)
const anyObject = z.record(z.string(), z.unknown())
const isPartial = z.literal(true).optional()
const owner = z.object({ id, name: z.string(), currency, then: money, now: money, difference: money, isPartial })
const trialGroup = z.object({
  ownerKind: z.string(),
  isPartial,
  count: z.int(),
  changed: z.int(),
  then: money.optional(),
  now: money.optional(),
  difference: money.optional(),
  totals: z.array(z.object({ currency, then: money, now: money, difference: money })),
  winners: z.array(owner).nullable(),
  losers: z.array(owner).nullable(),
  rows: z.array(owner).nullable(),
  problems: z.array(z.object({ id, name: z.string(), message: z.string() })),
})
const whatIf = (tag: string): Description => ({
  tag,
  body: z.object({
    month: z.string().optional().describe('YYYY-MM; or from and to'),
    from: day.optional().describe('any past day'),
    to: day.optional(),
    values: anyObject.optional(),
  }),
  answer: trialGroup.extend({
    from: day,
    to: day,
    openDays: z.int(),
    assumptions: z.array(z.object({ code: z.string(), text: z.string() })).describe('what was taken for granted'),
    above: trialGroup.nullable(),
  }),
  refusals: [400, 401, 403, 404, 422, 429],
})

/** Rules and expressions tried before they are in force. */
export const trialDescriptions: Descriptions = {
  'POST /api/reward/:id/what_if': whatIf('reward'),
  'POST /api/rewardProfile/:id/what_if': whatIf('rewardProfile'),
  'POST /api/partnerLevel/:id/what_if': whatIf('partnerLevel'),
  'POST /api/partnerLevel/evaluate': {
    tag: 'partnerLevel',
    body: z.object({ expression: z.string(), values: z.record(z.string(), z.number()).optional() }),
    answer: z.object({ result: z.number() }),
    refusals: [400, 401, 403, 422],
  },
}

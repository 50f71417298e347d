import { z } from 'zod'
import { riskEffects, riskSeverities } from '#engine/declaration/risk.ts'
import { type Descriptions, id, moment } from '#engine/server/openapi/description.ts'

const rule = z.object({
  name: z.string(),
  of: z.string(),
  when: z.array(z.string()).describe('comparisons, all of which have to hold'),
  over: z.int().describe('days'),
  severity: z.enum(riskSeverities),
  effect: z.enum(riskEffects),
  limits: z.array(z.number().nullable()).describe('with what each condition compares; null where no company sets it'),
  companies: z
    .array(
      z.object({
        company: id,
        companyName: z.string(),
        isOff: z.boolean().describe('it does not count there'),
        limits: z.array(z.number().nullable()).describe('in place of the rule’s own'),
        reason: z.string(),
        changedAt: moment,
        changedBy: z.string(),
        asked: z
          .object({ isOff: z.boolean(), limits: z.array(z.number().nullable()), by: z.string() })
          .nullable()
          .describe('asked for by one person: counts once another posts the same'),
      }),
    )
    .describe('what companies that one sees whole say of it'),
  startedAt: moment.nullable(),
  startedBy: z.string().nullable(),
})
const flagged = z.object({
  affiliate: id.nullable().describe('one of affiliate, partner and player'),
  partner: id.nullable(),
  player: id.nullable(),
  name: z.string().describe('of a player, its affiliate’s'),
  values: z.record(z.string(), z.number()).describe('what each word of the conditions came to'),
  players: z.array(z.object({ id, brand: id, ref: z.string().nullable() })),
})
const finding = flagged.extend({
  id,
  rule: z.string(),
  severity: z.enum(riskSeverities),
  effect: z.enum(riskEffects),
  raisedAt: moment,
  from: z.string(),
  to: z.string(),
  state: z.enum(['open', 'released', 'revoked']),
  askedBy: z.string().nullable().describe('who asked for its release: another person confirms'),
  decidedAt: moment.nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
  entry: id.nullable().describe('the adjustment that takes commission back'),
})
const exemption = z.object({
  id,
  affiliate: id.nullable(),
  partner: id.nullable(),
  name: z.string(),
  rule: z.string().nullable(),
  reason: z.string(),
  madeAt: moment,
  madeBy: z.string(),
  isWaiting: z.boolean().describe('counts once another person posts the same'),
})
const risk = z.object({ rules: z.array(rule), findings: z.array(finding), exemptions: z.array(exemption) })
const reason = z.object({ reason: z.string() })
const limits = z.array(z.number().nullable()).describe('one for each condition; null where the rule’s own holds')

/** Signs of fraud. */
export const riskDescriptions: Descriptions = {
  'GET /api/risk': {
    tag: 'risk',
    summary: 'Rules, what they found about affiliates (their players) and partners one sees whole, and who is left out',
    answer: risk,
    refusals: [401, 403],
  },
  'POST /api/risk/trial': {
    tag: 'risk',
    summary:
      'What a rule would find up to a past day, as it counts or in a company with limits of its own; keeps nothing',
    body: z.object({ rule: z.string(), to: z.string().optional(), company: id.optional(), limits: limits.optional() }),
    answer: z.object({
      rule: z.string(),
      from: z.string(),
      to: z.string(),
      subjects: z.int().describe('how many were looked at'),
      flagged: z.array(flagged),
      digest: z.string(),
    }),
    refusals: [400, 401, 403, 429],
  },
  'POST /api/risk/start': {
    tag: 'risk',
    summary: 'The rule counts from now on; with the digest of a trial that was looked at',
    body: z.object({ rule: z.string(), to: z.string().optional(), digest: z.string() }),
    answer: risk,
    refusals: [400, 401, 403, 409],
  },
  'POST /api/risk/stop': {
    tag: 'risk',
    summary: 'The rule finds nothing new',
    body: reason.extend({ rule: z.string() }),
    answer: risk,
    refusals: [400, 401, 403],
  },
  'POST /api/risk/company': {
    tag: 'risk',
    summary:
      'Leaves a rule out in a company, or gives it limits there, with the digest of their trial; of a rule that holds commission it counts once another person posts the same',
    body: reason.extend({
      rule: z.string(),
      company: id.optional().describe('root alone names another than its own'),
      isOff: z.boolean().optional(),
      limits: limits.optional(),
      to: z.string().optional(),
      digest: z.string().optional(),
    }),
    answer: risk,
    refusals: [400, 401, 403, 404, 409, 422],
  },
  'POST /api/riskFinding/:id/release': {
    tag: 'risk',
    summary: 'It is no fraud; of one that holds commission two people say so, one after the other',
    body: reason,
    answer: risk,
    refusals: [400, 401, 403, 404, 409],
  },
  'POST /api/riskFinding/:id/revoke': {
    tag: 'risk',
    summary: 'Takes commission back by an adjustment that another person approves',
    body: reason.extend({ value: z.number(), currency: z.string() }),
    answer: risk,
    refusals: [400, 401, 403, 404, 409],
  },
  'POST /api/risk/exemption': {
    tag: 'risk',
    summary:
      'Leaves an affiliate (with its players) or a partner out of a rule, or of all; where that holds commission it counts once another person posts the same',
    body: reason.extend({ affiliate: id.optional(), partner: id.optional(), rule: z.string().optional() }),
    answer: risk,
    refusals: [400, 401, 403, 404, 422],
  },
  'POST /api/riskExemption/:id/end': {
    tag: 'risk',
    summary: 'Leaves it out no longer',
    body: reason,
    answer: risk,
    refusals: [400, 401, 403, 404],
  },
}

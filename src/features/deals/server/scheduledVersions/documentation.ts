import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { datedFields } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { day, type Descriptions, id, moment } from '#engine/server/openapi/description.ts'

const values = z.record(z.string(), z.unknown()).describe('dated fields that will read otherwise')
const until = day.nullable().describe('the day on which what was there before comes back; null where it stays')
const scheduled = z
  .object({
    id,
    validFrom: day,
    validUntil: until,
    values,
    state: z.enum(['waiting', 'begun', 'ended', 'withdrawn']),
    problem: z.string().nullable().describe("why it could not begin or end yet, as an error's code"),
    scheduledBy: z.string(),
    scheduledAt: moment,
    withdrawnBy: z.string().nullable(),
    withdrawnAt: moment.nullable(),
  })
  .meta({
    example: {
      id: 4,
      validFrom: '2026-12-01',
      validUntil: '2027-01-01',
      values: { percentage: 35 },
      state: 'waiting',
      problem: null,
      scheduledBy: 'maria@office.example',
      scheduledAt: '2026-11-20T12:00:00.000Z',
      withdrawnBy: null,
      withdrawnAt: null,
    },
  })

const order = z
  .object({
    values,
    validFrom: day.describe('a day after today'),
    validUntil: until.optional(),
    version: z.int().optional().describe('of the record, where it must be the stored one'),
    totp: z.string().optional().describe('the code that the authenticator shows now, where a guarded field changes'),
  })
  .meta({ example: { values: { percentage: 35 }, validFrom: '2026-12-01', validUntil: '2027-01-01' } })

function ofResource({ name }: AnyResource): Descriptions {
  const path = `/api/${name}/:id/scheduled`
  return {
    [`GET ${path}`]: {
      tag: name,
      summary: 'The versions that were scheduled for a record, and what became of them',
      answer: z.array(scheduled),
      refusals: [401, 403, 404],
    },
    [`POST ${path}`]: {
      tag: name,
      summary: 'Has dated fields read otherwise from a day to come, up to another one where it is said',
      body: order,
      answer: scheduled,
      refusals: [400, 401, 403, 404, 409, 422],
    },
    [`DELETE ${path}/:scheduled`]: {
      tag: name,
      summary: 'Withdraws a version that has not begun',
      answer: scheduled,
      refusals: [401, 403, 404, 409],
    },
  }
}

/** Versions that begin on a day to come, of every resource with dated fields. */
export const scheduledDescriptions: Descriptions = Object.assign(
  {},
  ...(Object.values(resources) as unknown as AnyResource[])
    .filter((resource) => datedFields(resource).length > 0)
    .map(ofResource),
) as Descriptions

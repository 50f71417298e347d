import { z } from 'zod'
import { type Descriptions, moment } from '#engine/server/openapi/description.ts'

const overlay = z.record(z.string(), z.unknown()).describe('what is laid over the declarations: resources, menu')
const version = z.int().min(0)

/** The routes of the studio, for the API's document. */
export const studioDescriptions: Descriptions = {
  'GET /api/studio': {
    tag: 'studio',
    answer: z.object({
      serves: version.describe('the version that this server serves; 0 where nothing was published'),
      versions: z.array(z.object({ version, author: z.string().nullable(), at: moment, overlay })),
      overlay,
      draft: z.object({ overlay, basedOn: version }).nullable().describe("the asker's own"),
      counts: z.record(z.string(), z.int()).describe('records by entity, and how many hold a value by field'),
    }),
    refusals: [401, 403],
  },
  'PUT /api/studio/draft': {
    tag: 'studio',
    body: z.object({ overlay: overlay.nullable(), basedOn: version }),
    answer: z.object({
      problems: z
        .array(z.object({ where: z.string(), what: z.string(), how: z.string() }))
        .describe('what the check finds; the draft is kept where it finds nothing'),
    }),
    refusals: [400, 401, 403],
  },
  'POST /api/studio/publish': {
    tag: 'studio',
    body: z.object({
      version: version.optional().describe('publishes what this version said anew; else the own draft'),
    }),
    answer: z.object({ version }),
    refusals: [400, 401, 403, 404, 409],
  },
}

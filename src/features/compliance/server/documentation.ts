import { z } from 'zod'
import { language as languages } from '#resources/choices.ts'
import { resources } from '#resources/index.ts'
import { isPersonal } from '#engine/declaration/derive/personal.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { personFormats } from './exportPerson.ts'
import { type Descriptions, id } from '#engine/server/openapi/description.ts'

const named = (Object.values(resources) as unknown as AnyResource[]).filter(isPersonal).map(({ name }) => name)

/** What can be done about the person of a record, for every resource that declares something personal. */
export const personalDescriptions: Descriptions = Object.assign(
  {},
  ...named.map((name): Descriptions => ({
    [`GET /api/${name}/:id/person`]: {
      tag: name,
      summary: `Everything that is kept about the person of a ${name}: the record, what refers to it, what the log says of it, who read it (root)`,
      query: z.object({
        format: z.enum(personFormats).optional(),
        language: z.enum(languages.values as readonly [string, ...string[]]).optional(),
      }),
      answer: 'application/octet-stream',
      refusals: [400, 401, 403, 404],
    },
    [`POST /api/${name}/:id/redact`]: {
      tag: name,
      summary: `Take what tells of the person out of a ${name} and of what the log says of it; amounts and proofs stay (root)`,
      body: z.object({ reason: z.string(), totp: z.string().optional() }),
      answer: z.object({
        id,
        fields: z.array(z.string()).describe('fields that were emptied'),
        lines: z.int().describe('lines of the log of which values were taken out'),
      }),
      refusals: [400, 401, 403, 404, 409, 422],
    },
  })),
) as Descriptions

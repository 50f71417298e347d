import { z } from 'zod'
import type { JsonSchema } from '#engine/declaration/kinds/index.ts'

/**
 * What the OpenAPI document says of a route that parses its request itself. It describes and checks nothing: each field
 * has its own message where it is read.
 */
export interface Description {
  readonly tag: string
  readonly summary?: string
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The type of the body where it is no JSON. */
  readonly bodyType?: string
  /** What 200 answers; a media type where that is no JSON; null where the answer is a redirect. */
  readonly answer: z.ZodType | string | null
  readonly headers?: Readonly<Record<string, string>>
  /** The statuses with which it refuses, besides 500 (a fault of ours) and 503 (no database). */
  readonly refusals: readonly number[]
  /** Needs no session. */
  readonly isOpen?: boolean
}

/** Descriptions by method and path, as routes are declared: `GET /api/job/:name`. */
export type Descriptions = Readonly<Record<string, Description>>

/** A moment, a business day, an amount, an id: the words in which every answer is described. */
export const moment = z.string().describe('ISO 8601, UTC')
export const day = z.string().describe('YYYY-MM-DD')
export const money = z.number().describe('at most 2 decimals')
export const id = z.int()

/** A header that makes a second try of a write that moves money harmless. */
export const idempotencyHeader = {
  'Idempotency-Key': 'the same key and body again: the same answer, no second effect',
} as const

const error = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.unknown()).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})

function jsonSchema(type: z.ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    unknown
  >
  return schema
}

const content = (type: string, schema: JsonSchema) => ({ content: { [type]: { schema } } })

function answered(answer: Description['answer']): Record<string, unknown> {
  if (answer === null) return { 302: { description: 'Redirect' } }
  if (typeof answer === 'string')
    return { 200: { description: 'A file or text', ...content(answer, { type: 'string' }) } }
  return { 200: { description: 'Done', ...content('application/json', jsonSchema(answer)) } }
}

/**
 * The schema of a described route, in the form in which the document's generator takes it.
 * @param url as the route was declared, `/api/job/:name`.
 */
export function describedSchema(
  { tag, summary, query, body, bodyType, answer, headers, refusals, isOpen }: Description,
  { url, said }: { url: string; said: { summary?: unknown; description?: unknown } },
): Record<string, unknown> {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const parameter = (name: string): JsonSchema => ({
    type: /^(id|keyId|noteId|fileId|upload)$/.test(name) ? 'integer' : 'string',
  })
  const described = { summary: summary ?? said.summary, ...(said.description ? { description: said.description } : {}) }
  return {
    tags: [tag],
    ...described,
    ...(isOpen ? { security: [] } : {}),
    ...(names.length > 0
      ? {
          params: {
            type: 'object',
            required: names,
            properties: Object.fromEntries(names.map((name) => [name, parameter(name)])),
          },
        }
      : {}),
    ...(query ? { querystring: jsonSchema(query) } : {}),
    ...(body ? { body: bodyType ? { type: 'object', ...content(bodyType, jsonSchema(body)) } : jsonSchema(body) } : {}),
    ...(headers
      ? {
          headers: {
            type: 'object',
            properties: Object.fromEntries(
              Object.entries(headers).map(([name, description]) => [name, { type: 'string', description }]),
            ),
          },
        }
      : {}),
    response: {
      ...answered(answer),
      ...Object.fromEntries(
        [...refusals, 500, 503].map((status) => [
          status,
          { description: 'Refused', ...content('application/json', jsonSchema(error)) },
        ]),
      ),
    },
  }
}

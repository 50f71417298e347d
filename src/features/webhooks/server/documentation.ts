import { z } from 'zod'
import { resources as allResources } from '#resources/index.ts'
import { signals as declared } from '#resources/signals.ts'
import { kinds } from '#engine/declaration/kinds/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import {
  recordsOf,
  type SignalDefinition,
  type Signals,
  signalWords,
  type SignalWord,
} from '#engine/declaration/webhook.ts'
import { type Description, type Descriptions, id, moment } from '#engine/server/openapi/description.ts'

type Json = Record<string, unknown>
const resources: Readonly<Record<string, AnyResource>> = allResources

function dataSchema(signal: SignalDefinition): Json {
  const { says } = signal
  const objects = [...new Set(recordsOf(signal).map(({ of }) => of))]
  const [first] = objects
  if (first === undefined)
    return {
      type: 'object',
      properties: Object.fromEntries(says.map((word) => [word, signalWords[word as SignalWord]])),
    }
  const fields = resources[first]!.fields
  return {
    type: 'object',
    properties: {
      object: { enum: objects },
      id: { type: 'integer' },
      operation: { type: 'string', description: 'as the activity log has it' },
      changes: { type: 'array', items: { type: 'object', properties: { field: {}, before: {}, after: {} } } },
      ...Object.fromEntries(
        says.map((name) => [name, { anyOf: [kinds[fields[name]!.kind].schema(fields[name]!), { type: 'null' }] }]),
      ),
    },
  }
}

/** What targets are sent, as `webhooks` of the API's document: one of each signal. */
export function signalWebhooks(): Record<string, object> {
  const described = ([name, definition]: [string, SignalDefinition]) => {
    const schema = {
      type: 'object',
      required: ['type', 'timestamp', 'data'],
      properties: {
        type: { const: name },
        timestamp: { type: 'string', description: 'when it happened, ISO 8601, UTC' },
        data: dataSchema(definition),
      },
    }
    const post = {
      tags: ['signalTarget'],
      summary: `Sent to signal targets that want ${name}, signed as Standard Webhooks has it`,
      requestBody: { content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'Taken; everything else is sent again' } },
    }
    return [name, { post }]
  }
  return Object.fromEntries(Object.entries(declared as Signals).map(described))
}

const proof = z.object({
  totp: z.string().optional().describe('the code that the authenticator shows now, from everybody who has one'),
})
const secret = z.object({
  id,
  hint: z.string().describe('its last characters'),
  madeAt: moment,
  endsAt: moment.nullable().describe('from this moment on it signs nothing; null for the present one'),
  isUnseen: z.boolean().describe('it was made with the target, and nobody has seen it'),
})
const count = z.object({ count: z.int().describe('how many are sent again') })
const ofTarget = (description: Omit<Description, 'tag' | 'refusals'>, more: readonly number[] = []): Description => ({
  tag: 'signalTarget',
  refusals: [...more, 401, 403, 404],
  ...description,
})

const feed = (summary: string): Description => ({
  tag: 'warehouse',
  summary: `${summary}. Lines of JSON, packed by gzip`,
  answer: 'application/gzip',
  refusals: [400, 401, 403, 429],
})

/** What is done to a signal target beside writing it, and what a warehouse takes by day. */
export const signalDescriptions: Descriptions = {
  'GET /api/warehouse/events/:day': feed(
    'The events of a business day, of the brands one sees, in no order: for who has the roles manager and activityPerAffiliate',
  ),
  'GET /api/warehouse/log/:day': feed('The lines of the activity log of a day, in their order: for root'),
  'GET /api/signalTarget/:id/queue': ofTarget({
    summary: 'How a target has been answering, and how much waits for it',
    answer: z.object({
      waiting: z.int(),
      dead: z.int().describe('given up'),
      failures: z.int().describe('in a row'),
      failingSince: moment.nullable(),
      restsUntil: moment.nullable().describe('nothing is tried before'),
      sendsMail: z.boolean().describe('whether this server sends mail at all'),
    }),
  }),
  'POST /api/signalTarget/:id/test': ofTarget({
    summary: 'Sends a test now, once, and says what was answered',
    answer: z.object({
      signalId: z.string(),
      isTaken: z.boolean(),
      status: z.int().nullable(),
      answer: z.string().describe('the beginning of the answer, or what was in the way'),
      tookMs: z.int(),
    }),
  }),
  'GET /api/signalTarget/:id/secret': ofTarget({
    summary: 'The secrets that sign at present, two at most',
    answer: z.array(secret),
  }),
  'POST /api/signalTarget/:id/secret': ofTarget(
    {
      summary: 'Makes a secret; the one before signs beside it for a day',
      body: proof,
      answer: secret.extend({ secret: z.string().describe('in full, this once') }),
    },
    [400],
  ),
  'POST /api/signalTarget/:id/replay': ofTarget(
    {
      summary: 'Sends all that a target is told of from a moment to another again, under the same ids',
      body: z.object({ from: moment, to: moment }),
      answer: count,
    },
    [400],
  ),
  'POST /api/signalTarget/:id/again': ofTarget({
    summary: 'Sends all that was given up for a target again',
    answer: count,
  }),
  'POST /api/signalDelivery/:id/again': ofTarget({
    summary: 'Sends a delivery again that was given up',
    answer: count,
  }),
}

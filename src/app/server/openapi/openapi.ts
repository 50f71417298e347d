import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { language as languages } from '#resources/choices.ts'
import { resources } from '#resources/index.ts'
import { transitions } from '#resources/transitions.ts'
import type { OfFeature } from '#engine/declaration/feature.ts'
import { filterOperators } from '#engine/declaration/derive/filters.ts'
import { withExamples } from '#engine/server/openapi/examples.ts'
import { recordExample } from '#engine/server/openapi/fieldExamples.ts'
import { inputJsonSchema, recordJsonSchema } from '#engine/declaration/derive/schemas.ts'
import { type AnyResource, guardProperty, type ResourceAction } from '#engine/declaration/resource.ts'
import type { Lifecycles } from '#engine/declaration/transition.ts'
import { sentWith } from '#engine/records/server/transitions/routes.ts'
import { describedSchema } from '#engine/server/openapi/description.ts'
import { descriptions } from './index.ts'
import { signalWebhooks } from '#features/webhooks/server/documentation.ts'
import { workbookType } from '#engine/export/server/workbook.ts'
import { exportFormats } from '#engine/records/server/export/exportParameters.ts'
import { isParted } from '#features/commission/server/partialAmounts.ts'

/** What a route says of itself where it works on records: its documentation follows from the resource. */
export interface RecordOperation {
  readonly resource: string
  readonly name: 'list' | 'export' | 'read' | 'create' | 'update' | 'remove' | 'action' | 'transition'
  readonly action?: string
  readonly transition?: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: RecordOperation
  }
}

type Json = Record<string, unknown>

const errorSchema: Json = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: true, description: 'field -> message, and root.serverError' },
    details: { type: 'object', additionalProperties: true, description: 'field -> [{code, values}]' },
  },
}
const optionSchema: Json = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: ['string', 'null'] } },
}
const errorStatuses: Readonly<Record<RecordOperation['name'], readonly number[]>> = {
  list: [400, 401, 403],
  export: [400, 401, 403, 429],
  read: [401, 403, 404],
  create: [400, 401, 403, 409, 422],
  update: [400, 401, 403, 404, 409, 422],
  remove: [401, 403, 404, 409],
  action: [400, 401, 403, 404, 409, 422],
  transition: [400, 401, 403, 404, 409, 422],
}
const idParameter: Json = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const content = (schema: Json) => ({ 'application/json': { schema } })

function listParameters(resource: AnyResource): Json {
  const filters = Object.entries(resource.fields).flatMap(([name, field]) =>
    filterOperators(field).map((operator) => (operator === 'equals' ? name : `${name}_${operator}`)),
  )
  return {
    type: 'object',
    properties: {
      sort: {
        type: 'string',
        description: `["field","ASC"]; ${JSON.stringify(resource.list.sort)} where nothing is said`,
      },
      range: { type: 'string', description: '[first,last], both included, 1000 at most' },
      filter: {
        type: 'string',
        description: `A JSON object; arrays mean any of, null means empty. id, q, ${filters.join(', ')}`,
      },
      embed: {
        type: 'string',
        description:
          'Reference fields, ["field",...]: each record brings the names of what they refer to, names: {field: {id: name}}',
      },
    },
  }
}

function exportParameters(resource: AnyResource): Json {
  const { sort, filter } = listParameters(resource).properties as Json
  return {
    type: 'object',
    properties: {
      sort,
      filter,
      format: {
        type: 'string',
        enum: [...exportFormats],
        description:
          'csv where nothing is said; table: a line that names columns and criteria, then an array of cells a line',
      },
      language: {
        type: 'string',
        enum: [...languages.values],
        description: `of heads, labels and numbers; ${languages.values[0]} where nothing is said`,
      },
      columns: {
        type: 'string',
        description:
          'A JSON array of field names, in the order of the columns; all that one may read where nothing is said',
      },
    },
  }
}

function exportAnswer(resource: AnyResource): Json {
  const text = { schema: { type: 'string' } }
  return {
    description: `All ${resource.name} records that match, as a file`,
    headers: {
      'X-Total-Count': { schema: { type: 'integer' } },
      'Content-Disposition': { schema: { type: 'string' } },
    },
    content: {
      'text/csv': text,
      'application/x-ndjson': text,
      [workbookType]: { schema: { type: 'string', format: 'binary' } },
    },
  }
}

/** The schema of a record as it is read, made or changed, with one for instance. */
function recordSchema(resource: AnyResource, shape: 'read' | 'create' | 'update'): Json {
  return { ...recordJsonSchema({ resource, shape }), example: recordExample(resource, shape) }
}

/** A record of which some read a part says so to them. */
function withPart(resource: AnyResource, record: Json): Json {
  if (!isParted(resource)) return record
  const description = 'whether brands out of sight make up the rest of its value; for staff who see some brands'
  return { ...record, properties: { ...(record.properties as Json), isPartial: { type: 'boolean', description } } }
}

/** A transition, and the field that it moves. */
function transitionOf({ resource, transition }: RecordOperation) {
  const { state, transitions: declared } = (transitions as Lifecycles)[resource]!
  return { state, ...declared[transition!]! }
}

function requestSchema(resource: AnyResource, operation: RecordOperation): Json {
  const { name, action } = operation
  const body = (schema: Json) => ({ body: schema })
  switch (name) {
    case 'list':
      return { querystring: listParameters(resource) }
    case 'export':
      return { querystring: exportParameters(resource) }
    case 'create':
      return body(recordSchema(resource, 'create'))
    case 'update':
      return { params: idParameter, ...body(recordSchema(resource, 'update')) }
    case 'action': {
      const { input = {}, bulk } = resource.actions[action!] as ResourceAction
      const schema = inputJsonSchema(input) as { required: string[]; properties: Json }
      const ids = { ids: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 1000 } }
      const preview = {
        preview: { type: 'boolean', description: 'Say what would be changed and what refused, and change nothing' },
      }
      return bulk
        ? body({
            ...schema,
            required: ['ids', ...schema.required],
            properties: { ...ids, ...preview, ...schema.properties },
          })
        : { params: idParameter, ...body(schema) }
    }
    case 'transition': {
      const schema = inputJsonSchema(sentWith(transitionOf(operation))) as { properties: Json }
      const code = { [guardProperty]: { type: 'string', description: 'of whoever has an authenticator' } }
      return { params: idParameter, ...body({ ...schema, properties: { ...schema.properties, ...code } }) }
    }
    default:
      return { params: idParameter }
  }
}

function answerSchema(resource: AnyResource, operation: RecordOperation): Json {
  const { name, action } = operation
  if (name === 'transition') {
    const { state, to, answers } = transitionOf(operation)
    if (answers) return { description: `The ${resource.name}`, content: content(recordSchema(resource, 'read')) }
    const properties = { [state]: { type: 'string', enum: [to] } }
    return { description: 'Its state', content: content({ type: 'object', required: [state], properties }) }
  }
  if (name === 'export') return exportAnswer(resource)
  const record = withPart(resource, recordSchema(resource, 'read'))
  if (name === 'list') {
    const page = {
      anyOf: [
        { type: 'array', items: record },
        { type: 'array', items: optionSchema },
      ],
    }
    return {
      description: `A page of ${resource.name}; with other query parameters than these: [{id, name}]`,
      headers: { 'Content-Range': { type: 'string' } },
      content: content(page),
    }
  }
  if (name === 'action' && (resource.actions[action!] as ResourceAction).bulk) {
    const refused = { type: 'object', properties: { id: { type: 'integer' }, code: { type: 'string' } } }
    return {
      description: 'What became of each',
      content: content({
        type: 'object',
        properties: {
          changed: { type: 'array', items: { type: 'integer' } },
          refused: { type: 'array', items: refused },
        },
      }),
    }
  }
  return { description: `The ${resource.name}`, content: content(record) }
}

/** A resource as far as somebody reads it, and as far as they set it. */
export type AsSeen = (resource: AnyResource, what: 'read' | 'create' | 'update') => AnyResource
const whole: AsSeen = (resource) => resource

/** The documentation of a route on records. */
function operationSchema(operation: RecordOperation, asSeen: AsSeen): FastifySchema {
  const resource = (resources as Readonly<Record<string, AnyResource>>)[operation.resource]!
  const { name } = operation
  const asked = asSeen(resource, name === 'create' || name === 'update' ? name : 'read')
  const errors = Object.fromEntries(
    errorStatuses[operation.name].map((status) => [status, { description: 'Refused', content: content(errorSchema) }]),
  )
  return {
    tags: [operation.resource],
    operationId: `${operation.resource}_${operation.action ?? operation.transition ?? operation.name}`,
    ...(operation.transition ? { summary: transitionOf(operation).summary } : {}),
    ...requestSchema(asked, operation),
    response: { 200: answerSchema(asSeen(resource, 'read'), operation), ...errors },
  } as FastifySchema
}

/** What every route that takes a body can answer besides: it did not come in time. */
function withTimeout(
  { schema, url }: { schema: FastifySchema; url: string },
  method: string,
): { schema: FastifySchema; url: string } {
  if (method !== 'POST' && method !== 'PUT') return { schema, url }
  const timeout = { 408: { description: 'Did not arrive in time', content: content(errorSchema) } }
  return { schema: { ...schema, response: { ...(schema.response as Json | undefined), ...timeout } }, url }
}

type Route = Parameters<typeof jsonSchemaTransform>[0]
type Described = ReturnType<typeof describeRoute>

/** Names the feature that a company can switch off, where the route belongs to one. */
function withFeature({ schema, url }: Described, { route }: Route): Described {
  const { feature } = (route as { config?: OfFeature }).config ?? {}
  return { schema: feature ? ({ ...schema, 'x-feature': feature } as FastifySchema) : schema, url }
}

/** What a document is, with an example of everything that is sent and answered. */
export const exemplified: NonNullable<FastifyDynamicSwaggerOptions['transformObject']> = (document) =>
  withExamples('openapiObject' in document ? document.openapiObject : document.swaggerObject)

/** How a route is called: the first of its methods. */
export const methodOf = ({ route }: Route): string =>
  [(route as { method: string | readonly string[] }).method].flat()[0]!

/** What a document says of a route, of records as far as its readers see them. */
export function describeRoute(input: Route, asSeen: AsSeen): { schema: FastifySchema; url: string } {
  const { operation, currentUrl } =
    (input.route as { config?: { operation?: RecordOperation; currentUrl?: string } }).config ?? {}
  const method = methodOf(input)
  if (currentUrl !== undefined) {
    const route = { ...(input.route as object), url: currentUrl, config: { operation } } as Route['route']
    const { schema } = describeRoute({ ...input, route, url: currentUrl }, asSeen)
    const { operationId: _, ...said } = schema as Json
    return {
      schema: { ...said, deprecated: true, summary: `Now called ${currentUrl}` } as FastifySchema,
      url: input.url,
    }
  }
  if (operation) return withTimeout({ schema: operationSchema(operation, asSeen), url: input.url }, method)
  const described = descriptions[`${method} ${input.url}`]
  if (!described) return withTimeout(jsonSchemaTransform(input), method)
  const said = (input.schema ?? {}) as { summary?: unknown }
  return withTimeout(
    { schema: describedSchema(described, { url: input.url, said }) as FastifySchema, url: input.url },
    method,
  )
}

/**
 * `GET /openapi.json` and `GET /docs`: routes on records are described by their resources, other routes by the zod
 * schemas they carry or, where they parse
 * their request themselves, by `documentation/`.
 * Called before any route is declared.
 */
export async function registerOpenapi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Affiliate back office',
        version: '1',
        description:
          'Only HTTP 200 is success. Money is a number with at most 2 decimals, percentages are percent, moments are ISO 8601 in UTC. Where a company switched a feature off, its operations (`x-feature` names it) answer its people 409 with the code feature_off.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
      webhooks: signalWebhooks(),
    },
    transform: (input) => withFeature(describeRoute(input, whole), input),
    transformObject: exemplified,
  })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: false, logLevel: 'warn' })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

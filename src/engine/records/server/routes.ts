import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { resources } from '#resources/index.ts'
import { snakeCase } from '#engine/declaration/derive/names.ts'
import { selfActorKind } from '#engine/declaration/actor.ts'
import { can, canReadOptions, mayRunAction } from '#engine/declaration/derive/access.ts'
import type { AnyResource, Operation, ResourceAction } from '#engine/declaration/resource.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { openToAffiliates } from '#engine/auth/server/openToAffiliates.ts'
import { checkedRead, type ReadRequest } from '#engine/auth/server/checkedRead.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { logPersonalDataAccess, type PersonalRead } from '#features/compliance/server/personalReads.ts'
import { createRecord, type WritingRequest } from './operations/create.ts'
import { exportRecords } from './operations/export.ts'
import { listRecords } from './operations/list.ts'
import { readRecord } from './operations/read.ts'
import { removeRecord } from './operations/remove.ts'
import { runAction, runBulkAction } from './operations/runAction.ts'
import { updateRecord } from './operations/update.ts'
import { readOptions } from './options/recordOptions.ts'
import { readValueList, valueLists } from './options/valueLists.ts'
import { isListQuery, type Query } from './query/listParameters.ts'
import type { RecordRequest } from './recordRequest.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Where a list's page stands among all that match. */
    contentRange: string | null
  }
}

interface WithId {
  Params: { id: string }
}

const queryOf = (request: FastifyRequest) => request.query as Query
const origin = (request: FastifyRequest) => `${request.protocol}://${request.host}`

async function askedBy(request: FastifyRequest, context: AppContext, resource: AnyResource): Promise<WritingRequest> {
  return {
    context,
    actor: await actorOf(request, context),
    resource,
    origin: origin(request),
    http: requestOrigin(request),
  }
}

/** Reads for whoever asks, the session checked by the statement that reads. */
function readBy<Answer>(
  { resource, ...asked }: ReadRequest & { resource: AnyResource },
  read: (request: RecordRequest) => Promise<Answer>,
): Promise<Answer> {
  return checkedRead(asked, (reader) =>
    read({ context: asked.context, ...reader, resource, origin: origin(asked.request) }),
  )
}

/** How many rows an answer of a list has, as its range says. */
function rowsIn(contentRange: string): number {
  const [, first, last] = / (\d+)-(\d+)\//.exec(contentRange) ?? []
  return first === undefined ? 0 : Number(last) - Number(first) + 1
}

function noteRead(request: FastifyRequest, context: AppContext, read: Omit<PersonalRead, 'address'>): void {
  logPersonalDataAccess(context, { ...read, address: requestOrigin(request).address })
}

function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(json)
}

/** Whoever is in a session of their own, of whom it is asked what is open to them. */
const own = { kind: selfActorKind, root: false, roles: new Set<never>() } as const

/** What a route of records does, and whether affiliates may ask it in sessions of their own: where it is declared. */
function configOf(resource: AnyResource, operation: Operation | 'options') {
  const actor = own
  const isOpen =
    operation === 'options' ? canReadOptions({ actor, resource, resources: {} }) : can({ actor, resource, operation })
  return isOpen ? openToAffiliates.config : {}
}

function readingRoutes(app: FastifyInstance, context: AppContext, resource: AnyResource): void {
  const path = `/api/${resource.name}`
  const listing = { ...configOf(resource, 'options'), operation: { resource: resource.name, name: 'list' } } as const
  app.get(path, { config: listing }, async (request, reply) => {
    if (!isListQuery(queryOf(request)))
      return sendJson(reply, await readOptions(await askedBy(request, context, resource), queryOf(request)))
    const { body, contentRange, actor } = await readBy(
      { request, context, server: 'reading', resource },
      async (asked) => ({ ...(await listRecords(asked, queryOf(request))), actor: asked.actor }),
    )
    noteRead(request, context, { actor, resource, how: 'list', count: rowsIn(contentRange) })
    reply.contentRange = contentRange
    return sendJson(reply, body)
  })
  app.get(
    `${path}/export`,
    { config: { operation: { resource: resource.name, name: 'export' } } },
    async (request, reply) => {
      const asked = await askedBy(request, context, resource)
      const { type, fileName, total, stream } = await exportRecords(asked, queryOf(request))
      noteRead(request, context, { actor: asked.actor, resource, how: 'export', count: total })
      return reply
        .type(type)
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .header('x-total-count', total)
        .send(stream)
    },
  )
  app.get<WithId>(
    `${path}/:id`,
    { config: { ...configOf(resource, 'read'), operation: { resource: resource.name, name: 'read' } } },
    async (request, reply) => {
      const { id } = request.params
      const { record, actor } = await readBy({ request, context, server: 'primary', resource }, async (asked) => ({
        record: await readRecord(asked, id),
        actor: asked.actor,
      }))
      noteRead(request, context, { actor, resource, how: 'record', id, count: 1 })
      return sendJson(reply, record)
    },
  )
}

function writingRoutes(app: FastifyInstance, context: AppContext, resource: AnyResource): void {
  const path = `/api/${resource.name}`
  if (!resource.madeElsewhere) {
    app.post(
      path,
      { config: { ...configOf(resource, 'create'), operation: { resource: resource.name, name: 'create' } } },
      async (request, reply) =>
        sendJson(reply, await createRecord(await askedBy(request, context, resource), request.body)),
    )
  }
  app.put<WithId>(
    `${path}/:id`,
    { config: { ...configOf(resource, 'update'), operation: { resource: resource.name, name: 'update' } } },
    async (request, reply) =>
      sendJson(reply, await updateRecord(await askedBy(request, context, resource), request.params.id, request.body)),
  )
  app.delete<WithId>(
    `${path}/:id`,
    { config: { ...configOf(resource, 'remove'), operation: { resource: resource.name, name: 'remove' } } },
    async (request, reply) =>
      sendJson(reply, await removeRecord(await askedBy(request, context, resource), request.params.id)),
  )
}

function actionRoutes(app: FastifyInstance, context: AppContext, resource: AnyResource): void {
  for (const [name, action] of Object.entries(resource.actions) as [string, ResourceAction][]) {
    const path = `/api/${resource.name}/${action.bulk ? '' : ':id/'}${action.path ?? snakeCase(name)}`
    app.post(
      path,
      {
        config: {
          ...(mayRunAction({ actor: own, resource, action }) ? openToAffiliates.config : {}),
          operation: { resource: resource.name, name: 'action', action: name },
        },
      },
      async (request, reply) => {
        const asked = { ...(await askedBy(request, context, resource)), name, action, body: request.body }
        if (action.bulk) return sendJson(reply, JSON.stringify(await runBulkAction(asked)))
        return sendJson(reply, await runAction(asked, (request.params as { id: string }).id))
      },
    )
  }
}

function optionRoutes(app: FastifyInstance, context: AppContext): void {
  for (const [name, list] of Object.entries(valueLists)) {
    app.get(`/api/${name}`, async (request, reply) => {
      await actorOf(request, context)
      return sendJson(reply, JSON.stringify(readValueList(list, queryOf(request))))
    })
  }
}

/**
 * Lists name their range once they are compressed: the compression before takes an answer that names one for a part of
 * a file, whose bytes
 * must not change. Hooks of routes run in the order in which they were added to the route.
 */
function nameRangesLast(app: FastifyInstance): void {
  app.decorateReply('contentRange', null)
  app.addHook('onRoute', (route) => {
    if (route.config?.operation?.name !== 'list') return
    const nameRange = async (_request: FastifyRequest, reply: FastifyReply) => {
      if (reply.contentRange) reply.header('content-range', reply.contentRange)
    }
    route.onSend = [...[route.onSend ?? []].flat(), nameRange]
  })
}

/**
 * `/api/{entity}` for every resource: list, options, read, create, update, remove, actions; and the option lists that
 * are no records.
 */
export async function recordRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  nameRangesLast(app)
  for (const resource of Object.values(resources) as unknown as AnyResource[]) {
    readingRoutes(app, context, resource)
    writingRoutes(app, context, resource)
    actionRoutes(app, context, resource)
  }
  optionRoutes(app, context)
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { openToAffiliates } from '#engine/auth/server/openToAffiliates.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs, readSelfAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { sendAttachment } from '#engine/server/http/attachment.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { requireEmptyBody } from '#engine/server/http/bodies.ts'
import { requireId } from '#engine/records/server/operations/read.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { entryEvents, explainEntry } from '#features/commission/server/explanation/explainEntry.ts'
import type { EventFilter } from '#features/commission/server/explanation/entryEvents.ts'
import { approveAdjustment, declineAdjustment, proposeAdjustment } from './adjustments/manualAdjustments.ts'
import {
  approveOpeningBalances,
  listOpenings,
  proposeOpeningBalances,
  readOpeningFile,
  readOpeningName,
} from './adjustments/openingBalances.ts'
import { readAdjustmentOrder } from './adjustments/adjustmentOrder.ts'
import { readManualPayment, readManyPayments } from './payments/manualPayment.ts'
import { payEntriesByHand, payEntryByHand } from './payments/payEntriesByHand.ts'
import { moneyWrite, readReason } from '#features/commission/server/moneyWrite.ts'

interface WithId {
  Params: { id: string }
}

const roles = ['financial'] as const
/** A file of half a megabyte in base64, and what is said beside it. */
const bodyLimit = 800_000

interface AttachedFile {
  readonly file_name: string
  readonly file: Buffer
}

async function readFile(request: FastifyRequest, context: AppContext): Promise<AttachedFile> {
  const actor = await actorWithRoles(request, context, roles)
  const isVisible = scopeCondition({ actor, resource: resources.entry, alias: 'entry' })
  const found = await firstRow(
    readAs(context.database, actor),
    sql<AttachedFile>`select asked.file_name, asked.file from entry_request asked join entry on entry.id = asked.entry
      where asked.entry = ${String(parseIdParam(request.params))}::text::bigint and asked.file is not null and ${isVisible}`,
  )
  if (!found) throw new ApiError('not_found')
  return found
}

const eventsShownMax = 200
const eventsShown = 50

/** Which events, and which page of them. @throws ApiError `invalid_request` */
function readEventFilter(query: unknown): EventFilter {
  const { product, type, limit, offset, ...rest } = query as Readonly<Record<string, unknown>>
  requireEmptyBody(rest)
  const word = (name: string, value: unknown) => {
    if (value === undefined || (typeof value === 'string' && /^[a-z]{1,20}$/.test(value))) return value ?? null
    throw new ApiError('invalid_request', { values: { reason: `${name} is the name of one` } })
  }
  const whole = (name: string, value: unknown, absent: number) => {
    if (value === undefined) return absent
    if (typeof value === 'string' && /^[0-9]{1,9}$/.test(value)) return Number(value)
    throw new ApiError('invalid_request', { values: { reason: `${name} is a whole number` } })
  }
  return {
    product: word('product', product),
    type: word('type', type),
    limit: Math.min(whole('limit', limit, eventsShown), eventsShownMax),
    offset: whole('offset', offset, 0),
  }
}

/**
 * What can be done with entries besides listing and reading them: explain one, confirm that one or several were paid by
 * hand, and write adjustments and advances that another person approves or declines.
 */
export function entryRoutes(app: FastifyInstance, context: AppContext): void {
  app.get<WithId>('/api/entry/:id/explain', openToAffiliates, async (request) => {
    const actor = await actorWithRoles(request, context, ['entryByAffiliate'])
    return explainEntry(readSelfAs(context.database, actor, 'by day'), { actor, id: requireId(request.params.id) })
  })
  app.get<WithId>('/api/entry/:id/events', async (request) => {
    const actor = await actorWithRoles(request, context, ['entryByAffiliate', 'activityPerAffiliate'])
    const filter = readEventFilter(request.query)
    const id = requireId(request.params.id)
    return entryEvents(readAs(context.database, actor, 'by day'), { actor, id, filter })
  })
  app.get<WithId>('/api/entry/:id/file', async (request, reply) => {
    const { file, file_name: name } = await readFile(request, context)
    return sendAttachment(reply, { name, content: file })
  })
  moneyWrite(app, context, {
    url: '/api/entry/:id/payment',
    roles,
    read: readManualPayment,
    hasPreview: true,
    async work(change, given, id) {
      await payEntryByHand(change, { id, given })
      return ['entry', id]
    },
  })
  moneyWrite(app, context, { url: '/api/entry/payment', roles, read: readManyPayments, work: payEntriesByHand })
  moneyWrite(app, context, {
    url: '/api/entry',
    roles,
    bodyLimit,
    read: readAdjustmentOrder,
    work: async (change, order) => ['entry', await proposeAdjustment(change, order)],
  })
  app.get('/api/entry/opening', async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    reply.header('cache-control', 'no-store')
    return listOpenings(readAs(context.database, actor), actor)
  })
  moneyWrite(app, context, {
    url: '/api/entry/opening',
    roles,
    bodyLimit,
    read: readOpeningFile,
    hasPreview: true,
    work: proposeOpeningBalances,
  })
  moneyWrite(app, context, {
    url: '/api/entry/opening/approve',
    roles,
    read: readOpeningName,
    work: approveOpeningBalances,
  })
  moneyWrite(app, context, {
    url: '/api/entry/:id/approve',
    roles,
    read: requireEmptyBody,
    async work(change, _asked, id) {
      await approveAdjustment(change, id)
      return ['entry', id]
    },
  })
  moneyWrite(app, context, {
    url: '/api/entry/:id/decline',
    roles,
    stopsMoney: true,
    read: readReason,
    async work(change, reason, id) {
      await declineAdjustment(change, id, reason)
      return ['entry', id]
    },
  })
}

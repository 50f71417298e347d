import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { csvType } from '#engine/export/server/csv.ts'
import { workbookType } from '#engine/export/server/workbook.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import {
  requestFile,
  cancelDownload,
  contentParts,
  listDownloads,
  removeDownload,
  requireReady,
  retryDownload,
} from './downloads.ts'
import { ownerOf } from './owner.ts'
import { scheduleRoutes } from './scheduleRoutes.ts'

const tags = ['report']
const contentTypes = { xlsx: workbookType, csv: csvType } as const

function fileRoute(app: FastifyInstance, context: AppContext): void {
  app.get('/api/me/downloads/:id', { schema: { tags, summary: "One of one's own files" } }, async (request, reply) => {
    const owner = await ownerOf(request, context)
    const name = { userId: owner.userId, id: parseIdParam(request.params) }
    const file = await requireReady(context, name)
    const { db } = context.database
    const changes = [
      { field: 'report', before: null, after: file.report },
      { field: 'period', before: null, after: `${file.from} ${file.to}` },
    ]
    await logActivity(db, {
      actor: owner,
      request: requestOrigin(request),
      operation: 'downloadFile',
      object: 'download',
      objectId: file.id,
      changes,
      at: context.now(),
    })
    return reply
      .header('cache-control', 'no-store')
      .header('content-length', file.bytes)
      .type(contentTypes[file.format])
      .header('content-disposition', `attachment; filename="${file.report}-${file.from}-${file.to}.${file.format}"`)
      .send(Readable.from(contentParts(db, name), { objectMode: false }))
  })
}

/**
 * One's own files of reports: `/api/me/downloads`, made in the background, once or by a schedule (`/api/me/schedules`).
 */
export function downloadRoutes(app: FastifyInstance, context: AppContext): void {
  scheduleRoutes(app, context)
  fileRoute(app, context)
  app.get(
    '/api/me/downloads',
    { schema: { tags, summary: "One's own files of reports, with how far they are" } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return listDownloads(context, (await ownerOf(request, context)).userId)
    },
  )
  app.post(
    '/api/me/downloads',
    {
      schema: {
        tags,
        summary:
          "Make a file of a report in the background: report, query (as in the page's address), format, language",
      },
    },
    async (request) => requestFile(context, await ownerOf(request, context), request.body),
  )
  app.post('/api/me/downloads/:id/cancel', { schema: { tags, summary: 'Stop making a file' } }, async (request) =>
    cancelDownload(context, { userId: (await ownerOf(request, context)).userId, id: parseIdParam(request.params) }),
  )
  app.post(
    '/api/me/downloads/:id/retry',
    { schema: { tags, summary: 'Make a file again that failed or was cancelled' } },
    async (request) => retryDownload(context, await ownerOf(request, context), parseIdParam(request.params)),
  )
  app.delete(
    '/api/me/downloads/:id',
    { schema: { tags, summary: "Remove one of one's own files" } },
    async (request) => {
      const name = { userId: (await ownerOf(request, context)).userId, id: parseIdParam(request.params) }
      await removeDownload(context, name)
      return { id: name.id }
    },
  )
}

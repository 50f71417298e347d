import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { boolean, integer, text } from '../../config/fields/index.ts'
import type { AnyResource } from '../../config/resource.ts'
import { actorOf } from '../auth/authenticate.ts'
import { readId } from '../auth/requestBody.ts'
import { requestOrigin } from '../auth/requestOrigin.ts'
import type { AppContext } from '../context.ts'
import { readAs, readPrimaryAs } from '../database/fence/openFence.ts'
import { firstRow } from '../database/rows.ts'
import { ApiError } from '../errors.ts'
import { readValues } from '../http/bodies.ts'
import { readWrittenNote } from './noteInput.ts'
import { readColleagues } from './readColleagues.ts'
import { readNotes } from './readNotes.ts'
import { markSeen, readWaiting } from './readWaiting.ts'
import { notedResources, noteWriter, requireSeenRecord } from './visibleRecord.ts'
import { addNote, markTask, type NoteWrite, removeNote } from './writeNotes.ts'

/** Files of half a megabyte in base64, and what is said beside them. */
const bodyLimit = 3_000_000

/** On which record everything was seen; everywhere where none is said. */
const seenFields = { object: text({ max: 60 }), record: integer({ min: 1 }) }

const idOf = (request: FastifyRequest, name: string) =>
  readId({ id: (request.params as Readonly<Record<string, string>>)[name] })

/** `/api/{resource}/{id}/note` for every resource on whose records people write notes, and what waits for somebody. */
export function noteRoutes(app: FastifyInstance, context: AppContext): void {
  for (const resource of notedResources) recordNoteRoutes(app, context, resource)
  app.get('/api/me/waiting', async (request, reply) => {
    const actor = noteWriter(await actorOf(request, context))
    return reply
      .header('cache-control', 'no-store')
      .send(await readWaiting(readPrimaryAs(context.database, actor), actor))
  })
  app.post('/api/me/waiting/seen', async (request, reply) => {
    const actor = noteWriter(await actorOf(request, context))
    const { object, record } = readValues(seenFields, request.body)
    const of = object === null || record === null ? {} : { object: String(object), record: Number(record) }
    await markSeen(context.database.db, { actor, at: context.now(), ...of })
    return reply.send({ done: true })
  })
}

function recordNoteRoutes(app: FastifyInstance, context: AppContext, resource: AnyResource): void {
  const path = `/api/${resource.name}/:id/note`
  const asked = async (request: FastifyRequest): Promise<NoteWrite> => {
    const actor = noteWriter(await actorOf(request, context))
    const id = readId(request.params)
    await requireSeenRecord(context, { actor, resource, id })
    return { context, actor, resource, id, origin: requestOrigin(request) }
  }
  const answer = async (write: NoteWrite) => ({
    notes: await readNotes(readPrimaryAs(context.database, write.actor), write),
    colleagues: await readColleagues(readPrimaryAs(context.database, write.actor), write),
  })
  app.get(path, async (request, reply) => {
    const write = await asked(request)
    return reply.header('cache-control', 'no-store').send(await answer(write))
  })
  app.post(path, { bodyLimit }, async (request, reply) => {
    const write = await asked(request)
    await addNote(write, readWrittenNote(request.body))
    return reply.send(await answer(write))
  })
  app.post(`${path}/:noteId/done`, async (request, reply) => {
    const write = await asked(request)
    const { done } = readValues({ done: boolean({ default: true }) }, request.body)
    await markTask(write, idOf(request, 'noteId'), Boolean(done))
    return reply.send(await answer(write))
  })
  app.delete(`${path}/:noteId`, async (request, reply) => {
    const write = await asked(request)
    await removeNote(write, idOf(request, 'noteId'))
    return reply.send(await answer(write))
  })
  app.get(`${path}/:noteId/file/:fileId`, async (request, reply) => {
    const { actor, id } = await asked(request)
    const file = await firstRow(
      readAs(context.database, actor),
      sql<{ name: string; content: Buffer }>`select file.name, file.content from note_file file
        join note on note.id = file.note
        where file.id = ${idOf(request, 'fileId')}::bigint and note.id = ${idOf(request, 'noteId')}::bigint
          and note.object = ${resource.name}::text and note.record = ${id}::bigint`,
    )
    if (!file) throw new ApiError('not_found')
    return reply
      .type('application/octet-stream')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .send(file.content)
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { boolean, integer, text } from '#engine/declaration/fields/index.ts'
import { isSelfServiceActor } from '#engine/declaration/actor.ts'
import type { NotesAnswer } from '../answers/notes.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { openToAffiliates } from '#engine/auth/server/openToAffiliates.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs, readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { parseBody } from '#engine/server/http/bodies.ts'
import { readQuestion, readWrittenNote } from './noteInput.ts'
import { readColleagues } from './readColleagues.ts'
import { isShownTo, readNotes, readSharedNotes, readSharedWith } from './readNotes.ts'
import { markSeen, readWaiting } from './readWaiting.ts'
import { notedResources, noteReader, noteWriter, requireSeenRecord } from './visibleRecord.ts'
import { addNote, markTask, type NoteWrite, removeNote } from './writeNotes.ts'

/** Files of half a megabyte in base64, and what is said beside them. */
const bodyLimit = 3_000_000

/** On which record everything was seen; everywhere where none is said. */
const seenFields = { object: text({ max: 60 }), record: integer({ min: 1 }) }

const idOf = (request: FastifyRequest, name: string) =>
  parseIdParam({ id: (request.params as Readonly<Record<string, string>>)[name] })

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
    const { object, record } = parseBody(seenFields, request.body)
    const of = object === null || record === null ? {} : { object: String(object), record: Number(record) }
    await markSeen(context.database.db, { actor, at: context.now(), ...of })
    return reply.send({ done: true })
  })
}

/** What is written on a record, for whoever asks. */
async function answerOf(write: NoteWrite): Promise<NotesAnswer> {
  const { context, actor } = write
  const db = readPrimaryAs(context.database, actor)
  const sharedWith = (await readSharedWith(db, write))?.name ?? null
  return isSelfServiceActor(actor)
    ? { notes: await readSharedNotes({ db, ownerDb: context.database.db }, write), colleagues: [], sharedWith }
    : { notes: await readNotes(db, write), colleagues: await readColleagues(db, write), sharedWith }
}

function recordNoteRoutes(app: FastifyInstance, context: AppContext, resource: AnyResource): void {
  const path = `/api/${resource.name}/:id/note`
  const asked = async (request: FastifyRequest): Promise<NoteWrite> => {
    const actor = noteReader(await actorOf(request, context))
    const id = parseIdParam(request.params)
    await requireSeenRecord(context, { actor, resource, id })
    return { context, actor, resource, id, origin: requestOrigin(request) }
  }
  // Where notes are shared, those in sessions of their own read and write them as well.
  const open = resource.notes === true ? {} : openToAffiliates
  app.get(path, open, async (request, reply) => {
    const write = await asked(request)
    return reply.header('cache-control', 'no-store').send(await answerOf(write))
  })
  app.post(path, { bodyLimit, ...open }, async (request, reply) => {
    const write = await asked(request)
    await addNote(write, isSelfServiceActor(write.actor) ? readQuestion(request.body) : readWrittenNote(request.body))
    return reply.send(await answerOf(write))
  })
  app.post(`${path}/:noteId/done`, async (request, reply) => {
    const write = await asked(request)
    const { done } = parseBody({ done: boolean({ default: true }) }, request.body)
    await markTask(write, idOf(request, 'noteId'), Boolean(done))
    return reply.send(await answerOf(write))
  })
  app.delete(`${path}/:noteId`, async (request, reply) => {
    const write = await asked(request)
    await removeNote(write, idOf(request, 'noteId'))
    return reply.send(await answerOf(write))
  })
  app.get(`${path}/:noteId/file/:fileId`, open, async (request, reply) => {
    const { actor, id } = await asked(request)
    const file = await firstRow(
      readAs(context.database, actor),
      sql<{ name: string; content: Buffer }>`select file.name, file.content from note_file file
        join note on note.id = file.note
        where file.id = ${idOf(request, 'fileId')}::bigint and note.id = ${idOf(request, 'noteId')}::bigint
          and note.object = ${resource.name}::text and note.record = ${id}::bigint and ${isShownTo(actor)}`,
    )
    if (!file) throw new ApiError('not_found')
    return reply
      .type('application/octet-stream')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .send(file.content)
  })
}

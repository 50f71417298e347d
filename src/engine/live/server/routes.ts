import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import type { AppContext } from '#engine/server/context.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { tooManyTries } from '#engine/server/rateLimit/bruteForce.ts'
import { type Listener, LiveHub } from './liveHub.ts'
import { visibleRecords } from './visibleRecords.ts'

/** Something passes so often, that nothing on the way takes the stream for dead, in milliseconds. */
const beatMs = 15_000
/** So many streams of one person: a tab each, on a few machines. More are a flood. */
const streamsMax = 20
/** Whoever reads so slowly that this much waits, in bytes, is not told more: they ask again. */
const waitingMax = 262_144

/** The record that a page has open, where this person may read it. @throws ApiError where it names none */
async function openRecord(context: AppContext, actor: Actor, query: Record<string, unknown>): Promise<string | null> {
  const { open, ...others } = query
  const wrong = Object.keys(others)[0]
  if (wrong !== undefined) throw validationError([{ field: wrong.slice(0, 60), code: 'unknown_filter' }])
  if (open === undefined || open === '') return null
  const [, name = '', id = ''] = /^(\w{1,60})\/([1-9]\d{0,14})$/.exec(String(open)) ?? []
  const byName = resources as unknown as Readonly<Record<string, AnyResource>>
  const resource = Object.hasOwn(byName, name) ? byName[name] : undefined
  const [visible] = await visibleRecords(context, { actor, resource, ids: [id] })
  return visible === undefined ? null : `${name}/${visible}`
}

/**
 * `GET /api/live?open=affiliate/7`: events as they happen (`text/event-stream`), until the session ends or the access
 * token is over; whoever still listens asks again. Each tells only of records in one's scope.
 */
export function liveRoutes(app: FastifyInstance, context: AppContext): void {
  const hub = new LiveHub(context)
  app.addHook('preClose', () => hub.close())
  app.get(
    '/api/live',
    { schema: { tags: ['session'], summary: 'What others write, and who else has a record open, as it happens' } },
    async (request, reply) => {
      const actor = await actorOf(request, context)
      const open = await openRecord(context, actor, request.query as Record<string, unknown>)
      if (hub.streamsOf(actor) >= streamsMax) throw tooManyTries(beatMs / 1000)
      const stream = new PassThrough()
      const write = (text: string) => {
        if (stream.writableEnded || stream.destroyed) return
        if (stream.writableLength + stream.readableLength > waitingMax) stream.destroy()
        else stream.write(text)
      }
      const beat = setInterval(() => write(': \n\n'), beatMs).unref()
      const listener: Listener = {
        open,
        actor: () => actorOf(request, context),
        tell: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
        end: () => stream.end(),
      }
      write(': \n\n')
      const forget = await hub.add(listener, actor)
      const leave = () => {
        clearInterval(beat)
        forget()
      }
      stream.once('close', leave)
      reply.raw.once('close', () => stream.destroy())
      // Whoever went away meanwhile is not listening.
      if (reply.raw.destroyed) {
        stream.destroy()
        return reply.hijack()
      }
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream)
    },
  )
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ownerOf } from './owner.ts'
import {
  addSchedule,
  changeSchedule,
  listSchedules,
  pauseSchedule,
  removeSchedule,
  type ScheduleName,
} from './schedules.ts'

const tags = ['report']

/** One's own schedules: `/api/me/schedules`. */
export function scheduleRoutes(app: FastifyInstance, context: AppContext): void {
  const asked = async (request: FastifyRequest): Promise<ScheduleName> => {
    const { userId, timeZone } = await ownerOf(request, context)
    return { userId, timeZone, id: parseIdParam(request.params) }
  }
  app.get(
    '/api/me/schedules',
    { schema: { tags, summary: "One's own schedules: saved views that become files again and again" } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return listSchedules(context, await ownerOf(request, context))
    },
  )
  app.post(
    '/api/me/schedules',
    {
      schema: {
        tags,
        summary: 'Have files made of a saved view: view (id), repeats, weekday, monthDay, period, format, language',
      },
    },
    async (request) => addSchedule(context, await ownerOf(request, context), request.body),
  )
  app.put(
    '/api/me/schedules/:id',
    { schema: { tags, summary: 'Change a schedule from its next day on' } },
    async (request) => changeSchedule(context, await asked(request), request.body),
  )
  app.post('/api/me/schedules/:id/pause', { schema: { tags, summary: 'Pause a schedule' } }, async (request) =>
    pauseSchedule(context, await asked(request), true),
  )
  app.post(
    '/api/me/schedules/:id/resume',
    { schema: { tags, summary: 'Let a schedule go on with its next day' } },
    async (request) => pauseSchedule(context, await asked(request), false),
  )
  app.delete(
    '/api/me/schedules/:id',
    { schema: { tags, summary: 'End a schedule; its files stay' } },
    async (request) => {
      const name = await asked(request)
      await removeSchedule(context, name)
      return { id: name.id }
    },
  )
}

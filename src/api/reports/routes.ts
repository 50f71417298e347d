import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Report } from '../../config/report.ts'
import { actorOf } from '../auth/authenticate.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { answerReport, answerText } from './answerReport.ts'
import { narrowReader, readerByToken } from './readerByToken.ts'
import { readQuestion, reportNamed, type ReportQuery, type ReportQuestion, tokenOf } from './reportQuestion.ts'
import { readerBySession, type ReportReader } from './reportReader.ts'

async function readerOf(request: FastifyRequest, context: AppContext, report: Report): Promise<ReportReader> {
  const given = tokenOf(request.query as ReportQuery)
  if (request.headers.authorization === undefined) {
    if (given) return readerByToken(context, { report, given, address: request.ip })
    throw new ApiError(report.openTo.some((reader) => reader !== 'session') ? 'token_required' : 'unauthorized')
  }
  const reader = readerBySession(report, await actorOf(request, context))
  return given && report.narrowedBy.includes(given.name) ? narrowReader(context, reader, given) : reader
}

async function answerOf(context: AppContext, question: ReportQuestion, reader: ReportReader): Promise<string> {
  return answerText(context, question, await answerReport(context, question, reader))
}

/** Whether a client has what a tag stands for, by its `If-None-Match`. */
function hasTag(request: FastifyRequest, tag: string): boolean {
  const named = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return named.includes(tag) || named.includes('*')
}

/** Sends JSON that a client may keep and ask about: unchanged numbers answer 304. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'authorization')
  if (hasTag(request, tag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** `GET /api/report/{name}`: every report of `resources/reports`, for a session or, where the report is open to one, an affiliate's or partner's token. */
export async function reportRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  app.get<{ Params: { name: string } }>('/api/report/:name', async (request, reply) => {
    const report = reportNamed(request.params.name)
    const reader = await readerOf(request, context, report)
    const question = readQuestion(report, request.query as ReportQuery, context)
    return sendTagged(request, reply, await answerOf(context, question, reader))
  })
}

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Report } from '../../config/report.ts'
import { actorOf } from '../auth/authenticate.ts'
import type { AppContext } from '../context.ts'
import { answerReport, answerText } from './answerReport.ts'
import { type ReportReader, readerByToken, readerBySession } from './reportReader.ts'
import { readQuestion, reportNamed, type ReportQuery, type ReportQuestion, tokensOf } from './reportQuestion.ts'

/** Tokens can be tried without signing in: so many tries a minute and address. Whoever is signed in is not counted. */
const triesPerMinute = 30

async function readerOf(request: FastifyRequest, context: AppContext, report: Report): Promise<ReportReader> {
  const byToken = await readerByToken(context, { report, ...tokensOf(request.query as ReportQuery) })
  // With a session a partner's token narrows, it does not widen: see generalV2.
  if (byToken && !request.headers.authorization) return byToken
  return readerBySession(report, await actorOf(request, context))
}

async function answerOf(context: AppContext, question: ReportQuestion, reader: ReportReader): Promise<string> {
  return answerText(context, question, await answerReport(context, question, reader))
}

/** Sends JSON that a client may keep and ask about: unchanged numbers answer 304. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'authorization')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** `GET /api/report/{name}`: every report of `resources/reports`, for a session or, where the report is open to one, an affiliate's or partner's token. */
export async function reportRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const limit = { max: triesPerMinute, timeWindow: '1 minute', allowList: (request: FastifyRequest) => request.headers.authorization !== undefined }
  app.get<{ Params: { name: string } }>('/api/report/:name', { config: { rateLimit: limit } }, async (request, reply) => {
    const report = reportNamed(request.params.name)
    const reader = await readerOf(request, context, report)
    const question = readQuestion(report, request.query as ReportQuery, context)
    return sendTagged(request, reply, await answerOf(context, question, reader))
  })
}

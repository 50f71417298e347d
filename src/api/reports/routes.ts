import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Report } from '../../config/report.ts'
import { actorOf } from '../auth/authenticate.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { checkFilters } from './filterScope.ts'
import { narrowReader, readerByToken } from './readerByToken.ts'
import { readQuestion, reportNamed, type ReportQuery, tokenOf } from './reportQuestion.ts'
import { readerBySession, type ReportReader } from './reportReader.ts'
import { sendReport } from './sendReport.ts'

async function readerOf(request: FastifyRequest, context: AppContext, report: Report): Promise<ReportReader> {
  const given = tokenOf(request.query as ReportQuery)
  if (request.headers.authorization === undefined) {
    if (given) return readerByToken(context, { report, given, address: request.ip })
    throw new ApiError(report.openTo.some((reader) => reader !== 'session') ? 'token_required' : 'unauthorized')
  }
  const reader = readerBySession(report, await actorOf(request, context))
  return given && report.narrowedBy.includes(given.name) ? narrowReader(context, reader, given) : reader
}

/** `GET /api/report/{name}`: every report of `resources/reports`, for a session or, where the report is open to one, an affiliate's or partner's token. */
export async function reportRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  app.get<{ Params: { name: string } }>('/api/report/:name', async (request, reply) => {
    const report = reportNamed(request.params.name)
    const reader = await readerOf(request, context, report)
    const question = readQuestion(report, request.query as ReportQuery, context)
    if (reader.kind === 'session') await checkFilters(context, reader.actor, question.filters)
    return sendReport({ context, request, reply, question, reader })
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { reports } from '#resources/reports/index.ts'
import type { Report } from '#engine/declaration/report.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { openToAffiliates } from '#engine/auth/server/openToAffiliates.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { ReportChanges } from '../answers/changes.ts'
import { checkMoment, lastMoment } from './asOf.ts'
import { readChanges } from './changes/readChanges.ts'
import { narrowed } from './filterScope.ts'
import { restrictReader, readerByToken } from './readerByToken.ts'
import { limitCalls } from '#engine/server/rateLimit/bruteForce.ts'
import { momentOf, type ReportQuery } from './reportQuery.ts'
import { parseReportRequest, reportNamed, type ReportRequest, tokenOf } from './reportQuestion.ts'
import { clockOfReader, readerBySession, readReportAs, type ReportReader } from './reportReader.ts'
import { sendReport } from './sendReport.ts'
import { todayOf } from '#engine/records/server/change.ts'

/** More cells are counted and not answered: whoever asks for so many asks for fewer rows. */
const changesMax = 50_000
/** The report is asked once for each of up to 48 moments. */
const changesPerMinute = 120

const nameOfReader = (reader: ReportReader): string =>
  reader.kind === 'session' ? `user ${reader.actor.userId}` : `${reader.kind} ${reader.id}`

async function readerOf(request: FastifyRequest, context: AppContext, report: Report): Promise<ReportReader> {
  const given = tokenOf(request.query as ReportQuery)
  if (request.headers.authorization === undefined) {
    if (given) return readerByToken(context, { report, given, address: request.ip })
    throw new ApiError(report.openTo.some((reader) => reader !== 'session') ? 'token_required' : 'unauthorized')
  }
  const reader = readerBySession(report, await actorOf(request, context))
  // An affiliate reads itself: whose else would a code or key narrow it to?
  if (given && reader.kind === 'affiliate') throw new ApiError('forbidden')
  return given && report.narrowedBy.includes(given.name) ? restrictReader(context, reader, given) : reader
}

/** What every report takes and answers, in the words of the declarations. */
const description = [
  '`from` and `to` (both included, shorter than one month) or `year` (2030-05: the twelve months up to and with it; rows are months, or what running sums know: affiliate, partner, level, brand, product), and the filters and tokens of each report; ids may be several, by comma or by repeating the name; `none` of subBrand, campaign, action, hangsOn (on which partner directly), level and standsOn (on which level of all with its number) is what has none. `rows=player` needs an affiliate. `limit`, `offset`, `sort` and `q` ask for a window of the rows: `count` is the number of all of them, and the total is of all. Of a tree the rows at its top are counted and searched with all below them, and every depth is sorted; with `view=grouped` the rows are those by the first of what they stand for, with the others as `children`. Rows and `totals` say their `currency`, and `total` is there where there is one; of several each has its rows together, one currency after the other, and no number adds two. With `currency` all amounts are in that one, each at the last rate up to its day (`POST /api/rate`), and `rates` says which; 422 `rate_missing` where there is none. With `knownAt` (a moment, ISO 8601) rows, total and totals are the bytes that were answered then; the header `Known-At` of an answer is its own moment, by which it is asked again; 422 `not_known_then` before what is kept begins. Answers `{rows, count, total, totals, from, to, zone, freshness, upTo}`, and of cohorts `payback`: `{cohort, currency, months}`.',
  ...Object.values(reports as Readonly<Record<string, Report>>).map(
    (report) =>
      `- **${report.name}** by ${report.rows.join(', ')}: ${[...report.filters.filter((filter) => filter !== 'period'), ...report.narrowedBy, ...(report.views.length > 1 ? [`view=${report.views.join('|')}`] : [])].join(', ')}; rows can be ${[...report.rows, ...report.openInto].join(', ')}`,
  ),
].join('\n')

const changesDescription =
  'The parameters of the report without its window, and `since`: a moment. Each cell that is not what it was then, with `cause` and what it can be looked up by (`refs`); a cell that several changed stands once for each cause, and what stands of it adds up to now less then. Up to `knownAt` where it is given. `count` is how many there are; of more than 50,000 the first are answered. Causes: late and new events, versions of rules, moved partners and players, adjustments, payments and those that came back, rates, other names, the daily close where a day was closed for the first time.'

/** What of a report is not what it was at `since`. @throws ApiError as the report itself does, `too_many_requests` */
export async function answerChanges(
  context: AppContext,
  { report, reader, asked }: { report: Report; reader: ReportReader; asked: ReportQuery },
): Promise<ReportChanges> {
  const { since: given, ...query } = asked
  if (query['year'] !== undefined)
    throw new ApiError('invalid_request', { values: { reason: 'changes are told of from and to' } })
  const since = momentOf({ since: given }, 'since')
  if (since === undefined)
    throw new ApiError('invalid_request', { values: { reason: 'since is a moment, as 2030-05-31T12:00:00Z' } })
  const question = parseReportRequest(
    report,
    query,
    todayOf(context, clockOfReader(reader)),
    reader.kind === 'affiliate' || undefined,
  )
  await limitCalls(context, { name: 'changes', max: changesPerMinute, who: nameOfReader(reader) })
  const db = readReportAs(context.database, reader)
  await checkMoment(db, since, 'since')
  await checkMoment(db, question.knownAt)
  const checked = await narrowed(context, reader, question)
  const until = question.knownAt ?? (await lastMoment(db))
  const changes = await readChanges({ db, owner: context.database.readDb, question: checked, reader, since, until })
  const { from, to } = question
  return { from, to, since, knownAt: until, count: changes.length, changes: changes.slice(0, changesMax) }
}

/** The question of a report, checked as its reader may ask it. @throws ApiError 400, 403 */
export async function checkedQuestion(
  context: AppContext,
  { report, reader, asked }: { report: Report; reader: ReportReader; asked: ReportQuery },
): Promise<ReportRequest> {
  const question = parseReportRequest(
    report,
    asked,
    todayOf(context, clockOfReader(reader)),
    reader.kind === 'affiliate' || undefined,
  )
  await checkMoment(readReportAs(context.database, reader), question.knownAt)
  return narrowed(context, reader, question)
}

/**
 * `GET /api/report/{name}`: every report of `resources/reports`, for a session or, where the report is open to one, an
 * affiliate's or partner's token.
 */
export async function reportRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  app.get<{ Params: { name: string } }>(
    '/api/report/:name',
    { ...openToAffiliates, schema: { tags: ['report'], summary: 'A report', description } },
    async (request, reply) => {
      const report = reportNamed(request.params.name)
      const reader = await readerOf(request, context, report)
      const question = await checkedQuestion(context, { report, reader, asked: request.query as ReportQuery })
      return sendReport({ context, request, reply, question, reader })
    },
  )
  app.get<{ Params: { name: string } }>(
    '/api/report/:name/changes',
    {
      ...openToAffiliates,
      schema: { tags: ['report'], summary: 'What of a report is not what it was', description: changesDescription },
    },
    async (request): Promise<ReportChanges> => {
      const report = reportNamed(request.params.name)
      const reader = await readerOf(request, context, report)
      return answerChanges(context, { report, reader, asked: request.query as ReportQuery })
    },
  )
}

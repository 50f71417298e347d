import type { FastifyInstance } from 'fastify'
import { resources } from '#resources/index.ts'
import { reports } from '#resources/reports/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { canReadOptions } from '#engine/declaration/derive/access.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { openToAffiliates } from '#engine/auth/server/openToAffiliates.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { BrandFreshness } from '#features/activity/answers/freshness.ts'
import { readFreshness } from '#features/activity/server/freshness/readFreshness.ts'
import { checkFilters } from './filterScope.ts'
import type { ReportQuery } from './reportQuery.ts'
import { noneId, parseIds, type ReportFilters, type ReportRequest } from './reportQuestion.ts'
import { readReportAs, type ReportReader } from './reportReader.ts'

const idsOf = (ids: readonly number[] | undefined) => {
  const some = ids?.filter((id) => id !== noneId)
  return some?.length ? some : undefined
}

/** How far the brands have told that a reader's filters leave. */
function freshnessOf(context: AppContext, reader: ReportReader, filters: ReportFilters): Promise<BrandFreshness[]> {
  const affiliate = reader.kind === 'session' ? reader.within?.affiliate : undefined
  return readFreshness(readReportAs(context.database, reader), {
    reader,
    now: context.now(),
    brands: idsOf(filters.brand),
    links: {
      affiliate: affiliate === undefined ? idsOf(filters.affiliate) : [affiliate],
      campaign: idsOf(filters.campaign),
      action: idsOf(filters.action),
    },
  })
}

/**
 * How far the brands behind a report have told; undefined for what is asked as of a moment that is over, and for the
 * windows of it after the first.
 */
export async function freshnessOfReport(
  context: AppContext,
  { question, reader }: { question: ReportRequest; reader: ReportReader },
): Promise<BrandFreshness[] | undefined> {
  if (question.knownAt !== undefined || question.window.offset > 0) return undefined
  return freshnessOf(context, reader, question.filters)
}

/** Whom somebody signed in reads as: an affiliate or partner its own, staff what they see; null where brands are not. */
function findReader(actor: Actor): ReportReader | null {
  if (actor.kind === 'affiliate') return { kind: 'affiliate', id: actor.affiliate ?? 0, timeZone: actor.timeZone }
  if (actor.kind === 'partner') return { kind: 'partner', id: actor.partner ?? 0, timeZone: actor.timeZone }
  return canReadOptions({ actor, resource: resources.brand, resources, reports }) ? { kind: 'session', actor } : null
}

/** How far the brands have told that somebody sees; none where brands are not for them to see. */
export async function freshnessFor(context: AppContext, actor: Actor): Promise<BrandFreshness[]> {
  const reader = findReader(actor)
  return reader ? freshnessOf(context, reader, {}) : []
}

/** `GET /api/brand/freshness`: how far each brand has told, for whatever shows its figures. */
export async function freshnessRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  app.get('/api/brand/freshness', openToAffiliates, async (request, reply) => {
    const actor = await actorOf(request, context)
    const reader = findReader(actor)
    if (!reader) throw new ApiError('forbidden')
    const query = request.query as ReportQuery
    const unknown = Object.keys(query).find((name) => name !== 'brand' && name !== 'affiliate')
    if (unknown !== undefined)
      throw new ApiError('unknown_filter', { problems: [{ field: unknown, code: 'unknown_filter' }] })
    const filters = { brand: parseIds(query, 'brand'), affiliate: parseIds(query, 'affiliate') }
    const given = Object.fromEntries(Object.entries(filters).filter(([, ids]) => ids !== undefined)) as ReportFilters
    if (reader.kind === 'session') await checkFilters(context, actor, given)
    return reply.header('cache-control', 'no-store').send(await freshnessOf(context, reader, given))
  })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { type Actor, seesPart } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { addDays, businessDay, type Day, isDay } from '#engine/values/calendar.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { installationKey } from '#engine/auth/server/installationSecret.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import type { AppContext } from '#engine/server/context.ts'
import { orIfWorkerDown } from '#engine/server/database/unavailable.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { watchLoop } from '#engine/server/backgroundLoops.ts'
import { warnOfFailure } from '#engine/server/http/outageLog.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { withBruteForceProtection } from '#engine/server/rateLimit/bruteForce.ts'
import type { MissesAnswer } from '../answers/misses.ts'
import { ClickQueue } from './clickQueue.ts'
import { conversionsFile } from './conversions.ts'
import { isAuthorized } from '#rules/authorization.ts'
import { type Target, targetFinder } from './findTarget.ts'
import { advertiserClickIds, advertiserIdsOf } from '#rules/activity/advertiserClickIds.ts'
import { brandThemeOf } from '#engine/server/http/appManifest.ts'
import { invalidTrafficReason, referrerOf } from './invalidTraffic.ts'
import { brandOfTheme, countMiss, findMeantToken, readMisses } from './unknownLinks.ts'
import { unknownLinkPage, unknownLinkPolicy } from './unknownLinkPage.ts'
import { notOfferedPage } from './notOfferedPage.ts'
import { type PlaceName, placeNames } from '../answers/geolocation.ts'
import { type GeolocationQuery, readGeolocation, readVisits } from './geolocation.ts'
import { placeFinder } from './places.ts'
import { deepAddress, ownAddress, suspendedAddress, withTracking } from './targetAddress.ts'
import { routeFor } from './routesOf.ts'
import { clickEvent, makeClickId, type VisitQuery, visitQuery } from './visit.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { todayOf, zoneOf } from '#engine/records/server/change.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes the clicks that wait, so that their ids can be found. */
    flushClicks?: () => Promise<void>
  }
}

/** What is shown without an asked period: the last 30 days. */
const daysShown = 30
/** How long visitors or clicks may wait for the database before they are late. */
const lateMs = 30_000

/**
 * Tracking: visits to links, a link's address, and where its visitors are. Clicks that still wait are written before
 * the app is closed.
 */
export async function trackingRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const queue = new ClickQueue({
    database: context.database,
    onError: (error) =>
      warnOfFailure({
        database: context.database,
        log: app.log,
        error,
        message: 'clicks wait: they cannot be written now',
      }),
  })
  app.addHook('onClose', () => queue.close())
  // Those of a node that is away are not needed by whoever can be served without it.
  app.decorate('flushClicks', () => orIfWorkerDown(() => queue.flush(), undefined))
  await visitRoute(app, context, queue)
  app.get(
    '/api/action/:id/link',
    { schema: { tags: ['action'], summary: 'The tracking address: {address}' } },
    async (request) => {
      const actor = await actorFor(request, context)
      return {
        address: `${request.protocol}://${request.host}/t/${await tokenOf(context, actor, parseIdParam(request.params))}`,
      }
    },
  )
  app.get(
    '/api/action/misses',
    {
      schema: {
        tags: ['action'],
        summary:
          'Addresses under /t/ that are no link and were followed most: from, to; of hosts whose brand the reader sees',
      },
    },
    async (request, reply): Promise<MissesAnswer> => {
      const actor = await staffFor(request, context)
      const { from, to } = geolocationQuery(request.query as Record<string, unknown>, todayOf(context, actor))
      reply.header('cache-control', 'no-store')
      return { from, to, misses: await readMisses(context.database, { actor, from, to }) }
    },
  )
  app.get(
    '/api/action/conversions',
    {
      schema: {
        tags: ['action'],
        summary:
          'Registrations and first deposits by the click id of an advertiser’s network, as the file that it takes',
      },
    },
    async (request, reply) => {
      const actor = await staffFor(request, context)
      const { network, ...given } = request.query as Record<string, unknown>
      const { from, to, actions } = geolocationQuery(given, todayOf(context, actor))
      const known = advertiserClickIds.find((name) => name === network)
      if (!known)
        throw validationError([
          { field: 'network', code: 'invalid_choice', values: { choices: advertiserClickIds.join(', ') } },
        ])
      const file = await conversionsFile(context.database, { actor, query: { from, to, actions, network: known } })
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${known}-${from}-${to}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(file)
    },
  )
  app.get(
    '/api/action/geolocation',
    {
      schema: {
        tags: ['action'],
        summary:
          'Clicks, registrations, FTD and deposits by domain and place: from, to, action, domain, country, state, city',
      },
    },
    async (request, reply) => {
      const actor = await actorFor(request, context)
      const query = geolocationQuery(request.query as Record<string, unknown>, todayOf(context, actor))
      reply.header('cache-control', 'no-store')
      return {
        ...(await readGeolocation(context.database, { actor, query })),
        visits: await readVisits(context.database, { actor, query }),
        from: query.from,
        to: query.to,
        zone: zoneOf(context, actor),
      }
    },
  )
}

async function visitRoute(app: FastifyInstance, context: AppContext, queue: ClickQueue): Promise<void> {
  const findTarget = targetFinder(context.database.db)
  watchLoop(context.database, 'links', { ageMs: () => findTarget.ageMs(), limitMs: lateMs, blocksRequests: true })
  watchLoop(context.database, 'clicks', { ageMs: () => queue.ageMs(), limitMs: lateMs, size: () => queue.size })
  const placeOf = await placeFinder(context.environment)
  const find = async (given: string) => {
    const asWritten = hasUnstorableCharacters(given) ? null : await findTarget(given)
    if (asWritten) return { target: asWritten, glued: null }
    const meant = await findMeantToken(context.database.db, given)
    const target = meant && (await findTarget(meant.token))
    return target && { target, glued: meant.query }
  }
  let salt: string | undefined
  const visit = (given: string) =>
    async function visit(request: FastifyRequest, reply: FastifyReply) {
      const token = (request.params as Readonly<Record<string, string>>)[given]!
      const found = await withBruteForceProtection(context, { guessed: 'link', address: request.ip }, () => find(token))
      const now = context.now()
      const zone = zoneOf(context, found?.target.brand ?? {})
      const day = businessDay({ at: now, zone })
      if (!found) return answerUnknown(context, { request, reply, token, day })
      const { target } = found
      const asked = request.query as VisitQuery
      const query = visitQuery(found.glued ? { ...found.glued, ...asked } : asked)
      const advertiserIds = advertiserIdsOf(query)
      const place = placeOf(request)
      const visitor = { country: place.country, headers: request.headers, now, day, zone }
      const site = ownAddress(target, target.routes.length === 0 ? null : routeFor(target.routes, visitor))
      if (!site) return answerUnknown(context, { request, reply, token, day })
      if (!isAuthorized(target, day)) return answerNotOffered(request, reply, target)
      const address = deepAddress(site, query['to'])
      // Players go on to the brand; whose link it was counts no more.
      if (target.isSuspended || (target.lastDay !== null && target.lastDay < day))
        return reply.header('cache-control', 'no-store').redirect((suspendedAddress(target) ?? address).href, 302)
      // Asking for the head alone is looking where a link leads, not a visit.
      const isVisit = request.method === 'GET'
      const clickId = isVisit ? makeClickId(now) : null
      if (clickId) {
        salt ??= Buffer.from(await installationKey(context, 'visitor')).toString('hex')
        await queue.add({
          brand: target.brand,
          event: clickEvent(context, {
            clickId,
            target,
            address,
            place,
            now,
            day,
            request,
            query,
            advertiserIds,
            salt,
          }),
        })
      }
      const leadsTo = withTracking(address, { target, clickId, advertiserIds })
      return reply.header('cache-control', 'no-store').redirect(leadsTo, 302)
    }
  const schema = { tags: ['tracking'], summary: 'Sends a visitor on and counts the click', security: [] }
  app.route({ method: ['GET', 'HEAD'], url: '/t/:token', schema, handler: visit('token') })
  // As people write and apps linkify it: a slash at the end, two before it, a capital T.
  for (const url of ['/t/*', '/T/*', '//t/*'])
    app.route({ method: ['GET', 'HEAD'], url, schema: { hide: true, security: [] }, handler: visit('*') })
}

/** Nothing is offered in the name of a brand without an authorisation that holds: no redirect, and no click. */
function answerNotOffered(request: FastifyRequest, reply: FastifyReply, { brand }: Target): FastifyReply {
  if (!takesPage(request)) throw new ApiError('brand_not_authorized')
  const page = notOfferedPage(request.headers['accept-language'], brand.name)
  return reply.code(410).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
}

function takesPage({ method, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  return method === 'GET' && (accept.includes('text/html') || accept.includes('*/*'))
}

/** A page of the brand's where whoever asks takes a page; else JSON. Never a redirect. What is no robot's is counted. */
async function answerUnknown(
  context: AppContext,
  { request, reply, token, day }: { request: FastifyRequest; reply: FastifyReply; token: string; day: Day },
): Promise<FastifyReply> {
  const { db } = context.database
  const host = request.hostname
  if (request.method === 'GET' && invalidTrafficReason(request.headers) === null)
    await countMiss(db, { day, host, token, referrer: referrerOf(request.headers) })
  if (!takesPage(request)) throw new ApiError('not_found')
  const page = unknownLinkPage({
    host,
    acceptLanguage: request.headers['accept-language'],
    brand: await brandOfTheme(db, brandThemeOf(host).name, day),
  })
  void reply.code(404).header('cache-control', 'no-store').header('content-security-policy', unknownLinkPolicy)
  return reply.type('text/html; charset=utf-8').send(page)
}

async function actorFor(request: FastifyRequest, context: AppContext): Promise<Actor> {
  const actor = await actorOf(request, context)
  if (!can({ actor, resource: resources.action, operation: 'read' })) throw new ApiError('forbidden')
  return actor
}

/** Who works for the programme: what visitors bring along is nothing for affiliates and partners. */
async function staffFor(request: FastifyRequest, context: AppContext): Promise<Actor> {
  const actor = await actorFor(request, context)
  if (actor.kind === 'affiliate' || actor.kind === 'partner' || seesPart(actor)) throw new ApiError('forbidden')
  return actor
}

async function tokenOf(context: AppContext, actor: Actor, id: number): Promise<string> {
  const { rows } = await sql<{ token: string }>`
    select action.token from action
      where action.id = ${id} and ${scopeCondition({ actor, resource: resources.action, alias: 'action' })}`.execute(
    readAs(context.database, actor),
  )
  if (!rows[0]) throw new ApiError('not_found')
  return rows[0].token
}

function geolocationQuery(given: Record<string, unknown>, today: Day): GeolocationQuery {
  const problems = Object.entries(given).flatMap(([field, value]) => parameterProblem(field, value) ?? [])
  if (problems.length > 0) throw validationError(problems)
  const to = (given.to as string | undefined) ?? today
  const from = (given.from as string | undefined) ?? addDays(to, 1 - daysShown)
  if (from > to) throw validationError([{ field: 'to', code: 'invalid_date' }])
  const places = Object.fromEntries(
    placeNames.flatMap((name) => (given[name] ? [[name, keptAs(name, given[name] as string)]] : [])),
  ) as Partial<Record<PlaceName, string>>
  return { from, to, actions: actionIds(given.action) ?? [], places }
}

/** A host is kept in small letters and without `www.`, and found however it is written. */
const keptAs = (name: PlaceName, text: string) =>
  name === 'domain'
    ? text
        .trim()
        .toLowerCase()
        .replace(/^www\./, '')
    : text

function parameterProblem(field: string, value: unknown): Problem | null {
  if (!['from', 'to', 'action', ...placeNames].includes(field))
    return { field: field.slice(0, 60), code: 'unknown_filter' }
  if (field === 'from' || field === 'to') return isDay(value) ? null : { field, code: 'invalid_date' }
  if (field === 'action') return actionIds(value) ? null : { field, code: 'invalid_action' }
  return typeof value === 'string' && !hasUnstorableCharacters(value)
    ? null
    : { field, code: 'invalid_type', values: { expected: 'a text' } }
}

/** `7`, `7,8` or the parameter repeated; null where one is no id. */
function actionIds(value: unknown): number[] | null {
  if (value === undefined || value === '') return []
  const texts = (Array.isArray(value) ? value : [value]).flatMap((each) => String(each).split(','))
  const ids = texts.map(Number)
  return ids.every((id) => Number.isSafeInteger(id) && id > 0) ? ids : null
}

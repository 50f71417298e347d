import type { Server } from 'node:http'
import Fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { accessChangeRoutes } from '#features/accounts/server/accessChanges/routes.ts'
import { accessKeyRoutes } from '#engine/auth/server/accessKeys/routes.ts'
import { prepareInstallationSecret } from '#engine/auth/server/installationSecret.ts'
import { assistantRoutes } from '#features/assistant/server/routes.ts'
import { applicationRoutes } from '#features/applications/server/routes.ts'
import { registerFeatures } from '#engine/auth/server/features.ts'
import { authRoutes } from '#engine/auth/server/routes.ts'
import { oauthRoutes } from '#engine/auth/server/oauth/routes.ts'
import type { AppContext } from '#engine/server/context.ts'
import { currencyRoutes } from '#features/currency/server/routes.ts'
import { dashboardRoutes } from '#features/home/server/routes.ts'
import { digestRoutes } from '#features/home/server/digests/routes.ts'
import { downloadRoutes } from '#features/reporting/server/downloads/downloadRoutes.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { keepOwnWrites } from '#engine/server/database/replica/ownWrites.ts'
import type { Environment } from '#engine/server/environment.ts'
import { healthRoutes } from '#engine/server/http/health.ts'
import { hierarchyRoutes } from '#features/partners/server/routes.ts'
import { historyRoutes } from '#engine/history/server/routes.ts'
import { registerCrossOrigin } from '#engine/server/http/crossOrigin.ts'
import { registerCaching } from '#engine/server/http/caching.ts'
import { registerFormerCalls } from '#engine/server/http/formerCalls.ts'
import { registerAppManifest } from '#engine/server/http/appManifest.ts'
import { answerClientError } from '#engine/server/http/clientErrors.ts'
import { withoutBrokenEscapes } from '#features/tracking/server/brokenEscapes.ts'
import { answerFrameworkError, registerErrorAnswers } from '#engine/server/http/errorAnswers.ts'
import { registerJsonBodies } from '#engine/server/http/jsonBodies.ts'
import { loggerOptions, registerRequestIds } from '#engine/server/http/logging.ts'
import { answerNotFound, readPages, registerPages } from '#engine/server/http/pages.ts'
import { warnOfMissingOrigin } from '#engine/server/http/linkOrigin.ts'
import { noticeProxies, trustedProxies } from '#engine/server/http/proxies.ts'
import { registerProtection, type SecurityHeaders, securityHeaders } from '#engine/server/http/protection.ts'
import { endSlowBodies, ordinaryPatience, type BodyTimeouts } from '#engine/server/http/slowBodies.ts'
import { ingestRoutes } from '#features/activity/server/routes.ts'
import { formerCalls } from './formerCalls.ts'
import { registerJobs } from './jobs/registerJobs.ts'
import { registerOpenapi } from './openapi/openapi.ts'
import { registerOwnOpenapi } from './openapi/ownOpenapi.ts'
import { liveSheetRoutes } from '#features/reporting/server/liveSheets/routes.ts'
import { liveRoutes } from '#engine/live/server/routes.ts'
import { logRoutes } from '#engine/activityLog/server/routes.ts'
import { mediaRoutes } from '#features/media/server/routes.ts'
import { metricRoutes } from '#engine/server/metrics/routes.ts'
import { moneyRoutes } from './moneyRoutes.ts'
import { noteRoutes } from '#engine/notes/server/routes.ts'
import { peopleRoutes } from '#features/accounts/server/routes.ts'
import { personalRoutes } from '#features/compliance/server/routes.ts'
import { portalRoutes } from '#features/portal/server/routes.ts'
import { recordHeadRoutes } from '#features/reporting/server/recordFigures/routes.ts'
import { trashRoutes } from '#engine/records/server/trash/routes.ts'
import { externalIdRoutes } from '#engine/imports/server/externalIdRoutes.ts'
import { importRoutes } from '#engine/imports/server/routes.ts'
import { recordRoutes } from '#engine/records/server/routes.ts'
import { transitionRoutes } from '#engine/records/server/transitions/routes.ts'
import { transitionEffects } from './effects.ts'
import { cleanUpRecords } from '#engine/records/server/maintenance.ts'
import { runCumulativeTotalsLoop } from '#features/reporting/server/cumulativeSums/keepSums.ts'
import { freshnessRoutes } from '#features/reporting/server/freshness.ts'
import { reportRoutes } from '#features/reporting/server/routes.ts'
import { savedViewRoutes } from '#engine/savedViews/server/routes.ts'
import { searchRoutes } from '#engine/search/server/routes.ts'
import { siteRoutes } from '#features/affiliates/server/routes.ts'
import { suspensionRoutes } from '#features/affiliates/server/suspensions/suspensionRoutes.ts'
import { sendSignals } from '#features/webhooks/server/sendWebhooks.ts'
import { traceRequests } from '#engine/server/tracing/traceRequests.ts'
import { riskRoutes } from '#features/risk/server/routes.ts'
import { type StudioParts, studioRoutes } from '#engine/studio/server/routes.ts'
import { studioParts } from './studio.ts'
import { trackingRoutes } from '#features/tracking/server/routes.ts'
import { feedRoutes } from '#features/reporting/server/warehouse/feedRoutes.ts'
import { whatIfRoutes } from '#features/deals/server/whatIf/routes.ts'

/** What the server is built from. */
export interface AppOptions {
  readonly database: Database
  readonly environment: Environment
  /** Where the built pages are; without it there is the API alone. */
  readonly pagesFolder?: string | undefined
  /** The present moment, by the database's clock; tests set it. */
  readonly now?: () => Date
  /** How long it waits for slow clients; tests have less time. */
  readonly patience?: BodyTimeouts
  /** Finds the mistakes of an overlay; without it the studio keeps no draft. */
  readonly checkOverlay?: StudioParts['check']
}

const bodyLimitBytes = 1_048_576
/** A list may name 1,000 ids in its address, each of up to 19 digits. */
const headerLimitBytes = 65_536
/** The longest value inside a path: tokens and slugs are shorter. */
const pathValueLengthMax = 200

function serverOptions({
  environment,
  headers,
  patience,
}: {
  environment: Environment
  headers: SecurityHeaders
  patience: BodyTimeouts
}): FastifyHttpOptions<Server> {
  return {
    ...loggerOptions(environment),
    trustProxy: trustedProxies(environment),
    bodyLimit: bodyLimitBytes,
    // Node looks at the headers that are late so often; bodies are looked at one by one, see endSlowBodies.
    http: {
      maxHeaderSize: headerLimitBytes,
      headersTimeout: patience.graceMs,
      connectionsCheckingInterval: patience.graceMs / 4,
    },
    routerOptions: { maxParamLength: pathValueLengthMax },
    rewriteUrl: ({ url = '/' }) => withoutBrokenEscapes(url),
    frameworkErrors: (error, request, reply) => answerFrameworkError(error, { request, reply, headers }),
    clientErrorHandler: (error, socket) => answerClientError(error, { socket, headers }),
  }
}

/**
 * Builds the whole server, the same for production and tests: `await app.listen(...)` or `app.inject(...)`.
 * The caller closes it, and after it the database.
 */
export async function buildApp({
  database,
  environment,
  pagesFolder,
  now = database.clock.now,
  patience = ordinaryPatience,
  checkOverlay,
}: AppOptions): Promise<FastifyInstance> {
  const context: AppContext = { database, environment, now }
  await prepareInstallationSecret(context)
  const pages = readPages({ folder: pagesFolder, environment })
  const headers = await securityHeaders({ apiOrigin: pages?.apiOrigin ?? null, hsts: environment.hsts })
  const app = Fastify(serverOptions({ environment, headers, patience }))
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  registerErrorAnswers(app, database)
  registerJsonBodies(app)
  registerRequestIds(app)
  traceRequests(app)
  noticeProxies(app, environment)
  warnOfMissingOrigin(app, environment)
  await registerProtection(app, headers)
  registerCaching(app)
  endSlowBodies(app, { patience, headers })
  await registerCrossOrigin(app)
  keepOwnWrites(app, context)
  registerFeatures(app)
  registerFormerCalls(app, formerCalls)
  await registerOpenapi(app)
  await registerOwnOpenapi(app)
  metricRoutes(app, context)
  healthRoutes(app, context)
  await authRoutes(app, context)
  await oauthRoutes(app, context)
  await recordRoutes(app, context)
  transitionRoutes(app, context, transitionEffects)
  await importRoutes(app, context)
  externalIdRoutes(app, context)
  accessKeyRoutes(app, context)
  accessChangeRoutes(app, context)
  peopleRoutes(app, context)
  applicationRoutes(app, context)
  await historyRoutes(app, context)
  logRoutes(app, context)
  personalRoutes(app, context)
  await searchRoutes(app, context)
  await hierarchyRoutes(app, context)
  await ingestRoutes(app, context)
  await trackingRoutes(app, context)
  riskRoutes(app, context)
  await moneyRoutes(app, context)
  await whatIfRoutes(app, context)
  assistantRoutes(app, context)
  await reportRoutes(app, context)
  await freshnessRoutes(app, context)
  currencyRoutes(app, context)
  savedViewRoutes(app, context)
  liveSheetRoutes(app, context)
  await dashboardRoutes(app, context)
  digestRoutes(app, context)
  recordHeadRoutes(app, context)
  portalRoutes(app, context)
  mediaRoutes(app, context)
  siteRoutes(app, context)
  suspensionRoutes(app, context)
  noteRoutes(app, context)
  trashRoutes(app, context)
  downloadRoutes(app, context)
  liveRoutes(app, context)
  sendSignals(app, context)
  feedRoutes(app, context)
  studioRoutes(app, context, studioParts(context, checkOverlay))
  registerAppManifest(app)
  if (pages) await registerPages(app, pages)
  answerNotFound(app)
  registerJobs(app, context)
  cleanUpRecords(app, context)
  runCumulativeTotalsLoop(app, context)
  return app
}

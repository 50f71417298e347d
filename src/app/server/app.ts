import type { Server } from 'node:http'
import Fastify, { type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { accessKeyRoutes } from './accessKeys/routes.ts'
import { prepareInstallationSecret } from './auth/installationSecret.ts'
import { applicationRoutes } from './applications/routes.ts'
import { authRoutes } from './auth/routes.ts'
import type { AppContext } from './context.ts'
import { currencyRoutes } from './currency/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { downloadRoutes } from './downloads/downloadRoutes.ts'
import type { Database } from './database/connect.ts'
import { keepOwnWrites } from './database/replica/ownWrites.ts'
import type { Environment } from './environment.ts'
import { healthRoutes } from './health.ts'
import { hierarchyRoutes } from './hierarchy/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { registerCrossOrigin } from './http/crossOrigin.ts'
import { registerCaching } from './http/caching.ts'
import { registerAppManifest } from './http/appManifest.ts'
import { answerClientError } from './http/clientErrors.ts'
import { answerFrameworkError, registerErrorAnswers } from './http/errorAnswers.ts'
import { registerJsonBodies } from './http/jsonBodies.ts'
import { loggerOptions, registerRequestIds } from './http/logging.ts'
import { answerNotFound, readPages, registerPages } from './http/pages.ts'
import { noticeProxies, trustedProxies } from './http/proxies.ts'
import { registerProtection, type SecurityHeaders, securityHeaders } from './http/protection.ts'
import { endSlowBodies, ordinaryPatience, type Patience } from './http/slowBodies.ts'
import { ingestRoutes } from './ingest/routes.ts'
import { registerJobs } from './jobs/registerJobs.ts'
import { registerOpenapi } from './openapi.ts'
import { registerOwnOpenapi } from './ownOpenapi.ts'
import { liveRoutes } from './live/routes.ts'
import { logRoutes } from './log/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { metricRoutes } from './metrics/routes.ts'
import { moneyRoutes } from './money/routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { personalRoutes } from './personal/routes.ts'
import { portalRoutes } from './portal/routes.ts'
import { promoCodeRoutes } from './promoCodes/routes.ts'
import { recordHeadRoutes } from './recordHead/routes.ts'
import { trashRoutes } from './records/trash/routes.ts'
import { recordRoutes } from './records/routes.ts'
import { keepRecordsTidy } from './records/upkeep.ts'
import { keepRunningSums } from './reports/running/keepSums.ts'
import { reportRoutes } from './reports/routes.ts'
import { savedViewRoutes } from './savedViews/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { siteRoutes } from './sites/routes.ts'
import { sendSignals } from './signals/sendSignals.ts'
import { traceRequests } from './tracing/traceRequests.ts'
import { riskRoutes } from './risk/routes.ts'
import { trackingRoutes } from './tracking/routes.ts'
import { feedRoutes } from './warehouse/feedRoutes.ts'
import { whatIfRoutes } from './whatIf/routes.ts'

/** What the server is built from. */
export interface AppOptions {
  readonly database: Database
  readonly environment: Environment
  /** Where the built pages are; without it there is the API alone. */
  readonly pagesFolder?: string | undefined
  /** The present moment; tests set it. */
  readonly now?: () => Date
  /** How long it waits for slow clients; tests have less time. */
  readonly patience?: Patience
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
  patience: Patience
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
  now = () => new Date(),
  patience = ordinaryPatience,
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
  await registerProtection(app, headers)
  registerCaching(app)
  endSlowBodies(app, { patience, headers })
  await registerCrossOrigin(app)
  keepOwnWrites(app, context)
  await registerOpenapi(app)
  await registerOwnOpenapi(app)
  metricRoutes(app, context)
  healthRoutes(app, context)
  await authRoutes(app, context)
  await recordRoutes(app, context)
  accessKeyRoutes(app, context)
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
  await reportRoutes(app, context)
  currencyRoutes(app, context)
  savedViewRoutes(app, context)
  await dashboardRoutes(app, context)
  recordHeadRoutes(app, context)
  portalRoutes(app, context)
  mediaRoutes(app, context)
  siteRoutes(app, context)
  promoCodeRoutes(app, context)
  noteRoutes(app, context)
  trashRoutes(app, context)
  downloadRoutes(app, context)
  liveRoutes(app, context)
  sendSignals(app, context)
  feedRoutes(app, context)
  registerAppManifest(app)
  if (pages) await registerPages(app, pages)
  answerNotFound(app)
  registerJobs(app, context)
  keepRecordsTidy(app, context)
  keepRunningSums(app, context)
  return app
}

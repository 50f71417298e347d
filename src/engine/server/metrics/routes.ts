import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { publicError } from '#engine/server/http/errorAnswers.ts'
import { type RunningServer, tryListen } from '#app/server/server.ts'
import { addDatabaseGauges } from './databaseFigures.ts'
import { addServerGauges } from './serverGauges.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What the server tells about itself, in Prometheus' text format. */
    metrics: () => Promise<string>
  }
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts requests while they are answered. */
function countRequests(app: FastifyInstance, register: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [register],
  })
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are not answered yet',
    registers: [register],
  })
  const refusals = new Counter({
    name: 'office_refusals_total',
    help: 'Requests that were refused, by code of the error',
    labelNames: ['code'],
    registers: [register],
  })
  // A hook before ours may have answered already: what was not counted in is not counted out.
  const counted = new WeakSet<object>()
  app.addHook('onRequest', async (request) => {
    counted.add(request)
    inFlight.inc()
  })
  app.addHook('onError', async (_request, _reply, error) => refusals.inc({ code: publicError(error).code }))
  // Also where whoever asked has gone: a request ends once, however it ends.
  app.addHook('onResponse', async (request, reply) => {
    if (counted.delete(request)) inFlight.dec()
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    }
    duration.observe(labels, reply.elapsedTime / 1000)
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether a reader of metrics brings the token, where one is asked for. */
function mayRead(authorization: string | undefined, token: string | undefined): boolean {
  return token === undefined || timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}

/**
 * `GET /metrics`, for Prometheus. Where neither a token nor a port of its own keeps strangers away, it tells of this
 * server alone and nothing of the business; with a port of its own there is nothing at this address.
 */
export function metricRoutes(app: FastifyInstance, context: AppContext): void {
  const {
    metrics: { token, port },
  } = context.environment
  const register = new Registry()
  collectDefaultMetrics({ register })
  countRequests(app, register)
  addServerGauges(register, context)
  const isPrivate = token !== undefined || port !== undefined
  const readDatabase = isPrivate ? addDatabaseGauges(register, context) : async () => {}
  app.decorate('metrics', async () => {
    await readDatabase()
    return register.metrics()
  })
  app.get('/metrics', async (request, reply) => {
    if (port !== undefined) throw new ApiError('not_found')
    if (!mayRead(request.headers.authorization, token)) throw new ApiError('unauthorized')
    return reply.type(register.contentType).send(await app.metrics())
  })
}

/**
 * Answers `GET /metrics` on a port of its own, where METRICS_PORT asks for one.
 * @throws ListenError when the port is taken or not ours to take
 */
export async function listenForMetrics(
  app: FastifyInstance,
  { metrics: { port, host, token } }: AppContext['environment'],
): Promise<RunningServer | null> {
  if (port === undefined) return null
  const server = createServer((request, response) => {
    const answer = (status: number, body: string) =>
      response
        .writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
        .end(body)
    if (request.method !== 'GET' || request.url !== '/metrics') return answer(404, 'There is /metrics alone.\n')
    if (!mayRead(request.headers.authorization, token)) return answer(401, 'Bring METRICS_TOKEN as a bearer token.\n')
    app.metrics().then(
      (text) => answer(200, text),
      (error: unknown) => {
        app.log.error({ err: error }, 'the metrics could not be told')
        answer(500, 'The metrics could not be told.\n')
      },
    )
  })
  return tryListen(server, { port, host })
}

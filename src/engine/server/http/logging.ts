import { randomUUID } from 'node:crypto'
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Environment } from '#engine/server/environment.ts'

/** Asked again and again by machines: a line each would bury the others. */
const watchedPaths: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics'])

/** One line a request, when it is answered; `debug` has one more when it comes. */
class RequestLines extends LogController {
  readonly #isDetailed: boolean

  constructor(isDetailed: boolean) {
    super()
    this.#isDetailed = isDetailed
  }

  override incomingRequest(...given: Parameters<LogController['incomingRequest']>): void {
    if (this.#isDetailed) super.incomingRequest(...given)
  }

  override requestCompleted(...[error, request, reply]: Parameters<LogController['requestCompleted']>): void {
    if (!error && reply.statusCode < 400 && watchedPaths.has(request.routeOptions?.url ?? '')) return
    const line = { req: request, res: reply, milliseconds: Math.round(reply.elapsedTime * 10) / 10 }
    if (error) reply.log.error({ ...line, err: error }, 'the answer could not be sent')
    else reply.log.info(line, 'answered')
  }
}

/**
 * The server's own log: a line of JSON a request, without query, headers or body, because these may carry tokens and
 * personal data.
 */
export function loggerOptions({
  logLevel,
}: Pick<Environment, 'logLevel'>): Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'logController'> {
  return {
    genReqId: () => randomUUID(),
    logController: new RequestLines(logLevel === 'debug' || logLevel === 'trace'),
    logger:
      logLevel === 'silent'
        ? false
        : {
            level: logLevel,
            serializers: {
              req: (request) => ({
                method: request.method,
                path: request.url
                  .split('?')[0]!
                  .replace(/^(\/t\/|\/reports\/general\/v2\/|\/api\/sheet\/|\/digest\/).+/, '$1…'),
                address: request.ip,
              }),
              res: (reply) => ({ statusCode: reply.statusCode ?? 0 }),
            },
          },
  }
}

/** Every answer names its request, so that a person's report leads to the line of the log. */
export function registerRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
}

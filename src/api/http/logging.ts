import { randomUUID } from 'node:crypto'
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Environment } from '../environment.ts'

/** The server's own log: a line of JSON a request, without query, headers or body, because these may carry tokens and personal data. */
export function loggerOptions({ logLevel }: Pick<Environment, 'logLevel'>): Pick<FastifyServerOptions, 'logger' | 'genReqId' | 'logController'> {
  return {
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: logLevel !== 'debug' && logLevel !== 'trace' }),
    logger: logLevel === 'silent' ? false : {
      level: logLevel,
      serializers: {
        req: (request) => ({ method: request.method, path: request.url.split('?')[0]!.replace(/^(\/t\/|\/reports\/general\/v2\/).+/, '$1…'), address: request.ip }),
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

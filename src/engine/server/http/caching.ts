import type { FastifyInstance } from 'fastify'

/**
 * No answer is stored on the way or in the browser, `no-store`: none to somebody signed in, whatever the route says of
 * it, and no other one of the API. Only the pages and
 * their files, which are the same for everybody, say themselves how long they hold.
 */
export function registerCaching(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.headers.authorization !== undefined || !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    done(null, payload)
  })
}

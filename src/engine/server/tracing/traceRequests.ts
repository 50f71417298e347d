import type { FastifyInstance, FastifyRequest } from 'fastify'
import { currentTracer, type OpenSpan } from './tracing.ts'

const spans = new WeakMap<FastifyRequest, OpenSpan>()
const serverFault = 500

/**
 * A span for each request, which continues the trace that its `traceparent` names. It knows the route, never the
 * address that was asked, which may hold a code or a token; `office.request_id` leads to the lines of the server's log.
 */
export function traceRequests(app: FastifyInstance): void {
  const tracer = currentTracer()
  if (!tracer) return
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id, headers, routeOptions } = request
    const route = routeOptions.url ?? 'unknown'
    const attributes = { 'http.request.method': method, 'http.route': route, 'office.request_id': id }
    const span = tracer.begin({ name: `${method} ${route}`, kind: 'server', attributes, isRoot: true }, headers)
    spans.set(request, span)
    span.run(done)
  })
  // A body is read on events of the socket, which know nothing of what was begun before them.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': statusCode })
    span?.end(statusCode >= serverFault ? String(statusCode) : undefined)
  })
}

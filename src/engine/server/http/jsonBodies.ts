import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './errors.ts'
import { isDeeperThan, jsonDepthMax } from './jsonDepth.ts'

const refused = (reason: string) => new ApiError('invalid_request', { values: { reason } })

/**
 * How bodies are read unless a route reads its own: JSON in UTF-8, or nothing at all whatever type is named for it,
 * because clients name
 * one on every call (the published client `text/plain` on a removal, others `application/json`).
 * Bytes that are no UTF-8 are refused: decoded they would be stored as something else than was sent.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) done(null, undefined)
    else if (!isUtf8(body)) done(refused('the body is not UTF-8'))
    else
      parseJson(request, body.toString('utf8'), (error, value) =>
        error || !isDeeperThan(value, jsonDepthMax)
          ? done(error, value)
          : done(refused(`the body is nested deeper than ${jsonDepthMax}`)),
      )
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    if (body.length === 0) done(null, undefined)
    else done(refused('the body must be application/json'))
  })
}

import type { FastifyRequest } from 'fastify'
import { isBrandOrigin } from './crossOrigin.ts'

/** Where the pages are that ask: the brand's own host where they are on another than the API, else this server. */
export function pagesOrigin(request: FastifyRequest): string {
  const { origin } = request.headers
  return origin !== undefined && isBrandOrigin(origin) ? origin : `${request.protocol}://${request.host}`
}

import type { FastifyRequest } from 'fastify'

/** Where a request came from, as sessions and the activity log keep it. */
export interface RequestOrigin {
  readonly method: string
  /** Without the query: it may carry a token. */
  readonly url: string
  readonly address: string
  readonly userAgent: string
}

const userAgentLengthMax = 300

/** Reads where a request came from; the address is the client's own only where `TRUST_PROXY` says so. */
export function requestOrigin(request: FastifyRequest): RequestOrigin {
  return {
    method: request.method,
    url: request.url.split('?')[0]!,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLengthMax),
  }
}

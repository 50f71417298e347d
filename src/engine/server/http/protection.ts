import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Environment } from '#engine/server/environment.ts'

/** Answers shorter than this are not worth compressing. */
const compressFromBytes = 1024
/**
 * What is compressed besides what the register of types says: text, and JSON in all its forms, lines of it among them.
 */
const compressedTypes = /^text\/(?!event-stream)|[+/]json(?:;|$)|\/x-ndjson(?:;|$)/u

/** What the protection depends on. */
export interface Protection {
  /** The origin of the API that the pages were built for; null for their own. */
  readonly apiOrigin: string | null
  /** For how long browsers come back over TLS alone. */
  readonly hsts: Environment['hsts']
}

/**
 * What the pages may load: their own files only; what they may ask: their own origin and that of the API where it is
 * another one. The style engine of the pages writes
 * style elements while they run, which needs `unsafe-inline` for styles; scripts have no such need. Workbooks are made
 * in a worker of our own.
 */
const contentSecurityPolicy = ({ apiOrigin }: Pick<Protection, 'apiOrigin'>) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', ...(apiOrigin === null ? [] : [apiOrigin])],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...(apiOrigin === null ? [] : [apiOrigin])],
    workerSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
})

/** The headers that tell browsers what not to do with an answer, by name in lower case. */
export type SecurityHeaders = Readonly<Record<string, string>>

/** Headers that every answer carries by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'content-length', 'content-type', 'transfer-encoding'])

const hstsOf = ({ seconds, hasSubDomains }: Environment['hsts']) => ({
  maxAge: seconds,
  includeSubDomains: hasSubDomains,
})

/**
 * The security headers, which are the same for every answer. The package makes them anew for each request, which took a
 * tenth of a small one: it is asked once, by a
 * request to a server of its own.
 */
export async function securityHeaders(protection: Protection): Promise<SecurityHeaders> {
  const asked = Fastify()
  await asked.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(protection),
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: hstsOf(protection.hsts),
  })
  asked.get('/', async () => '')
  const { headers } = await asked.inject('/')
  await asked.close()
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ownHeaders.has(name))
      .map(([name, value]) => [name, String(value)]),
  )
}

/** Security headers and compression of every answer. */
export async function registerProtection(app: FastifyInstance, headers: SecurityHeaders): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  await app.register(compress, {
    threshold: compressFromBytes,
    customTypes: compressedTypes,
    encodings: ['zstd', 'br', 'gzip'],
    inflateIfDeflated: false,
    globalDecompression: false,
    // The default qualities are for files that are compressed once; these are for answers: of a report of 14 MB gzip
    // makes 4.0 MB in 93 ms (level 5: 3.1 MB in 320 ms), zstd 3.3 MB in 95 ms.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  })
}

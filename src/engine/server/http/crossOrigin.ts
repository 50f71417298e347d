import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { isBrandHost } from '#themes/index.ts'

/**
 * What pages on another origin may read of an answer, besides what every page may (`Content-Type`, `Content-Length` and
 * so on).
 */
const exposedHeaders = [
  'Content-Range',
  'X-Total-Count',
  'Content-Disposition',
  'ETag',
  'Retry-After',
  'X-Request-Id',
  'Known-At',
]
/** How long a browser need not ask again whether it may send; none of them remembers it longer. */
const rememberedSeconds = 7200

/**
 * Whether an `Origin` is a brand's: a host that a theme names, on any port. The scheme is the operator's affair:
 * whoever may speak for the host may speak for the brand.
 */
export function isBrandOrigin(origin: string | undefined): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  const address = new URL(origin)
  return address.origin === origin && ['https:', 'http:'].includes(address.protocol) && isBrandHost(address.hostname)
}

/**
 * Lets the pages of brands ask from their own hosts where the API is on another (`API_HOST` of their build). An origin
 * that no brand names gets no header of this, so its browser keeps the
 * answer from it. Sessions are no cookies but a header the pages send themselves: no credentials are allowed.
 */
export async function registerCrossOrigin(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    origin: (origin, answer) => answer(null, isBrandOrigin(origin)),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders,
    maxAge: rememberedSeconds,
    optionsSuccessStatus: 200,
    // A question without a method is answered as one with: the package would refuse it in a shape that is not the
    // catalogue's.
    strictPreflight: false,
  })
}

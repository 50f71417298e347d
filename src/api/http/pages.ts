import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

/** Everything below these belongs to the API: what is not there is 404 in JSON, never a page. */
const apiPrefixes = ['/api/', '/ingest/', '/postback/', '/t/', '/action/', '/assets/', '/docs/']
const hashedAsset = /\/assets\/[^/]+$/
const hourSeconds = 3600
const yearSeconds = 31_536_000

function wantsPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0]!
  if (request.method !== 'GET' || apiPrefixes.some((prefix) => `${path}/`.startsWith(prefix))) return false
  const accept = request.headers.accept ?? '*/*'
  return (accept.includes('text/html') || accept.includes('*/*')) && !/\.[a-z0-9]+$/i.test(path)
}

/**
 * Serves the built pages: hashed assets for good, everything else to be asked for again, and the one page for every address that is
 * nothing else, so that deep links and reloads work; it shows "page not found" itself.
 * @param folder where `npm run build` put the pages; without it there is the API alone.
 */
export async function registerPages(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const hasPages = folder !== undefined && existsSync(join(folder, 'index.html'))
  if (hasPages) {
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      preCompressed: true,
      setHeaders(reply, path) {
        const isHashed = hashedAsset.test(path.replace(/\.(br|gz)$/, ''))
        const isPage = path.endsWith('.html')
        reply.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : isPage ? 'no-cache' : `public, max-age=${hourSeconds}`)
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (hasPages && wantsPage(request)) return reply.sendFile('index.html')
    throw new ApiError('not_found')
  })
}

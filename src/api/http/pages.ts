import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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

/** The sign the pages have by themselves. */
const builtInMoneySymbol = '$'
const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The page with what this installation shows before amounts, where that is another sign than the built-in one. */
function pageWithSymbol(folder: string, moneySymbol: string): string | null {
  if (moneySymbol === builtInMoneySymbol) return null
  const content = moneySymbol.replace(/[&<>"]/g, (character) => escaped[character]!)
  return readFileSync(join(folder, 'index.html'), 'utf8').replace('</title>', () => `</title><meta name="money-symbol" content="${content}" />`)
}

/**
 * Serves the built pages: hashed assets for good, everything else to be asked for again, and the one page for every address that is
 * nothing else, so that deep links and reloads work; it shows "page not found" itself.
 * @param given `folder`: where `npm run build` put the pages; without it there is the API alone.
 */
export async function registerPages(app: FastifyInstance, { folder, moneySymbol }: { folder: string | undefined; moneySymbol: string }): Promise<void> {
  const hasPages = folder !== undefined && existsSync(join(folder, 'index.html'))
  const ownPage = hasPages ? pageWithSymbol(folder, moneySymbol) : null
  if (hasPages) {
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      preCompressed: true,
      ...(ownPage === null ? {} : { index: false as const }),
      setHeaders(reply, path) {
        const isHashed = hashedAsset.test(path.replace(/\.(br|gz)$/, ''))
        const isPage = path.endsWith('.html')
        reply.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : isPage ? 'no-cache' : `public, max-age=${hourSeconds}`)
      },
    })
  }
  const sendPage = (reply: FastifyReply) => (ownPage === null ? reply.sendFile('index.html') : reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(ownPage))
  if (ownPage !== null) app.get('/', { schema: { hide: true } }, (_, reply) => sendPage(reply))
  app.setNotFoundHandler((request, reply) => {
    if (hasPages && wantsPage(request)) return sendPage(reply)
    throw new ApiError('not_found')
  })
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiOriginOf, installationOf, withInstallation } from '#engine/declaration/answers/installation.ts'
import { overlayInForce } from '#lib/overlay/inForce.ts'
import { menu } from '#resources/menu.ts'
import type { Preloads } from '#engine/declaration/answers/preloads.ts'
import type { Environment } from '#engine/server/environment.ts'
import { ApiError } from './errors.ts'
import { entityTag, hasTag } from './entityTag.ts'
import { isPageAddress } from './pageAddress.ts'

const hashedAsset = /\/assets\/[^/]+$/
const hourSeconds = 3600
const yearSeconds = 31_536_000

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  return isPageAddress({ method, url, accept: headers.accept })
}

/** The built pages, as they are served. */
export interface Pages {
  /** Where `npm run build` put them. */
  readonly folder: string
  /** The one page, with what it knows of this installation. */
  readonly page: string
  /** The files that an address needs, as a `link` header; empty where the page names all there are. */
  readonly preloadsOf: (path: string) => string
  /** The origin they ask besides their own; null where the API is on it. */
  readonly apiOrigin: string | null
}

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Sends the one page, with the status and the `cache-control` that the answer has by then; absent where no pages
     * are served.
     */
    sendPage?: () => FastifyReply
  }
}

/**
 * Reads the page once and writes into it what it is to know of this installation.
 * @returns null where no pages were built: there is the API alone
 * @throws {Error} where the page is none of this version's
 */
export function readPages({
  folder,
  environment,
}: {
  folder: string | undefined
  environment: Environment
}): Pages | null {
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return null
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const { apiHost } = installationOf(built)
  const named = join(folder, 'preloads.json')
  const preloads = existsSync(named) ? (JSON.parse(readFileSync(named, 'utf8')) as Preloads) : { office: [], list: [] }
  const { moneySymbol, businessTimeZone } = environment
  const overlay = Object.keys(overlayInForce).length > 0 ? overlayInForce : undefined
  return {
    folder,
    page: withInstallation(built, { apiHost, moneySymbol, businessTimeZone, overlay }),
    preloadsOf: preloadsBy(preloads),
    apiOrigin: apiOriginOf({ apiHost }),
  }
}

const firstSegment = (path: string) => path.split('/', 2)[1] ?? ''
/** Behind these stand pages of the office, as the menu says. */
const ofOffice = new Set(
  Object.values(menu)
    .flat()
    .map(({ path }) => firstSegment(path)),
)

/**
 * Files are preloaded where an address is of the office: who is signed in needs them there, and who is not does so next.
 */
function preloadsBy({ office, list }: Preloads): (path: string) => string {
  const linkOf = (files: readonly string[]) => files.map((file) => `<${file}>; rel=modulepreload`).join(', ')
  const [page, listPage] = [linkOf(office), linkOf([...office, ...list])]
  return (path) => (ofOffice.has(firstSegment(path)) ? (path.endsWith('/list') ? listPage : page) : '')
}

function pageSender({ page, preloadsOf }: Pages): (this: FastifyReply) => FastifyReply {
  const tag = entityTag(page)
  return function sendPage() {
    this.type('text/html; charset=utf-8').header('etag', `W/${tag}`)
    const link = preloadsOf(this.request.url.split('?', 1)[0]!)
    if (link) this.header('link', link)
    if (!this.hasHeader('cache-control')) this.header('cache-control', 'no-cache')
    return this.statusCode === 200 && hasTag(this.request, tag) ? this.code(304).send() : this.send(page)
  }
}

/**
 * Serves the built pages: hashed assets for good, everything else to be asked for again, and the one page from memory,
 * since it says what no file knows.
 */
export async function registerPages(app: FastifyInstance, pages: Pages): Promise<void> {
  app.decorateReply('sendPage', pageSender(pages))
  await app.register(fastifyStatic, {
    root: pages.folder,
    cacheControl: false,
    preCompressed: true,
    index: false,
    setHeaders(reply, path) {
      const isHashed = hashedAsset.test(path.replace(/\.(br|gz)$/, ''))
      reply.header(
        'cache-control',
        isHashed ? `public, max-age=${yearSeconds}, immutable` : `public, max-age=${hourSeconds}`,
      )
    },
  })
  for (const path of ['/', '/index.html']) app.get(path, { schema: { hide: true } }, (_, reply) => reply.sendPage!())
}

/**
 * Answers every address that is nothing else: the one page, so that deep links and reloads work (it shows "page not
 * found" itself); 404 in JSON to whoever wants none.
 */
export function answerNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    if (reply.sendPage && wantsPage(request)) return reply.sendPage()
    throw new ApiError('not_found')
  })
}

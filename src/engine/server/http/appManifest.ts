import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brandThemes, themeOfHost } from '#themes/index.ts'

/** The theme of a host (without port), for pages that a feature's server makes itself. */
export const brandThemeOf = themeOfHost

const hourSeconds = 3600
const themesFolder = new URL('../../../../themes/', import.meta.url)

/** A brand's icon in the sizes that home screens ask for. */
const icons = [
  { file: 'favicon.svg', path: '/app-icon.svg', type: 'image/svg+xml', sizes: 'any' },
  { file: 'icon.png', path: '/app-icon.png', type: 'image/png', sizes: '512x512' },
] as const

/** What a device needs to know of the portal to put it among its apps, in the colours of the brand of the host. */
function manifestOf(host: string): object {
  const { title, light, bars } = themeOfHost(host)
  return {
    id: '/portal',
    name: title,
    short_name: title.split(' ')[0],
    start_url: '/portal',
    scope: '/',
    display: 'standalone',
    background_color: light.background,
    theme_color: bars.dark.background,
    icons: icons.map(({ path, type, sizes }) => ({ src: path, type, sizes, purpose: 'any' })),
  }
}

/**
 * What makes the portal an app on a device: its manifest and icons, by the host that is asked. There is no worker beside
 * it that keeps anything: what a session reads stays in the page and goes with it.
 */
export function registerAppManifest(app: FastifyInstance): void {
  const kept = (request: FastifyRequest) => themeOfHost(request.hostname).name
  const pictures = new Map(
    brandThemes.flatMap(({ name }) =>
      icons.map(({ file, path }) => [`${name} ${path}`, readFileSync(new URL(`${name}/${file}`, themesFolder))]),
    ),
  )
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (request, reply) =>
    reply
      .header('cache-control', `public, max-age=${hourSeconds}`)
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifestOf(request.hostname))),
  )
  for (const { path, type } of icons) {
    app.get(path, { schema: { hide: true } }, (request, reply) =>
      reply
        .header('cache-control', `public, max-age=${hourSeconds}`)
        .type(type)
        .send(pictures.get(`${kept(request)} ${path}`)),
    )
  }
}

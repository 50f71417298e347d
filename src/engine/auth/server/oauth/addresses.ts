import type { FastifyRequest } from 'fastify'
import type { Environment } from '#engine/server/environment.ts'

type Settings = Pick<Environment, 'publicOrigin'>

/** Where programs ask (streamable HTTP of the Model Context Protocol). */
export const resourcePath = '/mcp'

/**
 * The origin that a program asked: `PUBLIC_ORIGIN` where the host is its, because behind a proxy the scheme may be
 * another than ours. A false `Host` deceives its sender alone: tokens for it are taken nowhere else.
 */
export function askedOrigin({ protocol, host }: FastifyRequest, { publicOrigin }: Settings): string {
  return publicOrigin !== undefined && new URL(publicOrigin).host === host ? publicOrigin : `${protocol}://${host}`
}

/** The address for which tokens are made and taken, as the program named it. */
export const resourceOf = (request: FastifyRequest, settings: Settings): string =>
  `${askedOrigin(request, settings)}${resourcePath}`

/** Where the metadata of that address is. */
export const metadataOf = (request: FastifyRequest, settings: Settings): string =>
  `${askedOrigin(request, settings)}/.well-known/oauth-protected-resource${resourcePath}`

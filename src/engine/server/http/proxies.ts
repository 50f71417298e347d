import type { Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import type { Environment } from '#engine/server/environment.ts'

const wordNotice =
  'TRUST_PROXY is "true", which once trusted everybody; it is taken for 1, the proxy right before this ' +
  'server. Write the number of proxies, or their addresses.'
const evidentNotice =
  'a proxy is before this server (X-Forwarded-For), but TRUST_PROXY is not set: clients are told apart ' +
  'by the address of the proxy. Set TRUST_PROXY to the number of proxies or to their addresses'

/**
 * Whom the framework believes about a client's address. So many hops: the operator vouches that nobody reaches us past
 * so many proxies, and the address that the outermost of them saw counts; what a client itself wrote before it does
 * not.
 * Addresses: only these are believed.
 */
export function trustedProxies({
  trustProxy,
}: Pick<Environment, 'trustProxy'>): FastifyHttpOptions<Server>['trustProxy'] {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy
}

/**
 * Warns once where a proxy is evident and nobody said whom to trust: then all clients have the proxy's address, and
 * share
 * one count of wrong tries; and where the word that trusted every proxy is used.
 */
export function noticeProxies(
  app: FastifyInstance,
  { trustProxy, isTrustProxyWord }: Pick<Environment, 'trustProxy' | 'isTrustProxyWord'>,
): void {
  if (isTrustProxyWord) app.log.warn(wordNotice)
  if (trustProxy !== false) return
  let isNoticed = false
  app.addHook('onResponse', (request, _reply, done) => {
    const { 'x-forwarded-for': list, forwarded } = request.headers
    if (!isNoticed && (list !== undefined || forwarded !== undefined)) {
      isNoticed = true
      request.log.warn({ address: request.ip }, evidentNotice)
    }
    done()
  })
}

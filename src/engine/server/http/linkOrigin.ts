import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Environment } from '../environment.ts'
import { isBrandOrigin } from './crossOrigin.ts'
import { ApiError } from './errors.ts'

type Settings = Pick<Environment, 'publicOrigin' | 'mail'>

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Where links lead that go to people: the brand's own host where its pages are on another than the API, else
 * `PUBLIC_ORIGIN`. The `Host` of a request is whatever its sender wrote: a link to a host that nobody named would hand
 * its secret to the sender.
 * @throws ApiError `host_unknown`
 */
export function linkOrigin(request: FastifyRequest, { publicOrigin }: Pick<Settings, 'publicOrigin'>): string {
  const { origin } = request.headers
  const { hostname, host, protocol, socket } = request
  const isOwn = publicOrigin !== undefined && host === new URL(publicOrigin).host
  const isThisServer = loopback.test(hostname) || (isIP(hostname) !== 0 && hostname === socket.localAddress)
  if (!isOwn && !isThisServer && !isBrandOrigin(`https://${hostname}`)) throw new ApiError('host_unknown')
  if (origin !== undefined && isBrandOrigin(origin)) return origin
  return publicOrigin ?? `${protocol}://${host}`
}

/** Says in the log that e-mails lack the address of the pages. */
export function warnOfMissingOrigin(app: FastifyInstance, { publicOrigin, mail }: Settings): void {
  if (mail && publicOrigin === undefined)
    app.log.warn(
      'PUBLIC_ORIGIN is not set: e-mails about access carry no link that stops a change. npm run admin -- settings check says more.',
    )
}

import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isbotMatch } from 'isbot'
import { hostOf } from '#features/activity/server/write/hosts.ts'
import type { InvalidVisit } from '#features/activity/server/write/visits.ts'

/** What browsers say before somebody asked for a page. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const
const isAhead = /prefetch|prerender|preview/i

/**
 * Programs that say the name of their HTTP library: affiliates' own servers follow links so, and so do checks of load.
 * They hide nothing and are counted.
 */
const library =
  /^(?:node|undici|axios|got|curl|wget|python|go-http-client|okhttp|java|ruby|php|guzzle|lightmyrequest|autocannon|wrk|k6)/i

const knownMax = 5_000
const known = new Map<string, InvalidVisit | null>()

/** Agents repeat: a list of 200 patterns is asked once for each, not once a click. */
function botOf(agent: string): InvalidVisit | null {
  const found = known.get(agent)
  if (found !== undefined) return found
  const match = library.test(agent) ? null : isbotMatch(agent)
  const apart: InvalidVisit | null = match === null ? null : { kind: 'bot', by: `isbot: ${match.slice(0, 60)}` }
  if (known.size >= knownMax) known.clear()
  if (agent.length <= 500) known.set(agent, apart)
  return apart
}

/** Whether a visit is known not to be a click by what it says of itself. */
export function invalidTrafficReason(headers: IncomingHttpHeaders): InvalidVisit | null {
  for (const name of purposeHeaders) {
    const value = headers[name]
    if (typeof value === 'string' && isAhead.test(value)) return { kind: 'prefetch', by: name }
  }
  const agent = headers['user-agent']
  return agent === undefined ? null : botOf(agent.slice(0, 1_000))
}

/**
 * Who a visitor is for a day, as 32 hexadecimal digits that say nothing of the address; who comes again another day is
 * somebody else.
 * @param salt of this installation
 */
export function visitorOf(given: { salt: string; day: string; address: string; agent: string | undefined }): string {
  const { salt, day, address, agent = '' } = given
  return hash('sha256', `${salt} ${day} ${address} ${agent}`, 'hex').slice(0, 32)
}

/** Whether a visitor uses a browser: only then is a second visit at once somebody who pressed twice. */
export const isBrowser = (agent: string | undefined): boolean => agent !== undefined && agent.startsWith('Mozilla/')

/** The host of the page on which a link was followed; null where none is told. */
export const referrerOf = ({ referer }: IncomingHttpHeaders): string | null =>
  referer === undefined ? null : (hostOf(referer)?.slice(0, 253) ?? null)

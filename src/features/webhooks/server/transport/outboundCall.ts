import { lookup as resolve } from 'node:dns'
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './privateAddresses.ts'

/** Milliseconds until no answer is none; connecting and all of the answer included. */
export const answerLimitMs = 10_000
/** So much of an answer is read and kept. */
const answerLength = 300

/** What came of a call. */
export interface CallOutcome {
  /** The status of the answer; null where there was none. */
  readonly status: number | null
  /** The beginning of the answer, or what was in the way. */
  readonly answer: string
  readonly tookMs: number
}

/** A call as it is made. */
export interface Call {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Why an address is not called at all. */
class Refused extends Error {}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** Is this host one inside that the operator named? */
function isNamedInside(url: URL, insideHosts: readonly string[]): boolean {
  return insideHosts.includes(hostOf(url)) || insideHosts.includes(url.host)
}

/**
 * Looks a name up as it is connected to: what is answered here is what is called, so that a name cannot lead elsewhere
 * between being looked at and being called. One address inside among several refuses the name.
 */
const lookupOutside: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    if (addresses.length === 0 || addresses.some(({ address }) => isPrivateAddress(address)))
      return done(new Refused('address_inside'), '', 0)
    if (options.all) return done(null, addresses)
    return done(null, addresses[0]!.address, addresses[0]!.family)
  })
}

/** Why an address is not called, as far as it says so itself; what its name stands for is looked at with each call. */
export function whyNotCalled(
  address: string,
  insideHosts: readonly string[],
): 'invalid_url' | 'address_not_encrypted' | 'address_inside' | null {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'invalid_url'
  if (isNamedInside(url, insideHosts)) return null
  if (url.protocol === 'http:') return 'address_not_encrypted'
  const host = hostOf(url)
  // An address by number is looked up by nobody.
  const isHere = host === 'localhost' || host.endsWith('.localhost')
  return isHere || (isIP(host) !== 0 && isPrivateAddress(host)) ? 'address_inside' : null
}

/** @throws Refused where the address cannot be called */
function open(
  { method, url: text, headers }: Call,
  insideHosts: readonly string[],
  signal: AbortSignal,
): ClientRequest {
  const why = whyNotCalled(text, insideHosts)
  if (why) throw new Refused(why)
  const url = new URL(text)
  const isNamed = isNamedInside(url, insideHosts)
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  return request(url, {
    method,
    headers: { 'user-agent': 'affiliate-back-office', ...headers },
    signal,
    agent: false,
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
    ...(isNamed ? {} : { lookup: lookupOutside }),
  })
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = ''
  response.setEncoding('utf8')
  for await (const part of response) {
    text += part as string
    if (text.length >= answerLength) break
  }
  return text.slice(0, answerLength)
}

function whyNot(error: unknown): string {
  if (error instanceof Refused) return error.message
  const { code, name } = error as { code?: string; name?: string }
  return name === 'AbortError' || name === 'TimeoutError' ? 'timeout' : (code ?? 'failed').slice(0, answerLength)
}

/**
 * Calls an address outside, once: a redirect is an answer and is not followed. Addresses inside the network are refused
 * each time, by what a name stands for at the moment of the call.
 * @param insideHosts hosts inside that the operator named, with their port or without
 */
export async function outboundCall(
  call: Call,
  { insideHosts, limitMs }: { insideHosts: readonly string[]; limitMs: number },
): Promise<CallOutcome> {
  const begunMs = performance.now()
  const took = () => Math.round(performance.now() - begunMs)
  const signal = AbortSignal.timeout(limitMs)
  try {
    const response = await new Promise<IncomingMessage>((done, fail) => {
      const request = open(call, insideHosts, signal)
      request.on('response', done).on('error', fail)
      request.end(call.body)
    })
    const answer = await beginningOf(response).catch(() => '')
    response.destroy()
    return { status: response.statusCode ?? null, answer, tookMs: took() }
  } catch (error) {
    return { status: null, answer: whyNot(error), tookMs: took() }
  }
}

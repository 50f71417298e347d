import { z } from 'zod'
import type { Reason } from '../../../config/remarks.ts'
import { outgoingTrace } from '../../tracing/tracing.ts'
import type { PayoutAnswer, PayoutGateway, PayoutOrder, PayoutStatus } from './payoutGateway.ts'
import { isSigned, signedHeaders } from './signature.ts'

/** Milliseconds until no answer is a time-out. */
const answerLimitMs = 10_000
const answerLengthMax = 65_536
const reasonLengthMax = 300

const answerSchema = z.object({
  id: z.string().optional(),
  state: z.enum(['accepted', 'settled', 'refused', 'rejected', 'returned', 'absent']),
  reason: z.string().optional(),
  transient: z.boolean().optional(),
})

/** What the adapter is made from. */
export interface HttpGatewayOptions {
  /** Its name among the gateways; `http` where nothing is said. */
  readonly name?: string
  /** What its variables begin with. */
  readonly settings?: string
  /** `https://gateway.example/base`; plain http for addresses of this machine only. */
  readonly url: string
  readonly secret: string
  readonly now: () => Date
  readonly timeoutMs?: number | undefined
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function readBase(url: string, settings: string): URL {
  const base = new URL(url.endsWith('/') ? url : `${url}/`)
  if (base.protocol !== 'https:' && !isLoopback(base.hostname)) {
    throw new Error(
      `${settings}_URL is not encrypted. Give an address that begins with https:// ` +
        '(http:// is for addresses of this machine only).',
    )
  }
  if (base.username || base.password)
    throw new Error(
      `${settings}_URL carries a name or password. Requests are signed with ${settings}_SECRET; leave them out.`,
    )
  return base
}

/** The text of an answer, as long as it stays within reason. */
async function readText(response: Response): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > answerLengthMax) throw new Error('its answer is too long')
    parts.push(Buffer.from(part))
  }
  return Buffer.concat(parts).toString('utf8')
}

/**
 * What an answer says. Only an answer in the protocol's words counts, whatever its status: a proxy's 404 or 502 tells
 * nothing of the payout, so it is unknown and asked for later.
 */
function interpret(status: number, text: string, id: string): PayoutStatus {
  if (status === 429) return { kind: 'refused', reason: { code: 'busy' }, isTransient: true }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { kind: 'unknown', reason: { code: 'noState', values: { status } } }
  }
  const parsed = answerSchema.safeParse(json)
  if (!parsed.success || (parsed.data.id !== undefined && parsed.data.id !== id))
    return { kind: 'unknown', reason: { code: 'noState', values: { status } } }
  const { state, transient } = parsed.data
  const reason: Reason = parsed.data.reason?.slice(0, reasonLengthMax) ?? { code: 'noReason' }
  if (state === 'refused' || state === 'rejected') return { kind: 'refused', reason, isTransient: transient ?? false }
  return state === 'returned' ? { kind: 'returned', reason } : { kind: state }
}

function failureReason(error: unknown): Reason {
  if (!(error instanceof Error)) return { code: 'unreachable' }
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return { code: 'timeOut' }
  return { code: error.message === 'its answer is too long' ? 'tooLong' : 'unreachable' }
}

/**
 * The gateway over HTTPS: `PUT {url}/payouts/{id}` with signed JSON asks for a payout, `GET {url}/payouts/{id}` asks
 * what became of it. Both answer
 * `{id, state, reason?, transient?}`; docs/payout-gateway.md says the whole protocol.
 * @throws Error naming the remedy where the address cannot be used
 */
export function httpGateway({
  name: gatewayName = 'http',
  settings = 'PAYOUT_GATEWAY',
  url,
  secret,
  now,
  timeoutMs = answerLimitMs,
}: HttpGatewayOptions): PayoutGateway {
  const base = readBase(url, settings)
  async function call(method: 'PUT' | 'GET', id: string, body: string): Promise<PayoutStatus> {
    const address = new URL(`payouts/${id}`, base)
    try {
      const response = await fetch(address, {
        method,
        headers: {
          ...signedHeaders({ secret, text: `${method} ${address.pathname}.${body}`, now: now() }),
          ...(body ? { 'content-type': 'application/json' } : {}),
          accept: 'application/json',
          ...outgoingTrace(),
        },
        ...(body ? { body } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return interpret(response.status, await readText(response), id)
    } catch (error) {
      return { kind: 'unknown', reason: failureReason(error) }
    }
  }
  return {
    name: gatewayName,
    async send({ id, amount, currency, key, keyType, name }: PayoutOrder): Promise<PayoutAnswer> {
      const answer = await call('PUT', id, JSON.stringify({ id, amount, currency, key, keyType, name }))
      // Both say that the gateway has more to tell than a send asks for.
      return answer.kind === 'returned' || answer.kind === 'absent'
        ? { kind: 'unknown', reason: { code: 'oddAnswer', values: { answer: answer.kind } } }
        : answer
    },
    status: ({ id }) => call('GET', id, ''),
    verifyWebhook: ({ body, signature, timestamp }) =>
      isSigned({ secret, text: body, signature, timestamp, now: now() }),
  }
}

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Reason } from '#engine/declaration/messageCodes.ts'
import { outgoingTrace } from '#engine/server/tracing/tracing.ts'
import { keyPath, readKeyAnswer } from './keyOwnershipCheck.ts'
import { readBatchAnswer, sendAnswer, speaksBatches, tookEmptyBatch } from './payoutBatch.ts'
import type { PayoutGateway, PayoutOrder, PayoutStatus } from './payoutGateway.ts'
import { isSigned, signedHeaders } from './signature.ts'

/** Milliseconds until no answer is a time-out. */
const answerLimitMs = 10_000
const answerLengthMax = 1_048_576
/** A batch takes so many times as long as a payout at most. */
const batchTimeFactor = 3
/** When a gateway that takes no batches is asked again whether it does. */
const batchesAskedAgainMs = 10 * 60_000
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

/** A payout as it is asked for; the document of a receiver of whom one is known. */
function contentOf({ id, amount, currency, key, keyType, name, document, documentType }: PayoutOrder): object {
  return { id, amount, currency, key, keyType, name, ...(document === null ? {} : { document, documentType }) }
}

/**
 * The gateway over HTTPS: `PUT {url}/payouts/{id}` with signed JSON asks for a payout, `GET {url}/payouts/{id}` asks
 * what became of it, `PUT {url}/batches/{id}` for up to 1,000 at once, `GET {url}/keys/{key}` whose a key is. The first two answer
 * `{id, state, reason?, transient?}`; docs/reference/payout-gateway.md says the whole protocol.
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
  /** A signed call. @throws whatever failed on the way; see {@link failureReason} */
  async function call(method: 'PUT' | 'GET', path: string, body = ''): Promise<{ status: number; text: string }> {
    const address = new URL(path, base)
    const response = await fetch(address, {
      method,
      headers: {
        ...signedHeaders({ secret, text: `${method} ${address.pathname}${address.search}.${body}`, now: now() }),
        ...(body ? { 'content-type': 'application/json' } : {}),
        accept: 'application/json',
        ...outgoingTrace(),
      },
      ...(body ? { body } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(path.startsWith('batches/') ? timeoutMs * batchTimeFactor : timeoutMs),
    })
    return { status: response.status, text: await readText(response) }
  }
  async function payout(method: 'PUT' | 'GET', id: string, body?: string): Promise<PayoutStatus> {
    try {
      const { status, text } = await call(method, `payouts/${id}`, body)
      return interpret(status, text, id)
    } catch (error) {
      return { kind: 'unknown', reason: failureReason(error) }
    }
  }
  let batches: { readonly known: boolean; readonly until: number } | null = null
  /** Asked before the first batch, by one that nobody sent: where it does not know them, nothing is on its way. */
  async function knowsBatches(): Promise<boolean> {
    if (batches && (batches.known || batches.until > now().getTime())) return batches.known
    const id = randomUUID()
    try {
      const { text } = await call('GET', `batches/${id}`)
      // One that keeps none to be asked for may take them all the same: of nothing, nothing is paid.
      const known =
        speaksBatches(text, id) ||
        tookEmptyBatch(await call('PUT', `batches/${id}`, JSON.stringify({ id, payouts: [] })))
      batches = { known, until: now().getTime() + batchesAskedAgainMs }
      return batches.known
    } catch {
      return false
    }
  }
  return {
    name: gatewayName,
    tellsReturns: true,
    send: async (order) => sendAnswer(await payout('PUT', order.id, JSON.stringify(contentOf(order)))),
    takesBatches: knowsBatches,
    async sendBatch({ id, payouts }) {
      const ids = payouts.map((order) => order.id)
      try {
        const answer = await call('PUT', `batches/${id}`, JSON.stringify({ id, payouts: payouts.map(contentOf) }))
        return readBatchAnswer({ ...answer, batch: id, ids }, (text, one) => interpret(answer.status, text, one))
      } catch (error) {
        const reason = failureReason(error)
        return new Map(ids.map((one) => [one, { kind: 'unknown', reason }]))
      }
    },
    status: ({ id }) => payout('GET', id),
    async checkKey(question) {
      try {
        const { status, text } = await call('GET', keyPath(question))
        return readKeyAnswer(status, text)
      } catch (error) {
        return { kind: 'unknown', reason: failureReason(error) }
      }
    },
    verifyWebhook: ({ body, signature, timestamp }) =>
      isSigned({ secret, text: body, signature, timestamp, now: now() }),
  }
}

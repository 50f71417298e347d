import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import {
  isSigned,
  signatureHeader,
  signedHeaders,
  timestampHeader,
} from '#features/payouts/server/disbursement/signature.ts'

/** A payout as a gateway was asked for it. */
export interface AskedPayout {
  readonly id: string
  readonly amount: string
  readonly currency: string
  readonly key: string
  readonly keyType: string
  readonly name: string
  readonly document?: string
  readonly documentType?: string
}

/** A key that was asked about. */
export interface AskedKey {
  readonly key: string
  readonly keyType: string | null
  readonly name: string | null
  readonly document: string | null
}

/** What the gateway says of a key; a number is the status of an answer that says nothing. */
type KeyWord = { readonly nameMatches: boolean; readonly documentMatches: boolean | null } | number

/** What the gateway makes of a send. */
export interface Behaviour {
  /** What becomes of the payout. `transient` refuses for now: the same id may be sent again. */
  readonly outcome: 'accepted' | 'settled' | 'refused' | 'transient'
  /** The answer never arrives, though the payout is taken. */
  readonly losesAnswer?: boolean
  /** The request never arrives: the payout is not taken. */
  readonly losesRequest?: boolean
  /** Milliseconds until it answers. */
  readonly latencyMs?: number
}

/** Decides what becomes of a send; a promise keeps its answer waiting. */
type Decide = (payout: AskedPayout, times: number) => Behaviour | Promise<Behaviour>

interface Kept {
  readonly content: string
  state: 'accepted' | 'settled' | 'refused' | 'returned'
}

/** A gateway of a test, over HTTP on a free port of this machine. */
export interface TestGateway {
  readonly url: string
  readonly secret: string
  /**
   * Decides what becomes of a send; accepted where nothing is said.
   * @param times how often this id was sent, this time included
   */
  behave(decide: Decide): void
  /** Decides whose keys are; each belongs to whoever is named where nothing is said. */
  knowKeys(decide: (asked: AskedKey) => KeyWord | Promise<KeyWord>): void
  /** The keys that were asked about, in order. */
  readonly keys: readonly AskedKey[]
  /** How many payouts each batch carried, by id. Empty where it speaks none. */
  readonly batches: ReadonlyMap<string, number>
  /** Whether it speaks batches; it does where nothing is said. */
  speakBatches(speaks: boolean): void
  /** How often each id was sent, in the order of the first. */
  readonly sends: ReadonlyMap<string, number>
  /** The payouts that were taken, by id. */
  readonly payouts: ReadonlyMap<string, AskedPayout & { readonly state: Kept['state'] }>
  /** How often each id was asked for. */
  readonly questions: ReadonlyMap<string, number>
  /** Takes a payout whose request was lost on the way, as if it had been late. */
  arriveLate(id: string): void
  /** Decides an accepted payout without telling anybody. */
  decide(id: string, state: Kept['state']): void
  /** A signed webhook call, as `[body, headers]`. */
  webhook(outcome: { id: string; state: string; amount?: string; reason?: string }): [string, Record<string, string>]
  close(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/**
 * Starts a gateway that speaks the HTTP adapter's protocol and counts: a payment that was sent twice under two ids
 * would be two payouts here.
 * @param now the clock by which signatures are made and checked; the server's.
 */
export async function startGateway({
  now = () => new Date(),
  secret = 'the secret of a test gateway',
}: { now?: () => Date; secret?: string } = {}): Promise<TestGateway> {
  let decideSend: Decide = () => ({ outcome: 'accepted' })
  const sends = new Map<string, number>()
  const questions = new Map<string, number>()
  const kept = new Map<string, Kept>()
  const lost = new Map<string, string>()
  const keys: AskedKey[] = []
  const batches = new Map<string, number>()
  let decideKey: (asked: AskedKey) => KeyWord | Promise<KeyWord> = () => ({ nameMatches: true, documentMatches: true })
  let speaksBatches = true
  const stateOf = (id: string) => ({
    id,
    state: kept.get(id)?.state ?? 'absent',
    ...(kept.get(id)?.state === 'refused' ? { reason: 'No such key' } : {}),
  })

  /** What becomes of one payout; null where nothing of its answer arrives. */
  async function decideOne(payout: AskedPayout): Promise<[number, object] | null> {
    const { id } = payout
    const times = (sends.get(id) ?? 0) + 1
    sends.set(id, times)
    const behaviour = await decideSend(payout, times)
    await pause(behaviour.latencyMs ?? 0)
    const content = JSON.stringify(payout)
    if (behaviour.losesRequest) {
      lost.set(id, content)
      return null
    }
    const known = kept.get(id)
    if (known && known.content !== content) return [409, { message: 'This id has another content' }]
    if (!known && behaviour.outcome === 'transient')
      return behaviour.losesAnswer ? null : [422, { id, state: 'refused', reason: 'Come back later', transient: true }]
    if (!known) kept.set(id, { content, state: behaviour.outcome as Kept['state'] })
    return behaviour.losesAnswer ? null : [200, stateOf(id)]
  }

  async function take(payout: AskedPayout, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const said = await decideOne(payout)
    return said ? answer(response, ...said) : void request.socket.destroy()
  }

  /** A batch is its payouts, each as if it came alone; where the answer of one is lost, that of the batch is. */
  async function takeBatch(id: string, payouts: AskedPayout[], request: IncomingMessage, response: ServerResponse) {
    if (payouts.length > 1_000) return answer(response, 413, { message: 'At most 1,000' })
    batches.set(id, payouts.length)
    const said = await Promise.all(payouts.map(decideOne))
    if (said.includes(null)) return void request.socket.destroy()
    return answer(response, 200, { id, payouts: said.map((each) => each![1]) })
  }

  async function sayWhose(url: URL, response: ServerResponse): Promise<void> {
    const key = decodeURIComponent(url.pathname.slice('/base/keys/'.length))
    const { searchParams: given } = url
    const asked = { key, keyType: given.get('keyType'), name: given.get('name'), document: given.get('document') }
    keys.push(asked)
    const word = await decideKey(asked)
    return typeof word === 'number' ? answer(response, word, { message: 'Nothing' }) : answer(response, 200, word)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const signed = {
      secret,
      text: `${request.method} ${request.url}.${body}`,
      signature: header(request, signatureHeader),
      timestamp: header(request, timestampHeader),
      now: now(),
    }
    if (!isSigned(signed)) return answer(response, 401, { message: 'The signature is wrong' })
    const url = new URL(request.url ?? '', 'http://gateway')
    if (request.method === 'GET' && url.pathname.startsWith('/base/keys/')) return sayWhose(url, response)
    const batch = /^\/base\/batches\/([0-9a-f-]{36})$/.exec(url.pathname)?.[1]
    if (batch && speaksBatches) {
      if (request.method === 'PUT')
        return takeBatch(batch, (JSON.parse(body) as { payouts: AskedPayout[] }).payouts, request, response)
      return answer(response, 404, { id: batch, state: 'absent' })
    }
    const id = /^\/base\/payouts\/([0-9a-f-]{36})$/.exec(request.url ?? '')?.[1]
    if (!id) return answer(response, 404, { message: 'There is nothing here' })
    if (request.method === 'PUT') return take(JSON.parse(body) as AskedPayout, request, response)
    questions.set(id, (questions.get(id) ?? 0) + 1)
    return answer(response, kept.has(id) ? 200 : 404, stateOf(id))
  }

  const server = createServer(
    (request, response) => void handle(request, response).catch(() => request.socket.destroy()),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`,
    secret,
    sends,
    questions,
    get payouts() {
      return new Map(
        [...kept].map(([id, { content, state }]) => [id, { ...(JSON.parse(content) as AskedPayout), state }]),
      )
    },
    keys,
    batches,
    knowKeys(decide) {
      decideKey = decide
    },
    speakBatches(speaks) {
      speaksBatches = speaks
    },
    behave(decide) {
      decideSend = decide
    },
    arriveLate(id) {
      kept.set(id, { content: lost.get(id)!, state: 'settled' })
    },
    decide(id, state) {
      kept.get(id)!.state = state
    },
    webhook(outcome) {
      const body = JSON.stringify(outcome)
      return [body, { 'content-type': 'application/json', ...signedHeaders({ secret, text: body, now: now() }) }]
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

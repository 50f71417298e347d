import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A balancer as HAProxy and its like are: asks `/ready` of each server and leads to those that are. */
export interface Balancer {
  readonly address: string
  add(server: string): void
  /** Leads there no more, as when an operator takes it out. */
  remove(server: string): void
  /** How many answers came from each server. */
  readonly answers: ReadonlyMap<string, number>
  close(): Promise<void>
}

const askEveryMs = 250

/** Starts it on a free port. */
export async function startBalancer(): Promise<Balancer> {
  const ready = new Map<string, boolean>()
  const answers = new Map<string, number>()
  let [isOver, turn] = [false, 0]

  function lead(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, left: readonly string[]): void {
    const [server, ...others] = left
    if (!server) return void outgoing.writeHead(503).end('{"code":"no_server"}')
    const { port, hostname } = new URL(server)
    const { method, url, headers } = incoming
    const asked = request({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
      answers.set(server, (answers.get(server) ?? 0) + 1)
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // Only what no server has seen is sent to another one.
      if (error.code === 'ECONNREFUSED') lead(incoming, outgoing, body, others)
      else if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end(`{"code":${JSON.stringify(error.code ?? error.message)}}`)
    })
    asked.end(body)
  }

  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const able = [...ready].filter(([, isReady]) => isReady).map(([address]) => address)
      turn += 1
      const from = turn % Math.max(1, able.length)
      lead(incoming, outgoing, Buffer.concat(parts), [...able.slice(from), ...able.slice(0, from)])
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  /** Each is asked on its own: one that answers slowly keeps nobody from knowing of the others. */
  async function look(address: string): Promise<void> {
    while (!isOver && ready.has(address)) {
      const asked = fetch(`${address}/ready`, { signal: AbortSignal.timeout(5_000) })
      const status = await asked.then(async (answer) => (await answer.arrayBuffer(), answer.status)).catch(() => 0)
      if (ready.has(address)) ready.set(address, status === 200)
      await pause(askEveryMs)
    }
  }
  const looking: Promise<void>[] = []
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    add(address) {
      ready.set(address, false)
      looking.push(look(address))
    },
    remove: (address) => void ready.delete(address),
    async close() {
      isOver = true
      await Promise.all(looking)
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

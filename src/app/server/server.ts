import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A server that accepts requests. */
export interface RunningServer {
  /** For example http://127.0.0.1:3000. */
  address: string
  /** Accepts nothing new, finishes what is under way (for five seconds at most), closes what the application opened. */
  stop(): Promise<void>
}

/** The server cannot listen; the message says why and what to set. */
export class ListenError extends Error {
  override name = 'ListenError'
}

/** How long requests under way may take after the stop signal; the whole stop has ten seconds. */
const finishLimitMs = 5_000
/** What was sent before the stop signal may still wait to be accepted; closing the door at once would reset it. */
const arrivalMs = 100
/**
 * How often connections whose answer is out are closed; whoever keeps them open would hold the stop until the limit.
 */
const sweepMs = 50
/** A predecessor that is just stopping gives the port back within this time. */
const takenPortLimitMs = 2_500

/**
 * Listens with a built application.
 * @throws ListenError when the port is taken or not ours to take, or the host is not of this machine
 */
export async function listen({
  app,
  port,
  host,
}: {
  app: FastifyInstance
  port: number
  host: string
}): Promise<RunningServer> {
  const deadline = Date.now() + takenPortLimitMs
  for (;;) {
    try {
      const address = await app.listen({ port, host })
      return { address, stop: () => stop(app) }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' && Date.now() < deadline) await pause(100)
      else throw explain(error, { port, host })
    }
  }
}

/**
 * The same for a plain server beside the application, at the first try.
 * @throws ListenError when the port is taken or not ours to take, or the host is not of this machine
 */
export async function tryListen(
  server: Server,
  { port, host }: { port: number; host: string },
): Promise<RunningServer> {
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    throw explain(error, { port, host })
  }
  const { address, port: taken, family } = server.address() as AddressInfo
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function stop(app: FastifyInstance): Promise<void> {
  await pause(arrivalMs)
  const finished = app.close()
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
  const cut = setTimeout(() => app.server.closeAllConnections(), finishLimitMs)
  await finished
  clearInterval(sweep)
  clearTimeout(cut)
}

function explain(error: unknown, { port, host }: { port: number; host: string }): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new ListenError(
      `Port ${port} on ${host} is taken by another program. Stop that one, or set another: PORT=${port + 1} npm start`,
      { cause: error },
    )
  if (code === 'EACCES')
    return new ListenError(`Port ${port} may not be taken by this user. Set one above 1023, for example PORT=3000.`, {
      cause: error,
    })
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ListenError(
      `HOST ${host} is not an address of this machine. Set HOST=127.0.0.1, or 0.0.0.0 for every address.`,
      { cause: error },
    )
  return error
}

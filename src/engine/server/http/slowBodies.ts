import type { FastifyInstance } from 'fastify'
import { answerClientError } from './clientErrors.ts'
import type { SecurityHeaders } from './protection.ts'

/** How long the server waits for what a client sends. */
export interface BodyTimeouts {
  /** How long the headers may take, and a body that hardly moves, in milliseconds. */
  readonly graceMs: number
  /** A body that comes at least so fast may take as long as it needs: a feed file over a slow line does. */
  readonly bytesPerSecondMin: number
}

/** What holds unless a test has less time. */
export const ordinaryPatience: BodyTimeouts = { graceMs: 20_000, bytesPerSecondMin: 8_192 }

/**
 * Ends requests whose body does not come: 408 `request_timeout` and the end of the connection once it is slower than
 * {@link BodyTimeouts} allows, so that nobody holds connections open
 * by sending a byte now and then. While the server itself is behind with reading, the client is not blamed.
 */
export function endSlowBodies(
  app: FastifyInstance,
  { patience, headers }: { patience: BodyTimeouts; headers: SecurityHeaders },
): void {
  const { graceMs, bytesPerSecondMin } = patience
  let isClosed = false
  app.addHook('onClose', (_, done) => {
    isClosed = true
    done()
  })
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (
      raw.complete ||
      (raw.headers['transfer-encoding'] === undefined && !(Number(raw.headers['content-length']) > 0))
    )
      return done()
    const { socket } = raw
    const [startedAt, bytesBefore] = [performance.now(), socket.bytesRead]
    const check = () => {
      if (isClosed || raw.complete || socket.destroyed) return
      const left =
        graceMs + ((socket.bytesRead - bytesBefore) / bytesPerSecondMin) * 1000 - (performance.now() - startedAt)
      const isOurDelay = raw.readableLength >= raw.readableHighWaterMark
      if (left > 0 || isOurDelay) return wait(Math.max(left, isOurDelay ? graceMs : 1))
      if (reply.raw.headersSent) socket.destroy()
      else answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, { socket, headers })
    }
    let timer: NodeJS.Timeout
    const wait = (milliseconds: number) => void (timer = setTimeout(check, milliseconds).unref())
    wait(graceMs)
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    done()
  })
}

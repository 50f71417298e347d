import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { sealActivityLog } from './sealActivityLog.ts'

const sealEveryMs = 5_000

/** Seals new lines of the activity log every few seconds while the server runs, and once more when it stops. */
export function keepSealing(app: FastifyInstance, { database }: AppContext): void {
  let underWay: Promise<unknown> | null = null
  const seal = (): Promise<unknown> => {
    underWay ??= sealActivityLog(database)
      // A database that cannot be reached now is reported by the requests that need it; the next round seals what is left.
      .catch((error: unknown) => app.log.warn({ err: error }, 'the activity log could not be sealed'))
      .finally(() => {
        underWay = null
      })
    return underWay
  }
  const timer = setInterval(() => void seal(), sealEveryMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await (underWay ?? Promise.resolve())
    await seal()
  })
}

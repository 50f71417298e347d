import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { sealActivityLog } from '../log/sealActivityLog.ts'
import { forgetOldChanges } from './query/rememberedTotals.ts'

const sealEveryMs = 5_000
const forgetEveryMs = 3_600_000

/** While the server runs: seals new lines of the activity log every few seconds, and once more when it stops; forgets old changes every hour. */
export function keepRecordsTidy(app: FastifyInstance, { database }: AppContext): void {
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
  const forgetting = setInterval(() => {
    forgetOldChanges(database).catch((error: unknown) => app.log.warn({ err: error }, 'old changes could not be forgotten'))
  }, forgetEveryMs)
  for (const each of [timer, forgetting]) each.unref()
  app.addHook('onClose', async () => {
    for (const each of [timer, forgetting]) clearInterval(each)
    await (underWay ?? Promise.resolve())
    await seal()
  })
}

import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { sealActivityLog } from '../log/sealActivityLog.ts'
import { Witnesses } from '../log/witnesses.ts'
import { forgetOldChanges } from './query/rememberedTotals.ts'

const sealEveryMs = 5_000
const forgetEveryMs = 3_600_000

/** Work of which there is one round at a time; who asks meanwhile gets the one under way. */
function oneAtATime(work: () => Promise<unknown>): () => Promise<unknown> {
  let underWay: Promise<unknown> | null = null
  return () => (underWay ??= work().finally(() => {
    underWay = null
  }))
}

/**
 * While the server runs: seals new lines of the activity log every few seconds and hands checkpoints to witnesses, and once more when it stops;
 * forgets old changes every hour.
 */
export function keepRecordsTidy(app: FastifyInstance, { database, environment }: AppContext): void {
  const warn = (line: string, error?: unknown) => app.log.warn(error === undefined ? {} : { err: error }, line)
  const witnesses = new Witnesses({ targets: environment.logWitnesses, warn })
  // A database that cannot be reached now is reported by the requests that need it; the next round does what is left.
  const seal = oneAtATime(() => sealActivityLog(database).catch((error: unknown) => warn('the activity log could not be sealed', error)))
  const hand = async (isLast: boolean) => {
    await witnesses.hand(database, { isLast }).catch((error: unknown) => warn('checkpoints could not be handed to witnesses', error))
  }
  const handOver = oneAtATime(() => hand(false))
  const timer = setInterval(() => void seal().then(handOver), sealEveryMs)
  const forgetting = setInterval(() => {
    forgetOldChanges(database).catch((error: unknown) => app.log.warn({ err: error }, 'old changes could not be forgotten'))
  }, forgetEveryMs)
  for (const each of [timer, forgetting]) each.unref()
  app.addHook('onClose', async () => {
    for (const each of [timer, forgetting]) clearInterval(each)
    // The round under way may have begun before the last line was written.
    await seal()
    await seal()
    await hand(true)
  })
}

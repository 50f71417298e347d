import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { addDays, businessDay } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { SingleFlight } from '#engine/server/backgroundLoops.ts'
import { warnOfFailure } from '#engine/server/http/outageLog.ts'
import { buildCumulativeTotals } from './foldSums.ts'

/** How often this server looks for what changed. */
const roundMs = 3_000
/** After a round it rests so many times as long: what changes all the time is made again now and then. */
const restTimes = 4
/** The first round over years takes its time; another server's would find the lock taken. */
const roundLimitMs = 3_600_000
/** How long a stopping server waits for the round under way: what it leaves undone is done by the next start. */
const stopLimitMs = 1_000

/**
 * While the server listens: keeps the running sums up to yesterday. Where it falls behind reports are as right and
 * slower, so that no request depends on it.
 */
export function runCumulativeTotalsLoop(app: FastifyInstance, { database, environment, now }: AppContext): void {
  let timer: NodeJS.Timeout | undefined
  let restsUntilMs = 0
  const rounds = new SingleFlight(
    async () => {
      const begunMs = Date.now()
      if (begunMs < restsUntilMs) return
      try {
        await buildCumulativeTotals(
          database,
          addDays(businessDay({ at: now(), zone: environment.businessTimeZone }), -1),
        )
      } catch (error) {
        if (timer) warnOfFailure({ database, log: app.log, error, message: 'running sums could not be made' })
      }
      restsUntilMs = Date.now() + restTimes * (Date.now() - begunMs)
    },
    { deadlineMs: roundLimitMs },
  )
  app.addHook('onListen', async () => {
    timer = setInterval(() => void rounds.run(), roundMs)
  })
  app.addHook('preClose', async () => {
    clearInterval(timer)
    timer = undefined
    await Promise.race([rounds.underWay, pause(stopLimitMs, undefined, { ref: false })])
  })
}

import { setTimeout as pause } from 'node:timers/promises'
import { withClient } from '#engine/server/database/client.ts'
import { DatabaseUnavailable } from '#engine/server/database/unavailable.ts'

const askEveryMs = 500

/**
 * Waits until the operator's database answers: machines come up in any order.
 * @throws DatabaseUnavailable where it does not in time; whatever else it answers (a wrong password) is said at once
 */
export async function waitForDatabase({
  url,
  seconds,
  isStopping,
  log,
}: {
  url: string
  seconds: number
  isStopping: () => boolean
  log: (line: string) => void
}): Promise<void> {
  const end = Date.now() + seconds * 1_000
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      return await withClient(url, async (client) => void (await client.query('select 1')))
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || isStopping() || Date.now() + askEveryMs > end) throw error
      if (!hasSaid) log(`Waiting for the database, ${seconds} s at most (DATABASE_WAIT_SECONDS) ...`)
      await pause(askEveryMs)
    }
  }
}

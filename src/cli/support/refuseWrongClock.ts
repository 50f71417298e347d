import { clockLimitSeconds, type DatabaseClock } from '#engine/server/database/databaseClock.ts'
import { UsageError } from './runCommand.ts'

/**
 * Refuses work beside a database whose clock is another: what closes days and pays is dated by it.
 * @throws UsageError saying how far apart the clocks are, and what to do
 */
export async function refuseWrongClock(clock: DatabaseClock): Promise<void> {
  if ((await clock.secondsApart()) === null) return
  const seconds = Math.round(clock.aheadSeconds!)
  const apart = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'}`
  throw new UsageError(
    `The clock of this machine is ${apart} the database's; ${clockLimitSeconds} s is the most there may be. Set the clocks of both machines by a time server (timedatectl says whether one is in use), then try again.`,
  )
}

/**
 * `npm run close -- --from D --to D`: closes days beside a running server or alone; exit code 0 only where no entry was
 * stopped.
 */
import { changesRemark } from '#app/server/jobs/close.ts'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { beginDue } from '#features/deals/server/scheduledVersions/beginDue.ts'
import { outcomeText } from '#engine/declaration/messageCodes.ts'
import { businessDay, type Day, isDay, latestDay } from '#engine/values/calendar.ts'
import { firstMoneyDay } from '#rules/payouts/payments.ts'
import { withCommandDatabase } from './support/commandDatabase.ts'
import { refuseWrongClock } from './support/refuseWrongClock.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'
import { allZones } from '#engine/records/server/visibility/companyClock.ts'

function readRange(): { from: string; to: string } {
  const { values } = readOptions({ options: { from: { type: 'string' }, to: { type: 'string' } } })
  const { from, to } = values
  if (!isDay(from) || !isDay(to))
    throw new UsageError('Name the first and the last day: npm run close -- --from 2026-03-01 --to 2026-03-31')
  if (to < from) throw new UsageError(`The range ends (${to}) before it begins (${from}).`)
  return { from, to }
}

/** Days that can be closed: none still to come, and none before anybody was owed anything. */
function checkRange({ from, to }: { from: Day; to: Day }, { at, zones }: { at: Date; zones: readonly string[] }): void {
  const today = zones.map((zone) => businessDay({ at, zone })).reduce(latestDay)
  if (to > today) throw new UsageError(`${to} is still to come: it is ${today} (${zones.join(', ')}) now.`)
  if (from < firstMoneyDay) throw new UsageError(`Nothing was due before ${firstMoneyDay}; begin there.`)
}

async function main(): Promise<void> {
  const range = readRange()
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  await withCommandDatabase(async ({ database, environment }) => {
    await refuseWrongClock(database.clock)
    const { now } = database.clock
    checkRange(range, { at: now(), zones: await allZones(database.db, { environment }) })
    await beginDue({ database, environment, now })
    const result = await closeDays({ database, environment, ...range, now, log: print })
    print(
      `Closed ${result.days} ${result.days === 1 ? 'day' : 'days'}, ${range.from} to ${range.to}: ${result.affiliateEntries} entries of affiliates.`,
    )
    print(`${outcomeText([changesRemark(result)])}.`)
    if (result.problems.length > 0)
      throw new UsageError(
        `${result.problems.length} ${result.problems.length === 1 ? 'entry was' : 'entries were'} stopped; mend what is named above and close again.`,
      )
  })
}

runCommand(main)

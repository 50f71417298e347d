import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { verifyCumulativeTotals } from '#features/reporting/server/cumulativeSums/verifySums.ts'
import { isDay } from '#engine/values/calendar.ts'
import { withCommandDatabase } from './support/commandDatabase.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

/**
 * Holds movement against the sum of its events, for all days or from `--from` to `--to`, and the running sums against
 * movement and commission. Ends with 1 where a number differs.
 */
async function main(): Promise<void> {
  const { values: range } = readOptions({ options: { from: { type: 'string' }, to: { type: 'string' } } })
  for (const day of [range.from, range.to])
    if (day !== undefined && !isDay(day)) throw new UsageError(`"${day}" is no day. Write YYYY-MM-DD.`)
  const differences = await withCommandDatabase(
    async ({ database }) => [
      ...(await verifyMovement(database.db, range)),
      ...(await verifyCumulativeTotals(database.db)),
    ],
    { needsOwnSettings: false },
  )
  for (const { table, key, column, stored, summed } of differences)
    process.stdout.write(`${table} ${key} ${column}: stored ${stored}, adds up to ${summed}\n`)
  if (differences.length > 0)
    throw new UsageError(
      `${differences.length === 100 ? 'At least 100' : differences.length} numbers differ from what they are sums of.`,
    )
  process.stdout.write('Movement is the sum of its events.\n')
}

runCommand(main)

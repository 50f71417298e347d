import { verifyMovement } from '../api/ingest/movement/verifyMovement.ts'
import { isDay } from '../domain/calendar.ts'
import { withCommandDatabase } from './support/commandDatabase.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

/**
 * Holds movement against the sum of its events, for all days or from `--from` to `--to`. Ends with 1 where a number
 * differs.
 */
async function main(): Promise<void> {
  const { values: range } = readOptions({ options: { from: { type: 'string' }, to: { type: 'string' } } })
  for (const day of [range.from, range.to])
    if (day !== undefined && !isDay(day)) throw new UsageError(`"${day}" is no day. Write YYYY-MM-DD.`)
  const differences = await withCommandDatabase(({ database }) => verifyMovement(database.db, range), {
    needsOwnSettings: false,
  })
  for (const { table, key, column, stored, summed } of differences)
    process.stdout.write(`${table} ${key} ${column}: stored ${stored}, events add up to ${summed}\n`)
  if (differences.length > 0)
    throw new UsageError(
      `${differences.length === 100 ? 'At least 100' : differences.length} numbers differ from their events.`,
    )
  process.stdout.write('Movement is the sum of its events.\n')
}

runCommand(main)

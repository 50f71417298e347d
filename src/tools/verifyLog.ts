import { openDatabase } from '../api/database/connect.ts'
import { startEmbedded } from '../api/database/embedded.ts'
import { readEnvironment } from '../api/environment.ts'
import { sealActivityLog } from '../api/records/log/sealActivityLog.ts'
import { type Verification, verifyActivityLog } from '../api/records/log/verifyActivityLog.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

function sentence(result: Verification): string {
  if (result.ok) return `All ${result.lines} lines of the activity log are as they were written. Keep this hash of the last one elsewhere: ${result.hash || '(no line yet)'}`
  const reasons = { missing: 'is missing', changed: 'was changed', cut_off: 'and those after it are missing from the end' }
  return `The activity log is not as it was written: line ${result.position} ${reasons[result.reason]}. The ${result.lines} lines before it are whole. Compare with a backup.`
}

/** Seals what was written last and follows the chain of the activity log from its first line. Exit code 0 only where every line is whole. */
async function main(): Promise<void> {
  const { databaseUrl, dataDir } = readEnvironment(process.env)
  const embedded = databaseUrl ? null : await startEmbedded({ dataDir, use: 'command', log: () => {} })
  const database = openDatabase({ url: databaseUrl ?? embedded!.url })
  try {
    await sealActivityLog(database)
    const result = await verifyActivityLog(database)
    if (!result.ok) throw new UsageError(sentence(result))
    process.stdout.write(`${sentence(result)}\n`)
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

if (import.meta.main) runCommand(main)

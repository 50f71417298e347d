/**
 * `npm run log-keys [-- --add]`: shows the public keys of the activity log's checkpoints as witnesses take them, or
 * adds a key.
 */
import { readEnvironment } from '#engine/server/environment.ts'
import { addKey, openKeyRing } from '#engine/activityLog/server/keys/keyRing.ts'
import { verifierKey } from '#engine/activityLog/server/tree/checkpoint.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand } from './support/runCommand.ts'

async function main(): Promise<void> {
  const {
    values: { add },
  } = readOptions({ options: { add: { type: 'boolean', default: false } } })
  const { logKeys } = readEnvironment(process.env)
  const ring = add ? addKey(logKeys) : openKeyRing(logKeys)
  for (const { id, publicBytes } of ring.keys.values())
    process.stdout.write(`${id}  ${verifierKey(ring.origin, publicBytes)}\n`)
  process.stdout.write(
    add
      ? `Added ${ring.current.id} to ${logKeys}. Give every server this file and start it anew.\n`
      : `The keys are in ${logKeys}. Keep a copy apart from the database and its backups.\n`,
  )
}

runCommand(main)

import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { buildApp } from '#app/server/app.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand } from './support/runCommand.ts'

/**
 * Writes the OpenAPI document, as `/openapi.json` serves it, to a file or to the terminal. No database is needed: none
 * is asked.
 */
async function main(): Promise<void> {
  const {
    positionals: [path],
  } = readOptions({ allowPositionals: true })
  const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })
  // With a secret of its own the server asks the database for none; nothing is signed with it.
  const environment = readEnvironment({ LOG_LEVEL: 'silent', INSTALLATION_SECRET: randomBytes(32).toString('hex') })
  const app = await buildApp({ database, environment })
  await app.ready()
  const text = `${JSON.stringify(app.swagger(), null, 2)}\n`
  if (path) writeFileSync(path, text)
  else process.stdout.write(text)
  // Not closed: closing seals the activity log, and there is no database behind this server.
  process.exit(0)
}

if (import.meta.main) runCommand(main)

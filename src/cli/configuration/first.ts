/** Runs before a command (`node --import`): none of them opens a database for a configuration that is wrong. */
import { explainFailure } from '../support/runCommand.ts'
import { refuseWrongConfiguration } from './refuse.ts'

try {
  await refuseWrongConfiguration()
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exit(1)
}

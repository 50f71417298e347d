/** `npm run check-config`: says what is wrong with the configuration, where, and how to mend it. */
import { resources } from '../../resources/index.ts'
import { menu } from '../../resources/menu.ts'
import { reports } from '../../resources/reports/index.ts'
import { roleKeys } from '../../resources/roles.ts'
import { checkConfiguration } from '../config/check.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand } from './support/runCommand.ts'

async function main(): Promise<void> {
  readOptions({})
  const menuPaths = Object.values(menu).flatMap((entries) => entries.map((entry) => entry.path))
  const problems = checkConfiguration({ resources, reports, roles: roleKeys, menuPaths })
  for (const { code, where, what, how } of problems) process.stderr.write(`${code} ${where}: ${what} ${how}\n`)
  const counts = `${Object.keys(resources).length} resources, ${Object.keys(reports).length} reports`
  process.stdout.write(problems.length === 0 ? `The configuration is sound: ${counts}.\n` : `${problems.length} to mend in ${counts}.\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

runCommand(main)

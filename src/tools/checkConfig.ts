/** `npm run check-config`: says what is wrong with the configuration, where, and how to mend it. */
import { checkProject, problemLine } from './configuration/checkProject.ts'
import { projectRoot } from './configuration/refuse.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand } from './support/runCommand.ts'

async function main(): Promise<void> {
  readOptions({})
  const { problems, counts } = await checkProject(projectRoot)
  for (const problem of problems) process.stderr.write(`${problemLine(problem)}\n`)
  const all = Object.entries(counts).map(([name, count]) => `${count} ${name}`).join(', ')
  const outcome = problems.length === 0 ? `The configuration is sound: ${all}.` : `${problems.length} to mend.`
  process.stdout.write(`${outcome}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

runCommand(main)

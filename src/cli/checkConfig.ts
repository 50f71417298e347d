/**
 * `npm run check-config`: says what is wrong with the configuration, where, and how to mend it; with `--explain NAME`
 * what follows from one declaration.
 */
import { checkProject } from './configuration/checkProject.ts'
import { explain, unexplained } from './configuration/explain.ts'
import { projectRoot } from './configuration/refuse.ts'
import { problemLine } from './configuration/sources.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

async function main(): Promise<void> {
  const { explain: name } = readOptions({ options: { explain: { type: 'string' } } }).values
  const { problems, counts, configuration } = await checkProject(projectRoot)
  for (const problem of problems) process.stderr.write(`${problemLine(problem)}\n`)
  if (name !== undefined && problems.length === 0) {
    const explained = explain(name, configuration!)
    if (explained === null) throw new UsageError(unexplained(name, configuration!))
    process.stdout.write(explained)
    return
  }
  const all = Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
  const outcome = problems.length === 0 ? `The configuration is sound: ${all}.` : `${problems.length} to mend.`
  process.stdout.write(`${outcome}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

runCommand(main)

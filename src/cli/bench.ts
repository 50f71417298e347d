/**
 * `npm run bench [-- NAME ...] [-- NAME --option ...]`: runs the benchmarks of `tests/bench/` one after the other, all
 * of them or those named, and prints what they print. A folder there is one that needs more than
 * this project brings: it runs when it is named.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, UsageError } from './support/runCommand.ts'

const folder = join(import.meta.dirname, '../../tests/bench')
/** Files that are no benchmarks themselves. */
const isBenchmark = (file: string) => file.endsWith('.ts') && !file.endsWith('Support.ts')

function run(name: string, options: readonly string[]): boolean {
  process.stdout.write(`\n== ${name}\n`)
  const file = join(folder, `${name}.ts`)
  return (
    spawnSync(process.execPath, [existsSync(file) ? file : join(folder, name, 'index.ts'), ...options], {
      stdio: 'inherit',
    }).status === 0
  )
}

async function main(): Promise<void> {
  const names = readdirSync(folder)
    .filter(isBenchmark)
    .map((file) => file.slice(0, -'.ts'.length))
  const folders = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'index.ts')))
  const asked = process.argv.slice(2)
  if (asked[0]?.startsWith('-'))
    throw new UsageError(
      `Unknown option '${asked[0]}'. Name the benchmark it is for first; there are: ${[...names, ...folders].join(', ')}.`,
    )
  const firstOption = asked.findIndex((word) => word.startsWith('--'))
  const [wanted, options] = firstOption < 0 ? [asked, []] : [asked.slice(0, firstOption), asked.slice(firstOption)]
  const unknown = wanted.filter((name) => ![...names, ...folders].includes(name))
  if (unknown.length > 0)
    throw new UsageError(
      `There is no benchmark ${unknown.join(', ')}. There are: ${[...names, ...folders].join(', ')}.`,
    )
  const failed = (wanted.length > 0 ? wanted : names).filter((name) => !run(name, options))
  if (failed.length > 0) throw new UsageError(`These ended with an error: ${failed.join(', ')}.`)
}

runCommand(main)

/** `npm run bench [-- NAME ...]`: runs the benchmarks of `tests/bench/` one after the other, all of them or those named, and prints what they print. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, UsageError } from './support/runCommand.ts'

const folder = join(import.meta.dirname, '../../tests/bench')
/** Files that are no benchmarks themselves. */
const isBenchmark = (file: string) => file.endsWith('.ts') && !file.endsWith('Support.ts')

function run(name: string): boolean {
  process.stdout.write(`\n== ${name}\n`)
  return spawnSync(process.execPath, [join(folder, `${name}.ts`)], { stdio: 'inherit' }).status === 0
}

async function main(): Promise<void> {
  const names = readdirSync(folder).filter(isBenchmark).map((file) => file.slice(0, -'.ts'.length))
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new UsageError(`There is no benchmark ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  const failed = (wanted.length > 0 ? wanted : names).filter((name) => !run(name))
  if (failed.length > 0) throw new UsageError(`These ended with an error: ${failed.join(', ')}.`)
}

runCommand(main)

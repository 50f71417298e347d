/**
 * `npm run profile -- records|ingest|close|report|start|test [options]`: runs that path with each of its Node processes
 * sampled, then prints where their time went and draws it. A benchmark takes its own options, `test` the paths of tests.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { once } from 'node:events'
import { drawFlameGraph } from './profile/flameGraph.ts'
import { addProfile, type CpuProfile, makeFrame, ownTimes } from './profile/samples.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const root = join(import.meta.dirname, '../..')
const benchmarks = ['records', 'ingest', 'close', 'report']
const paths = [...benchmarks, 'start', 'test']
const shownMax = 25

/** Serves from an empty folder until the server reports ready. */
async function startOnce(env: NodeJS.ProcessEnv): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'profile-'))
  const server = spawn(process.execPath, [join(root, 'src/cli/start.ts')], {
    env: { ...env, DATA_DIR: data, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  for await (const line of createInterface({ input: server.stdout })) {
    process.stdout.write(`${line}\n`)
    if (line.includes('http://')) server.kill('SIGTERM')
  }
  await ended
  rmSync(data, { recursive: true })
}

async function runPath(name: string, options: readonly string[], folder: string): Promise<void> {
  const sampling =
    name === 'test'
      ? ['--import', pathToFileURL(join(import.meta.dirname, 'profile/sample.process.ts')).href]
      : ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500']
  const nodeOptions = [process.env.NODE_OPTIONS, ...sampling].filter(Boolean).join(' ')
  const env = { ...process.env, NODE_OPTIONS: nodeOptions, PROFILE_DIR: folder }
  if (name === 'start') return startOnce(env)
  const script =
    name === 'test' ? [join(root, 'node_modules/vitest/vitest.mjs'), 'run'] : [join(root, 'tests/bench', `${name}.ts`)]
  const { status } = spawnSync(process.execPath, [...script, ...options], { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) throw new UsageError(`${name} ended with an error; it says which above. Nothing was drawn.`)
}

/** The last write of a killed process may be cut off. */
function readProfile(path: string): CpuProfile | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as CpuProfile
  } catch {
    return null
  }
}

async function main(): Promise<void> {
  const [name = '', ...options] = process.argv.slice(2)
  if (!paths.includes(name))
    throw new UsageError(
      `${name.startsWith('-') ? `Unknown option '${name}'. ` : ''}Name what to profile first: npm run profile -- records. There are: ${paths.join(', ')}.`,
    )
  const folder = join(process.env.DATA_DIR || join(root, 'data'), 'profiles', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await runPath(name, options, folder)
  const tree = makeFrame(name)
  for (const file of readdirSync(folder)) {
    const profile = readProfile(join(folder, file))
    if (profile) addProfile(tree, profile, root)
  }
  const graph = `${folder}.svg`
  writeFileSync(graph, drawFlameGraph(tree, name))
  const rows = ownTimes(tree).slice(0, shownMax)
  process.stdout.write(
    [
      `\n${tree.ms.toFixed(0)} ms in Node, all threads, without waiting. In functions themselves:`,
      ...rows.map(
        ({ name: of, ms }) =>
          `${ms.toFixed(0).padStart(8)} ms ${((ms / tree.ms) * 100).toFixed(1).padStart(5)} %  ${of}`,
      ),
      `Flame graph: ${graph}; the files beside it in ${folder} open in the developer tools of a browser.\n`,
    ].join('\n'),
  )
}

runCommand(main)

import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, makeTemplateOnce } from './database.ts'
import type { TestDatabase } from './database.ts'
import { eventually } from './eventually.ts'

/** The real server in a process of its own, on a database of its own. */
export interface TestServer {
  /** For example http://127.0.0.1:40123. */
  address: string
  rootEmail: string
  rootPassword: string
  database: TestDatabase['database']
  databaseUrl: string
  /** What it has printed so far. */
  output(): string
  process: ChildProcess
  /** SIGTERM; waits for the end and removes the database. @returns the exit code */
  stop(): Promise<number | null>
}

const root = new URL('../..', import.meta.url).pathname

/** How long a start may take, in milliseconds: its demo data included, on a machine that does other things. */
export const startAtMostMs = 120_000

/** What a server of a test is started with. */
const usual = {
  DEMO: '0',
  FEATURES: 'all',
  ROOT_EMAIL: 'root@example.com',
  ROOT_PASSWORD: 'Correct-Horse-9',
  LOG_LEVEL: 'error',
}

/** The demo's data takes seconds to fill in: it is filled in once a run and copied. */
const demoTemplate = 'template_demo'

async function fillDemo(url: string): Promise<void> {
  const server = runServer({ ...usual, DATABASE_URL: url, DEMO: '1' })
  try {
    await eventually(() => server.address(), {
      withinMs: startAtMostMs,
      what: () => `the demo in:\n${server.output()}`,
    })
  } finally {
    await server.stop()
  }
}

/**
 * Starts the built server on a free port, with a root user (`rootEmail`, `rootPassword`) and nothing else in it.
 * The pages are built first where they are out of date.
 * @param environment variables besides those
 */
export async function startTestServer(environment: Record<string, string> = {}): Promise<TestServer> {
  ensurePages()
  const hasDemo = environment.DEMO === '1'
  if (hasDemo) await makeTemplateOnce(demoTemplate, fillDemo)
  const { url, database, drop } = await createTestDatabase(hasDemo ? { template: demoTemplate } : {})
  // What is published is kept there: of each server by itself.
  const dataDir = mkdtempSync(join(tmpdir(), 'server-'))
  const server = runServer({ ...usual, DATABASE_URL: url, DATA_DIR: dataDir, ...environment })
  const address = await eventually(() => server.address(), {
    withinMs: startAtMostMs,
    what: () => `the server's address in:\n${server.output()}`,
  }).catch(async (error: unknown) => {
    await server.stop()
    await drop()
    throw error
  })
  return {
    address,
    rootEmail: usual.ROOT_EMAIL,
    rootPassword: usual.ROOT_PASSWORD,
    database,
    databaseUrl: url,
    output: server.output,
    process: server.process,
    async stop() {
      const code = await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
      await drop()
      return code
    },
  }
}

/** A start of the server as a process, whatever becomes of it. */
export interface ServerRun {
  process: ChildProcess
  output(): string
  /** The address it printed, once it has. */
  address(): string | undefined
  /** Resolves to the exit code once it has ended. */
  ended: Promise<number | null>
  stop(): Promise<number | null>
}

/**
 * Runs the start command under the pinned Node, on a free port.
 * @param folder a copy of the project, where it is not the project itself
 * @param program another command that serves until it is stopped
 */
export function runServer(environment: Record<string, string>, folder = root, program = 'src/cli/start.ts'): ServerRun {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    process: child,
    output: () => output,
    address: () => /ready: +(http:\S+)/.exec(output)?.[1],
    ended,
    async stop() {
      child.kill('SIGTERM')
      return await ended
    },
  }
}

/** Builds the pages where they are out of date. */
export function ensurePages(): void {
  const build = spawnSync(process.execPath, ['src/cli/bootstrap.mjs', 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, VITEST: undefined, NODE_ENV: undefined },
  })
  if (build.status !== 0) throw new Error(`The pages could not be built:\n${build.stdout}${build.stderr}`)
}

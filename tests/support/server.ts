import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#app/server/app.ts'
import { listen, type RunningServer } from '#app/server/server.ts'
import { checkDraft } from '#cli/configuration/checkDraft.ts'
import { fillDemoData } from '#cli/demo/demoData.ts'
import { type Database, openDatabase } from '#engine/server/database/connect.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { bindInstallation } from '#engine/server/installation/boundSettings.ts'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import { createTestDatabase, fenceOf, makeTemplateOnce, type TestDatabase } from './database.ts'

/** The whole server with the built pages, listening on a port, on a database of its own. */
export interface TestServer {
  /** For example http://127.0.0.1:40123. */
  address: string
  rootEmail: string
  rootPassword: string
  database: TestDatabase['database']
  databaseUrl: string
  /** Ends it and removes the database. */
  stop(): Promise<void>
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

/** Serves with what a start makes of an empty database, in this process: see `serve.ts`. */
async function serveOn(
  { database, url }: Pick<TestDatabase, 'database' | 'url'>,
  given: Record<string, string>,
): Promise<RunningServer> {
  // What is published is kept there: of each server by itself.
  const dataDir = mkdtempSync(join(tmpdir(), 'server-'))
  const environment = readEnvironment({ ...usual, DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0', ...given })
  await bindInstallation({ database, environment })
  await ensureRootUser({ database, environment })
  if (environment.demo) await fillDemoData({ database, environment, log: () => {} })
  const app = await buildApp({ database, environment, pagesFolder: join(root, 'dist'), checkOverlay: checkDraft })
  const { address, stop } = await listen({ app, port: environment.port, host: environment.host })
  return {
    address,
    async stop() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Has a server with the demo's data run on a database for a while. @param work what is done meanwhile */
async function withDemo<Result>(
  url: string,
  work: (office: { address: string; db: Database['db'] }) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ url, fence: fenceOf(url) })
  const server = await serveOn({ database, url }, { DEMO: '1' })
  try {
    return await work({ address: server.address, db: database.db })
  } finally {
    await server.stop()
    await database.close()
  }
}

/** A database with the demo's data and more, prepared once a run and copied. */
export interface DemoTemplate {
  readonly name: string
  /** Adds what it has besides. @returns a note on it, which {@link noteOn} reads */
  prepare(office: { address: string; db: Database['db']; email: string; password: string }): Promise<string>
}

async function makeDemo(more: DemoTemplate | undefined): Promise<string> {
  await makeTemplateOnce(demoTemplate, (url) => withDemo(url, async () => ''))
  if (!more) return demoTemplate
  const root = { email: usual.ROOT_EMAIL, password: usual.ROOT_PASSWORD }
  await makeTemplateOnce(
    more.name,
    (url) => withDemo(url, (office) => more.prepare({ ...office, ...root })),
    demoTemplate,
  )
  return more.name
}

/**
 * Serves on a free port, with a root user (`rootEmail`, `rootPassword`) and nothing else in it. It is what `npm start`
 * serves, in the test's own process: how that starts and stops is told in tests/browser/start.test.ts.
 * The pages are built first where they are out of date.
 * @param environment variables besides those
 * @param demo with DEMO=1, what there is besides its data
 */
export async function startTestServer(
  environment: Record<string, string> = {},
  demo?: DemoTemplate,
): Promise<TestServer> {
  ensurePages()
  const template = environment.DEMO === '1' ? await makeDemo(demo) : undefined
  const made = await createTestDatabase({ template })
  const server = await serveOn(made, environment).catch(async (error: unknown) => {
    await made.drop()
    throw error
  })
  return {
    address: server.address,
    rootEmail: usual.ROOT_EMAIL,
    rootPassword: usual.ROOT_PASSWORD,
    database: made.database,
    databaseUrl: made.url,
    async stop() {
      await server.stop()
      await made.drop()
    },
  }
}

/** What every process of a test is started with: where programs are, and what Node compiled once (see `bootstrap.mjs`). */
export const handedOn = (): Record<string, string | undefined> => {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE }
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
    env: { ...handedOn(), PORT: '0', ...environment },
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

let arePagesBuilt = false

/** Builds the pages where they are out of date, once a worker. */
export function ensurePages(): void {
  if (arePagesBuilt) return
  const build = spawnSync(process.execPath, ['src/cli/bootstrap.mjs', 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, VITEST: undefined, NODE_ENV: undefined },
  })
  if (build.status !== 0) throw new Error(`The pages could not be built:\n${build.stdout}${build.stderr}`)
  arePagesBuilt = true
}

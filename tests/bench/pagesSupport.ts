import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import type { Database } from '#engine/server/database/connect.ts'
import { buildApp } from '#app/server/app.ts'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { fillDemoData } from '#cli/demo/demoData.ts'
import { signInAt } from '#tests/browser/support/remoteClient.ts'
import type { Client } from '#tests/support/office.ts'
import { keepSession } from '#tests/browser/support/pageWeight.ts'
import { startBenchDatabase } from './ingestSupport.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const credentials = { email: 'root@bench.example', password: 'Bench-Secret-1' }

/** The whole product on a database of its own, and a browser to look at it. */
export interface BenchOffice {
  readonly address: string
  readonly browser: Browser
  readonly db: Database['db']
  /** The root user. */
  readonly root: Client
  /** A fresh profile of the browser; signed in as the root user with the layout given, or not at all. */
  openContext(options: BrowserContextOptions & { layout?: object | null }): Promise<BrowserContext>
  close(): Promise<void>
}

/** Builds the pages where they are out of date and starts everything. @param hasDemo with the demo data in it */
export async function openBenchOffice({ hasDemo = false }: { hasDemo?: boolean } = {}): Promise<BenchOffice> {
  const build = spawnSync(process.execPath, ['src/cli/bootstrap.mjs', 'build'], { cwd: root, stdio: 'inherit' })
  if (build.status !== 0) throw new Error('The pages could not be built; the reason is above.')
  const bench = await startBenchDatabase()
  const environment = readEnvironment({
    LOG_LEVEL: 'silent',
    DEMO: '0',
    FEATURES: 'all',
    ROOT_EMAIL: credentials.email,
    ROOT_PASSWORD: credentials.password,
  })
  await ensureRootUser({ database: bench.database, environment })
  if (hasDemo) await fillDemoData({ database: bench.database, environment, log: () => {} })
  const app = await buildApp({ database: bench.database, environment, pagesFolder: `${root}dist` })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  return {
    address,
    browser,
    db: bench.database.db,
    root: await signInAt(address, credentials),
    async openContext({ layout = {}, ...options }) {
      const context = await browser.newContext(options)
      if (layout) await signIn(context, address, layout)
      return context
    },
    async close() {
      await browser.close()
      await app.close()
      await bench.stop()
    },
  }
}

async function signIn(context: BrowserContext, address: string, layout: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${address}/login`, { method: 'POST', headers, body: JSON.stringify(credentials) })
  const answer = (await response.json()) as Record<string, unknown>
  await fetch(`${address}/api/me/preferences`, {
    method: 'PUT',
    headers: { ...headers, authorization: `Bearer ${String(answer['accessToken'])}` },
    body: JSON.stringify({ layout }),
  })
  await keepSession(context, answer)
}

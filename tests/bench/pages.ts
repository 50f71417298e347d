/**
 * How much JavaScript the pages load, compressed (brotli), in a real browser: the sign-in page, the first list, the dashboard, a report; and how long
 * the first row takes from a cold start of the browser. node tests/bench/pages.ts
 */
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { buildApp } from '../../src/api/app.ts'
import { ensureRootUser } from '../../src/api/auth/rootUser.ts'
import { readEnvironment } from '../../src/api/environment.ts'
import { startBenchDatabase } from './ingestSupport.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const credentials = { email: 'root@bench.example', password: 'Bench-Secret-1' }
/** Name, address, whether it needs a session, what to wait for, and the most it may load (bytes). */
const visits = [
  { name: 'sign-in page', path: '/', isSignedIn: false, waitFor: 'form', atMost: 75_000 },
  { name: 'first list', path: '/registers/partnerLevel/list', isSignedIn: true, waitFor: 'tbody tr', atMost: 340_000 },
  { name: 'dashboard', path: '/home', isSignedIn: true, waitFor: 'main h1', atMost: null },
  { name: 'report', path: '/reports/affiliate/activity', isSignedIn: true, waitFor: 'main h1', atMost: null },
] as const
type Visit = (typeof visits)[number]

const compressedBytes = (script: Buffer) => brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }).length

async function sessionOf(address: string): Promise<Record<string, string>> {
  const response = await fetch(`${address}/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(credentials) })
  const answer = (await response.json()) as Record<string, unknown>
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'codResposta').map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]))
}

async function measure(browser: Browser, address: string, { path, isSignedIn, waitFor }: Visit): Promise<{ files: number; bytes: number; milliseconds: number; usesReactAdmin: boolean }> {
  const context = await browser.newContext()
  if (isSignedIn) await context.addInitScript((session) => { for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value) }, await sessionOf(address))
  const page = await context.newPage()
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => { if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.body()) })
  const started = performance.now()
  await page.goto(`${address}${path}`)
  await page.locator(waitFor).first().waitFor()
  const milliseconds = performance.now() - started
  await page.waitForLoadState('networkidle')
  const bodies = await Promise.all(scripts)
  await context.close()
  return { files: bodies.length, bytes: bodies.reduce((sum, body) => sum + compressedBytes(body), 0), milliseconds, usesReactAdmin: bodies.some((body) => body.includes('ra.action')) }
}

const build = spawnSync(process.execPath, ['src/tools/bootstrap.mjs', 'build'], { cwd: root, stdio: 'inherit' })
if (build.status !== 0) process.exit(1)
const bench = await startBenchDatabase()
const environment = readEnvironment({ LOG_LEVEL: 'silent', DEMO: '0', ROOT_EMAIL: credentials.email, ROOT_PASSWORD: credentials.password })
await ensureRootUser({ database: bench.database, environment })
const app = await buildApp({ database: bench.database, environment, pagesFolder: `${root}dist` })
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
try {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  process.stdout.write(`${cpus().length} x ${cpus()[0]!.model}\n`)
  for (const visit of visits) {
    const { files, bytes, milliseconds, usesReactAdmin } = await measure(browser, address, visit)
    const target = visit.atMost === null ? '' : ` (at most ${visit.atMost / 1000} kB: ${bytes <= visit.atMost ? 'kept' : 'MISSED'})`
    process.stdout.write(`${visit.name}: ${(bytes / 1000).toFixed(1)} kB of JavaScript in ${files} files${target}, shown after ${Math.round(milliseconds)} ms${usesReactAdmin ? '' : ', nothing of react-admin'}\n`)
  }
} finally {
  await browser.close()
  await app.close()
  await bench.stop()
}

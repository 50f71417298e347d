/**
 * How much JavaScript the pages load, compressed (brotli), in a real browser: the sign-in page, the first list, the dashboard, a report; and how long
 * the first row takes from a cold start of the browser. node tests/bench/pages.ts
 */
import { cpus } from 'node:os'
import { brotliCompressSync, constants } from 'node:zlib'
import { type BenchOffice, openBenchOffice } from './pagesSupport.ts'

/** Name, address, whether it needs a session, what to wait for, and the most it may load (bytes). */
const visits = [
  { name: 'sign-in page', path: '/', isSignedIn: false, waitFor: 'form', atMost: 75_000 },
  { name: 'first list', path: '/registers/partnerLevel/list', isSignedIn: true, waitFor: 'tbody tr', atMost: 340_000 },
  { name: 'dashboard', path: '/home', isSignedIn: true, waitFor: 'main h1', atMost: null },
  { name: 'report', path: '/reports/affiliate/activity', isSignedIn: true, waitFor: 'main h1', atMost: null },
] as const
type Visit = (typeof visits)[number]

const compressedBytes = (script: Buffer) => brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }).length

async function measure({ address, openContext }: BenchOffice, { path, isSignedIn, waitFor }: Visit): Promise<{ files: number; bytes: number; milliseconds: number; usesReactAdmin: boolean }> {
  const context = await openContext({ layout: isSignedIn ? {} : null })
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

const office = await openBenchOffice()
try {
  process.stdout.write(`${cpus().length} x ${cpus()[0]!.model}\n`)
  for (const visit of visits) {
    const { files, bytes, milliseconds, usesReactAdmin } = await measure(office, visit)
    const target = visit.atMost === null ? '' : ` (at most ${visit.atMost / 1000} kB: ${bytes <= visit.atMost ? 'kept' : 'MISSED'})`
    process.stdout.write(`${visit.name}: ${(bytes / 1000).toFixed(1)} kB of JavaScript in ${files} files${target}, shown after ${Math.round(milliseconds)} ms${usesReactAdmin ? '' : ', nothing of react-admin'}\n`)
  }
} finally {
  await office.close()
}

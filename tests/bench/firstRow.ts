/**
 * How long a browser that knows nothing yet waits for the first row of a list, signed in: on loopback, and over a slow
 * 4G line with a processor four times slower; beside another admin's production build in the same run, in turns.
 *   npm run bench -- firstRow --beside FOLDER --list '/#/customers' --keep username=somebody [--rounds N]
 * FOLDER holds the other's built pages, `--list` is its list, `--keep` what its local storage holds of a session.
 * Run alone on a quiet machine.
 */
import { cpus } from 'node:os'
import compress from '@fastify/compress'
import files from '@fastify/static'
import fastify from 'fastify'
import type { BrowserContext } from 'playwright-core'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { spread } from './loadSupport.ts'
import { openBenchOffice } from './pagesSupport.ts'

const { values: asked } = readOptionsOrEnd({
  options: {
    beside: { type: 'string' },
    list: { type: 'string' },
    keep: { type: 'string' },
    rounds: { type: 'string' },
  },
})
const rounds = Number(asked.rounds ?? 7)
/** What one waits for longest where rows never come. */
const patienceMs = 120_000
const lines = [
  { name: 'loopback', slow: null },
  {
    name: 'slow 4G, processor a quarter as fast',
    slow: { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
  },
] as const

interface Contender {
  readonly name: string
  readonly address: string
  readonly list: string
  /** A fresh profile, signed in. */
  open(): Promise<BrowserContext>
}

const office = await openBenchOffice({ hasDemo: true })
const beside = asked.beside === undefined ? null : await serve(asked.beside)
try {
  process.stdout.write(`${cpus().length} x ${cpus()[0]!.model}, ${rounds} rounds in turns\n`)
  const contenders = [
    { name: 'here', address: office.address, list: '/registers/affiliate/list', open: () => office.openContext({}) },
    ...(beside ? [await other(beside.address)] : []),
  ]
  for (const { name, slow } of lines) {
    const taken = contenders.map((): number[] => [])
    const requests: number[] = []
    for (let round = 0; round <= rounds; round += 1)
      for (const [index, contender] of contenders.entries()) {
        const seen = await firstRow(contender, slow)
        requests[index] = seen.requests
        // The first of each warms the servers.
        if (round > 0) taken[index]!.push(seen.milliseconds)
      }
    for (const [index, contender] of contenders.entries())
      process.stdout.write(
        `${name}, ${contender.name}: first row after ${spread(taken[index]!)} ms, ${requests[index]} requests\n`,
      )
    if (beside) {
      const ratios = taken[0]!.map((time, round) => time / taken[1]![round]!)
      process.stdout.write(`${name}: ${spread(ratios, 2)} of the other's (target 0.5 at most)\n`)
    }
  }
} finally {
  await beside?.close()
  await office.close()
}

/** The other's pages, packed as ours are. */
async function serve(folder: string): Promise<{ address: string; close(): Promise<void> }> {
  const server = fastify()
  await server.register(compress, { encodings: ['br', 'gzip'] })
  await server.register(files, { root: folder })
  return { address: await server.listen({ port: 0, host: '127.0.0.1' }), close: () => server.close() }
}

function other(address: string): Contender {
  const kept = (asked.keep ?? '').split(',').flatMap((pair) => (pair ? [pair.split('=') as [string, string]] : []))
  return {
    name: 'beside',
    address,
    list: asked.list ?? '/',
    async open() {
      const context = await office.browser.newContext()
      await context.addInitScript((entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, value)
      }, kept)
      return context
    },
  }
}

async function firstRow(
  { open, address, list }: Contender,
  slow: (typeof lines)[number]['slow'],
): Promise<{ milliseconds: number; requests: number }> {
  const context = await open()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  if (slow) {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', slow)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  let requests = 0
  page.on('request', () => (requests += 1))
  const begun = performance.now()
  await page.goto(`${address}${list}`, { waitUntil: 'commit' })
  await page.locator('tbody tr td').first().waitFor({ timeout: patienceMs })
  const milliseconds = performance.now() - begun
  await context.close()
  return { milliseconds, requests }
}

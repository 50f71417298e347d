/**
 * Ingest over HTTP, 4 writers x 5,000 events a call, ids and both roll-ups included, held against the same batches
 * recorded by a bare script (no HTTP, no checks) of this edition or, with `--from COMMIT`, of another one on a database
 * of its own, in turns.
 * Then visits to tracking links a second, and the import of the football feed. Run alone on a quiet machine: node
 * tests/bench/ingest.ts [--from COMMIT] [--rounds N]
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { buildApp } from '#app/server/app.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { createIngestKey } from '#features/activity/server/keys/ingestKeys.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { type BenchDatabase, buildLinks, makeRawEvents, startBenchDatabase } from './ingestSupport.ts'
import { spread } from './loadSupport.ts'
import { layOutRelease } from './rolling/release.ts'

const { values: asked } = readOptionsOrEnd({ options: { from: { type: 'string' }, rounds: { type: 'string' } } })
const [writers, batchSize, batchesEach, links] = [4, 5_000, 10, 200]
const total = writers * batchSize * batchesEach
const visits = 12_000
const rounds = Number(asked.rounds ?? 5)

const folder = mkdtempSync(join(tmpdir(), 'affiliate-bench-edition-'))
const edition = await loadEdition(asked.from)
const bench = await startBenchDatabase()
const bareBench = asked.from ? await edition.startBenchDatabase() : bench
const environment = readEnvironment({ LOG_LEVEL: 'silent', DEMO: '0', FEATURES: 'all' })
const app = await buildApp({ database: bench.database, environment })
const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
process.stdout.write(`${cpus().length} x ${cpus()[0]!.model}\n`)
try {
  const [bares, https, ratios]: number[][] = [[], [], []]
  // The first round warms both up and counts for neither.
  for (let round = 0; round <= rounds; round += 1) {
    const bare = await measureBare(bareBench, `bare${round}`)
    const http = await measureHttp(bench, `http${round}`)
    print(
      round === 0 ? 'to warm up' : `round ${round}`,
      `bare ${Math.round(bare)} events/s, over HTTP ${Math.round(http)} events/s, ratio ${(http / bare).toFixed(2)}`,
    )
    if (round === 0) continue
    bares!.push(bare)
    https!.push(http)
    ratios!.push(http / bare)
  }
  print(`bare script of ${edition.name}, events/s`, spread(bares!, 0))
  print('ingest over HTTP, events/s', spread(https!, 0))
  print('ratio', `${spread(ratios!, 2)} (target 1.5); deadlocks ${await deadlocks(bench)}`)
  print('clicks', await measureVisits(bench))
  print('import of the football feed', measureImport(bench))
} finally {
  await app.close()
  await bench.stop()
  if (bareBench !== bench) await bareBench.stop()
  rmSync(folder, { recursive: true, force: true })
}

function print(what: string, result: string): void {
  process.stdout.write(`${what}: ${result}\n`)
}

/** What the bare script needs, of this edition or another. */
async function loadEdition(from: string | undefined) {
  const release = from === undefined ? null : layOutRelease(folder, from)
  const root = release?.folder ?? resolve(import.meta.dirname, '../..')
  /** @param before where editions before 0.6.0 keep it */
  const load = (path: string, before = path): Promise<unknown> =>
    import([path, before].map((each) => join(root, each)).find((each) => existsSync(each))!)
  return {
    name: release?.name ?? 'this edition',
    ...((await load('tests/bench/ingestSupport.ts')) as typeof import('./ingestSupport.ts')),
    ...((await load(
      'src/features/activity/server/write/incomingEvent.ts',
      'src/api/ingest/record/incomingEvent.ts',
    )) as Pick<typeof import('#features/activity/server/write/incomingEvent.ts'), 'eventChecker'>),
    ...((await load(
      'src/features/activity/server/write/recordEvents.ts',
      'src/api/ingest/record/recordEvents.ts',
    )) as Pick<typeof import('#features/activity/server/write/recordEvents.ts'), 'recordEvents'>),
  }
}

async function measureBare({ database }: BenchDatabase, prefix: string): Promise<number> {
  const { brand, tokens } = await edition.buildLinks(database, links)
  const check = edition.eventChecker({ currency: 'BRL', zone: 'UTC', now: new Date() })
  const batches = makeBatches(tokens, prefix).map((raws) =>
    raws.map((raw) => {
      const checked = check(raw)
      if (!checked.ok) throw new Error(checked.code)
      return checked.event
    }),
  )
  return perSecond(batches, (events) =>
    edition.recordEvents({ database, brand, events }).then(({ accepted }) => accepted),
  )
}

async function measureHttp({ database }: BenchDatabase, prefix: string): Promise<number> {
  const { brand, tokens } = await buildLinks(database, links)
  const { key } = await createIngestKey(
    { database, environment, now: () => new Date() },
    { actor: systemActor('bench'), brand: brand.id },
  )
  const bodies = makeBatches(tokens, prefix).map((raws) => Buffer.from(JSON.stringify(raws)))
  return perSecond(bodies, async (body) => ((await post('/ingest/events', body, key)) as { accepted: number }).accepted)
}

function makeBatches(tokens: readonly string[], prefix: string) {
  return Array.from({ length: writers * batchesEach }, (_, number) =>
    makeRawEvents({ tokens, count: batchSize, prefix: `${prefix}-${number}` }),
  )
}

/** Every writer sends its batches one after the other. @returns events a second */
async function perSecond<Batch>(batches: readonly Batch[], send: (batch: Batch) => Promise<number>): Promise<number> {
  const startedAt = performance.now()
  const accepted = await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      let sum = 0
      for (let number = writer; number < batches.length; number += writers) sum += await send(batches[number]!)
      return sum
    }),
  )
  if (accepted.reduce((sum, each) => sum + each, 0) !== total) throw new Error('Not every event was accepted.')
  return total / ((performance.now() - startedAt) / 1000)
}

function post(path: string, body: Buffer, key: string): Promise<unknown> {
  return new Promise((done, fail) => {
    const sent = request(
      new URL(path, address),
      {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': body.length },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => done(JSON.parse(Buffer.concat(chunks).toString())))
      },
    )
    sent.on('error', fail).end(body)
  })
}

async function deadlocks({ database }: BenchDatabase): Promise<number> {
  const { rows } = await sql<{
    deadlocks: number
  }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(database.db)
  return rows[0]!.deadlocks
}

/**
 * Visits in the server's own process, without a socket: what a core can answer; beside Fastify alone answering with a
 * redirect and nothing else, in turns.
 */
async function measureVisits({ database }: BenchDatabase): Promise<string> {
  const { brand, tokens } = await buildLinks(database, 50)
  const bare = fastify()
  bare.get('/t/:token', (_, reply) => reply.redirect('https://bench.example/'))
  const [here, ratios]: number[][] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const least = await visit(bare, tokens)
    here!.push(await visit(app, tokens))
    ratios!.push(here!.at(-1)! / least)
  }
  await bare.close()
  await app.flushClicks!()
  const { rows } = await sql<{
    clicks: number
  }>`select sum(clicks)::integer as clicks from movement where brand = ${brand.id}`.execute(database.db)
  return `${spread(here!)} redirects/s (target 8,000), ${spread(ratios!, 2)} of Fastify alone, ${visits * rounds - rows[0]!.clicks} lost`
}

/** @returns redirects a second */
async function visit(server: FastifyInstance, tokens: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  const lanes = Array.from({ length: 64 }, async (_, lane) => {
    for (let number = lane; number < visits; number += 64) {
      const { statusCode } = await server.inject(`/t/${tokens[number % tokens.length]}`)
      if (statusCode !== 302) throw new Error(`A visit was answered with ${statusCode}.`)
    }
  })
  await Promise.all(lanes)
  return visits / ((performance.now() - startedAt) / 1000)
}

function measureImport({ url }: BenchDatabase): string {
  const path = resolve(process.env.SHARED_DATA ?? '../shared/data', 'football-2014-15.feed.csv.gz')
  if (!existsSync(path)) return 'skipped, the shared data is not there'
  const startedAt = performance.now()
  const run = spawnSync(process.execPath, ['src/cli/importFeed.ts', path, '--brand', 'football', '--create-missing'], {
    env: { ...process.env, DATABASE_URL: url },
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(run.stderr)
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s, the start of the command included (target 10 s)`
}

/**
 * `npm run rolling-test [-- --from TAG]`: the release before this one and this one on one database, under lists, clicks,
 * ingest, close and payments, behind a balancer that asks `/ready`: the older one first, replaced by the newer, and the
 * newer one first, joined and then replaced by the older. Ends with 0 only where no request failed, nothing was lost and
 * nothing counts twice.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#engine/server/database/connect.ts'
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'
import { finishKillTest } from '#cli/killTest/finish.ts'
import { findProblems } from '#cli/killTest/verify.ts'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { startGateway } from '#tests/support/gateway.ts'
import type { Lane } from '../failover/lanes.ts'
import { clickProblems, makeWorld, openOffice, startWork, type Tally } from '../failover/office.ts'
import { type ServerProcess, signIn, startServerProcess } from '../loadSupport.ts'
import { until } from '../scaling/processes.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { layOutRelease, NoRelease, type Release } from './release.ts'

const root = { email: 'root@rolling.example', password: 'Trial-Root-1' }
const ownFolder = resolve(import.meta.dirname, '../../..')
const drainSeconds = 3

const { values: asked } = readOptionsOrEnd({
  options: { from: { type: 'string' }, seconds: { type: 'string', default: '8' } },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)

interface Edition {
  readonly what: string
  readonly folder: string
}

interface Stage {
  readonly balancer: Balancer
  readonly environment: Record<string, string>
  readonly servers: ServerProcess[]
}

/** Starts a server of an edition and waits until the balancer leads to it. */
async function joined(stage: Stage, { what, folder }: Edition): Promise<ServerProcess> {
  const server = await startServerProcess({ ...stage.environment, DRAIN_SECONDS: String(drainSeconds) }, [], { folder })
  stage.servers.push(server)
  stage.balancer.add(server.address)
  await until(`${what} is led to`, async () => {
    await fetch(`${stage.balancer.address}/health`)
    return (stage.balancer.answers.get(server.address) ?? 0) > 0
  })
  return server
}

/**
 * Stops a server as an operator does: SIGTERM, and it says for a while that it is not ready. Editions before
 * DRAIN_SECONDS have to be taken out of the balancer by hand.
 */
async function leave(stage: Stage, server: ServerProcess, { folder }: Edition): Promise<void> {
  if (!readFileSync(join(folder, 'src/engine/server/environment.ts'), 'utf8').includes('DRAIN_SECONDS')) {
    stage.balancer.remove(server.address)
    await pause(drainSeconds * 1_000)
  }
  stage.servers.splice(stage.servers.indexOf(server), 1)
  const code = await server.stop()
  if (code !== 0) throw new Error(`A server ended with ${code}:\n${server.output()}`)
}

function migrate({ environment }: Stage, { folder }: Edition, ...args: string[]): string {
  const run = spawnSync(process.execPath, ['src/cli/migrate.ts', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`npm run migrate failed:\n${run.stdout}${run.stderr}`)
  return run.stdout.trim()
}

const failedOf = (lanes: readonly Lane[]) => lanes.reduce((sum, { failed }) => sum + failed, 0)
const answeredOf = (lanes: readonly Lane[]) => lanes.reduce((sum, { answered }) => sum + answered, 0)
const reasonsOf = (lanes: readonly Lane[]) =>
  lanes.flatMap(({ name, failures }) => [...failures].map(([why, count]) => `${name} ${why} ${count} times`))

/** One order: the first edition serves, the second comes to it, the first leaves. */
async function order(first: Edition, second: Edition, url: string, isUpgrade: boolean): Promise<string[]> {
  print(`\n${first.what}, then ${second.what}:`)
  const gateway = await startGateway()
  gateway.behave(() => ({ outcome: 'settled', latencyMs: 20 }))
  const dataDir = mkdtempSync(join(tmpdir(), 'affiliate-rolling-data-'))
  const environment = {
    DATABASE_URL: url,
    ROOT_EMAIL: root.email,
    ROOT_PASSWORD: root.password,
    INSTALLATION_SECRET: 'a secret of the trial, long enough for it',
    PAYOUT_GATEWAY_URL: gateway.url,
    PAYOUT_GATEWAY_SECRET: gateway.secret,
    TRUST_PROXY: '1',
    DATA_DIR: dataDir,
  }
  const balancer = await startBalancer()
  const stage: Stage = { balancer, environment, servers: [] }
  const database = openDatabase({ url, maxConnections: 2 })
  let lanes: Lane[] = []
  try {
    const one = await joined(stage, first)
    const office = await openOffice(balancer.address, root)
    const world = await makeWorld(office)
    const tally: Tally = { clicks: 0, visits: 0, acknowledged: new Set() }
    const token = await signIn(balancer.address, root)
    lanes = startWork({ address: balancer.address, office, token, world, tally })
    const rest = Number(asked.seconds) * 1_000
    await pause(rest)
    if (isUpgrade) {
      for (const line of migrate(stage, second, '--dry-run').split('\n')) print(`  ${line}`)
      migrate(stage, second)
    }
    const two = await joined(stage, second).catch((error: Error) => {
      if (isUpgrade || !/which this version does not have/.test(error.message)) throw error
      print(`  refused at its start: ${error.message.split('\n').find((line) => line.includes('migration'))}`)
      return null
    })
    await pause(rest)
    if (two) {
      await leave(stage, one, first)
      await pause(rest)
    }
    await Promise.all(lanes.map((lane) => lane.stop()))
    const shares = [one, ...(two ? [two] : [])].map(({ address }) => balancer.answers.get(address))
    print(
      `  ${answeredOf(lanes)} answered (${shares.join(' by the first, ')} by the ${two ? 'second' : 'first'}), ${failedOf(lanes)} failed`,
    )
    const problems = reasonsOf(lanes)
    for (const problem of problems) print(`  ${problem}`)
    await finishKillTest({ environment, database, world }, office)
    problems.push(
      ...(await findProblems(database.db, office, world, { gateway, acknowledged: tally.acknowledged })),
      ...(await clickProblems(url, tally, (line) => print(`  ${line}`))),
    )
    print(`  ${world.batches.length * 100} events, ${gateway.payouts.size} payouts, ${problems.length} things wrong`)
    return problems.map((problem) => `${first.what}, then ${second.what}: ${problem}`)
  } finally {
    await Promise.all(lanes.map((lane) => lane.stop()))
    for (const server of stage.servers) await server.stop()
    await balancer.close()
    await database.close()
    await gateway.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const folder = mkdtempSync(join(tmpdir(), 'affiliate-rolling-'))
chmodSync(folder, 0o755)
const problems: string[] = []
try {
  const release: Release = layOutRelease(folder, asked.from)
  print(`The release before: ${release.name}; this one has ${release.missing.length} migrations more.`)
  const [older, newer] = [
    { what: 'the release before', folder },
    { what: 'this one', folder: ownFolder },
  ]
  for (const [first, second] of [
    [older, newer],
    [newer, older],
  ] as const) {
    const dataDir = mkdtempSync(join(tmpdir(), 'affiliate-rolling-database-'))
    const embedded = await startEmbedded({ dataDir, log: () => {} })
    try {
      problems.push(...(await order(first, second, embedded.url, second === newer)))
    } finally {
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  if (problems.length === 0) print('\nNo request failed, nothing lost, nothing counted or paid twice, in both orders.')
} catch (error) {
  if (!(error instanceof NoRelease)) throw error
  problems.push(error.message)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}

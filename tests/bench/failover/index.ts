/**
 * `npm run ha-test`: PostgreSQL with Patroni and etcd on two machines, two servers of the product, HAProxy before all of them, with the files of deploy/ha; then the primary is lost again and again under
 * lists, clicks, ingest, close and payments. Ends with 0 only where nothing acknowledged was lost, nothing counts twice, and lists and clicks were back within 30 seconds each time without a hand.
 * All on loopback. Debian: apt-get install postgresql etcd-server patroni python3-etcd haproxy.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#engine/server/database/connect.ts'
import { finishKillTest } from '#cli/killTest/finish.ts'
import { findProblems } from '#cli/killTest/verify.ts'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { startGateway } from '#tests/support/gateway.ts'
import { type ServerProcess, signIn, startServerProcess } from '../loadSupport.ts'
import { ask, endAll, TrialFolder, until } from '../scaling/processes.ts'
import { type Cluster, findClusterPrograms, type Loss, startCluster } from './cluster.ts'
import type { Lane } from './lanes.ts'
import { clickProblems, makeWorld, openOffice, startWork, type Tally } from './office.ts'

const backLimitMs = 30_000
/** Nothing may have failed for so long before a loss counts as over. */
const calmMs = 4_000
/** By then whoever asks has noticed. */
const noticedMs = 12_000
const roundLimitMs = 120_000
const root = { email: 'root@ha.example', password: 'Trial-Root-1' }
const owner = { user: 'office_owner', password: 'Trial-Owner-1' }
const serving = { user: 'office_server', password: 'Trial-Server-1' }

const what: Readonly<Record<Loss, string>> = {
  machine: 'the machine of the primary is gone (kill -9 of everything on it)',
  postgres: 'PostgreSQL of the primary is killed with -9',
  frozen: 'the machine of the primary hangs for 40 s and goes on',
}
const kinds: readonly Loss[] = ['machine', 'postgres', 'frozen']
const frozenForMs = 40_000

const { values: asked } = readOptionsOrEnd({ options: { rounds: { type: 'string', default: '6' } } })
const print = (line: string) => void process.stdout.write(`${line}\n`)
const seconds = (ms: number) => (ms / 1000).toFixed(1)

async function makeDatabase(cluster: Cluster): Promise<void> {
  await until('HAProxy knows the primary', async () => (await ask(cluster.primaryUrl, 'select 1')).length === 1)
  await ask(cluster.primaryUrl, `create role ${owner.user} login createrole password '${owner.password}'`)
  await ask(cluster.primaryUrl, `create role ${serving.user} login password '${serving.password}'`)
  await ask(cluster.primaryUrl, `create database office owner ${owner.user}`)
}

/** Loses the primary once and waits until everything goes on. @returns how long lists and clicks took */
async function loseOnce(cluster: Cluster, lanes: readonly Lane[], how: Loss): Promise<string[]> {
  await cluster.untilSynchronous()
  await until('everything goes well', async () => lanes.every((lane) => lane.wellForMs() >= calmMs), roundLimitMs)
  const before = new Map(lanes.map((lane) => [lane, lane.failed]))
  const primary = await cluster.primary()
  const lostMs = Date.now()
  await primary.lose(how)
  const thawed = how === 'frozen' ? pause(frozenForMs).then(() => primary.comeBack()) : null
  const back = async () =>
    Date.now() - lostMs > noticedMs &&
    lanes.every((lane) => lane.backAfterMs(lostMs) !== null && lane.wellForMs() >= calmMs) &&
    (how === 'postgres' || (await cluster.primary()) !== primary)
  await until('everything goes on', back, roundLimitMs)
  const took = lanes.map((lane) => ({
    lane,
    ms: lane.backAfterMs(lostMs) ?? Infinity,
    failed: lane.failed - before.get(lane)!,
  }))
  await (thawed ?? primary.comeBack())
  const rejoinedMs = await cluster.untilSynchronous()
  const later = lanes.reduce((sum, lane) => sum + lane.failed - before.get(lane)!, 0)
  const failed = took.reduce((sum, each) => sum + each.failed, 0)
  print(
    `${what[how]}: ${took.map(({ lane, ms }) => `${lane.name} ${seconds(ms)} s`).join(', ')}; ${failed} failed, ` +
      `${later - failed} more until it was the standby ${seconds(rejoinedMs)} s later`,
  )
  return took
    .filter(({ lane, ms }) => ['lists', 'clicks'].includes(lane.name) && ms > backLimitMs)
    .map(({ lane, ms }) => `${lane.name} were back after ${seconds(ms)} s`)
}

/** Without etcd nobody may become the primary, and the one there is goes on. */
async function loseEtcd(cluster: Cluster, lanes: readonly Lane[]): Promise<string[]> {
  await until('everything goes well', async () => lanes.every((lane) => lane.wellForMs() >= calmMs), roundLimitMs)
  const before = lanes.map((lane) => lane.failed)
  const primary = await cluster.primary()
  await cluster.etcd.lose()
  await pause(frozenForMs)
  await cluster.etcd.comeBack()
  await until('everything goes well', async () => lanes.every((lane) => lane.wellForMs() >= calmMs), roundLimitMs)
  const failed = lanes.map((lane, index) => lane.failed - before[index]!).reduce((sum, count) => sum + count, 0)
  const isSame = (await cluster.primary()) === primary
  print(
    `etcd is gone for ${seconds(frozenForMs)} s: ${isSame ? 'the primary stayed' : 'ANOTHER primary'}, ${failed} failed`,
  )
  return isSame && failed === 0
    ? []
    : [`Without etcd ${failed} requests failed, and the primary was ${isSame ? 'the same' : 'another'}.`]
}

async function trial(cluster: Cluster, offices: ServerProcess[], rounds: number): Promise<string[]> {
  const gateway = await startGateway()
  let sends = 0
  gateway.behave(() => ({
    outcome: 'settled',
    latencyMs: 5 + Math.random() * 100,
    losesAnswer: (sends += 1) % 6 === 0,
    losesRequest: sends % 9 === 0,
  }))
  await makeDatabase(cluster)
  const url = cluster.databaseUrl(owner)
  const environment = {
    DATABASE_URL: cluster.databaseUrl(serving),
    MIGRATION_DATABASE_URL: url,
    DATABASE_READ_URL: cluster.databaseUrl({ ...serving, isRead: true }),
    ROOT_EMAIL: root.email,
    ROOT_PASSWORD: root.password,
    INSTALLATION_SECRET: 'a secret of the trial, long enough for it',
    PAYOUT_GATEWAY_URL: gateway.url,
    PAYOUT_GATEWAY_SECRET: gateway.secret,
    TRUST_PROXY: '1',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'affiliate-ha-data-')),
  }
  const database = openDatabase({ url, maxConnections: 2 })
  try {
    for (const port of cluster.officePorts)
      offices.push(await startServerProcess({ ...environment, PORT: String(port) }))
    await until('HAProxy knows the servers', async () => (await fetch(`${cluster.officeAddress}/ready`)).status === 200)
    const address = cluster.officeAddress
    const office = await openOffice(address, root)
    const world = await makeWorld(office)
    const tally: Tally = { clicks: 0, visits: 0, acknowledged: new Set() }
    const lanes = startWork({ address, office, token: await signIn(address, root), world, tally })
    const problems: string[] = []
    for (let round = 0; round < rounds; round += 1)
      problems.push(...(await loseOnce(cluster, lanes, kinds[round % kinds.length]!)))
    problems.push(...(await loseEtcd(cluster, lanes)))
    await Promise.all(lanes.map((lane) => lane.stop()))
    for (const { name, answered, failed, failures } of lanes)
      print(
        `${name}: ${answered} answered, ${failed} failed (${[...failures].map((each) => each.join(' ')).join(', ')})`,
      )
    gateway.behave(() => ({ outcome: 'settled' }))
    await finishKillTest({ environment, database, world }, office)
    problems.push(
      ...(await findProblems(database.db, office, world, { gateway, acknowledged: tally.acknowledged })),
      ...(await clickProblems(url, tally, print)),
    )
    print(`${world.batches.length * 100} events, ${gateway.payouts.size} payouts`)
    return problems
  } finally {
    await database.close()
    await gateway.close()
    rmSync(environment.DATA_DIR, { recursive: true, force: true })
  }
}

const programs = findClusterPrograms()
if (typeof programs === 'string') {
  process.stderr.write(`${programs}\n`)
  process.exit(1)
}
const folder = new TrialFolder(mkdtempSync(join(tmpdir(), 'affiliate-ha-')))
const offices: ServerProcess[] = []
let cluster: Cluster | null = null
let isWell = false
try {
  cluster = await startCluster(programs, folder)
  await cluster.untilSynchronous()
  print(
    `${cpus().length} x ${cpus()[0]!.model}; PostgreSQL ${(await ask<{ server_version: string }>(cluster.primaryUrl, 'show server_version'))[0]!.server_version} on two machines, Patroni, etcd, HAProxy, two servers: all on one machine`,
  )
  const problems = await trial(cluster, offices, Number(asked.rounds))
  if (problems.length > 0) {
    process.stderr.write(`${problems.length} things are wrong:\n${problems.join('\n')}\n`)
    process.exitCode = 1
  } else {
    isWell = true
    print('Nothing acknowledged lost, nothing counted or paid twice.')
  }
} finally {
  for (const office of offices) await office.stop()
  if (!isWell)
    for (const { name, output } of cluster?.machines ?? [])
      print(`\nThe last words of machine ${name}:\n${output().slice(-4_000)}`)
  await cluster?.end()
  await endAll()
  rmSync(folder.path, { recursive: true, force: true })
}

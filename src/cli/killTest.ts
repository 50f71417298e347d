/**
 * `npm run kill-test -- --kills 100`: kills the product with -9 at random moments of ingest, close and payment, and
 * then looks whether anything acknowledged was lost, counted or paid twice. With `--payouts 1000` all kills are of a job
 * that pays so many owners in batches; `--taxes` withholds a tax of each of them, and with `--single` the gateway takes no
 * batches.
 * Works on a database of its own in a temporary folder, or on the empty one that DATABASE_URL names. Exit code 0 only
 * where nothing is wrong.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startGateway, type TestGateway } from '#tests/support/gateway.ts'
import { type Database, openDatabase } from '#engine/server/database/connect.ts'
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'
import { addBatch, type KillWorld, makeWorld, sendBatch } from './killTest/activity.ts'
import { killAll, runCommandVictim, startServerVictim } from './killTest/serverProcess.ts'
import { finishKillTest } from './killTest/finish.ts'
import { killPayouts } from './killTest/payouts.ts'
import { findProblems } from './killTest/verify.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const payersAtOnce = 5
const writersAtOnce = 3

interface Scene {
  readonly environment: Record<string, string>
  readonly database: Database
  readonly gateway: TestGateway
  readonly world: KillWorld
  /** Payments that somebody was told of. */
  readonly acknowledged: Set<number>
}

const between = (least: number, most: number) => least + Math.random() * (most - least)

/** Writers send batches, those again that were not acknowledged, until the server is killed. */
async function killIngest({ environment, world }: Scene): Promise<void> {
  const server = await startServerVictim(environment)
  const waiting = world.batches.filter(({ isAcknowledged }) => !isAcknowledged)
  const write = async () => {
    while (await sendBatch(server, world, waiting.shift() ?? addBatch(world))) continue
  }
  const writers = Promise.all(Array.from({ length: writersAtOnce }, write))
  // Refused before the kill: that ends the test.
  await Promise.race([pause(between(20, 400)), writers])
  await server.kill()
  await writers
}

async function killClose({ environment, world }: Scene): Promise<void> {
  const close = runCommandVictim('close', ['--from', world.from, '--to', world.to], environment)
  // Most of a start goes by before the first statement.
  await Promise.race([pause(between(500, 2_500)), close.ended])
  await close.kill()
}

/** The job and people pay at once, until the server is killed. */
async function killPayment({ environment, world, acknowledged }: Scene): Promise<void> {
  const server = await startServerVictim(environment)
  await server.post('/api/job/automaticPayments/run')
  const people = Array.from({ length: payersAtOnce }, async () => {
    const { id } = world.affiliates[Math.floor(Math.random() * world.affiliates.length)]!
    const answer = await server.post(`/api/payment/affiliate/${id}`)
    if (answer?.status === 200) acknowledged.add(answer.body.id)
  })
  await pause(between(10, 800))
  await server.kill()
  await Promise.all(people)
}

/** Kills of ingest, close and payment in turns. */
async function killAllInTurns(scene: Scene, kills: number, print: (line: string) => void) {
  for (let kill = 0; kill < kills; kill += 1) {
    await [killIngest, killClose, killPayment][kill % 3]!(scene)
    if ((kill + 1) % 10 === 0)
      print(`${kill + 1} kills, ${scene.world.batches.length} batches, ${scene.gateway.payouts.size} payouts`)
  }
  scene.gateway.behave(() => ({ outcome: 'settled' }))
  const last = await startServerVictim(scene.environment)
  await finishKillTest(scene, last)
  const problems = await findProblems(scene.database.db, last, scene.world, scene)
  const code = await last.stop()
  if (code !== 0) problems.push(`The last server ended with ${code}.`)
  const summary = `nothing acknowledged lost, nothing counted twice, no payment sent twice (${scene.gateway.payouts.size} payouts)`
  return { problems, summary }
}

interface KillOptions {
  readonly kills: number
  readonly payouts: number
  readonly isTaxed: boolean
  /** The gateway takes one payout a call. */
  readonly isSingle: boolean
}

async function killTest({ kills, payouts, isTaxed, isSingle, url }: KillOptions & { url: string }): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const gateway = await startGateway()
  if (isSingle) gateway.speakBatches(false)
  const database = openDatabase({ url, maxConnections: 2 })
  const environment = {
    DATABASE_URL: url,
    ROOT_EMAIL: 'root@kill.example',
    ROOT_PASSWORD: 'Kill-Test-9',
    PAYOUT_GATEWAY_URL: gateway.url,
    PAYOUT_GATEWAY_SECRET: gateway.secret,
  }
  let sends = 0
  // Every sixth answer is lost, and every ninth request; of batches, whose answer is one, as often as of whole ones. What is
  // lost is asked for again after a pause: of many single payouts few are, so that a round ends.
  const [lostAnswers, lostRequests] = payouts === 0 ? [6, 9] : isSingle ? [31, 47] : [payouts * 3, payouts * 4]
  gateway.behave(() => ({
    outcome: 'settled',
    latencyMs: between(5, 120),
    losesAnswer: (sends += 1) % lostAnswers === 0,
    losesRequest: sends % lostRequests === 0,
  }))
  try {
    const first = await startServerVictim(environment)
    const scene: Scene = { environment, database, gateway, world: await makeWorld(first), acknowledged: new Set() }
    await first.stop()
    const { problems, summary } =
      payouts > 0
        ? await killPayouts(scene, { kills, payouts, isTaxed, print })
        : await killAllInTurns(scene, kills, print)
    if (problems.length > 0)
      throw new UsageError(`After ${kills} kills ${problems.length} things are wrong:\n${problems.join('\n')}`)
    print(`${kills} kills: ${summary}.`)
  } finally {
    await killAll()
    await database.close()
    await gateway.close()
  }
}

async function main(): Promise<void> {
  const { values } = readOptions({
    options: {
      kills: { type: 'string', default: '100' },
      payouts: { type: 'string', default: '0' },
      taxes: { type: 'boolean', default: false },
      single: { type: 'boolean', default: false },
    },
  })
  const [kills, payouts] = [Number(values.kills), Number(values.payouts)]
  if (!Number.isInteger(payouts) || payouts < 0)
    throw new UsageError('Say how many payouts a round has: npm run kill-test -- --kills 100 --payouts 1000')
  if (!Number.isInteger(kills) || kills < 1) throw new UsageError('Say how often: npm run kill-test -- --kills 100')
  if (values.taxes && payouts === 0)
    throw new UsageError('Taxes are withheld from payouts: npm run kill-test -- --payouts 1000 --taxes')
  const options = { kills, payouts, isTaxed: values.taxes, isSingle: values.single }
  if (process.env.DATABASE_URL) return killTest({ ...options, url: process.env.DATABASE_URL })
  const dataDir = mkdtempSync(join(tmpdir(), 'kill-test-'))
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  try {
    await killTest({ ...options, url: embedded.url })
  } finally {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

runCommand(main)

/**
 * `npm run distribute`: gives activity to the workers of a database that has Citus (docs/operating.md, "Several database
 * nodes"). `-- --dry-run` says what it would do and what it costs, `-- --back` takes all of it to the coordinator again.
 */
import { withClient } from '#engine/server/database/client.ts'
import { distributeActivity, gatherActivity, refuseOlderServers } from '#engine/server/database/citus/distribute.ts'
import {
  type BrandShare,
  type Distribution,
  readDistribution,
  readPlacements,
  readShares,
  readSize,
  refuseServers,
  type Worker,
} from '#engine/server/database/citus/plan.ts'
import { distributedBy } from '#engine/server/database/citus/tables.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { prepareSchema } from './support/prepareSchema.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const percent = (part: number, whole: number) => `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`
const nameOf = ({ name, port }: Worker) => `${name}:${port}`

/** A tenth of what a disk writes: rows are copied one by one, and their indexes made anew. */
const copiedBytesASecond = 20_000_000

/** How events would lie: what the fullest worker has, and whether one brand is the reason. */
function spreadLines(shares: readonly BrandShare[], workers: readonly Worker[]): string[] {
  const all = shares.reduce((sum, { events }) => sum + events, 0)
  if (all === 0) return ['There are no events yet.']
  const ofWorkers = workers.map((worker, at) => ({
    worker,
    events: shares.reduce((sum, share) => sum + (share.worker === at ? share.events : 0), 0),
  }))
  const [largest] = shares
  const isHeavy = largest!.events > all / workers.length
  return [
    `${all} events of ${shares.length} brands. By ${distributedBy}:`,
    ...ofWorkers.map(({ worker, events }) => `  ${nameOf(worker)} has ${percent(events, all)}`),
    `  the largest brand is ${largest!.brand}, with ${percent(largest!.events, all)}${
      isHeavy
        ? ': more than an equal part. Afterwards give it a place of its own (docs/operating.md, "A big brand"); it cannot be divided'
        : ''
    }`,
  ]
}

function costLines(size: number, shares: readonly BrandShare[], { missing, workers }: Distribution): string[] {
  return [
    `${missing.join(' and ')} go to ${workers.length} workers (${workers.map(nameOf).join(', ')}), by ${distributedBy}: ${megabytes(size)} with indexes.`,
    `It takes about ${Math.ceil(size / copiedBytesASecond)} s, in which no server may run, and the same room again on this node until it is done.`,
    'Afterwards a batch is written to two nodes in two phases, and what explains single amounts brings its events to this node first.',
    ...spreadLines(shares, workers),
  ]
}

async function distribute(ownerUrl: string, isDry: boolean): Promise<boolean> {
  return withClient(ownerUrl, async (client) => {
    const distribution = await readDistribution(client)
    if (distribution.missing.length === 0) {
      print(`Activity lies on the workers already (${distribution.version}):`)
      for (const placed of await readPlacements(client)) print(`  ${nameOf(placed)} has ${megabytes(placed.bytes)}`)
      if (!isDry) await refuseOlderServers(client)
      return false
    }
    const shares = await readShares(client, distribution.workers.length)
    for (const line of costLines(await readSize(client, distribution.missing), shares, distribution)) print(line)
    if (isDry) return false
    await refuseServers(client)
    await distributeActivity(client, distribution.missing)
    return true
  })
}

async function takeBack(ownerUrl: string, isDry: boolean): Promise<boolean> {
  return withClient(ownerUrl, async (client) => {
    const { distributed } = await readDistribution(client)
    if (distributed.length === 0) {
      print('Nothing lies on workers.')
      return false
    }
    const bytes = (await readPlacements(client)).reduce((sum, placed) => sum + placed.bytes, 0)
    print(`${distributed.join(' and ')} come back to this node: ${megabytes(bytes)}.`)
    if (isDry) return false
    await refuseServers(client)
    await gatherActivity(client, distributed)
    return true
  })
}

async function main(): Promise<void> {
  const { values } = readOptions({
    options: { 'dry-run': { type: 'boolean', default: false }, back: { type: 'boolean', default: false } },
  })
  const { databaseUrl: url, migrationDatabaseUrl, fenceAddresses: fence } = readEnvironment(process.env)
  if (url === undefined)
    throw new UsageError(
      'The embedded database is one node. Name a PostgreSQL with Citus by DATABASE_URL (docs/operating.md, "Several database nodes").',
    )
  const ownerUrl = migrationDatabaseUrl ?? url
  const isDry = values['dry-run']
  const prepare = () => prepareSchema({ url, ownerUrl: migrationDatabaseUrl, isEmbedded: false, fence, log: print })
  if (!isDry) await prepare()
  const isChanged = values.back ? await takeBack(ownerUrl, isDry) : await distribute(ownerUrl, isDry)
  if (!isChanged) {
    print(isDry ? 'Nothing was changed.' : 'There is nothing to do.')
    return
  }
  // Policies and rights, as they have to be where the tables lie now.
  await prepare()
  print('Done. Start the servers again.')
}

runCommand(main)

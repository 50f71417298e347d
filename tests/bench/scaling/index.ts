/**
 * What a second server, a pooler and a replica bring, and that everything still holds with them: starts a primary, a
 * streaming replica, pgbouncer and API processes on loopback, drives them and ends them.
 * `npm run scaling [-- --check: only what must hold] [-- --seconds N] [-- --nodes: only what Citus brings, written to
 * docs/scaling.md with --write]`. Needs a whole PostgreSQL (Debian: apt-get install postgresql), pgbouncer for the steps
 * with it, and Citus for the table of nodes.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { applySchemaDifference } from '#engine/server/database/applySchema.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import { applyMigrations } from '#engine/server/database/migrate.ts'
import { declaredSchema } from '#engine/server/database/declaredSchema.ts'
import { fillAffiliates } from '../recordsSupport.ts'
import { checkCorrectness } from './checks.ts'
import { type Office, startOffice } from './office.ts'
import { hasCitus, measureNodes } from './nodes.ts'
import { measurePartitions } from './partitions.ts'
import {
  addressOf,
  ask,
  endAll,
  findPrograms,
  makeReplica,
  startPgbouncer,
  startPrimary,
  TrialFolder,
  until,
} from './processes.ts'
import { fillActivity, measureSteps } from './steps.ts'

const { values: asked } = readOptionsOrEnd({
  options: {
    check: { type: 'boolean' },
    seconds: { type: 'string' },
    affiliates: { type: 'string' },
    nodes: { type: 'boolean' },
    write: { type: 'boolean' },
  },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)

async function printNodes(): Promise<void> {
  if (!hasCitus()) return print('Citus is not installed for PostgreSQL 15: nothing is said of several nodes.')
  const machine = `${cpus().length} x ${cpus()[0]!.model}, all nodes on it`
  const lines = [`${machine}; processor time of each node for one:`, '', ...(await measureNodes())]
  for (const line of lines) print(line)
  if (asked.write) writeBetween('nodes', lines)
}

/** Puts lines into docs/scaling.md, where its comments say. */
function writeBetween(name: string, lines: readonly string[]): void {
  const file = join(import.meta.dirname, '../../../docs/scaling.md')
  const [before, rest] = readFileSync(file, 'utf8').split(`<!-- ${name}: begin -->`)
  const after = rest!.split(`<!-- ${name}: end -->`)[1]!
  writeFileSync(file, `${before}<!-- ${name}: begin -->\n${lines.join('\n')}\n<!-- ${name}: end -->${after}`)
}

if (asked.nodes) {
  await printNodes()
  process.exit()
}
const programs = findPrograms()
if (typeof programs === 'string') {
  process.stderr.write(`${programs}\n`)
  process.exit(1)
}
if (!programs.pgbouncer) print('pgbouncer is not installed: going on without it (Debian: apt-get install pgbouncer).')

const folder = new TrialFolder(mkdtempSync(join(tmpdir(), 'affiliate-scaling-')))
const offices: Office[] = []
try {
  const primary = await startPrimary(programs, folder)
  const url = addressOf(primary)
  await applyMigrations({ url, log: () => {} })
  await applySchemaDifference({ url, declared: declaredSchema, log: () => {} })
  const database = openDatabase({ url })
  await fillAffiliates(database, Number(asked.affiliates ?? 20_000))
  await fillActivity(database)
  if (!asked.check) {
    print('Partitions of the event table by month')
    await measurePartitions(database, print)
  }
  await database.close()
  const startReplica = await makeReplica(programs, folder, primary)
  const replica = await startReplica()
  await until(
    'the replica has caught up',
    async () =>
      (await ask<{ count: string }>(addressOf(replica), 'select count(*) from movement_wide'))[0]!.count !== '0',
  )
  const pooler = programs.pgbouncer ? await startPgbouncer(programs.pgbouncer, folder, primary) : null
  const pooled = pooler ? addressOf(pooler, { isPooled: true }) : url
  print(
    `${cpus().length} x ${cpus()[0]!.model}; PostgreSQL ${(await ask<{ server_version: string }>(url, 'show server_version'))[0]!.server_version}, primary and streaming replica${pooler ? ', pgbouncer in transaction mode' : ''}, all on one machine`,
  )
  const start = async (urls: { primary: string; replica?: string }) => {
    const office = await startOffice(urls)
    offices.push(office)
    return office
  }
  const both = [
    await start({ primary: pooled, replica: addressOf(replica) }),
    await start({ primary: pooled, replica: addressOf(replica) }),
  ] as const
  if (!asked.check) {
    const alone = await start({ primary: url })
    await measureSteps({
      primary,
      seconds: Number(asked.seconds ?? 4),
      print,
      key: { brand: 1 },
      steps: [
        { what: 'one server', offices: [alone] },
        ...(pooler ? [{ what: 'one server, through pgbouncer', offices: [await start({ primary: pooled })] }] : []),
        { what: 'two servers', offices: [alone, await start({ primary: url })] },
        {
          what: 'two servers and a replica',
          offices: [
            await start({ primary: url, replica: addressOf(replica) }),
            await start({ primary: url, replica: addressOf(replica) }),
          ],
        },
        ...(pooler ? [{ what: 'two servers, a replica, through pgbouncer', offices: both }] : []),
      ],
    })
  }
  print('\nWhat must hold, with two servers on primary and replica:')
  await checkCorrectness({ offices: both, primary, replica, startReplica }, (line) => print(`  ok  ${line}`))
} finally {
  for (const office of offices) await office.stop()
  await endAll()
  rmSync(folder.path, { recursive: true, force: true })
}
if (!asked.check) await printNodes()

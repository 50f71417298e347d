import { existsSync, statfsSync } from 'node:fs'
import type { Registry } from 'prom-client'
import type { AppContext } from '#engine/server/context.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { type LoopAge, loopAges, loopSizes } from '#engine/server/backgroundLoops.ts'
import { addGauge, type Sample } from './gauges.ts'

/** How the loops of a server are. A replica that is away keeps no server from being ready: the primary answers. */
export function agesOf(database: Database): Readonly<Record<string, LoopAge>> {
  const { replica } = database
  return {
    ...loopAges(database),
    ...(replica
      ? { replica: { seconds: Math.round(replica.ageMs / 100) / 10, isLate: false, blocksRequests: false } }
      : {}),
  }
}

const byLoop = <Value>(values: Readonly<Record<string, Value>>, value: (of: Value) => number): Sample[] =>
  Object.entries(values).map(([loop, of]) => [{ loop }, value(of)])

/** The disk that holds a folder; nothing where the folder is not there yet. */
function diskOf(folder: string): { readonly freeBytes: number; readonly sizeBytes: number } | null {
  if (!existsSync(folder)) return null
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

/** What this server knows by itself: its loops, what waits in its memory, its connections, its replica and its disk. */
export function addServerGauges(register: Registry, { database, environment }: AppContext): void {
  addGauge(
    register,
    {
      name: 'office_loop_age_seconds',
      help: 'Since the last round of a loop ended, or since the oldest waits',
      labels: ['loop'],
    },
    () => byLoop(agesOf(database), ({ seconds }) => seconds),
  )
  addGauge(
    register,
    {
      name: 'office_loop_late',
      help: '1 where a loop stands still; where requests wait for it, the server is not ready',
      labels: ['loop'],
    },
    () => byLoop(agesOf(database), ({ isLate }) => Number(isLate)),
  )
  addGauge(
    register,
    { name: 'office_queue_size', help: 'What waits in the memory of this server', labels: ['loop'] },
    () => byLoop(loopSizes(database), (size) => size),
  )
  addGauge(
    register,
    { name: 'office_database_connections', help: 'Connections of a pool by what they do', labels: ['pool', 'state'] },
    () =>
      database.pools().flatMap(({ name, open, idle }): Sample[] => [
        [{ pool: name, state: 'idle' }, idle],
        [{ pool: name, state: 'busy' }, open - idle],
      ]),
  )
  addGauge(
    register,
    { name: 'office_database_connections_max', help: 'Connections that a pool may open', labels: ['pool'] },
    () => database.pools().map(({ name, max }): Sample => [{ pool: name }, max]),
  )
  addGauge(
    register,
    { name: 'office_database_waiting', help: 'Who waits for a connection of a pool', labels: ['pool'] },
    () => database.pools().map(({ name, waiting }): Sample => [{ pool: name }, waiting]),
  )
  addGauge(
    register,
    {
      name: 'office_clock_apart_seconds',
      help: "How far this server's clock is from the database's; above 60 no day is closed and nothing is paid",
    },
    () => (database.clock.aheadSeconds === null ? [] : [[{}, Math.abs(database.clock.aheadSeconds)]]),
  )
  const eachDisk = (value: (disk: NonNullable<ReturnType<typeof diskOf>>) => number): Sample[] => {
    const disk = diskOf(environment.dataDir)
    return disk ? [[{}, value(disk)]] : []
  }
  addGauge(
    register,
    { name: 'office_disk_free_bytes', help: 'Room on the disk of DATA_DIR, where the embedded database is as well' },
    () => eachDisk(({ freeBytes }) => freeBytes),
  )
  addGauge(register, { name: 'office_disk_size_bytes', help: 'How large that disk is' }, () =>
    eachDisk(({ sizeBytes }) => sizeBytes),
  )
  const { replica } = database
  if (!replica) return
  addGauge(
    register,
    { name: 'office_replica_following', help: '1 where the replica is read; 0 where the primary answers instead' },
    () => [[{}, Number(replica.isFollowing)]],
  )
  addGauge(
    register,
    {
      name: 'office_replica_behind_bytes',
      help: 'What the replica lacked of the log of the primary when both were last asked',
    },
    () => [[{}, replica.behindBytes]],
  )
}

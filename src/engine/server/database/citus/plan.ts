import type pg from 'pg'
import { distributedBy, distributedTables, isCitusText, readDistributed } from './tables.ts'

/** Why a database cannot be distributed; the message says what to do. */
export class DistributionError extends Error {
  override name = 'DistributionError'
}

/** A worker that takes rows, as the coordinator knows it. */
export interface Worker {
  readonly name: string
  readonly port: number
}

/** What is distributed of the database, and over what. */
export interface Distribution {
  readonly version: string
  readonly workers: readonly Worker[]
  readonly distributed: readonly string[]
  readonly missing: readonly string[]
}

const notInstalled = `Citus is not installed in this database. On every node, as a superuser: put citus first in
shared_preload_libraries, set max_prepared_transactions to at least max_connections, restart, and in the database
CREATE EXTENSION citus. Then, on this one:
  SELECT citus_set_coordinator_host('HOST', 5432); SELECT citus_add_node('WORKER', 5432);
docs/operating.md, "Several database nodes", tells all of it. Nothing was changed.`

async function asked<Row>(client: pg.Client, text: string): Promise<Row[]> {
  return (await client.query(text)).rows as Row[]
}

/**
 * Looks at the nodes.
 * @throws DistributionError where the database is not the coordinator of any
 */
export async function readDistribution(client: pg.Client): Promise<Distribution> {
  const [citus] = await asked<{ has_citus: boolean }>(client, isCitusText)
  if (!citus!.has_citus) throw new DistributionError(notInstalled)
  const [node] = await asked<{ version: string; is_coordinator: boolean; prepared: string }>(
    client,
    `select substring(citus_version() from '^Citus \\S+') as version,
      (select groupid = 0 from pg_dist_local_group) as is_coordinator,
      current_setting('max_prepared_transactions') as prepared`,
  )
  if (!node!.is_coordinator)
    throw new DistributionError('DATABASE_URL names a worker. Name the coordinator. Nothing was changed.')
  const workers = await asked<Worker>(
    client,
    `select nodename as name, nodeport as port from pg_dist_node where isactive and shouldhaveshards
      and noderole = 'primary' order by nodeid`,
  )
  if (workers.length === 0)
    throw new DistributionError(
      `${node!.version} knows no worker. Make it known: SELECT citus_add_node('WORKER', 5432). Nothing was changed.`,
    )
  await refuseSinglePhase(client)
  const known = await readDistributed(client)
  return {
    version: node!.version,
    workers,
    distributed: distributedTables.filter((table) => known.has(table)),
    missing: distributedTables.filter((table) => !known.has(table)),
  }
}

/** What is written to several nodes is prepared on each before it counts anywhere. */
async function refuseSinglePhase(client: pg.Client): Promise<void> {
  const found = await asked<{ nodename: string; nodeport: number; result: string }>(
    client,
    `select nodename, nodeport, result from run_command_on_workers('show max_prepared_transactions')`,
  )
  const without = found.filter(({ result }) => Number(result) === 0)
  if (without.length === 0) return
  const names = without.map(({ nodename, nodeport }) => `${nodename}:${nodeport}`).join(', ')
  throw new DistributionError(
    `max_prepared_transactions is 0 on ${names}: nothing that is written to two nodes could be kept whole. ` +
      'Set it to at least max_connections on every node and restart them. Nothing was changed.',
  )
}

/**
 * How many servers have the database open: they would go on as if all lay on one node.
 * @throws DistributionError where there are any
 */
export async function refuseServers(client: pg.Client): Promise<void> {
  const [found] = await asked<{ count: number }>(
    client,
    `select count(*)::integer as count from pg_stat_activity where datname = current_database()
      and application_name = 'affiliate-back-office'`,
  )
  if (found!.count > 0)
    throw new DistributionError(
      `Servers have ${found!.count} connections to this database. Stop them first: they learn at their start where activity lies. ` +
        'Brands repeat what they could not deliver meanwhile. Nothing was changed.',
    )
}

/** A brand's part of all events. */
export interface BrandShare {
  readonly brand: number
  readonly events: number
  /** Which of the workers it would lie on, from 0. */
  readonly worker: number
}

/** How many events each brand has, largest first, and the worker it falls to. */
export async function readShares(client: pg.Client, workers: number): Promise<BrandShare[]> {
  const shards = `greatest(current_setting('citus.shard_count')::bigint, 1)`
  return (
    await client.query<{ brand: string; events: string; worker: number }>(
      `select ${distributedBy}::text as brand, events::text as events,
        ((worker_hash(${distributedBy})::bigint + 2147483648) * ${shards} / 4294967296 % $1)::integer as worker
      from (select ${distributedBy}, count(*) as events from event_identity group by ${distributedBy}) brand
      order by brand.events desc, ${distributedBy}`,
      [workers],
    )
  ).rows.map((row) => ({ brand: Number(row.brand), events: Number(row.events), worker: row.worker }))
}

/** Bytes of the tables with their indexes and partitions. */
export async function readSize(client: pg.Client, tables: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select coalesce(sum(pg_total_relation_size(part.relid)), 0)::text as bytes
      from unnest($1::text[]) asked (name) cross join lateral pg_partition_tree(asked.name::regclass) part`,
    [tables],
  )
  return Number(rows[0]!.bytes)
}

/** What lies on each worker. */
export async function readPlacements(client: pg.Client): Promise<(Worker & { readonly bytes: number })[]> {
  const rows = await asked<Worker & { bytes: string }>(
    client,
    `select nodename as name, nodeport as port, sum(shard_size)::text as bytes from citus_shards
      group by nodename, nodeport order by nodename, nodeport`,
  )
  return rows.map(({ bytes, ...worker }) => ({ ...worker, bytes: Number(bytes) }))
}

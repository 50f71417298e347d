import type { ClientBase } from 'pg'

/*
 * Which tables lie on the workers where the database is one of several nodes (Citus, docs/decisions/0004-citus.md): what
 * grows with every event. All by brand, so that what belongs together lies on one node, under one key.
 */

/** The tables that `npm run distribute` gives to the workers, in this order, all of them by {@link distributedBy}. */
export const distributedTables = ['event_identity', 'event'] as const

/** The column that says on which worker a row lies. */
export const distributedBy = 'brand'

/** Tells which tables lie on workers; none where the database knows nothing of Citus. */
export const distributedText = `select coalesce(array_agg(name), '{}') as names from (
    select logicalrelid::regclass::text as name from pg_dist_partition where partmethod = 'h') each`

/** Whether there is anything of Citus in this database. Its tables stand in the catalogue, wherever one looks from. */
export const isCitusText = `select to_regclass('pg_catalog.pg_dist_partition') is not null as has_citus`

/** The tables of this database that lie on workers. */
export async function readDistributed(client: Pick<ClientBase, 'query'>): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ has_citus: boolean }>(isCitusText)
  if (!rows[0]!.has_citus) return new Set()
  return new Set((await client.query<{ names: string[] }>(distributedText)).rows[0]!.names)
}

import type pg from 'pg'
import { schemaLock } from '../migrate.ts'
import { distributedBy, distributedTables } from './tables.ts'

/** Its triggers see all rows of a statement, which no worker does: the server does their work there. */
const pastTriggers = [
  ['event_changed_in_past', 'update'],
  ['event_removed_from_past', 'delete'],
] as const

/** Policies are made anew for where the table lies: those of workers take no subquery. */
const droppedPolicies = (tables: readonly string[]) => `do $$ declare found record; begin
  for found in select policyname, tablename from pg_policies where schemaname = current_schema()
      and tablename = any (array[${tables.map((name) => `'${name}'`).join(', ')}]) loop
    execute format('drop policy %I on %I', found.policyname, found.tablename);
  end loop;
end $$`

/** Versions that have this migration keep the past of events that lie on workers; older ones would lose it silently. */
const keepingPast = '0790_event_known'

/**
 * Says whether servers that lack {@link keepingPast} may serve this database: they look at each start at what newer
 * migrations say of themselves.
 */
const olderServersMay = (may: boolean) =>
  `update migration set only_adds = ${may} where name = '${keepingPast}' and only_adds <> ${may}`

/** Keeps servers of versions that know nothing of workers from a database that has them. */
export async function refuseOlderServers(client: pg.Client): Promise<void> {
  await client.query(olderServersMay(false))
}

/** The statements that give tables to the workers, with what is in them. */
function distributingStatements(tables: readonly string[]): string[] {
  const [first] = distributedTables
  return [
    droppedPolicies(tables),
    ...(tables.includes('event') ? pastTriggers.map(([name]) => `drop trigger if exists ${name} on event`) : []),
    ...tables.map(
      (table) =>
        `select create_distributed_table('${table}', '${distributedBy}', colocate_with => '${table === first ? 'none' : first}')`,
    ),
    olderServersMay(false),
  ]
}

/** The statements that take tables back to the coordinator, with what is in them. */
function gatheringStatements(tables: readonly string[]): string[] {
  return [
    droppedPolicies(tables),
    ...tables.map((table) => `select undistribute_table('${table}')`),
    olderServersMay(true),
    ...(tables.includes('event')
      ? pastTriggers.map(
          ([name, change]) => `create trigger ${name} after ${change} on event referencing old table as gone
            for each statement execute function note_past_of_event()`,
        )
      : []),
  ]
}

/** Runs statements in one transaction, one by one: Citus tells its workers the text it was given. */
async function changeAll(client: pg.Client, statements: readonly string[]): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(${schemaLock})`)
    // Several tables in one transaction are changed over one connection a worker.
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Gives activity tables to the workers, with what is in them: nobody reads or writes them meanwhile. Their policies
 * have to be made afterwards.
 */
export async function distributeActivity(client: pg.Client, tables: readonly string[]): Promise<void> {
  await changeAll(client, distributingStatements(tables))
}

/** Takes them back. Their policies have to be made afterwards. */
export async function gatherActivity(client: pg.Client, tables: readonly string[]): Promise<void> {
  await changeAll(client, gatheringStatements(tables))
}

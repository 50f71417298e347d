import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../config/actor.ts'
import { tableName } from '../../../config/derive/table.ts'
import type { AnyResource } from '../../../config/resource.ts'
import type { Database } from '../../database/connect.ts'
import { inverseOf } from '../inverse.ts'
import { seesAll } from '../scope.ts'

/*
 * Counting 100,000 records takes longer than showing 25 of them. A total is therefore remembered with the snapshot in which it was counted, and
 * used again while no transaction that this snapshot did not see has written to a table it depends on: `table_change` holds, for every watched
 * table, who wrote to it. The question is asked inside the statement of the page, so the answer is never older than the page.
 */

/** A total and the snapshot in which it was counted. */
interface Remembered { readonly total: string; readonly snapshot: string; readonly countedAtMs: number }

/** Well below the day for which changes are kept. */
const rememberedForMs = 600_000
const rememberedMax = 1000
/** What scope conditions look at beside the resource's own table. */
const scopeTables = ['brand', 'affiliate', 'campaign', 'partner', 'sub_brand']

const watchedTables = new WeakMap<Database, Promise<ReadonlySet<string>>>()
const totals = new WeakMap<Database, Map<string, Remembered>>()

async function readWatchedTables({ readDb }: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select pg_class.relname as name from pg_trigger join pg_class on pg_class.oid = pg_trigger.tgrelid
    join pg_proc on pg_proc.oid = pg_trigger.tgfoid where pg_proc.proname = 'note_table_change' and pg_trigger.tgenabled <> 'D'`.execute(readDb)
  return new Set(rows.map(({ name }) => name))
}

function watched(database: Database): Promise<ReadonlySet<string>> {
  let tables = watchedTables.get(database)
  if (!tables) {
    tables = readWatchedTables(database)
    watchedTables.set(database, tables)
    tables.catch(() => watchedTables.delete(database))
  }
  return tables
}

function tablesBehind(resource: AnyResource, actor: Actor): string[] {
  const inverses = Object.keys(resource.fields).flatMap((name) => inverseOf({ resource, name }) ?? [])
  const own = [tableName(resource.name), ...inverses.map((inverse) => tableName(inverse.resource.name))]
  return [...new Set(seesAll(actor) || !resource.access.scope ? own : [...own, ...scopeTables])]
}

/** The total of a list: how to ask for it in the page's statement, and what the answer means. */
export interface RememberedTotal {
  /** Two columns: `total`, null where the remembered one still holds, and `snapshot`. */
  readonly columns: RawBuilder<unknown>
  /** The total as text, from what the statement answered. */
  readonly take: (row: { total: string | null; snapshot: string }) => string
}

function rememberIn(known: Map<string, Remembered>, key: string, remembered: Remembered): void {
  known.delete(key)
  known.set(key, remembered)
  const oldest = known.size > rememberedMax ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
}

/**
 * Prepares the total of a list.
 * @param count the counting query, without parentheses.
 * @param key everything the count depends on besides the tables: the text and the parameters of its condition.
 */
export async function rememberedTotal({ database, resource, actor, count, key }: {
  database: Database; resource: AnyResource; actor: Actor; count: RawBuilder<unknown>; key: string
}): Promise<RememberedTotal> {
  const tables = tablesBehind(resource, actor)
  const watchedNow = await watched(database)
  let known = totals.get(database)
  if (!known) totals.set(database, (known = new Map()))
  const of = `${resource.name} ${key}`
  const found = known.get(of)
  const held = found && Date.now() - found.countedAtMs < rememberedForMs && tables.every((table) => watchedNow.has(table)) ? found : undefined
  const written = sql`exists (select from table_change where relation = any(${`{${tables.join(',')}}`}::text::text[])
    and xid >= pg_snapshot_xmin(${held?.snapshot ?? ''}::text::pg_snapshot) and not pg_visible_in_snapshot(xid, ${held?.snapshot ?? ''}::text::pg_snapshot))`
  return {
    columns: sql`${held ? sql`case when ${written} then (${count}) end` : sql`(${count})`} as total, pg_current_snapshot()::text as snapshot`,
    take({ total, snapshot }) {
      if (total === null) return held!.total
      rememberIn(known, of, { total, snapshot, countedAtMs: Date.now() })
      return total
    },
  }
}

/** Forgets changes that no remembered total can be asked about any more. */
export async function forgetOldChanges({ db }: Database): Promise<void> {
  await sql`delete from table_change where at < now() - interval '1 day'`.execute(db)
}
